package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.salvage.node.NodeSalvage;
import org.flashgrove.salvage.page.LogSalvage;
import org.flashgrove.salvage.page.RawPages;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Salvage of stores whose log contains states of checkpoints instead of commits. */
class UnloggedSalvageTest {
  private static final int PAGE = 512;
  private static final int ENTRIES = 600;
  private static final long TAG = 0x5EED;

  private final Random random = Seeds.random();

  private static NodeStoreFiles files(CrashDisk disk, Placement placement) {
    return new NodeStoreFiles(
        disk,
        placement,
        PAGE,
        RTree.LAYOUT,
        64 << 10,
        SyncMode.BARRIER,
        (device, log) -> PoolConfig.of(Spec.parse("none:frames=16")).pool(device, RTree.LAYOUT));
  }

  private void insert(SpatialTree tree, int from, int to) {
    for (int i = from; i < to; i++) {
      double x = random.nextInt(1000);
      double y = random.nextInt(1000);
      tree.insert(i, x, y, x, y);
    }
  }

  /** Numbers of entries that are certain, and that are not. */
  private static long[] rescue(DiskState state, Placement placement) {
    CrashDisk disk = new CrashDisk(state);
    try (RawPages pages = RawPages.open(disk, "nodes.pages", PAGE);
        LogSalvage log = LogSalvage.open(disk, "store.log", TAG)) {
      SalvageLosses losses = new SalvageLosses();
      SalvagedStore files = new SalvagedStore(pages, log, TAG, placement, losses);
      NodeSalvage salvage = new NodeSalvage(files, RTree.LAYOUT, 0, TAG, new SalvageLosses());
      files.look();
      salvage.look();
      long certain = salvage.entries(true, (nodeId, entry) -> {});
      long uncertain = salvage.entries(false, (nodeId, entry) -> {});
      return new long[] {certain, uncertain, losses.count(), salvage.figures().entriesExpected()};
    }
  }

  @ParameterizedTest
  @EnumSource(Placement.class)
  void aClosedStoreIsRescuedWhole(Placement placement) {
    CrashDisk disk = new CrashDisk();
    SpatialTree tree =
        RTree.open(files(disk, placement).open(), RTreeConfig.of(Spec.parse("rtree"), PAGE));
    insert(tree, 0, ENTRIES);
    tree.close();
    assertThat(rescue(disk.everything(), placement)).containsExactly(ENTRIES, 0, 0, ENTRIES);
  }

  /** Out of place, what is certain is what the last checkpoint left. */
  @ParameterizedTest
  @EnumSource(Placement.class)
  void ofAKilledProcessTheLastCheckpointIsCertain(Placement placement) {
    CrashDisk disk = new CrashDisk();
    SpatialTree tree =
        RTree.open(files(disk, placement).open(), RTreeConfig.of(Spec.parse("rtree"), PAGE));
    insert(tree, 0, ENTRIES);
    tree.sync();
    // Fewer changed pages than ask for a checkpoint of their own.
    insert(tree, ENTRIES, ENTRIES + 4);
    long[] rescued = rescue(disk.killed().everything(), placement);
    if (placement == Placement.FREE) {
      assertThat(rescued).containsExactly(ENTRIES, 0, 0, ENTRIES);
    } else {
      assertThat(rescued[0]).isZero();
      assertThat(rescued[1]).isGreaterThan(ENTRIES / 2);
      assertThat(rescued[2]).as("losses reported").isPositive();
    }
  }
}
