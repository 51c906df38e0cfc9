package org.flashgrove.jmh;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.ItemVisitor;
import org.locationtech.jts.index.SpatialIndex;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.STRtree;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a window query costs when everything is in memory: 1,000,000 points, bulk loaded, beside the
 * STRtree and the HPRtree of JTS over the same points. 8,192 distinct windows take turns, and each
 * answer is summed up by a visitor: what was found is looked at, by all alike.
 *
 * <p>Flashgrove runs through the public API over pages of 4 KiB, or of 16 where the name says so,
 * in a pool that holds all of them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WarmWindows {
  static final int COUNT = 1_000_000;

  private static final int WINDOWS = 1 << 13;
  private static final int TURNS = 21;
  private static final int WARM_UP_TURNS = 30;
  private static final int QUERIES_A_TURN = 1 << 11;
  private static final int SMALL_PAGE = 4096;
  private static final int LARGE_PAGE = 16_384;
  private static final String FOR_POINTS = "hilbert:objects=points,values=computed,domain=0/0/1/1";
  private static final double SIGMA = 0.02;
  private static final long SEED = 42;

  /** Side of a square window as a share of the unit square's: 0.001, 0.01 and 0.1 % of its area. */
  @Param({"0.001", "0.01", "0.1"})
  private double percent;

  /** Where the points are; windows are around points of the same kind. */
  @Param({"uniform", "clustered"})
  private String points;

  /** What answers the windows: a tree for points alone, two for rectangles, JTS. */
  @Param({
    "hilbert-points",
    "hilbert-points-16k",
    "rtree-hilbert",
    "rtree-hilbert-16k",
    "rtree-str",
    "hprtree",
    "strtree"
  })
  private String index;

  private final double[] xs = new double[COUNT];
  private final double[] ys = new double[COUNT];
  private final double[] corners = new double[4 * WINDOWS];
  private final Envelope[] envelopes = new Envelope[WINDOWS];
  private final Sum sum = new Sum();
  private SpatialStore store;
  private SpatialIndex jts;
  private int window;

  /** Adds up the ids it is shown. */
  private static final class Sum implements EntryVisitor, ItemVisitor {
    private long ids;

    @Override
    public void visit(long id, double minX, double minY, double maxX, double maxY) {
      ids += id;
    }

    @Override
    public void visitItem(Object item) {
      ids += (Long) item;
    }
  }

  /** Draws points and windows, and builds the index. */
  @Setup(Level.Trial)
  public void build() {
    Random random = new Random(SEED);
    if (points.equals("uniform")) {
      for (int i = 0; i < COUNT; i++) {
        xs[i] = random.nextDouble();
        ys[i] = random.nextDouble();
      }
    } else {
      new ClusteredPoints(COUNT, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
          .generate(
              (id, minX, minY, maxX, maxY) -> {
                xs[(int) id - 1] = minX;
                ys[(int) id - 1] = minY;
              });
    }
    drawWindows();
    switch (index) {
      case "hilbert-points":
        load(FOR_POINTS, BulkOrder.HILBERT, SMALL_PAGE);
        break;
      case "hilbert-points-16k":
        load(FOR_POINTS, BulkOrder.HILBERT, LARGE_PAGE);
        break;
      case "rtree-hilbert":
        load("rtree", BulkOrder.HILBERT, SMALL_PAGE);
        break;
      case "rtree-hilbert-16k":
        load("rtree", BulkOrder.HILBERT, LARGE_PAGE);
        break;
      case "rtree-str":
        load("rtree", BulkOrder.STR, SMALL_PAGE);
        break;
      case "hprtree":
        fill(new HPRtree());
        break;
      default:
        fill(new STRtree());
    }
  }

  private void drawWindows() {
    Random random = new Random(SEED + 1);
    double side = Math.sqrt(percent / 100);
    for (int i = 0; i < WINDOWS; i++) {
      int at = random.nextInt(COUNT);
      double x = xs[at] - side * random.nextDouble();
      double y = ys[at] - side * random.nextDouble();
      envelopes[i] = new Envelope(x, x + side, y, y + side);
      corners[4 * i] = x;
      corners[4 * i + 1] = y;
      corners[4 * i + 2] = x + side;
      corners[4 * i + 3] = y + side;
    }
  }

  private void load(String tree, BulkOrder order, int pageSize) {
    StoreOptions options = new StoreOptions(tree, "none:buffer=64M", "memory", pageSize, "close");
    store = SpatialStore.create(Path.of("unused"), options);
    BulkConfig config = new BulkConfig(order, Path.of(System.getProperty("java.io.tmpdir")));
    try (BulkLoader loader = store.bulkLoader(config)) {
      for (int i = 0; i < COUNT; i++) {
        loader.add(i, xs[i], ys[i], xs[i], ys[i]);
      }
      store.load(loader);
    }
    if (store.count(Predicate.INTERSECTS, -9, -9, 9, 9) != COUNT) { // warms the pool, too
      throw new IllegalStateException("not all points are there");
    }
  }

  private void fill(SpatialIndex tree) {
    jts = tree;
    for (int i = 0; i < COUNT; i++) {
      tree.insert(new Envelope(xs[i], xs[i], ys[i], ys[i]), Long.valueOf(i));
    }
    tree.query(new Envelope(0, 1, 0, 1)); // the first query builds it
  }

  /** Frees the store. */
  @TearDown(Level.Trial)
  public void close() {
    if (store != null) {
      store.close();
    }
  }

  /** Queries one window. */
  @Benchmark
  public long query() {
    window = window + 1 & WINDOWS - 1;
    sum.ids = 0;
    if (store != null) {
      int at = 4 * window;
      store.search(
          Predicate.INTERSECTS,
          corners[at],
          corners[at + 1],
          corners[at + 2],
          corners[at + 3],
          sum);
    } else {
      jts.query(envelopes[window], sum);
    }
    return sum.ids;
  }

  /**
   * Measures the windows on a machine that has other work to do: all indices in one process, in
   * turns, by the processor time of the thread. Prints the median of the turns in nanoseconds per
   * window, its ratio to that of the HPRtree, and the bytes allocated per window.
   *
   * @param args the indices to compare with the HPRtree; by default all
   */
  public static void main(String[] args) {
    System.out.printf(
        Locale.ROOT,
        "load average %.1f%n",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    List<String> names = new ArrayList<>(List.of("hprtree"));
    names.addAll(
        args.length > 0
            ? List.of(args)
            : List.of(
                "hilbert-points",
                "hilbert-points-16k",
                "rtree-hilbert",
                "rtree-hilbert-16k",
                "rtree-str",
                "strtree"));
    for (String kind : new String[] {"uniform", "clustered"}) {
      WarmWindows[] sides = new WarmWindows[names.size()];
      for (int i = 0; i < sides.length; i++) {
        sides[i] = new WarmWindows();
        sides[i].index = names.get(i);
        sides[i].points = kind;
        sides[i].percent = 0.001;
        sides[i].build();
      }
      for (double share : new double[] {0.001, 0.01, 0.1}) {
        runInTurns(share, sides);
      }
      for (WarmWindows side : sides) {
        side.close();
      }
    }
  }

  private static void runInTurns(double share, WarmWindows[] sides) {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    double[][] nanos = new double[sides.length][TURNS];
    double[] bytes = new double[sides.length];
    for (WarmWindows side : sides) {
      side.percent = share;
      side.drawWindows();
    }
    long checksum = 0;
    for (int turn = -WARM_UP_TURNS; turn < TURNS; turn++) {
      for (int i = 0; i < sides.length; i++) {
        long allocated = thread.getThreadAllocatedBytes(self);
        long start = thread.getCurrentThreadCpuTime();
        long ids = 0;
        for (int query = 0; query < QUERIES_A_TURN; query++) {
          ids += sides[i].query();
        }
        if (turn >= 0) {
          nanos[i][turn] = (thread.getCurrentThreadCpuTime() - start) / (double) QUERIES_A_TURN;
          bytes[i] = (thread.getThreadAllocatedBytes(self) - allocated) / (double) QUERIES_A_TURN;
        }
        if (i > 0 && ids != checksum) {
          throw new IllegalStateException(sides[i].index + ": " + ids + ", not " + checksum);
        }
        checksum = ids;
      }
    }
    for (double[] side : nanos) {
      Arrays.sort(side);
    }
    for (int i = 0; i < sides.length; i++) {
      double median = nanos[i][TURNS / 2];
      System.out.printf(
          Locale.ROOT,
          "%-9s %5s %% %-18s %8.0f ns/window, %.2f of the HPRtree's, %.0f B/window%n",
          sides[i].points,
          share,
          sides[i].index,
          median,
          median / nanos[0][TURNS / 2],
          bytes[i]);
    }
  }
}
