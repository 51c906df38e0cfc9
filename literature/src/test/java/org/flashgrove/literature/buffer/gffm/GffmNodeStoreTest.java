package org.flashgrove.literature.buffer.gffm;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FileNodeStoreContract;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** The port's contract over GFFM's buffer, in stores that are durable at checkpoints. */
class GffmNodeStoreTest {
  private abstract static class GffmContract extends FileNodeStoreContract {
    private final String spec;

    GffmContract(Placement placement, String spec, long logBytes) {
      super(placement, logBytes, SyncMode.BARRIER);
      this.spec = spec;
    }

    @Override
    protected NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log) {
      return GffmConfig.of(Spec.parse(spec)).buffer(device, layout);
    }
  }

  /** Flushes whenever room is needed. */
  @Nested
  class Small extends GffmContract {
    Small() {
      super(Placement.FREE, "gffm:buffer=16K", 64L << 10);
    }
  }

  /** Flushes of few pages, only if no clean page may leave. */
  @Nested
  class CleanFirst extends GffmContract {
    CleanFirst() {
      super(Placement.FREE, "gffm:buffer=16K,unit=2,hot=25%,flush=dirty", 10L << 20);
    }
  }

  /** In place. */
  @Nested
  class InPlace extends GffmContract {
    InPlace() {
      super(Placement.HOME, "gffm:buffer=16K,unit=4", 64L << 10);
    }
  }
}
