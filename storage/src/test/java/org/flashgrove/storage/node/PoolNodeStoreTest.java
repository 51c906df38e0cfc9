package org.flashgrove.storage.node;

import org.flashgrove.core.node.TreeLayout;
import org.junit.jupiter.api.Nested;

/** The port's contract over the plain pool. */
class PoolNodeStoreTest {
  private abstract static class PoolContract extends FileNodeStoreContract {
    private final int frames;

    PoolContract(int frames, long logBytes) {
      super(logBytes, SyncMode.OP);
      this.frames = frames;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new PoolBuffer(device, layout, frames);
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
