package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.geotools.example.MapDrawing;
import org.flashgrove.geotools.example.MapStyle;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.memory.MemoryDataStore;
import org.geotools.util.factory.Hints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;

/**
 * A map of a window, drawn from our store and from the one in memory, is the same in each pixel.
 */
class MapTest {
  private static final int PIXELS = 256;
  private static final MapStyle STYLE =
      MapStyle.of(List.of("points > 8 => #70a0c0 #204060", "area > 3e-8 => #c0a060 #604020"));

  @TempDir Path directory;

  @Test
  void parcelsOfContagem() throws IOException {
    draw("polygons/br_contagem_parcels.csv.gz", new Envelope(-44.13, -44.11, -19.94, -19.92));
  }

  @Test
  void addressesOfBeloHorizonte() throws IOException {
    draw("points/br_belo_horizonte_addresses.csv.gz", new Envelope(-44.04, -44.02, -20.02, -20.0));
  }

  private void draw(String file, Envelope window) throws IOException {
    SimpleFeatureType type = Parcels.type("map");
    List<SimpleFeature> features = Parcels.read(type, file, 1, 4_000);
    FlashgroveDataStore store =
        FlashgroveDataStore.create(directory.resolve("store"), TableOptions.defaults());
    try {
      MapDrawing drawing = new MapDrawing(STYLE, PIXELS);
      BufferedImage ours = drawing.inOrderOfIds(load(store, type, features), window);
      BufferedImage inMemory =
          drawing.inOrderOfIds(load(new MemoryDataStore(), type, features), window);
      int drawn = 0;
      for (int x = 0; x < PIXELS; x++) {
        for (int y = 0; y < PIXELS; y++) {
          assertThat(ours.getRGB(x, y)).isEqualTo(inMemory.getRGB(x, y));
          drawn += ours.getRGB(x, y) == Color.WHITE.getRGB() ? 0 : 1;
        }
      }
      assertThat(drawn).isGreaterThan(100);
    } finally {
      store.dispose();
    }
  }

  private static SimpleFeatureStore load(
      DataStore store, SimpleFeatureType type, List<SimpleFeature> features) throws IOException {
    store.createSchema(type);
    SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(type.getTypeName());
    features.forEach(each -> each.getUserData().put(Hints.USE_PROVIDED_FID, true));
    try (Transaction transaction = new DefaultTransaction()) {
      source.setTransaction(transaction);
      source.addFeatures(DataUtilities.collection(features));
      transaction.commit();
    }
    source.setTransaction(Transaction.AUTO_COMMIT);
    return source;
  }
}
