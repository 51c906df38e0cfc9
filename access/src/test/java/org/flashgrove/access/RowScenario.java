package org.flashgrove.access;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolConfig;

/**
 * Crash scenario of batches over two trees and a heap file, with small pages, logs and buffers. The
 * power is not cut while the store is created.
 */
record RowScenario(String name, RowWorkload workload, RowStore.Make make) implements CrashScenario {
  private static final int PAGE = 512;

  /** Returns a scenario with trees over the plain pool. */
  static RowScenario pool(RowWorkload workload, long logBytes, SyncMode sync) {
    return of(
        "rows, pool",
        workload,
        logBytes,
        sync,
        (device, log) -> PoolConfig.of(Spec.parse("none:frames=8")).pool(device, RTree.LAYOUT));
  }

  /** Returns a scenario with trees over eFIND. */
  static RowScenario efind(RowWorkload workload, long logBytes, SyncMode sync) {
    EfindConfig config = EfindConfig.of(Spec.parse("efind:buffer=16K,unit=3"));
    return of(
        "rows, eFIND",
        workload,
        logBytes,
        sync,
        (device, log) -> new EfindBuffer(config, device, RTree.LAYOUT, log));
  }

  private static RowScenario of(
      String name,
      RowWorkload workload,
      long logBytes,
      SyncMode sync,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    RowStore.Make make = new RowStore.Make(PAGE, logBytes, sync, HeapFile.SNAPSHOT_BYTES, buffers);
    return new RowScenario(name + ", sync " + sync, workload, make);
  }

  @Override
  public int steps() {
    return workload.steps();
  }

  @Override
  public long expected(int steps) {
    return workload.expected(steps);
  }

  @Override
  public DiskState initial() {
    CrashDisk disk = new CrashDisk();
    new RowStore(disk, make).close();
    return disk.everything();
  }

  @Override
  public StoreUnderTest open(StoreDirectory directory) {
    return new OpenRows(workload, make.sync(), new RowStore(directory, make));
  }

  /** An open store. */
  private static final class OpenRows implements StoreUnderTest {
    private final RowWorkload workload;
    private final SyncMode sync;
    private final RowStore rows;
    private long promised;

    OpenRows(RowWorkload workload, SyncMode sync, RowStore rows) {
      this.workload = workload;
      this.sync = sync;
      this.rows = rows;
    }

    @Override
    public void step(int number) {
      workload.run(number, rows);
      if (sync.kind() == SyncMode.Kind.OP || workload.isSync(number)) {
        promised = commitNumber();
      }
    }

    @Override
    public long commitNumber() {
      return rows.store.committedFrame();
    }

    @Override
    public boolean isDurable(long commitNumber) {
      return Math.max(promised, rows.store.durableFrame()) >= commitNumber;
    }

    @Override
    public long digest() {
      return RowWorkload.digest(rows);
    }

    @Override
    public List<String> problems() {
      List<String> problems = new ArrayList<>(rows.heap.check().findings());
      problems.addAll(rows.trees[0].check().problems());
      problems.addAll(rows.trees[1].check().problems());
      return problems;
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
