package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.BiFunction;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts the power at every device call of a bulk load and of changes after it. The reopened store
 * must be empty or contain all loaded entries.
 */
class CutBulkLoadTest {
  private static final int PAGE = 512;
  private static final int ENTRIES = 2_000;

  /** Number of entries inserted after the load, one in each step. */
  private static final int STEPS_AFTER = 20;

  @TempDir private Path spill;

  private static void insert(SpatialTree tree, int i) {
    double x = i * 31 % 997;
    double y = i % 1_009;
    tree.insert(i, x, y, x + i % 3, y);
  }

  private void load(SpatialTree tree, BulkOrder order) {
    BulkConfig config = new BulkConfig(order, spill).withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
    try (BulkLoader loader = tree.bulkLoader(config)) {
      for (int i = 0; i < ENTRIES; i++) {
        double x = i * 31 % 997;
        double y = i % 1_009;
        loader.add(i, x, y, x + i % 3, y);
      }
      tree.load(loader);
    }
  }

  /** Step 0 is the load. */
  private final class Load implements CrashScenario {
    private final BulkOrder order;
    private final Placement placement;
    private final BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers;
    private final long[] expected = new long[STEPS_AFTER + 2];

    Load(
        BulkOrder order,
        Placement placement,
        BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
      this.order = order;
      this.placement = placement;
      this.buffers = buffers;
      SpatialTree one = tree(nodes(new MemoryDirectory()));
      expected[0] = CrashWorkload.digest(one);
      for (int i = 0; i < ENTRIES + STEPS_AFTER; i++) {
        insert(one, i);
        if (i >= ENTRIES - 1) {
          expected[i - ENTRIES + 2] = CrashWorkload.digest(one);
        }
      }
    }

    private LoggedNodeStore nodes(StoreDirectory directory) {
      return new NodeStoreFiles(
              directory, placement, PAGE, RTree.LAYOUT, 64 << 10, SyncMode.OP, buffers)
          .open();
    }

    private SpatialTree tree(LoggedNodeStore nodes) {
      return RTree.open(nodes, RTreeConfig.of(Spec.parse("rtree"), PAGE));
    }

    @Override
    public String name() {
      return order + ", " + placement;
    }

    @Override
    public int steps() {
      return STEPS_AFTER + 1;
    }

    @Override
    public long expected(int steps) {
      return expected[steps];
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      open(disk).close();
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      LoggedNodeStore nodes = nodes(directory);
      SpatialTree tree = tree(nodes);
      return new TreeScenario.OpenTree(
          (number, index, store) -> {
            if (number == 0) {
              load(tree, order);
            } else {
              insert(tree, ENTRIES + number - 1);
            }
          },
          number -> true,
          nodes,
          tree);
    }
  }

  private void explore(Load scenario, CrashPlan plan) {
    CrashReport report = CrashExplorer.explore(scenario, plan);
    System.out.println(report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.distinctStates()).isGreaterThan(50);
  }

  private static CrashPlan powerCuts() {
    int samples = Repetitions.of(1, 4);
    return new CrashPlan(Seeds.random().nextLong(), CrashPlan.Cuts.POWER, samples, 32, 0, 600);
  }

  @Test
  void overThePlainPoolAPowerCutLeavesAllOrNothing() {
    for (BulkOrder order : new BulkOrder[] {BulkOrder.STR, BulkOrder.HILBERT, BulkOrder.NEARESTX}) {
      explore(new Load(order, Placement.FREE, CutBulkLoadTest::pool), powerCuts());
    }
  }

  @Test
  void overEfindAPowerCutLeavesAllOrNothing() {
    explore(new Load(BulkOrder.STR, Placement.FREE, CutBulkLoadTest::efind), powerCuts());
  }

  @Test
  void inPlaceAKilledProcessLeavesAllOrNothing() {
    long seed = Seeds.random().nextLong();
    explore(
        new Load(BulkOrder.STR, Placement.HOME, CutBulkLoadTest::pool),
        new CrashPlan(seed, CrashPlan.Cuts.KILL, 0, 8, 0, 600));
  }

  private static NodeBuffer pool(NodeDevice device, StoreLog log) {
    return PoolConfig.of(Spec.parse("none:frames=8")).pool(device, RTree.LAYOUT);
  }

  private static NodeBuffer efind(NodeDevice device, StoreLog log) {
    EfindConfig config = EfindConfig.of(Spec.parse("efind:buffer=16K,unit=3"));
    return new EfindBuffer(config, device, RTree.LAYOUT, log);
  }
}
