package org.flashgrove.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.storage.log.SyncMode;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
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
@OperationsPerInvocation(PointInserts.COUNT)
public class EfindInserts extends PointInserts {
  /** Spec of the buffer. */
  @Param({"efind", "efind:auto"})
  private String flash;

  /** Page size in bytes. */
  @Param({"4096", "16384"})
  private int pageSize;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** Counter through which JMH reports the CPU time of the measuring thread. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Cpu {
    /**
     * CPU time per insertion in nanoseconds. JMH's summary adds up the values of all iterations.
     */
    public double cpuNanosPerInsert;
  }

  /** Inserts all points into a new store. */
  @Benchmark
  public long insert(Cpu cpu) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree:split=quadratic")
            .withFlash(flash)
            .withPageSize(pageSize)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = create(options)) {
      long start = threads.getCurrentThreadCpuTime();
      insertAll(store);
      cpu.cpuNanosPerInsert = (double) (threads.getCurrentThreadCpuTime() - start) / COUNT;
      return store.size();
    }
  }
}
