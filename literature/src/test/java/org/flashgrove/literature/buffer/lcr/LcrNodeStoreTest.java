package org.flashgrove.literature.buffer.lcr;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FileNodeStoreContract;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over the LCR-tree. */
class LcrNodeStoreTest {
  private abstract static class LcrContract extends FileNodeStoreContract {
    private final String spec;

    LcrContract(String spec, long logBytes) {
      super(Placement.FREE, logBytes, SyncMode.BARRIER);
      this.spec = spec;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new LcrBuffer(LcrConfig.of(Spec.parse(spec)), device, layout);
    }
  }

  /** Everything stays in the buffer. */
  @Nested
  class Large extends LcrContract {
    Large() {
      super("lcr:buffer=8M", 10L << 20);
    }
  }

  /** Flushes all the time, and states push each other out of the log. */
  @Nested
  class Small extends LcrContract {
    Small() {
      super("lcr:buffer=4K", 4L << 10);
    }
  }

  /** Merges nearly all records into home pages. */
  @Nested
  class Merging extends LcrContract {
    Merging() {
      super("lcr:buffer=4K,merge=5%", 64L << 10);
    }
  }

  /** Keeps records in the log for long. */
  @Nested
  class Logging extends LcrContract {
    Logging() {
      super("lcr:buffer=8K,merge=80%", 64L << 10);
    }
  }
}
