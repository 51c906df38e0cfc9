package org.flashgrove.literature.buffer.fortree;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FileNodeStoreContract;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over the FOR-tree's buffer. */
class ForNodeStoreTest {
  private abstract static class ForContract extends FileNodeStoreContract {
    private final String spec;

    ForContract(Placement placement, String spec, long logBytes, SyncMode sync) {
      super(placement, logBytes, sync);
      this.spec = spec;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new ForBuffer(ForConfig.of(Spec.parse(spec)), device, layout, log);
    }
  }

  /** As published, everything stays in the table. */
  @Nested
  class Large extends ForContract {
    Large() {
      super(Placement.FREE, "for:buffer=8M", 10L << 20, SyncMode.BARRIER);
    }
  }

  /** Flushes all the time. */
  @Nested
  class Small extends ForContract {
    Small() {
      super(Placement.FREE, "for:buffer=16K", 4L << 10, SyncMode.BARRIER);
    }
  }

  /** In place, the C implementation's memory accounting. */
  @Nested
  class FestivalInPlace extends ForContract {
    FestivalInPlace() {
      super(Placement.HOME, "for:buffer=16K,memory=festival64,unit=2", 16L << 10, SyncMode.BARRIER);
    }
  }

  /** All nodes are warm. */
  @Nested
  class AllWarm extends ForContract {
    AllWarm() {
      super(Placement.FREE, "for:buffer=16K,ratio=100%,unit=64", 16L << 10, SyncMode.BARRIER);
    }
  }

  /** None is, and the store logs commits. */
  @Nested
  class Logged extends ForContract {
    Logged() {
      super(Placement.FREE, "for:buffer=16K,ratio=0%,unit=1,log=64K", 4L << 10, SyncMode.CLOSE);
    }
  }

  /** The store logs commits, in place. */
  @Nested
  class LoggedInPlace extends ForContract {
    LoggedInPlace() {
      super(Placement.HOME, "for:buffer=16K,log=64K", 16L << 10, SyncMode.CLOSE);
    }
  }
}
