package org.flashgrove.literature.buffer.fkdb;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FileNodeStoreContract;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over F-KDB's buffer, in stores that are durable at checkpoints. */
class FkdbNodeStoreTest {
  private abstract static class FkdbContract extends FileNodeStoreContract {
    private final String spec;

    FkdbContract(String spec, long logBytes) {
      super(Placement.FREE, logBytes, SyncMode.BARRIER);
      this.spec = spec;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return new FkdbBuffer(FkdbConfig.of(Spec.parse(spec)), device, layout);
    }
  }

  /** Flushes and merges all the time. */
  @Nested
  class Small extends FkdbContract {
    Small() {
      super("fkdb:buffer=16K,unit=2,writecost=1", 64L << 10);
    }
  }

  /** No merges. */
  @Nested
  class Scattered extends FkdbContract {
    Scattered() {
      super("fkdb:buffer=16K,unit=1,wa=off", 10L << 20);
    }
  }

  /** Everything stays in the buffer. */
  @Nested
  class Large extends FkdbContract {
    Large() {
      super("fkdb:buffer=8M", 10L << 20);
    }
  }
}
