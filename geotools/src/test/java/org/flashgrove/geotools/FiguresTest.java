package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.core.Seeds;
import org.flashgrove.geotools.example.MapDrawing;
import org.flashgrove.geotools.example.MapStyle;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.SimpleFeatureSource;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.data.collection.SpatialIndexFeatureCollection;
import org.geotools.data.memory.MemoryDataStore;
import org.geotools.data.simple.SimpleFeatureCollection;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.factory.CommonFactoryFinder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Prints times of our store beside those of stores in memory; all over the parcels of Contagem. */
@Tag("long")
class FiguresTest {
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();
  private static final int WINDOWS = 200;
  private static final int TILES = 256;

  @TempDir Path directory;

  @Test
  void windowsWritingAndReaders() throws Exception {
    SimpleFeatureType type = Parcels.type("parcels");
    List<SimpleFeature> features =
        Parcels.read(type, "polygons/br_contagem_parcels.csv.gz", 1, 100_000);
    FlashgroveDataStore store =
        FlashgroveDataStore.create(directory.resolve("store"), FlashgroveDataStore.defaults());
    MemoryDataStore memory = new MemoryDataStore();
    store.createSchema(type);
    memory.createSchema(type);
    double inMemory = load(memory, type, features);
    double ours = load(store, type, features);
    System.out.printf(
        "one transaction of %,d features: flashgrove %.2f s, MemoryDataStore %.2f s, %.2f times%n",
        features.size(), ours, inMemory, ours / inMemory);
    SpatialIndexFeatureCollection indexed = new SpatialIndexFeatureCollection(type);
    indexed.addAll(features);
    List<Envelope> windows = windows(features, 1e-4, WINDOWS);
    SimpleFeatureSource mine = store.getFeatureSource(type.getTypeName());
    SimpleFeatureSource theirs = memory.getFeatureSource(type.getTypeName());
    for (int round = 0; round < 3; round++) {
      Figure of = query(filter -> mine.getFeatures(filter), windows, 20);
      Figure ofMemory = query(filter -> theirs.getFeatures(filter), windows.subList(0, 20), 1);
      Figure ofIndex = query(filter -> indexed.subCollection(filter), windows, 20);
      assertThat(of.found / 20).isEqualTo(ofIndex.found / 20);
      System.out.printf(
          "window of 0.01 %%: flashgrove %.1f us, MemoryDataStore %.0f us (%.0f times),"
              + " SpatialIndexFeatureCollection %.1f us (ours %.2f times that)%n",
          of.micros,
          ofMemory.micros,
          ofMemory.micros / of.micros,
          ofIndex.micros,
          of.micros / ofIndex.micros);
    }
    tiles(features, mine, theirs, indexed);
    readersBesideAWriter(store, type, windows);
    assertThat(store.store().check().ok()).isTrue();
    store.dispose();
  }

  /** 256 tiles of 256 pixels over all features, each of 1/256 of the extent, drawn. */
  private static void tiles(
      List<SimpleFeature> features,
      SimpleFeatureSource mine,
      SimpleFeatureSource theirs,
      SpatialIndexFeatureCollection indexed)
      throws IOException {
    List<Envelope> tiles = windows(features, 1.0 / TILES, TILES);
    for (int round = 0; round < 2; round++) {
      Tiles ours = draw(filter -> mine.getFeatures(filter), tiles);
      Tiles ofIndex = draw(filter -> indexed.subCollection(filter), tiles);
      Tiles ofMemory = draw(filter -> theirs.getFeatures(filter), tiles.subList(0, 16));
      assertThat(ours.pixels).isEqualTo(ofIndex.pixels);
      System.out.printf(
          "%d tiles drawn: flashgrove %.1f ms each, SpatialIndexFeatureCollection %.1f ms,"
              + " MemoryDataStore (16 of them) %.1f ms%n",
          TILES, ours.millis, ofIndex.millis, ofMemory.millis);
    }
  }

  private record Tiles(double millis, long pixels) {}

  private static Tiles draw(Source source, List<Envelope> tiles) throws IOException {
    MapDrawing drawing = new MapDrawing(MapStyle.of(List.of("points > 8 => #70a0c0 #204060")), 256);
    long pixels = 0;
    long start = System.nanoTime();
    for (Envelope each : tiles) {
      BufferedImage map = drawing.of(source.of(MapDrawing.within("geom", each)), each);
      for (int x = 0; x < map.getWidth(); x += 5) {
        for (int y = 0; y < map.getHeight(); y += 5) {
          pixels += map.getRGB(x, y) == -1 ? 0 : 1;
        }
      }
    }
    return new Tiles((System.nanoTime() - start) / 1e6 / tiles.size(), pixels);
  }

