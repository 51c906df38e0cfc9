package org.flashgrove.jmh;

import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.storage.log.SyncMode;
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
 * Measures an insertion into each kind of tree without device costs. 200,000 points in 125 clusters
 * are inserted one by one into a store in memory. The page cache of the store holds all nodes, and
 * the store writes its log. For this number of points, times of FESTIval's C implementation are
 * known.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@OperationsPerInvocation(PointInserts.COUNT)
public class TreeInserts extends PointInserts {
  /** Spec of the store's index. */
  @Param({
    "rtree:split=linear,capacity=96,minfill=50%",
    "rtree:split=quadratic,capacity=96,minfill=50%",
    "rtree:split=greene,capacity=96,minfill=50%",
    "rtree:split=angtan,capacity=96,minfill=50%",
    "rtree:split=rstar,capacity=96,minfill=50%",
    "rstar:capacity=96,minfill=50%",
    "hilbert:s=2,leafcapacity=96,nodecapacity=79,minfill=50%,domain=0/0/1/1",
    "xbr:domain=0/0/1/1"
  })
  private String index;

  /** Inserts all points into a new store. */
  @Benchmark
  public long insert() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none:buffer=64M")
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = create(options)) {
      insertAll(store);
      return store.size();
    }
  }
}
