package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.function.BiFunction;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.file.CrashingDirectory;
import org.flashgrove.storage.file.FaultyDirectory;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.PoolBuffer;
import org.flashgrove.storage.node.StoreLog;
import org.flashgrove.storage.node.SyncMode;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bulk loads that end at the n-th changing device call, for every n: with the power, or with the
 * process. Reopened, the store is empty or holds everything; it holds everything if the load had
 * returned, and an empty one can be loaded again.
 */
class CutBulkLoadTest {
  private static final int PAGE = 512;
  private static final int ENTRIES = 7_000; // pages of more than one batch
  private static final RTreeConfig TREE = RTreeConfig.of(Spec.parse("rtree"), PAGE);

  @TempDir private Path spill;

  private static SpatialTree open(
      StoreDirectory directory,
      Placement placement,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    return RTree.open(
        new NodeStoreFiles(directory, placement, PAGE, RTree.LAYOUT, 64 << 10, SyncMode.OP, buffers)
            .open(),
        TREE);
  }

  private void load(SpatialTree tree, int entries, BulkOrder order) {
    BulkConfig config = new BulkConfig(order, spill).withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
    try (BulkLoader loader = tree.bulkLoader(config)) {
      for (int i = 0; i < entries; i++) {
        double x = i * 31 % 997;
        double y = i % 1_009;
        loader.add(i, x, y, x, y);
      }
      tree.load(loader);
    }
  }

  private static PoolBuffer pool(NodeDevice device, StoreLog log) {
    return new PoolBuffer(device, RTree.LAYOUT, PoolBuffer.MIN_FRAMES);
  }

  private static EfindBuffer efind(NodeDevice device, StoreLog log) {
    EfindConfig config = EfindConfig.of(Spec.parse("efind:buffer=16K,unit=3"));
    return new EfindBuffer(config, device, RTree.LAYOUT, log);
  }

  /** Loads a tree whose device fails after some calls; whether it came through. */
  private boolean loadWithFaults(
      StoreDirectory disk,
      Placement placement,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers,
      int calls) {
    FaultyDirectory faulty = new FaultyDirectory(disk);
    SpatialTree tree = open(faulty, placement, buffers);
    faulty.failAfter(calls);
    try {
      load(tree, ENTRIES, BulkOrder.values()[calls % BulkOrder.values().length]);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  /** Whether everything is there; if not, that nothing is, and a new load works. */
  private boolean isComplete(SpatialTree tree, boolean mustBe) {
    assertThat(tree.check(true).problems()).isEmpty();
    long found = tree.size();
    assertThat(found).isIn(0L, (long) ENTRIES);
    if (found == 0) {
      assertThat(mustBe).isFalse();
      load(tree, 700, BulkOrder.STR);
      assertThat(tree.check(true).problems()).isEmpty();
      assertThat(tree.size()).isEqualTo(700);
    } else {
      tree.insert(-1, 5, 5, 5, 5);
      assertThat(tree.delete(0, 0, 0, 0, 0)).isTrue();
      assertThat(tree.check(true).problems()).isEmpty();
    }
    tree.close();
    return found > 0;
  }

  private void survivesPowerCuts(BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    Random random = Seeds.random(CutBulkLoadTest.class);
    int empty = 0;
    boolean done = false;
    for (int calls = 0; !done; calls++) {
      CrashingDirectory disk = new CrashingDirectory();
      open(disk, Placement.FREE, buffers).close();
      done = loadWithFaults(disk, Placement.FREE, buffers, calls);
      SpatialTree tree = open(disk.crash(random), Placement.FREE, buffers);
      empty += isComplete(tree, done) ? 0 : 1;
    }
    assertThat(empty).isGreaterThan(5);
  }

  @Test
  void overThePlainPoolAPowerCutLeavesAllOrNothing() {
    survivesPowerCuts(CutBulkLoadTest::pool);
  }

  @Test
  void overEfindAPowerCutLeavesAllOrNothing() {
    survivesPowerCuts(CutBulkLoadTest::efind);
  }

  @Test
  void inPlaceAKilledProcessLeavesAllOrNothing() {
    boolean done = false;
    for (int calls = 0; !done; calls++) {
      MemoryDirectory disk = new MemoryDirectory();
      open(disk, Placement.HOME, CutBulkLoadTest::pool).close();
      done = loadWithFaults(disk, Placement.HOME, CutBulkLoadTest::pool, calls);
      isComplete(open(disk, Placement.HOME, CutBulkLoadTest::pool), done);
    }
  }

  /** Pages of a load that never was must not pass for those of nodes that took their ids. */
  @Test
  void whatAKilledLoadLeftIsNotTakenForLaterNodes() {
    int cut = 0;
    for (Placement placement : Placement.values()) {
      boolean done = false;
      for (int calls = 0; !done; calls++) {
        MemoryDirectory disk = new MemoryDirectory();
        done = loadWithoutATree(disk, placement, calls);
        cut += done ? 0 : 1;
        SpatialTree tree = open(disk, placement, CutBulkLoadTest::pool);
        long before = tree.size();
        assertThat(before).isIn(0L, (long) ENTRIES);
        for (int i = 1; i <= 30; i++) {
          tree.insert(-i, i, i, i, i);
          tree = open(disk, placement, CutBulkLoadTest::pool); // the other one was killed
          assertThat(tree.size()).isEqualTo(before + i);
        }
        assertThat(tree.check(true).problems()).isEmpty();
      }
    }
    assertThat(cut).isGreaterThan(5);
  }

  private boolean loadWithoutATree(MemoryDirectory disk, Placement placement, int calls) {
    FaultyDirectory faulty = new FaultyDirectory(disk);
    LoggedNodeStore store =
        new NodeStoreFiles(
                faulty, placement, PAGE, RTree.LAYOUT, 64 << 10, SyncMode.OP, CutBulkLoadTest::pool)
            .open();
    RTree algorithm = new RTree(TREE);
    try (BulkLoader loader =
        new BulkLoader(
            algorithm.bulkForm(),
            algorithm.layout(),
            algorithm.rules(),
            new BulkConfig(BulkOrder.HILBERT, spill))) {
      for (int i = 0; i < ENTRIES; i++) {
        loader.add(i, i, 0, i, 0);
      }
      faulty.failAfter(calls);
      loader.load(store);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }
}
