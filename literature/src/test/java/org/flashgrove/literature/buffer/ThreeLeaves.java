package org.flashgrove.literature.buffer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.AfterEach;

/**
 * Hand-made example of a buffer over pages of 512 bytes. All words of an entry equal its id. The
 * example begins with the nodes 0, 1 and 2, which hold the entries 1, 2 and 3.
 */
public abstract class ThreeLeaves {
  protected final NodeStoreFiles files;
  protected LoggedNodeStore nodes;

  protected ThreeLeaves(BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    files =
        new NodeStoreFiles(
            new MemoryDirectory(),
            Placement.FREE,
            512,
            TestLayouts.UNORDERED,
            1 << 20,
            SyncMode.BARRIER,
            buffers);
    nodes = files.open();
    for (long entry = 1; entry <= 3; entry++) {
      create(entry);
    }
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  protected static EntryList entries(long... ids) {
    EntryList list = new EntryList(5, ids.length);
    for (long id : ids) {
      list.add(entry(id), 0);
    }
    return list;
  }

  private static long[] entry(long id) {
    return new long[] {id, id, id, id, id};
  }

  /** Creates a leaf with one entry. */
  protected void create(long entryId) {
    try (NodeOperation operation = nodes.begin()) {
      operation.create(0, null, entries(entryId), 0, 1);
      operation.commit();
    }
  }

  protected void add(long nodeId, long... ids) {
    try (NodeOperation operation = nodes.begin()) {
      for (long id : ids) {
        operation.add(nodeId, 0, entry(id));
      }
      operation.commit();
    }
  }

  protected void remove(long nodeId, long id) {
    try (NodeOperation operation = nodes.begin()) {
      operation.remove(nodeId, 0, entry(id));
      operation.commit();
    }
  }

  /** Returns the ids of a leaf in the order of its slots. */
  protected List<Long> read(long nodeId) {
    try (NodeReader reader = nodes.snapshot()) {
      NodeView node = reader.read(nodeId, 0);
      List<Long> ids = new ArrayList<>();
      for (int slot = 0; slot < node.count(); slot++) {
        ids.add(node.word(0, slot));
      }
      reader.release(node);
      return ids;
    }
  }
}
