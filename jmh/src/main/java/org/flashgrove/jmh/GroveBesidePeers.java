package org.flashgrove.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.hprtree.HPRtree;

/**
 * How a grove on a direct file takes in points one by one beside Lucene, and how it answers warm
 * windows beside the HPRtree of JTS: the same clustered points in the same order for all, durable
 * once at the end, and the same 8,192 windows around points, whose ids are summed up and compared.
 *
 * <p>A program and not a JMH benchmark: a load takes seconds, and belongs to the answer with its
 * slowest parts. Insertions a second are printed for all points and for each 500,000 of them, and
 * the time of single insertions at the 99.9th percentile and at most, in milliseconds. Lucene is an
 * index writer with the same memory, fed with documents of one {@link DoublePoint} each; it keeps
 * document numbers only. Windows are asked straight after the load, and once more after a flush.
 *
 * <p>Arguments: number of points (1,000,000), MiB of memory (64), directory (target). Run it in
 * several processes, and take the best of each side: the times of the HPRtree depend on where its
 * objects are on the heap.
 */
public final class GroveBesidePeers {
  private static final int PART = 500_000;
  private static final int WINDOWS = 1 << 13;
  private static final int LEAST_TURNS = 5;
  private static final double WINDOW_SECONDS = 2;
  private static final double SIGMA = 0.02;
  private static final double[] PERCENT = {0.001, 0.01, 0.1};
  private static final long SEED = 42;

  private final int mebibytes;
  private final BenchmarkFiles files;
  private final double[] xs;
  private final double[] ys;
  private final long[] nanos;

  private GroveBesidePeers(int count, int mebibytes, Path directory) {
    this.mebibytes = mebibytes;
    files = new BenchmarkFiles(directory);
    xs = new double[count];
    ys = new double[count];
    nanos = new long[count];
    new ClusteredPoints(count, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
        .generate(
            (id, minX, minY, maxX, maxY) -> {
              xs[(int) id - 1] = minX;
              ys[(int) id - 1] = minY;
            });
  }

  /** Takes a point. */
  @FunctionalInterface
  private interface Insertion {
    void insert(int i) throws IOException;
  }

  /** Answers a window: the sum of the ids found. */
  @FunctionalInterface
  private interface Windows {
    long query(Envelope window);
  }

  /** Runs all sides. */
  public static void main(String[] args) throws IOException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int mebibytes = args.length > 1 ? Integer.parseInt(args[1]) : 64;
    Path directory = Path.of(args.length > 2 ? args[2] : "target").resolve("grove-beside-peers");
    System.out.printf(
        Locale.ROOT,
        "%,d points, %d MiB, heap of at most %d MiB, %s, load average %.1f%n",
        count,
        mebibytes,
        Runtime.getRuntime().maxMemory() >> 20,
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(" and ")),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    GroveBesidePeers sides = new GroveBesidePeers(count, mebibytes, directory);
    double lucene = sides.lucene();
    sides.grove(lucene);
  }

  private double lucene() throws IOException {
    files.empty();
    IndexWriterConfig config = new IndexWriterConfig().setRAMBufferSizeMB(mebibytes);
    try (Directory lucene = FSDirectory.open(files.directory());
        IndexWriter writer = new IndexWriter(lucene, config)) {
      DoublePoint point = new DoublePoint("at", 0, 0);
      Document document = new Document();
      document.add(point);
      return load(
          "Lucene",
          i -> {
            point.setDoubleValues(xs[i], ys[i]);
            writer.addDocument(document);
          },
          writer::commit);
    } finally {
      files.empty();
    }
  }

  private void grove(double lucene) throws IOException {
    files.empty();
    StoreOptions options =
        new StoreOptions(
            "grove:domain=0/0/1/1,memory=" + mebibytes + "M", "none", "direct", 4096, "close");
    try (SpatialStore store = SpatialStore.create(files.directory(), options)) {
      double rate =
          load("grove", i -> store.insert(i + 1, xs[i], ys[i], xs[i], ys[i]), store::sync);
      System.out.printf(Locale.ROOT, "  %.2f times Lucene's insertions a second%n", rate / lucene);
      Windows[] both = {window -> sum(store, window), hprTree()};
      compare("straight after the load", both);
      long start = System.nanoTime();
      store.flush();
      System.out.printf(
          Locale.ROOT,
          "flush %.2f s, files %,d MiB%n",
          (System.nanoTime() - start) / 1e9,
          files.bytes() >> 20);
      compare("after a flush", both);
    } finally {
      files.empty();
    }
  }

