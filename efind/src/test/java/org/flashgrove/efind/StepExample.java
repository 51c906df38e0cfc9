package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.junit.jupiter.api.AfterEach;

/**
 * A store whose nodes are written by hand, so that an example of the literature can be followed
 * step by step in its buffer.
 */
public abstract class StepExample<B extends NodeBuffer> {
  /** Entries of an R-tree. */
  protected static final TreeLayout RECTANGLES =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));

  private NodeStoreFiles files;
  protected LoggedNodeStore store;
  protected B buffer;

  /** Opens an empty store. */
  protected final void start(
      TreeLayout layout, long logBytes, BiFunction<NodeDevice, StoreLog, B> buffers) {
    files =
        new NodeStoreFiles(
            new MemoryDirectory(),
            4096,
            layout,
            logBytes,
            SyncMode.CLOSE,
            (device, log) -> {
              buffer = buffers.apply(device, log);
              return buffer;
            });
    store = files.open();
  }

  protected final void reopen() {
    store.close();
    store = files.open();
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Traffic of pages so far. */
  protected final IoStats figures() {
    return files.counters().figures();
  }

  /** Creates a node of rectangles, which gets the next id. */
  protected static void create(NodeOperation operation, long expected, int level, long... ids) {
    assertThat(operation.create(level, null, entries(0, ids), 0, ids.length)).isEqualTo(expected);
  }

  protected static EntryList entries(double version, long... ids) {
    EntryList entries = new EntryList(5, ids.length);
    for (long id : ids) {
      entries.add(entry(id, version), 0);
    }
    return entries;
  }

  /** Returns an entry whose rectangle shows which version it is. */
  protected static long[] entry(long id, double version) {
    long box = Double.doubleToRawLongBits(version);
    return new long[] {id, box, box, box, box};
  }

  protected final List<Long> idsOf(long nodeId, int level) {
    List<Long> ids = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      NodeView node = reader.read(nodeId, level);
      for (int slot = 0; slot < node.count(); slot++) {
        ids.add(node.word(0, slot));
      }
      reader.release(node);
    }
    return ids;
  }
}
