package org.flashgrove.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.hprtree.HPRtree;

/**
 * How a grove on a direct file takes in points one by one beside Lucene, how it answers warm
 * windows beside the HPRtree of JTS, and cold ones beside an R*-tree on a direct file: the same
 * clustered points in the same order for all, durable once at the end, and the same windows around
 * points, whose ids are counted, summed up and compared.
 *
 * <p>A program and not a JMH benchmark: a load takes seconds, and belongs to the answer with its
 * slowest parts. Lucene and the grove load in turns, some rounds of both, into empty directories;
 * the best and the last of each are compared. Insertions a second are printed for all points and
 * for each 500,000 of them, and the time of single insertions at the 99.9th percentile and at most,
 * in milliseconds. Lucene is an index writer with the same memory, fed with documents of one {@link
 * DoublePoint} each; it keeps document numbers only. Windows are asked straight after the last
 * load, and once more after a flush.
 *
 * <p>Arguments: number of points (1,000,000), MiB of memory (64), directory (target), rounds (3),
 * {@code cold} for cold windows, which take an R*-tree's insertions before, or {@code warm}. Run it
 * in several processes, and take the best of each side: the times of the HPRtree depend on where
 * its objects are on the heap.
 */
public final class GroveBesidePeers {
  private static final int PART = 500_000;
  private static final int WINDOWS = 1 << 13;
  private static final int LEAST_TURNS = 5;
  private static final double WINDOW_SECONDS = 2;
  private static final double[] PERCENT = {0.001, 0.01, 0.1};

  private final int mebibytes;
  private final BenchmarkFiles files;
  private final PeerPoints points;
  private final long[] nanos;

  private GroveBesidePeers(PeerPoints points, int mebibytes, Path directory) {
    this.points = points;
    this.mebibytes = mebibytes;
    files = new BenchmarkFiles(directory);
    nanos = new long[points.count()];
  }

  /** Takes a point. */
  @FunctionalInterface
  private interface Insertion {
    void insert(int i) throws IOException;
  }

  /** Makes what was inserted durable. */
  @FunctionalInterface
  private interface Finish {
    void run() throws IOException;
  }

  /** Runs all sides. */
  public static void main(String[] args) throws IOException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int mebibytes = args.length > 1 ? Integer.parseInt(args[1]) : 64;
    Path directory = Path.of(args.length > 2 ? args[2] : "target").resolve("grove-beside-peers");
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
    boolean cold = args.length <= 4 || args[4].equals("cold");
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
    PeerPoints points = new PeerPoints(count);
    Path peer = directory.resolveSibling("grove-beside-peers-tree");
    GroveBesidePeers sides = new GroveBesidePeers(points, mebibytes, directory);
    try {
      sides.warm(rounds);
      if (cold) {
        new ColdWindows(points, mebibytes, directory, peer).run(PERCENT);
      }
    } finally {
      sides.files.empty();
    }
  }

  private void warm(int rounds) throws IOException {
    double lucene = 0;
    double grove = 0;
    for (int round = 1; round < rounds; round++) {
      lucene = Math.max(lucene, lucene());
      try (SpatialStore store = create()) {
        grove = Math.max(grove, load(store));
      }
    }
    double luceneLast = lucene();
    try (SpatialStore store = create()) {
      double last = load(store);
      System.out.printf(
          Locale.ROOT,
          "grove: %.2f times Lucene's insertions a second, the best of %d rounds of each; %.2f in the"
              + " last round%n",
          Math.max(grove, last) / Math.max(lucene, luceneLast),
          rounds,
          last / luceneLast);
      compare(store);
    }
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
            point.setDoubleValues(points.x(i), points.y(i));
            writer.addDocument(document);
          },
          writer::commit);
    } finally {
      files.empty();
    }
  }

  private SpatialStore create() throws IOException {
    files.empty();
    String index = "grove:domain=0/0/1/1,memory=" + mebibytes + "M";
    return SpatialStore.create(
        files.directory(), new StoreOptions(index, "none", "direct", 4096, "close"));
  }

  private double load(SpatialStore store) throws IOException {
    return load(
        "grove",
        i -> store.insert(i + 1, points.x(i), points.y(i), points.x(i), points.y(i)),
        store::sync);
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
    for (int i = 0; i < nanos.length; i++) {
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
    double processor = (machine.getProcessCpuTime() - processorBegin) / 1e3 / nanos.length;
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%-8s %,12.0f insertions/s; thousands/s of each %,d:%s%n"
            + "         one insertion: %.2f us of processor time, 99.9th percentile %.3f ms,"
            + " at most %.1f ms%n",
        name,
        nanos.length / seconds,
        PART,
        parts,
        processor,
        nanos[(int) (nanos.length * 0.999)] / 1e6,
        nanos[nanos.length - 1] / 1e6);
    return nanos.length / seconds;
  }

  private HPRtree hprTree() {
    HPRtree tree = new HPRtree();
    for (int i = 0; i < points.count(); i++) {
      double x = points.x(i);
      double y = points.y(i);
      tree.insert(new Envelope(x, x, y, y), Long.valueOf(i + 1));
    }
    tree.query(new Envelope(0, 0, 0, 0)); // the first query builds it
    return tree;
  }

  private void compare(SpatialStore store) throws IOException {
    PeerWindows[] both = {PeerWindows.of(store), PeerWindows.of(hprTree())};
    compare("straight after the load", both);
    long start = System.nanoTime();
    store.flush();
    System.out.printf(
        Locale.ROOT,
        "flush %.2f s, files %,d MiB%n",
        (System.nanoTime() - start) / 1e9,
        files.bytes() >> 20);
    compare("after a flush", both);
  }

  private void compare(String when, PeerWindows[] sides) {
    for (double percent : PERCENT) {
      Envelope[] windows = points.windows(percent, WINDOWS, 0);
      double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
      long begin = System.nanoTime();
      for (int turn = 0;
          turn < LEAST_TURNS || (System.nanoTime() - begin) / 1e9 < WINDOW_SECONDS;
          turn++) {
        for (int side = 0; side < sides.length; side++) {
          best[side] = Math.min(best[side], sides[side].run(windows));
        }
        sides[0].requireSame(sides[1]);
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
}