  /** Returns insertions a second. */
  private double load(String name, Insertion insertion, Finish finish) throws IOException {
    StringBuilder parts = new StringBuilder();
    OperatingSystemMXBean machine =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long processorBegin = machine.getProcessCpuTime();
    long begin = System.nanoTime();
    long before = begin;
    long partBegin = begin;
    for (int i = 0; i < xs.length; i++) {
      insertion.insert(i);
      long now = System.nanoTime();
      nanos[i] = now - before;
      before = now;
      if ((i + 1) % PART == 0) {
        parts.append(String.format(Locale.ROOT, " %.0f", PART / ((now - partBegin) / 1e6)));
        partBegin = now;
      }
    }
    finish.run();
    double seconds = (System.nanoTime() - begin) / 1e9;
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%-8s %,12.0f insertions/s; thousands/s of each %,d:%s%n"
            + "         one insertion: %.2f us of processor time, 99.9th percentile %.3f ms,"
            + " at most %.1f ms%n",
        name,
        xs.length / seconds,
        PART,
        parts,
        (machine.getProcessCpuTime() - processorBegin) / 1e3 / xs.length,
        nanos[(int) (nanos.length * 0.999)] / 1e6,
        nanos[nanos.length - 1] / 1e6);
    return xs.length / seconds;
  }

  /** Makes what was inserted durable. */
  @FunctionalInterface
  private interface Finish {
    void run() throws IOException;
  }

  private Windows hprTree() {
    HPRtree tree = new HPRtree();
    for (int i = 0; i < xs.length; i++) {
      tree.insert(new Envelope(xs[i], xs[i], ys[i], ys[i]), Long.valueOf(i + 1));
    }
    tree.query(new Envelope(0, 0, 0, 0)); // the first query builds it
    return window -> {
      long[] ids = {0};
      tree.query(window, item -> ids[0] += (Long) item);
      return ids[0];
    };
  }

  private static long sum(SpatialStore store, Envelope window) {
    long[] ids = {0};
    store.searchIds(
        Predicate.INTERSECTS,
        window.getMinX(),
        window.getMinY(),
        window.getMaxX(),
        window.getMaxY(),
        id -> {
          ids[0] += id;
          return true;
        });
    return ids[0];
  }

  private void compare(String when, Windows[] sides) {
    for (double percent : PERCENT) {
      Envelope[] windows = windows(percent);
      double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
      long checksum = 0;
      long begin = System.nanoTime();
      for (int turn = 0;
          turn < LEAST_TURNS || (System.nanoTime() - begin) / 1e9 < WINDOW_SECONDS;
          turn++) {
        for (int side = 0; side < sides.length; side++) {
          long start = System.nanoTime();
          long ids = 0;
          for (Envelope window : windows) {
            ids += sides[side].query(window);
          }
          best[side] = Math.min(best[side], (System.nanoTime() - start) / 1e3 / WINDOWS);
          if (side > 0 && ids != checksum) {
            throw new IllegalStateException("the sums of the ids found differ");
          }
          checksum = ids;
        }
      }
      System.out.printf(
          Locale.ROOT,
          "windows of %5s %%, %-23s: grove %7.2f us, HPRtree %7.2f us, %.2f times%n",
          percent,
          when,
          best[0],
          best[1],
          best[0] / best[1]);
    }
  }

  private Envelope[] windows(double percent) {
    Random random = new Random(SEED + 1);
    double side = Math.sqrt(percent / 100);
    Envelope[] windows = new Envelope[WINDOWS];
    for (int i = 0; i < WINDOWS; i++) {
      int at = random.nextInt(xs.length);
      double x = xs[at] - side * random.nextDouble();
      double y = ys[at] - side * random.nextDouble();
      windows[i] = new Envelope(x, x + side, y, y + side);
    }
    return windows;
  }
}
