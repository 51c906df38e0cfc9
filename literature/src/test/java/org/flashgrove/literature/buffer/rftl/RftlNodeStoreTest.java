package org.flashgrove.literature.buffer.rftl;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FileNodeStoreContract;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over RFTL. */
class RftlNodeStoreTest {
  private abstract static class RftlContract extends FileNodeStoreContract {
    private final String spec;

    RftlContract(String spec, long logBytes) {
      super(Placement.FREE, logBytes, SyncMode.BARRIER);
      this.spec = spec;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new RftlBuffer(RftlConfig.of(Spec.parse(spec)), device, layout);
    }
  }

  /** Everything stays in the reservation buffer. */
  @Nested
  class Large extends RftlContract {
    Large() {
      super("rftl:buffer=8M", 10L << 20);
    }
  }

  /** Flushes all the time, and states push each other out of the log. */
  @Nested
  class Small extends RftlContract {
    Small() {
      super("rftl:buffer=4K", 4L << 10);
    }
  }

  /** Compacts after nearly each flush. */
  @Nested
  class Compacting extends RftlContract {
    Compacting() {
      super("rftl:buffer=4K,pages=1", 64L << 10);
    }
  }

  /** Hardly ever compacts. */
  @Nested
  class Spread extends RftlContract {
    Spread() {
      super("rftl:buffer=8K,pages=64", 64L << 10);
    }
  }
}
