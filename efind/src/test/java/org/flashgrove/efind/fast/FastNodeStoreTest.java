package org.flashgrove.efind.fast;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FileNodeStoreContract;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over FAST. */
class FastNodeStoreTest {
  private abstract static class FastContract extends FileNodeStoreContract {
    private final String spec;

    FastContract(Placement placement, String spec, long logBytes) {
      super(placement, logBytes, SyncMode.CLOSE);
      this.spec = spec;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new FastBuffer(FastConfig.of(Spec.parse(spec)), device, layout, log);
    }
  }

  /** Everything stays in the table. */
  @Nested
  class Large extends FastContract {
    Large() {
      super(Placement.HOME, "fast:buffer=8M", 10L << 20);
    }
  }

  /** Flushes and compactions all the time, the thesis's policy. */
  @Nested
  class Small extends FastContract {
    Small() {
      super(Placement.HOME, "fast:buffer=16K,log=64K", 4L << 10);
    }
  }

  /** The C implementation's memory accounting. */
  @Nested
  class Festival extends FastContract {
    Festival() {
      super(Placement.HOME, "fast:buffer=16K,memory=festival64,policy=fast,unit=2", 16L << 10);
    }
  }

  /** Units of one node, updates and age on one scale. */
  @Nested
  class Normalized extends FastContract {
    Normalized() {
      super(Placement.HOME, "fast:buffer=16K,policy=fast*n,unit=1", 16L << 10);
    }
  }

  /** Everything at once. */
  @Nested
  class All extends FastContract {
    All() {
      super(Placement.FREE, "fast:buffer=16K,policy=all,memory=festival64", 16L << 10);
    }
  }

  /** Units by lot, larger than the scratch memory, out of place. */
  @Nested
  class Random extends FastContract {
    Random() {
      super(Placement.FREE, "fast:buffer=16K,policy=random,unit=64", 4L << 10);
    }
  }

  /** Flushes all the time, out of place, checkpoints come from obsolete slots. */
  @Nested
  class LongLogOutOfPlace extends FastContract {
    LongLogOutOfPlace() {
      super(Placement.FREE, "fast:buffer=16K", 10L << 20);
    }
  }
}
