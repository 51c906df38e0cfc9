package org.flashgrove.efind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FileNodeStoreContract;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over eFIND. */
class EfindNodeStoreTest {
  private abstract static class EfindContract extends FileNodeStoreContract {
    private final String spec;

    EfindContract(String spec, long logBytes) {
      this(Placement.HOME, spec, logBytes);
    }

    EfindContract(Placement placement, String spec, long logBytes) {
      super(placement, logBytes, SyncMode.CLOSE);
      this.spec = spec;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new EfindBuffer(EfindConfig.of(Spec.parse(spec)), device, layout, log);
    }
  }

  /** Everything stays in the write buffer. */
  @Nested
  class Large extends EfindContract {
    Large() {
      super("efind:buffer=8M", 10L << 20);
    }
  }

  /** Flushes and compactions all the time, the thesis's policies. */
  @Nested
  class Small extends EfindContract {
    Small() {
      super("efind:buffer=16K,log=64K", 4L << 10);
    }
  }

  /** The C implementation's memory accounting and temporal control. */
  @Nested
  class Festival extends EfindContract {
    Festival() {
      super("efind:buffer=16K,memory=festival64,compat=festival,policy=m,unit=2", 16L << 10);
    }
  }

  /** Several units of one node are flushed together. */
  @Nested
  class FlushedTogether extends EfindContract {
    FlushedTogether() {
      super(Placement.FREE, EfindPresets.expand("efind:auto,buffer=64K,log=64K"), 16L << 10);
    }

    @Override
    protected boolean readsTogether() {
      return true;
    }
  }

  /** LRU without temporal control. */
  @Nested
  class LruWithoutControl extends EfindContract {
    LruWithoutControl() {
      super("efind:buffer=16K,readpolicy=lru,tc=none,unit=1", 16L << 10);
    }
  }

  /** Full 2Q, whose A1out is RQ. */
  @Nested
  class TwoQueue extends EfindContract {
    TwoQueue() {
      super("efind:buffer=64K,read=50%,readpolicy=2q", 16L << 10);
    }
  }

  /** ARC with its own ghosts beside RQ. */
  @Nested
  class Arc extends EfindContract {
    Arc() {
      super("efind:buffer=64K,read=50%,readpolicy=arc,memory=festival64", 16L << 10);
    }
  }

  /** Leaves that never displace internal nodes. */
  @Nested
  class HierarchicalLru extends EfindContract {
    HierarchicalLru() {
      super("efind:buffer=64K,read=50%,readpolicy=hlru", 16L << 10);
    }
  }

  /** No read buffer. */
  @Nested
  class WithoutReadBuffer extends EfindContract {
    WithoutReadBuffer() {
      super("efind:buffer=16K,readpolicy=none,tc=writes,unit=16", 16L << 10);
    }
  }

  /** Flushes and compactions all the time, out of place. */
  @Nested
  class SmallOutOfPlace extends EfindContract {
    SmallOutOfPlace() {
      super(Placement.FREE, "efind:buffer=16K,log=64K", 4L << 10);
    }
  }

  /** Flushes all the time, out of place, checkpoints come from obsolete slots. */
  @Nested
  class LongLogOutOfPlace extends EfindContract {
    LongLogOutOfPlace() {
      super(Placement.FREE, "efind:buffer=16K", 10L << 20);
    }
  }
}
