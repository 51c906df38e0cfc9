package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.pool.PoolBuffer;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What flushing, closing and waiting promise beyond what a power cut at any call must leave. */
class DurabilityTest {
  private static final int PAGE = 512;
  private static final int LOADED = 5;
  private static final long SEALED = 4711;

  private static NodeStoreFiles files(CrashDisk disk, Placement placement, SyncMode sync) {
    return new NodeStoreFiles(
        disk,
        placement,
        PAGE,
        TestLayouts.UNORDERED,
        1 << 20,
        sync,
        (device, log) ->
            PoolConfig.of(Spec.parse("none:frames=8")).pool(device, TestLayouts.UNORDERED));
  }

  private static void commitNode(LoggedNodeStore store) {
    try (NodeOperation operation = store.begin()) {
      long nodeId = operation.create(0, null, new EntryList(5, 1), 0, 0);
      operation.root(nodeId, 0);
      operation.commit();
    }
  }

  /** Whatever refers to the file later must find it. */
  @Test
  void aPageFileKeepsItsNameOnceItIsCreated() {
    CrashDisk disk = new CrashDisk();
    FilePageStore.create(disk, "new.pages", RawFile.Caching.BUFFERED, PAGE);
    PowerCuts.of(
        disk,
        new Random(1),
        0,
        true,
        state -> assertThat(state.names()).containsExactly("new.pages"));
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

  /** What its pages hold is neither the last state nor the newest. */
  @Test
  void aStoreInPlaceWithoutALogMustHaveBeenClosed() {
    CrashDisk disk = new CrashDisk();
    NodeStoreFiles files = files(disk, Placement.HOME, SyncMode.BARRIER);
    LoggedNodeStore store = files.open();
    commitNode(store);
    assertThatThrownBy(files(disk.killed(), Placement.HOME, SyncMode.BARRIER)::open)
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("was not closed");
    store.sync();
    files(disk.killed(), Placement.HOME, SyncMode.BARRIER).open().close();
    commitNode(store);
    store.close();
    try (LoggedNodeStore again = files(disk, Placement.HOME, SyncMode.BARRIER).open()) {
      assertThat(again.ids().last()).isOne();
    }
  }

  /**
   * Nothing of a commit goes to the log, and a crash takes the store back to the last checkpoint.
   */
  @Test
  void commitsThatAreNotLoggedAreDurableAtACheckpoint() {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, Placement.FREE, SyncMode.BARRIER).open();
    long empty = disk.everything().bytes("store.log").length;
    commitNode(store);
    commitNode(store);
    long first = store.store().committedFrame();
    assertThat(disk.everything().bytes("store.log")).hasSize((int) empty);
    assertThat(store.store().durableFrame()).isZero();
    store.sync();
    assertThat(store.store().durableFrame()).isEqualTo(first).isEqualTo(2);
    commitNode(store);
    assertThat(store.store().durableFrame()).isEqualTo(first);
    try (LoggedNodeStore crashed =
        files(new CrashDisk(disk.everything()), Placement.FREE, SyncMode.BARRIER).open()) {
      assertThat(crashed.store().committedFrame()).isEqualTo(first);
      assertThat(crashed.ids().last()).isOne();
    }
    store.store().awaitDurable(3);
    assertThat(store.store().durableFrame()).isEqualTo(3);
    store.close();
    try (LoggedNodeStore again = files(disk, Placement.FREE, SyncMode.BARRIER).open()) {
      assertThat(again.ids().last()).isEqualTo(2);
    }
  }