  private static double load(DataStore store, SimpleFeatureType type, List<SimpleFeature> features)
      throws IOException {
    long start = System.nanoTime();
    SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(type.getTypeName());
    try (Transaction transaction = new DefaultTransaction()) {
      source.setTransaction(transaction);
      source.addFeatures(DataUtilities.collection(features));
      transaction.commit();
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static List<Envelope> windows(List<SimpleFeature> features, double share, int count) {
    Random random = Seeds.random();
    Envelope all = new Envelope();
    features.forEach(
        each -> all.expandToInclude(((Geometry) each.getDefaultGeometry()).getEnvelopeInternal()));
    double width = all.getWidth() * Math.sqrt(share);
    double height = all.getHeight() * Math.sqrt(share);
    List<Envelope> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SimpleFeature near = features.get(random.nextInt(features.size()));
      double x = ((Geometry) near.getDefaultGeometry()).getCoordinate().x;
      double y = ((Geometry) near.getDefaultGeometry()).getCoordinate().y;
      windows.add(new Envelope(x - width / 2, x + width / 2, y - height / 2, y + height / 2));
    }
    return windows;
  }

  private interface Source {
    SimpleFeatureCollection of(Filter filter) throws IOException;
  }

  private record Figure(double micros, long found) {}

  private static Figure query(Source source, List<Envelope> windows, int rounds)
      throws IOException {
    long found = 0;
    long start = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      for (Envelope each : windows) {
        found += count(source, each);
      }
    }
    long count = (long) rounds * windows.size();
    return new Figure((System.nanoTime() - start) / 1e3 / count, found);
  }

  private static int count(Source source, Envelope window) throws IOException {
    Filter filter =
        FILTERS.bbox(
            FILTERS.property("geom"),
            window.getMinX(),
            window.getMinY(),
            window.getMaxX(),
            window.getMaxY(),
            null);
    int found = 0;
    try (SimpleFeatureIterator features = source.of(filter).features()) {
      while (features.hasNext()) {
        found += features.next().getAttributeCount() > 0 ? 1 : 0;
      }
    }
    return found;
  }

  private static void readersBesideAWriter(
      FlashgroveDataStore store, SimpleFeatureType type, List<Envelope> windows) throws Exception {
    double alone = readers(store, type, windows, false);
    double beside = readers(store, type, windows, true);
    System.out.printf(
        "16 readers: %,.0f windows a second alone, %,.0f beside a writer (%.0f %% less)%n",
        alone, beside, 100 * (1 - beside / alone));
  }

  private static double readers(
      FlashgroveDataStore store, SimpleFeatureType type, List<Envelope> windows, boolean writes)
      throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    AtomicLong answered = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      int from = i;
      threads.add(new Thread(() -> read(store, type, windows, from, ends, answered)));
    }
    if (writes) {
      threads.add(new Thread(() -> write(store, type, windows, ends)));
    }
    threads.forEach(Thread::start);
    Thread.sleep(10_000);
    ends.set(true);
    for (Thread each : threads) {
      each.join();
    }
    return answered.get() / 10.0;
  }

  private static void read(
      FlashgroveDataStore store,
      SimpleFeatureType type,
      List<Envelope> windows,
      int from,
      AtomicBoolean ends,
      AtomicLong answered) {
    try {
      SimpleFeatureSource source = store.getFeatureSource(type.getTypeName());
      for (int i = from; !ends.get(); i++) {
        count(source::getFeatures, windows.get(i % windows.size()));
        answered.incrementAndGet();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void write(
      FlashgroveDataStore store,
      SimpleFeatureType type,
      List<Envelope> windows,
      AtomicBoolean ends) {
    try (Transaction transaction = new DefaultTransaction()) {
      SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(type.getTypeName());
      source.setTransaction(transaction);
      for (long i = 0; !ends.get(); i++) {
        Filter one = FILTERS.id(FILTERS.featureId(type.getTypeName() + "." + (1 + i % 90_000)));
        source.modifyFeatures("number", i, one);
        if (i % 10 == 9) {
          transaction.commit();
          Thread.sleep(10);
        }
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
