package org.flashgrove.jmh;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.log.SyncMode;
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
 * Measures a window query on cached pages over 1,000,000 bulk-loaded points. Compares it with the
 * STRtree and the HPRtree of JTS over the same points.
 *
 * <p>Flashgrove runs through its public API. Its pages have 4 KiB, or 16 KiB if the value of the
 * parameter {@code index} ends with {@code -16k}. The page cache holds all pages.
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
  private static final int SMALL_PAGE = 4096;
  private static final int LARGE_PAGE = 16_384;
  private static final String FOR_POINTS = "hilbert:objects=points,values=computed,domain=0/0/1/1";
  private static final double SIGMA = 0.02;
  private static final long SEED = 42;

  /** Area of a window in percent of the unit square. */
  @Param({"0.001", "0.01", "0.1"})
  private double percent;

  /** Distribution of the points. Windows are placed around points of the same distribution. */
  @Param({"uniform", "clustered"})
  private String points;

  /** Index to query: a tree for points, a tree for rectangles, or an index of JTS. */
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

  /** Sums the ids of the entries it visits. */
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

  /** Generates points and windows, and builds the index. */
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
      case "hilbert-points" -> load(FOR_POINTS, BulkOrder.HILBERT, SMALL_PAGE);
      case "hilbert-points-16k" -> load(FOR_POINTS, BulkOrder.HILBERT, LARGE_PAGE);
      case "rtree-hilbert" -> load("rtree", BulkOrder.HILBERT, SMALL_PAGE);
      case "rtree-hilbert-16k" -> load("rtree", BulkOrder.HILBERT, LARGE_PAGE);
      case "rtree-str" -> load("rtree", BulkOrder.STR, SMALL_PAGE);
      case "hprtree" -> fill(new HPRtree());
      default -> fill(new STRtree());
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
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(tree)
            .withFlash("none:buffer=64M")
            .withDevice("memory")
            .withPageSize(pageSize)
            .withSync(SyncMode.CLOSE);
    store = SpatialStore.create(Path.of("unused"), options);
    BulkConfig config = new BulkConfig(order, Path.of(System.getProperty("java.io.tmpdir")));
    try (BulkLoader loader = store.bulkLoader(config)) {
      for (int i = 0; i < COUNT; i++) {
        loader.add(i, xs[i], ys[i], xs[i], ys[i]);
      }
      store.load(loader);
    }
    // also loads all pages into the cache
    if (store.count(EntryQuery.intersecting(-9, -9, 9, 9)) != COUNT) {
      throw new IllegalStateException("index: some of the points are missing");
    }
  }

  private void fill(SpatialIndex tree) {
    jts = tree;
    for (int i = 0; i < COUNT; i++) {
      tree.insert(new Envelope(xs[i], xs[i], ys[i], ys[i]), Long.valueOf(i));
    }
    tree.query(new Envelope(0, 1, 0, 1)); // the first query builds the tree
  }

  /** Closes the store. */
  @TearDown(Level.Trial)
  public void close() {
    if (store != null) {
      store.close();
    }
  }

  /** Runs one window query. */
  @Benchmark
  public long query() {
    window = window + 1 & WINDOWS - 1;
    sum.ids = 0;
    if (store != null) {
      int at = 4 * window;
      store.search(corners[at], corners[at + 1], corners[at + 2], corners[at + 3], sum);
    } else {
      jts.query(envelopes[window], sum);
    }
    return sum.ids;
  }
}
