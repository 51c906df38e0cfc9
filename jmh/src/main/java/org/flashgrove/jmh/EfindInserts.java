package org.flashgrove.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.storage.log.SyncMode;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the CPU time of an insertion into a quadratic R-tree under eFIND without device costs:
 * 200,000 points in 125 clusters with a buffer of 512 KiB. For a comparable workload, FESTIval's C
 * implementation of eFIND takes 65 µs for an insertion.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@OperationsPerInvocation(EfindInserts.COUNT)
public class EfindInserts {
  static final int COUNT = 200_000;

  private static final double SIGMA = 0.01;
  private static final long SEED = 42;

  /** Spec of the buffer. */
  @Param({"efind", "efind:auto"})
  private String flash;

  /** Page size in bytes. */
  @Param({"4096", "16384"})
  private int pageSize;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final double[] xs = new double[COUNT];
  private final double[] ys = new double[COUNT];

  /** Counter through which JMH reports the CPU time of the measuring thread. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Cpu {
    /**
     * CPU time per insertion in nanoseconds. JMH's summary adds up the values of all iterations.
     */
    public double cpuNanosPerInsert;
  }

  /** Generates the points. */
  @Setup(Level.Trial)
  public void generate() {
    new ClusteredPoints(COUNT, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
        .generate(
            (id, minX, minY, maxX, maxY) -> {
              xs[(int) id - 1] = minX;
              ys[(int) id - 1] = minY;
            });
  }

  /** Inserts all points into a new store. */
  @Benchmark
  public long insert(Cpu cpu) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree:split=quadratic")
            .withFlash(flash)
            .withDevice("memory")
            .withPageSize(pageSize)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(Path.of("unused"), options)) {
      long start = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < COUNT; i++) {
        store.insert(i + 1, xs[i], ys[i], xs[i], ys[i]);
      }
      cpu.cpuNanosPerInsert = (double) (threads.getCurrentThreadCpuTime() - start) / COUNT;
      return store.size();
    }
  }
}
