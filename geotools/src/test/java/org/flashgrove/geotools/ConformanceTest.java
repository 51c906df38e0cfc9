package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.geotools.conformance.DataStoreConformance;
import org.flashgrove.geotools.conformance.RandomFeatures;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.junit.jupiter.api.Tag;
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
    for (String each : List.of("number", "big", "height", "flag", "small", "ratio", "day")) {
      if (type.getDescriptor(each) != null && random.nextInt(4) != 0) {
        store.createIndex(type.getTypeName(), each);
      }
    }
    DataStoreConformance.Subject subject =
        transaction -> {
          SimpleFeatureStore source =
              (SimpleFeatureStore) store.getFeatureSource(type.getTypeName());
          source.setTransaction(transaction == null ? Transaction.AUTO_COMMIT : transaction);
          return source;
        };
    return new DataStoreConformance(type, subject, features, random);
  }

  private void madeFeatures(int queries) throws IOException {
    Random random = Seeds.random();
    SimpleFeatureType type = RandomFeatures.type("things");
    compare(type, RandomFeatures.some(type, 300, random), random, queries, 1 + queries / 100);
  }

  private void compare(
      SimpleFeatureType type, List<SimpleFeature> features, Random random, int queries, int changes)
      throws IOException {
    FlashgroveDataStore store =
        FlashgroveDataStore.create(directory.resolve("store"), TableOptions.defaults());
    try {
      DataStoreConformance kit = compare(store, type, features, random);
      kit.query(queries);
      kit.visit();
      kit.change(changes, 10);
      System.out.println(
          "ConformanceTest: "
              + type.getTypeName()
              + ", "
              + kit.distinctQueries()
              + " distinct queries, "
              + kit.differences().size()
              + " differences");
      assertThat(kit.differences()).isEmpty();
      // of the 6,000 drawn by long tests 5,000 are asked for
      assertThat(kit.distinctQueries()).isGreaterThanOrEqualTo(queries * 5 / 6);
    } finally {
      store.dispose();
    }
  }

  @Test
  void madeFeaturesOfAllTypesAreAnsweredAsInMemory() throws IOException {
    madeFeatures(250);
  }

  @Tag("long")
  @Test
  void madeFeaturesOfAllTypesManyQueries() throws IOException {
    madeFeatures(6_000);
  }

  private void parcels(int step, int queries) throws IOException {
    SimpleFeatureType type = Parcels.type("parcels");
    List<SimpleFeature> parcels =
        Parcels.read(type, "polygons/br_contagem_parcels.csv.gz", step, Integer.MAX_VALUE);
    compare(type, parcels, Seeds.random(), queries, 0);
  }

  @Test
  void parcelsOfContagemAreAnsweredAsInMemory() throws IOException {
    parcels(400, Repetitions.of(60, 200));
  }

  @Tag("long")
  @Test
  void parcelsOfContagemManyQueries() throws IOException {
    parcels(300, 6_000);
  }
}
