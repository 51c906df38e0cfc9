package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.fast.FastBuffer;
import org.flashgrove.efind.fast.FastConfig;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.placement.PageMap;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node that a compaction told as new, and that was flushed later, leaves the device when gone.
 */
class DeletionAfterCompactionTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(new NodeLayout(5, 1, 1, 36, null), new NodeLayout(5, 1, 1, 36, null));

  @ParameterizedTest
  @ValueSource(strings = {"efind:buffer=16K,unit=1", "fast:buffer=16K,unit=1"})
  void leavesTheDevice(String spec) {
    NodeStoreFiles files =
        new NodeStoreFiles(
            new MemoryDirectory(),
            Placement.FREE,
            512,
            LAYOUT,
            4 << 10,
            SyncMode.CLOSE,
            (device, log) -> buffer(spec, device, log));
    LoggedNodeStore store = files.open();
    long doomed = create(store);
    long other = create(store);
    while (files.slots().figures().barriers() == 0) {
      change(store, other);
    }
    assertThat(files.slots().map(0).place(doomed)).isEqualTo(PageMap.NEVER);
    files.buffer().flush();
    assertThat(PageMap.isStored(files.slots().map(0).place(doomed))).isTrue();
    change(store, other);
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

  private static NodeBuffer buffer(String spec, NodeDevice device, StoreLog log) {
    Spec parsed = Spec.parse(spec);
    return parsed.name().equals("fast")
        ? new FastBuffer(FastConfig.of(parsed), device, LAYOUT, log)
        : new EfindBuffer(EfindConfig.of(parsed), device, LAYOUT, log);
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

  private static void change(LoggedNodeStore store, long nodeId) {
    try (NodeOperation operation = store.begin()) {
      operation.change(nodeId, 0, new long[5]);
      operation.commit();
    }
  }
}
