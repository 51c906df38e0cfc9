package org.flashgrove.simulator.device;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.BusyTime;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * A disk with a two-parameter model. A request that does not start where the last one ended waits
 * for a constant seek time. Then its pages are transferred at the bandwidth. Requests are served in
 * order of arrival.
 *
 * <p>Pages are written in place without a write buffer. A completed write is durable, and a flush
 * only waits. A page whose write is interrupted by a power loss keeps its old content. Real disks
 * have no trim; here a trim sets the pages to zero and takes no time.
 */
public final class HddDevice extends PageDisk {
  private static final int IMAGE_MAGIC = 0x46_47_48_31; // "FGH1"
  private static final double NANOS_PER_SECOND = 1e9;

  private final HddSpec spec;
  private final WriteMatrix.Counter writes = new WriteMatrix.Counter();

  /** The page that can be accessed without a seek. */
  private long nextPage = -1;

  HddDevice(HddSpec spec) {
    super(
        spec.pageCount(),
        spec.pageBytes(),
        ByteBuffer.allocate(16)
            .putInt(IMAGE_MAGIC)
            .putInt(spec.pageBytes())
            .putLong(spec.pageCount())
            .array());
    this.spec = spec;
    start(spec.depth());
  }

  /** Returns the spec of this device. */
  public HddSpec spec() {
    return spec;
  }

  @Override
  public boolean keepsContent() {
    return spec.content();
  }

  @Override
  BusyTime timeOf(OperationKind kind, long first, int count) {
    if (count == 0) {
      return new BusyTime(0, 0, 0);
    }
    double bytes = (double) count * pageBytes;
    long nanos =
        Math.round(bytes * NANOS_PER_SECOND / spec.bytesPerSecond())
            + (first == nextPage ? 0 : spec.seekNanos());
    nextPage = first + count;
    return kind == OperationKind.READ ? new BusyTime(nanos, 0, 0) : new BusyTime(0, nanos, 0);
  }

  @Override
  void serve(OperationKind kind, Origin origin, long first, int count) {
    if (kind == OperationKind.TRIM) {
      queue.placed(kind, origin, -1, queue.nowNanos());
    } else {
      super.serve(kind, origin, first, count);
    }
  }

  @Override
  void writePage(long page, Origin origin, ByteBuffer from, int at) {
    writes.add(origin, causes.apply(page), 1);
    if (power.strikes()) {
      throw new PowerLossException("power lost while page " + page + " was written");
    }
    if (spec.content()) {
      content.write(page, from, at);
    }
  }

  @Override
  WriteMatrix writes() {
    return writes.matrix();
  }

  /** Restores the power. The position of the heads is then unknown. */
  @Override
  public void restart() {
    super.restart();
    nextPage = -1;
  }
}
