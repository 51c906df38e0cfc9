package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.PageMap;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests restarts after a log compaction. A compaction gives new frame numbers to the changes of a
 * node that it keeps. The image of the node that is flushed later has the number of the original
 * frame. A restart must not take the kept changes for newer than this image.
 */
class ReplayAfterCompactionTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(new NodeLayout(5, 1, 1, 36, null), new NodeLayout(5, 1, 1, 36, null));

  /**
   * A restart must not replay changes that a compaction kept and that were flushed with their node
   * later.
   */
  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "none:frames=8 | FREE",
        "efind:buffer=16K,unit=1 | FREE",
        "efind:buffer=16K,unit=1 | HOME",
        "fast:buffer=16K,unit=1 | FREE",
        "fast:buffer=16K,unit=1 | HOME",
        "for:buffer=16K,unit=1,log=64K | FREE"
      })
  void takesNoChangeTwice(String spec, Placement placement) {
    NodeStoreFiles files = files(spec, placement);
    LoggedNodeStore store = files.open();
    long quiet = create(store);
    long other = create(store);
    for (int i = 0; i < 100; i++) { // more than the log holds between two compactions
      change(store, other, i);
    }
    files.buffer().flush();
    store.close();

    store = files.open();
    assertThat(store.store().recovery().changesOnDevice()).isPositive();
    assertThat(store.store().recovery().changesApplied()).isZero();
    assertThat(versionOf(store, quiet)).isLessThan(versionOf(store, other));
    store.close();
  }

  /**
   * After a restart, nodes that were not flushed keep the numbers of the frames that changed them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8", "efind:buffer=16K,unit=1", "fast:buffer=16K,unit=1"})
  void keepsTheFramesOfWhatIsBuffered(String spec) {
    NodeStoreFiles files = files(spec, Placement.FREE);
    LoggedNodeStore store = files.open();
    long quiet = create(store);
    long other = create(store);
    for (int i = 0; i < 100; i++) {
      change(store, other, i);
    }
    long before = versionOf(store, quiet);
    assertThat(before).isEqualTo(1);
    store.close();
    store = files.open();
    assertThat(versionOf(store, quiet)).isEqualTo(before);
    store.close();
  }

  /**
   * A compaction keeps a node as new, the node is flushed, and later it is deleted. It must then
   * leave the device.
   */
  @ParameterizedTest
  @ValueSource(strings = {"efind:buffer=16K,unit=1", "fast:buffer=16K,unit=1"})
  void aDeletedNodeLeavesTheDevice(String spec) {
    NodeStoreFiles files = files(spec, Placement.FREE);
    LoggedNodeStore store = files.open();
    long doomed = create(store);
    long other = create(store);
    for (int i = 0; files.slots().figures().checkpoints() == 0; i++) {
      change(store, other, i);
    }
    assertThat(files.slots().map(0).place(doomed)).isEqualTo(PageMap.NEVER);
    files.buffer().flush();
    assertThat(PageMap.isStored(files.slots().map(0).place(doomed))).isTrue();
    change(store, other, -1);
    store.close();

    store = files.open();
    try (NodeOperation operation = store.begin()) {
      operation.delete(doomed, 0);
      operation.commit();
    }
    files.buffer().flush();
    assertThat(files.slots().map(0).place(doomed)).isEqualTo(PageMap.DELETED);
    assertThat(PageMap.isStored(files.slots().map(0).place(other))).isTrue();
    store.close();
  }

  private static NodeStoreFiles files(String spec, Placement placement) {
    return new NodeStoreFiles(
        new MemoryDirectory(),
        placement,
        512,
        LAYOUT,
        4 << 10,
        SyncMode.CLOSE,
        (device, log) -> buffer(spec, device, log));
  }

  private static long versionOf(LoggedNodeStore store, long nodeId) {
    try (NodeReader reader = store.snapshot()) {
      NodePage node = (NodePage) reader.read(nodeId, 0);
      long version = node.version();
      reader.release(node);
      return version;
    }
  }

  private static NodeBuffer buffer(String spec, NodeDevice device, StoreLog log) {
    return FlashKinds.read(Spec.parse(spec)).maker().make(device, LAYOUT, log);
  }

  private static long create(LoggedNodeStore store) {
    try (NodeOperation operation = store.begin()) {
      EntryList entries = new EntryList(5, 1);
      entries.add(new long[5], 0);
      long nodeId = operation.create(0, null, entries, 0, 1);
      operation.commit();
      return nodeId;
    }
  }

  private static void change(LoggedNodeStore store, long nodeId, int number) {
    try (NodeOperation operation = store.begin()) {
      operation.change(nodeId, 0, new long[] {0, number, number, number, number});
      operation.commit();
    }
  }
}
