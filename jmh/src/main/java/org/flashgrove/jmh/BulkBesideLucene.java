package org.flashgrove.jmh;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.bkd.BKDConfig;
import org.apache.lucene.util.bkd.BKDReader;
import org.apache.lucene.util.bkd.BKDWriter;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;

/**
 * How many points a second a bulk load takes in, beside Lucene's BKD tree: the same seeded points
 * in the same order, 64 MiB of memory for sorting on both sides, into new files in the same
 * directory, synced when the clock stops. A program and not a JMH benchmark: one load takes
 * seconds, and the peak of the heap belongs to the answer.
 *
 * <p>Lucene twice: its BKD writer alone, which is what bulk loads, and an index writer fed with
 * documents of one {@link DoublePoint} each, which is what an application calls. Both keep document
 * numbers only; Flashgrove keeps the ids it was given.
 *
 * <p>Arguments: number of points (10,000,000), directory (target), rounds (2).
 */
public final class BulkBesideLucene {
  private static final int SORT_MIB = 64;
  private static final int WARM_UP = 500_000;
  private static final long SEED = 42;

  private final int count;
  private final BenchmarkFiles files;

  private BulkBesideLucene(int count, Path directory) {
    this.count = count;
    files = new BenchmarkFiles(directory);
  }

  /** A way to load, which returns how many points the index then has. */
  @FunctionalInterface
  private interface Load {
    long run() throws IOException;
  }

  /** Runs the loads in turns. */
  public static void main(String[] args) throws IOException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 10_000_000;
    Path directory = Path.of(args.length > 1 ? args[1] : "target").resolve("bulk-beside-lucene");
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    System.out.printf(
        Locale.ROOT,
        "%,d points, %d MiB for sorting, heap of at most %d MiB, load average %.1f%n",
        count,
        SORT_MIB,
        Runtime.getRuntime().maxMemory() >> 20,
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    new BulkBesideLucene(WARM_UP, directory).round(false);
    for (int round = 1; round <= rounds; round++) {
      System.out.println("round " + round);
      new BulkBesideLucene(count, directory).round(true);
    }
  }

  private void round(boolean prints) throws IOException {
    double writer = measure(prints, "Lucene BKDWriter", this::bkdWriter);
    double documents = measure(prints, "Lucene IndexWriter, DoublePoint", this::indexWriter);
    String points = "hilbert:objects=points,values=computed,domain=0/0/1/1";
    for (BulkOrder order : new BulkOrder[] {BulkOrder.HILBERT, BulkOrder.STR}) {
      double rate = measure(prints, "rtree, " + order.word(), () -> flashgrove("rtree", order));
      printRatio(prints, rate, writer, documents);
    }
    double rate =
        measure(prints, "hilbert for points", () -> flashgrove(points, BulkOrder.HILBERT));
    printRatio(prints, rate, writer, documents);
  }

  private static void printRatio(boolean prints, double rate, double writer, double documents) {
    if (prints) {
      System.out.printf(
          Locale.ROOT,
          "    %.2f times the BKD writer, %.2f times the index writer%n",
          rate / writer,
          rate / documents);
    }
  }

  /** Loads into an empty directory; returns points a second. */
  private double measure(boolean prints, String name, Load load) throws IOException {
    files.empty();
    System.gc();
    List<MemoryPoolMXBean> pools =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    pools.forEach(MemoryPoolMXBean::resetPeakUsage);
    long start = System.nanoTime();
    long loaded = load.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (loaded != count) {
      throw new IllegalStateException(name + ": " + loaded + " points of " + count);
    }
    long heap = pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    if (prints) {
      System.out.printf(
          Locale.ROOT,
          "  %-32s %6.2f s %,12.0f points/s, peak heap %4d MiB, direct memory %3d MiB,"
              + " files %,d MiB%n",
          name,
          seconds,
          count / seconds,
          heap >> 20,
          directBytes() >> 20,
          files.bytes() >> 20);
    }
    files.empty();
    return count / seconds;
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private long bkdWriter() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    BKDConfig config = new BKDConfig(2, 2, Double.BYTES, BKDConfig.DEFAULT_MAX_POINTS_IN_LEAF_NODE);
    byte[] packed = new byte[2 * Double.BYTES];
    try (Directory lucene = FSDirectory.open(files.directory())) {
      try (BKDWriter writer = new BKDWriter(count, lucene, "sort", config, SORT_MIB, count);
          IndexOutput data = lucene.createOutput("points.kdd", IOContext.DEFAULT);
          IndexOutput index = lucene.createOutput("points.kdi", IOContext.DEFAULT);
          IndexOutput meta = lucene.createOutput("points.kdm", IOContext.DEFAULT)) {
        for (int i = 0; i < count; i++) {
          DoublePoint.encodeDimension(random.nextDouble(), packed, 0);
          DoublePoint.encodeDimension(random.nextDouble(), packed, Double.BYTES);
          writer.add(packed, i);
        }
        writer.finish(meta, index, data).run();
      }
      lucene.sync(List.of("points.kdd", "points.kdi", "points.kdm"));
      lucene.syncMetaData();
      try (IndexInput meta = lucene.openInput("points.kdm", IOContext.READONCE);
          IndexInput index = lucene.openInput("points.kdi", IOContext.READONCE);
          IndexInput data = lucene.openInput("points.kdd", IOContext.READONCE)) {
        return new BKDReader(meta, index, data).size();
      }
    }
  }

  private long indexWriter() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    IndexWriterConfig config = new IndexWriterConfig().setRAMBufferSizeMB(SORT_MIB);
    try (Directory lucene = FSDirectory.open(files.directory());
        IndexWriter writer = new IndexWriter(lucene, config)) {
      DoublePoint point = new DoublePoint("at", 0, 0);
      Document document = new Document();
      document.add(point);
      for (int i = 0; i < count; i++) {
        point.setDoubleValues(random.nextDouble(), random.nextDouble());
        writer.addDocument(document);
      }
      writer.commit();
      return writer.getDocStats().numDocs;
    }
  }

  private long flashgrove(String index, BulkOrder order) {
    SplittableRandom random = new SplittableRandom(SEED);
    StoreOptions options = new StoreOptions(index, "none:buffer=1M", "direct", 4096, "close");
    try (SpatialStore store = SpatialStore.create(files.directory(), options)) {
      BulkConfig config =
          new BulkConfig(order, files.directory())
              .withSortMemory(SORT_MIB << 20)
              .withCurve(new HilbertCurve(0, 0, 1, 1));
      try (BulkLoader loader = store.bulkLoader(config)) {
        for (int i = 0; i < count; i++) {
          double x = random.nextDouble();
          double y = random.nextDouble();
          loader.add(i, x, y, x, y);
        }
        store.load(loader);
      }
      store.flush();
      store.sync();
      return store.size();
    }
  }
}
