package org.flashgrove.jmh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.query.ParallelQueries;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.log.SyncMode;
import org.locationtech.jts.geom.Envelope;
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
 * Measures joins of two sets of bulk-loaded rectangles in memory. The smaller set has a tenth as
 * many rectangles as the larger set. The joins are by intersection, by distance and by nearest
 * neighbour, on one and two threads. For comparison, an STRtree of JTS over the larger set is
 * queried with each rectangle of the smaller set on the same number of threads. Each benchmark
 * counts the results.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Threads(1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Joins {
  private static final int SHARE = 10;
  private static final double SIDES = 2;
  private static final double RADIUS = 1e-3;
  private static final long SEED = 42;

  /** Number of rectangles in the larger set. */
  @Param("200000")
  private int count;

  /** Number of threads. */
  @Param({"1", "2"})
  private int threads;

  private double[] others;
  private SpatialStore left;
  private SpatialStore right;
  private STRtree tree;
  private ExecutorService callers;

  /** Generates the rectangles and loads both sets into stores. */
  @Setup(Level.Trial)
  public void load() {
    Random random = new Random(SEED);
    double[] all = boxes(random, count);
    others = boxes(random, count / SHARE);
    left = store(others);
    right = store(all);
    tree = new STRtree();
    for (int at = 0; at < all.length; at += 4) {
      tree.insert(new Envelope(all[at], all[at + 2], all[at + 1], all[at + 3]), at);
    }
    tree.build();
    callers = Executors.newFixedThreadPool(threads);
  }

  /** Closes both stores. */
  @TearDown(Level.Trial)
  public void close() {
    callers.shutdown();
    left.close();
    right.close();
  }

  private double[] boxes(Random random, int number) {
    double side = SIDES / Math.sqrt(count);
    double[] boxes = new double[4 * number];
    for (int at = 0; at < boxes.length; at += 4) {
      boxes[at] = random.nextDouble();
      boxes[at + 1] = random.nextDouble();
      boxes[at + 2] = boxes[at] + side * random.nextDouble();
      boxes[at + 3] = boxes[at + 1] + side * random.nextDouble();
    }
    return boxes;
  }

  private static SpatialStore store(double[] boxes) {
    SpatialStore store =
        SpatialStore.create(
            Path.of("unused"),
            StoreOptions.defaults()
                .withIndex("rstar")
                .withFlash("none:buffer=256M")
                .withDevice("memory")
                .withSync(SyncMode.CLOSE));
    BulkConfig config =
        new BulkConfig(BulkOrder.HILBERT, Path.of(System.getProperty("java.io.tmpdir")));
    try (BulkLoader loader = store.bulkLoader(config)) {
      for (int at = 0; at < boxes.length; at += 4) {
        loader.add(at / 4, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
      }
      store.load(loader);
    }
    return store;
  }

  /** Joins two stores by intersection. */
  @Benchmark
  public long stores() {
    return JoinQuery.of(left).with(right).threads(threads).count();
  }

  /** Joins a store with rectangles in an array by intersection. */
  @Benchmark
  public long rectangles() {
    return ParallelQueries.of(right)
        .withThreads(threads)
        .joinAll(Predicate.INTERSECTS, others, null);
  }

  /** Joins two stores by distance. */
  @Benchmark
  public long radius() {
    return JoinQuery.of(left).with(right).within(RADIUS).threads(threads).count();
  }

  /** Finds the nearest neighbour in the larger set for each entry of the smaller set. */
  @Benchmark
  public long nearest() {
    return JoinQuery.of(left).with(right).nearest(1).threads(threads).count();
  }

  /** Queries the STRtree of JTS with each rectangle. */
  @Benchmark
  public long strTree() throws Exception {
    List<Callable<Long>> parts = new ArrayList<>();
    int rectangles = others.length / 4;
    for (int i = 0; i < threads; i++) {
      int from = 4 * (int) ((long) rectangles * i / threads);
      int to = 4 * (int) ((long) rectangles * (i + 1) / threads);
      parts.add(() -> asked(from, to));
    }
    long found = 0;
    for (Future<Long> part : callers.invokeAll(parts)) {
      found += part.get();
    }
    return found;
  }

  private long asked(int from, int to) {
    long[] found = {0};
    for (int at = from; at < to; at += 4) {
      tree.query(
          new Envelope(others[at], others[at + 2], others[at + 1], others[at + 3]),
          item -> found[0]++);
    }
    return found[0];
  }
}
