package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.access.table.TableOptions;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.memory.MemoryDataStore;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.geometry.jts.LiteShape;
import org.geotools.util.factory.Hints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * A map of a window, drawn from our store and from the one in memory, is the same in each pixel.
 */
class MapTest {
  private static final int PIXELS = 256;
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();

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
      BufferedImage ours = map(load(store, type, features), window);
      BufferedImage inMemory = map(load(new MemoryDataStore(), type, features), window);
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

  private static BufferedImage map(SimpleFeatureStore source, Envelope window) throws IOException {
    BufferedImage image = new BufferedImage(PIXELS, PIXELS, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, PIXELS, PIXELS);
    AffineTransform toPixels =
        new AffineTransform(
            PIXELS / window.getWidth(),
            0,
            0,
            -PIXELS / window.getHeight(),
            -window.getMinX() * PIXELS / window.getWidth(),
            window.getMaxY() * PIXELS / window.getHeight());
    Query query =
        new Query(
            source.getSchema().getTypeName(),
            FILTERS.bbox(
                FILTERS.property("geom"),
                window.getMinX(),
                window.getMinY(),
                window.getMaxX(),
                window.getMaxY(),
                null));
    query.setSortBy(SortBy.NATURAL_ORDER);
    try (SimpleFeatureIterator found = source.getFeatures(query).features()) {
      while (found.hasNext()) {
        SimpleFeature feature = found.next();
        LiteShape shape = new LiteShape((Geometry) feature.getDefaultGeometry(), toPixels, false);
        graphics.setColor(new Color(feature.getID().hashCode() & 0xffffff));
        graphics.fill(shape);
        graphics.setColor(Color.BLACK);
        graphics.draw(shape);
      }
    }
    graphics.dispose();
    return image;
  }
}
