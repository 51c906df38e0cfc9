package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.geotools.conformance.DataStoreConformance;
import org.flashgrove.geotools.conformance.RandomFeatures;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our DataStore beside the one of GeoTools in memory. */
class ConformanceTest {
  @TempDir Path directory;

  private static DataStoreConformance compare(
      FlashgroveDataStore store,
      SimpleFeatureType type,
      List<SimpleFeature> features,
      Random random)
      throws IOException {
    store.createSchema(type);
    DataStoreConformance.Subject subject =
        transaction -> {
          SimpleFeatureStore source =
              (SimpleFeatureStore) store.getFeatureSource(type.getTypeName());
          source.setTransaction(transaction == null ? Transaction.AUTO_COMMIT : transaction);
          return source;
        };
    return new DataStoreConformance(type, subject, features, random);
  }

  @Test
  void madeFeaturesOfAllTypesAreAnsweredAsInMemory() throws IOException {
    Random random = Seeds.random();
    SimpleFeatureType type = RandomFeatures.type("things");
    FlashgroveDataStore store =
        FlashgroveDataStore.create(directory.resolve("s"), TableOptions.defaults());
    try {
      DataStoreConformance kit =
          compare(store, type, RandomFeatures.some(type, 300, random), random);
      kit.query(Integer.getInteger("q", 4_000));
      kit.visit();
      kit.change(Integer.getInteger("q", 4_000) / 100, 20);
      assertThat(kit.differences()).isEmpty();
      assertThat(kit.distinctQueries()).isGreaterThan(0);
    } finally {
      store.dispose();
    }
  }
}
