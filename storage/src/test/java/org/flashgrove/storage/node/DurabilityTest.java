package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;

/** What flushing, closing and waiting promise beyond what a power cut at any call must leave. */
class DurabilityTest {
  private static final int PAGE = 512;

  private static NodeStoreFiles files(CrashDisk disk, Placement placement, SyncMode sync) {
    return new NodeStoreFiles(
        disk,
        placement,
        PAGE,
        TestLayouts.UNORDERED,
        1 << 20,
        sync,
        (device, log) -> new PoolBuffer(device, TestLayouts.UNORDERED, PoolBuffer.MIN_FRAMES));
  }

  private static void commitNode(LoggedNodeStore store) {
    try (NodeOperation operation = store.begin()) {
      long nodeId = operation.create(0, null, new EntryList(5, 1), 0, 0);
      operation.root(nodeId, 0);
      operation.commit();
    }
  }

  /** Pages in place may be torn by a power cut before a flush, but not after it. */
  @Test
  void aFlushInPlaceLeavesNothingUnsynced() {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, Placement.HOME, SyncMode.CLOSE).open();
    commitNode(store);
    store.flush();
    StateSet states = new StateSet();
    PowerCuts.of(disk, new Random(1), 0, true, states::add);
    assertThat(states.size()).isOne();
    assertThat(states.add(disk.everything())).as("another state than the present one").isFalse();
  }

  /** Closing switches the map, so that the next opening has no moves to verify. */
  @Test
  void anOrderlyClosedStoreIsOpenedWithoutALookAtItsPages() {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, Placement.FREE, SyncMode.CLOSE).open();
    for (int i = 0; i < 3 * PoolBuffer.MIN_FRAMES; i++) {
      commitNode(store);
    }
    store.flush();
    for (int i = 0; i < 3 * PoolBuffer.MIN_FRAMES; i++) {
      commitNode(store); // evicts some
    }
    store.close();
    NodeStoreFiles again = files(disk, Placement.FREE, SyncMode.CLOSE);
    LoggedNodeStore reopened = again.open();
    assertThat(again.counters().figures().pageReads()).isZero();
    reopened.close();
  }

  @Test
  void aGroupedCommitBecomesDurableByItself() throws InterruptedException {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, Placement.FREE, SyncMode.parse("group:1ms")).open();
    commitNode(store);
    long commit = store.committedFrame();
    // No bound on how long it takes; many seconds without it is a thread that does nothing.
    for (int i = 0; i < 20_000 && store.durableFrame() < commit; i++) {
      Thread.sleep(1);
    }
    assertThat(store.durableFrame()).isGreaterThanOrEqualTo(commit);
    store.close();
  }
}
