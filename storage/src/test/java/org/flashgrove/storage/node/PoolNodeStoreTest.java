package org.flashgrove.storage.node;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over the plain pool. */
class PoolNodeStoreTest {
  private abstract static class PoolContract extends FileNodeStoreContract {
    private final int frames;

    PoolContract(Placement placement, int frames, long logBytes) {
      super(placement, logBytes, SyncMode.OP);
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
      super(Placement.HOME, 1_000, 10L << 20);
    }
  }

  /** Pages come and go all the time, and the log is compacted often. */
  @Nested
  class SmallPool extends PoolContract {
    SmallPool() {
      super(Placement.HOME, PoolBuffer.MIN_FRAMES, 4L << 10);
    }
  }

  /** Everything fits; pages go to free slots. */
  @Nested
  class LargePoolOutOfPlace extends PoolContract {
    LargePoolOutOfPlace() {
      super(Placement.FREE, 1_000, 10L << 20);
    }
  }

  /** Pages move all the time, barriers come from superseded slots. */
  @Nested
  class SmallPoolOutOfPlace extends PoolContract {
    SmallPoolOutOfPlace() {
      super(Placement.FREE, PoolBuffer.MIN_FRAMES, 10L << 20);
    }
  }

  /** Pages move all the time, barriers come from compactions. */
  @Nested
  class CompactedOutOfPlace extends PoolContract {
    CompactedOutOfPlace() {
      super(Placement.FREE, PoolBuffer.MIN_FRAMES, 4L << 10);
    }
  }
}