  /** Slots that the older one refers to were given out again. */
  @Test
  void aDamagedSuperblockIsNotReplacedByAnOlderOne() {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, Placement.FREE, SyncMode.OP).open();
    DiskState before = disk.everything();
    List<Integer> switched = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      changeNodes(store);
      DiskState after = disk.everything();
      for (int superblock = 0; superblock < 2; superblock++) {
        if (!Arrays.equals(page(before, superblock), page(after, superblock))) {
          switched.add(superblock);
          store.sync();
          CrashDisk damaged =
              new CrashDisk(disk.everything().flipped("nodes.pages", (superblock * PAGE + 99) * 8));
          assertThatThrownBy(files(damaged, Placement.FREE, SyncMode.OP)::open)
              .isInstanceOf(DamagedStoreException.class)
              .hasMessageContaining("newest superblock");
        }
      }
      before = after;
    }
    assertThat(switched).contains(0, 1);
  }

  /** Whether its ids were used before or not. */
  @Test
  void aLoadWithoutItsCommitKeepsNoSlots() {
    for (boolean usedBefore : new boolean[] {false, true}) {
      CrashDisk disk = new CrashDisk();
      NodeStoreFiles files = files(disk, Placement.FREE, SyncMode.OP);
      LoggedNodeStore store = files.open();
      commitNode(store);
      if (usedBefore) {
        long[] nodeIds = new long[LOADED];
        try (NodeOperation operation = store.begin()) {
          for (int i = 0; i < LOADED; i++) {
            nodeIds[i] = operation.create(0, null, new EntryList(5, 1), 0, 0);
          }
          operation.commit();
        }
        try (NodeOperation operation = store.begin()) {
          for (long nodeId : nodeIds) {
            operation.delete(nodeId, 0);
          }
          operation.commit();
        }
      }
      store.flush();
      long before = files.slots().figures().liveSlots();
      load(store);
      store.sync(); // the operation is not committed
      files = files(new CrashDisk(disk.everything()), Placement.FREE, SyncMode.OP);
      store = files.open();
      store.flush();
      assertThat(files.slots().figures().liveSlots()).isEqualTo(before);
      store.close();
    }
  }

  private static NodeOperation load(LoggedNodeStore store) {
    NodeOperation operation = store.begin();
    appendSealed(store, operation, LOADED);
    return operation;
  }

  private static void appendSealed(LoggedNodeStore store, NodeOperation operation, int count) {
    NodePage page = new NodePage(AlignedBuffers.allocate(PAGE));
    ByteBuffer images = AlignedBuffers.allocate(count * PAGE);
    for (int i = 0; i < count; i++) {
      long nodeId = operation.create(0, null, new EntryList(5, 1), 0, 0);
      page.format(TestLayouts.UNORDERED.leaf(), nodeId, 0);
      page.header(new long[] {SEALED, 0, 0}, 0);
      images.put(i * PAGE, page.bytes(), 0, PAGE);
    }
    store.appendSealed(images, count);
  }

  /** The deletion of the id's earlier node is in the pool, and evicted by the same commit. */
  @Test
  void aBufferedDeletionDoesNotOvertakeAWholePage() {
    for (Placement placement : Placement.values()) {
      requireThatADeletionDoesNotOvertake(placement);
    }
  }

  private static void requireThatADeletionDoesNotOvertake(Placement placement) {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, placement, SyncMode.OP).open();
    for (int i = 0; i < 2 * PoolBuffer.MIN_FRAMES; i++) {
      commitNode(store);
    }
    store.flush();
    try (NodeOperation operation = store.begin()) {
      operation.delete(0, 0);
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      for (int node = 1; node <= PoolBuffer.MIN_FRAMES; node++) {
        operation.header(node, 0, new long[] {node, 0, 0});
      }
      appendSealed(store, operation, 1);
      operation.commit();
    }
    requireSealed(store);
    store.close();
    store = files(disk, placement, SyncMode.OP).open();
    requireSealed(store);
    store.close();
  }

  private static void requireSealed(LoggedNodeStore store) {
    try (NodeReader reader = store.snapshot()) {
      NodeView node = reader.read(0, 0);
      assertThat(node.header(0)).isEqualTo(SEALED);
      reader.release(node);
    }
  }

  /** Creates nodes until the pool is full, then changes more than it holds. */
  private static void changeNodes(LoggedNodeStore store) {
    if (store.ids().last() < 2 * PoolBuffer.MIN_FRAMES) {
      commitNode(store);
      return;
    }
    try (NodeOperation operation = store.begin()) {
      for (int i = 0; i < PoolBuffer.MIN_FRAMES / 2; i++) {
        long nodeId = (store.store().committedFrame() * 5 + i) % (2 * PoolBuffer.MIN_FRAMES);
        operation.header(nodeId, 0, new long[] {store.store().committedFrame(), 0, 0});
      }
      operation.commit();
    }
  }

  private static byte[] page(DiskState state, int slot) {
    return Arrays.copyOfRange(state.bytes("nodes.pages"), slot * PAGE, (slot + 1) * PAGE);
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
  void aCallerThatWaitsIsServed() {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, Placement.FREE, SyncMode.parse("group:60000ms")).open();
    commitNode(store);
    long commit = store.store().committedFrame();
    assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> store.store().awaitDurable(commit), "long before the group");
    assertThat(store.store().durableFrame()).isGreaterThanOrEqualTo(commit);
    store.close();
  }

  /** Seen on the disk, whose state after a power cut opens with the commit. */
  @Test
  @Timeout(60) // ends a wait for a thread that does nothing
  void aGroupedCommitBecomesDurableByItself() throws InterruptedException {
    CrashDisk disk = new CrashDisk();
    LoggedNodeStore store = files(disk, Placement.FREE, SyncMode.parse("group:1ms")).open();
    Semaphore calls = new Semaphore(0);
    disk.afterEachCall(calls::release);
    commitNode(store);
    while (!hasRoot(disk.durable())) {
      calls.acquire();
    }
    store.close();
  }

  private static boolean hasRoot(DiskState state) {
    LoggedNodeStore found =
        files(new CrashDisk(state), Placement.FREE, SyncMode.parse("group:1ms")).open();
    try (NodeReader reader = found.snapshot()) {
      return reader.root() != NodeStore.NO_NODE;
    } finally {
      found.close();
    }
  }
}
