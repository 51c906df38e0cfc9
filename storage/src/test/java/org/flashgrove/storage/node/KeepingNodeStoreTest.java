package org.flashgrove.storage.node;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** A buffer written after the Javadoc of its port makes a node store that keeps the contract. */
class KeepingNodeStoreTest {
  private abstract static class KeepingContract extends FileNodeStoreContract {
    KeepingContract(Placement placement, long logBytes, SyncMode sync) {
      super(placement, logBytes, sync);
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new KeepingBuffer(device, layout);
    }
  }

  /** Pages are written in place, and the log is compacted often. */
  @Nested
  class CompactedInPlace extends KeepingContract {
    CompactedInPlace() {
      super(Placement.HOME, 4L << 10, SyncMode.OP);
    }
  }

  /** Pages go to free slots, at flushes alone. */
  @Nested
  class OutOfPlace extends KeepingContract {
    OutOfPlace() {
      super(Placement.FREE, 10L << 20, SyncMode.OP);
    }
  }

  /** No log of commits: reopening goes by the state of the last checkpoint. */
  @Nested
  class WithoutCommitsInTheLog extends KeepingContract {
    WithoutCommitsInTheLog() {
      super(Placement.FREE, 64L << 10, SyncMode.BARRIER);
    }
  }
}
