package org.flashgrove.storage.node;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolBuffer;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over the plain pool. */
class PoolNodeStoreTest {
  abstract static class PoolContract extends FileNodeStoreContract {
    private final String spec;

    PoolContract(Placement placement, int frames, long logBytes) {
      this(placement, frames, logBytes, "lru");
    }

    PoolContract(Placement placement, int frames, long logBytes, String policy) {
      this(placement, frames, logBytes, policy, SyncMode.OP);
    }

    PoolContract(Placement placement, int frames, long logBytes, String policy, SyncMode sync) {
      super(placement, logBytes, sync);
      spec = "none:frames=" + frames + ",policy=" + policy;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return PoolConfig.of(Spec.parse(spec)).pool(device, layout);
    }

    @Override
    protected boolean takesRawNodes() {
      return true;
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

  /** Pages move all the time, checkpoints come from obsolete slots. */
  @Nested
  class SmallPoolOutOfPlace extends PoolContract {
    SmallPoolOutOfPlace() {
      super(Placement.FREE, PoolBuffer.MIN_FRAMES, 10L << 20);
    }
  }

  /** Pages move all the time, checkpoints come from compactions. */
  @Nested
  class CompactedOutOfPlace extends PoolContract {
    CompactedOutOfPlace() {
      super(Placement.FREE, PoolBuffer.MIN_FRAMES, 4L << 10);
    }
  }

  private abstract static class TogetherContract extends PoolContract {
    TogetherContract(int frames, String keys, long logBytes, SyncMode sync) {
      super(Placement.FREE, frames, logBytes, keys, sync);
    }

    @Override
    protected boolean readsTogether() {
      return true;
    }
  }

  /** Changes of nodes that are not in the pool wait until they are read together. */
  @Nested
  class ReadTogether extends TogetherContract {
    ReadTogether() {
      super(PoolBuffer.MIN_FRAMES, "lru,behind=8", 4L << 10, SyncMode.OP);
    }
  }

  /** Nodes read together under S2Q, which may refuse a page, and with a packed log. */
  @Nested
  class ReadTogetherByTwoQueue extends TogetherContract {
    ReadTogetherByTwoQueue() {
      super(16, "s2q,behind=4,logform=packed", 16L << 10, SyncMode.CLOSE);
    }
  }

  /** The same without commits in the log. */
  @Nested
  class ReadTogetherWithoutCommitsInTheLog extends TogetherContract {
    ReadTogetherWithoutCommitsInTheLog() {
      super(PoolBuffer.MIN_FRAMES, "lru,behind=2", 64L << 10, SyncMode.BARRIER);
    }
  }

  /** No log of commits: reopening goes by the state of the last checkpoint. */
  @Nested
  class WithoutCommitsInTheLog extends PoolContract {
    WithoutCommitsInTheLog() {
      super(Placement.FREE, PoolBuffer.MIN_FRAMES, 64L << 10, "lru", SyncMode.BARRIER);
    }
  }

  /** No log of commits, and a log without room for two states. */
  @Nested
  class WithoutCommitsInASmallLog extends PoolContract {
    WithoutCommitsInASmallLog() {
      super(Placement.FREE, 100, 4L << 10, "lru", SyncMode.BARRIER);
    }
  }

  /** No log of commits, in place. */
  @Nested
  class WithoutCommitsInPlace extends PoolContract {
    WithoutCommitsInPlace() {
      super(Placement.HOME, PoolBuffer.MIN_FRAMES, 4L << 10, "lru", SyncMode.BARRIER);
    }
  }

  /** Leaves that never displace internal nodes pass through the guest's frame. */
  @Nested
  class Hlru extends PoolContract {
    Hlru() {
      super(Placement.FREE, 12, 64L << 10, "hlru");
    }
  }

  /** Every first access passes through the guest's frame. */
  @Nested
  class SimplifiedTwoQueue extends PoolContract {
    SimplifiedTwoQueue() {
      super(Placement.FREE, 12, 64L << 10, "s2q");
    }
  }

  /** Full 2Q. */
  @Nested
  class TwoQueue extends PoolContract {
    TwoQueue() {
      super(Placement.FREE, 12, 64L << 10, "2q");
    }
  }

  /** Full 2Q with fixed parts. */
  @Nested
  class FixedTwoQueue extends PoolContract {
    FixedTwoQueue() {
      super(Placement.FREE, 12, 64L << 10, "2q,queues=fixed");
    }
  }

  /** ARC. */
  @Nested
  class Arc extends PoolContract {
    Arc() {
      super(Placement.FREE, 12, 64L << 10, "arc");
    }
  }
}
