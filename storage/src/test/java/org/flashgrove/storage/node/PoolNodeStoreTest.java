package org.flashgrove.storage.node;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeStoreContract;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Nested;

/** The port's contract over the plain pool, closed and opened again over the same files. */
class PoolNodeStoreTest {
  private abstract static class PoolContract extends NodeStoreContract {
    private final Map<NodeStore, NodeStoreFiles> files = new HashMap<>();
    private final int frames;
    private final long logBytes;

    PoolContract(int frames, long logBytes) {
      this.frames = frames;
      this.logBytes = logBytes;
    }

    @Override
    protected NodeStore create(int pageSize, TreeLayout layout) {
      return open(
          new NodeStoreFiles(
              new MemoryDirectory(),
              pageSize,
              layout,
              logBytes,
              SyncMode.OP,
              (device, log) -> new PoolBuffer(device, layout, frames)));
    }

    private NodeStore open(NodeStoreFiles where) {
      NodeStore store = where.open();
      files.put(store, where);
      return store;
    }

    @Override
    protected NodeStore reopen(NodeStore store) {
      store.close();
      return open(files.get(store));
    }

    @Override
    protected boolean snapshotsOutliveCommits() {
      return false;
    }
  }

  /** Everything fits. */
  @Nested
  class LargePool extends PoolContract {
    LargePool() {
      super(1_000, 10L << 20);
    }
  }

  /** Pages come and go all the time, and the log is compacted often. */
  @Nested
  class SmallPool extends PoolContract {
    SmallPool() {
      super(PoolBuffer.MIN_FRAMES, 4L << 10);
    }
  }
}
