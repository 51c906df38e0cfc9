package org.flashgrove.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.log.SyncMode;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.strtree.ItemBoundable;
import org.locationtech.jts.index.strtree.ItemDistance;
import org.locationtech.jts.index.strtree.STRtree;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * Measures queries for the ten nearest neighbours of 4,096 different points. The data are points in
 * 125 clusters. Compares a store whose pages are all in the page cache with an STRtree of JTS over
 * the same points. Both are packed by Sort-Tile-Recursive. Each query adds up the ids that it
 * finds.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
public class NearestNeighbours {
  private static final int NEIGHBOURS = 10;
  private static final int QUERIES = 4096;
  private static final double SIGMA = 0.01;
  private static final long SEED = 42;

  /** Query points. Three quarters of them are close to data points. */
  @State(Scope.Thread)
  public static class Queries {
    private final double[] xs = new double[QUERIES];
    private final double[] ys = new double[QUERIES];
    private int next;

    /** Generates the query points. */
    @Setup
    public void draw() {
      Random random = new Random(SEED);
      int[] drawn = {0};
      new ClusteredPoints(QUERIES, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
          .generate(
              (id, minX, minY, maxX, maxY) -> {
                boolean anywhere = random.nextInt(4) == 0;
                xs[drawn[0]] = anywhere ? random.nextDouble() : minX + 1e-3 * random.nextGaussian();
                ys[drawn[0]++] =
                    anywhere ? random.nextDouble() : minY + 1e-3 * random.nextGaussian();
              });
    }

    int next() {
      next = (next + 1) % QUERIES;
      return next;
    }
  }

  /**
   * Measures the CPU time of the measuring thread. On a busy machine, CPU time is more reliable
   * than wall time.
   */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Processor {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long operations;
    private long startNanos;
    private long nanos;

    /** Starts the measurement of an iteration. */
    @Setup(Level.Iteration)
    public void start() {
      operations = 0;
      startNanos = threads.getCurrentThreadCpuTime();
    }

    /** Ends the measurement of an iteration. */
    @TearDown(Level.Iteration)
    public void stop() {
      nanos = threads.getCurrentThreadCpuTime() - startNanos;
    }

    /** Returns the CPU time of all iterations in nanoseconds. */
    public long cpuNanos() {
      return nanos;
    }

    /** Returns the number of queries in all iterations. */
    public long queries() {
      return operations;
    }
  }

  private static ClusteredPoints points(int count) {
    return new ClusteredPoints(count, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED);
  }

  /** Flashgrove store that contains the points. */
  @State(Scope.Thread)
  public static class Store {
    /** Spec of the store's index. */
    @Param("rstar")
    private String index;

    /** Number of points. */
    @Param("1000000")
    private int count;

    private SpatialStore store;
    private long idSum;
    private final NeighbourVisitor visitor =
        (id, minX, minY, maxX, maxY, distance) -> {
          idSum += id;
        };

    /** Bulk-loads the points. */
    @Setup
    public void load() {
      store =
          SpatialStore.create(
              Path.of("unused"),
              StoreOptions.defaults()
                  .withIndex(index)
                  .withFlash("none:buffer=512M")
                  .withDevice("memory")
                  .withSync(SyncMode.CLOSE));
      BulkConfig config =
          new BulkConfig(BulkOrder.STR, Path.of(System.getProperty("java.io.tmpdir")));
      try (BulkLoader loader = store.bulkLoader(config)) {
        points(count).generate(loader::add);
        store.load(loader);
      }
    }
  }

  /** STRtree of JTS that contains the points. */
  @State(Scope.Thread)
  public static class JtsTree {
    /** Number of points. */
    @Param("1000000")
    private int count;

    private final STRtree tree = new STRtree();
    private final ItemDistance distance = JtsTree::distance;

    private record Item(long id, double x, double y) {}

    private static double distance(ItemBoundable a, ItemBoundable b) {
      Item one = (Item) a.getItem();
      Item other = (Item) b.getItem();
      return Math.hypot(one.x - other.x, one.y - other.y);
    }

    /** Inserts the points and builds the tree. */
    @Setup
    public void load() {
      points(count)
          .generate(
              (id, minX, minY, maxX, maxY) ->
                  tree.insert(new Envelope(minX, maxX, minY, maxY), new Item(id, minX, minY)));
      tree.build();
    }
  }

  /** Finds neighbours in the store. */
  @Benchmark
  public long flashgrove(Store store, Queries queries, Processor processor) {
    processor.operations++;
    int query = queries.next();
    store.idSum = 0;
    store.store.nearest(queries.xs[query], queries.ys[query], NEIGHBOURS, store.visitor);
    return store.idSum;
  }

  /** Finds neighbours in the STRtree. */
  @Benchmark
  public long strTree(JtsTree jts, Queries queries, Processor processor) {
    processor.operations++;
    int query = queries.next();
    double x = queries.xs[query];
    double y = queries.ys[query];
    Object[] found =
        jts.tree.nearestNeighbour(
            new Envelope(new Coordinate(x, y)),
            new JtsTree.Item(0, x, y),
            jts.distance,
            NEIGHBOURS);
    long idSum = 0;
    for (Object item : found) {
      idSum += ((JtsTree.Item) item).id();
    }
    return idSum;
  }
}
