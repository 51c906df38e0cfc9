package org.flashgrove.simulator.device;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.BusyTime;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.OriginCounts;
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
public final class HddDevice extends QueuedDevice {
  private static final int IMAGE_MAGIC = 0x46_47_48_31; // "FGH1"
  private static final long NEVER = Long.MAX_VALUE;
  private static final double NANOS_PER_SECOND = 1e9;

  private final HddSpec spec;
  private final int pageBytes;
  private final SparsePages content;
  private final long[] reads = new long[Origin.COUNT];
  private final WriteMatrix.Counter writes = new WriteMatrix.Counter();
  private long trims;
  private long flushes;
  private long readNanos;
  private long writeNanos;

  /** The page that can be accessed without a seek. */
  private long nextPage = -1;

  private long freeNanos;
  private boolean powered = true;
  private long writesUntilCut = NEVER;

  HddDevice(HddSpec spec) {
    this.spec = spec;
    pageBytes = spec.pageBytes();
    content = new SparsePages(spec.content() ? spec.pageCount() : 0, pageBytes);
    start(spec.depth());
  }

  /** Returns the spec of this device. */
  public HddSpec spec() {
    return spec;
  }

  @Override
  public int pageBytes() {
    return pageBytes;
  }

  @Override
  public long pageCount() {
    return spec.pageCount();
  }

  @Override
  public boolean keepsContent() {
    return spec.content();
  }

  private void require(long first, long count, Origin origin) {
    HostRequests.require(this, powered, first, count, origin);
  }

  /**
   * Serves a request after all earlier requests. Returns the time that serving the request takes,
   * in nanoseconds.
   */
  private long serve(OperationKind kind, long first, int count, Origin origin) {
    long bytes = (long) count * pageBytes;
    long passing = Math.round(bytes * NANOS_PER_SECOND / spec.bytesPerSecond());
    long duration = count == 0 ? 0 : passing + (first == nextPage ? 0 : spec.seekNanos());
    freeNanos = Math.max(queue.nowNanos(), freeNanos) + duration;
    nextPage = count == 0 ? nextPage : first + count;
    queue.placed(kind, origin, -1, freeNanos);
    return duration;
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    require(first, count, origin);
    reads[origin.ordinal()] += count;
    for (int i = 0; into != null && i < count; i++) {
      copyOut(first + i, into, i * pageBytes);
    }
    readNanos += serve(OperationKind.READ, first, count, origin);
  }

  private void copyOut(long page, ByteBuffer into, int offset) {
    if (spec.content()) {
      content.read(page, into, offset);
      return;
    }
    for (int i = 0; i < pageBytes; i++) {
      into.put(offset + i, (byte) 0);
    }
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    require(first, count, origin);
    for (int i = 0; i < count; i++) {
      writes.add(origin, causes.apply(first + i), 1);
      if (writesUntilCut != NEVER && --writesUntilCut == 0) {
        cutPower();
        throw new PowerLossException("power lost while page " + (first + i) + " was written");
      }
      if (spec.content()) {
        content.write(first + i, from, i * pageBytes);
      }
    }
    writeNanos += serve(OperationKind.WRITE, first, count, origin);
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    require(first, count, origin);
    trims += count;
    for (long page = first; spec.content() && page < first + count; page++) {
      content.zero(page);
    }
    queue.placed(OperationKind.TRIM, origin, -1, queue.nowNanos());
  }

  @Override
  public void flush(Origin origin) {
    require(0, 0, origin);
    flushes++;
    queue.placed(OperationKind.FLUSH, origin, -1, queue.lastWriteNanos());
  }

  @Override
  DeviceStats absolute() {
    OriginCounts read = new OriginCounts(reads);
    WriteMatrix written = writes.matrix();
    return new DeviceStats(
        read.total(),
        written.total(),
        trims,
        flushes,
        read,
        written,
        new OriginCounts(new long[0]),
        0,
        0,
        0,
        new BusyTime(readNanos, writeNanos, 0),
        0,
        queue.lastCompletionNanos());
  }

  @Override
  public void cutPower() {
    powered = false;
    writesUntilCut = NEVER;
  }

  @Override
  public void cutPowerAt(long operations) {
    if (operations < 1) {
      throw new IllegalArgumentException("operation " + operations + " (allowed: 1 or more)");
    }
    writesUntilCut = operations;
  }

  @Override
  public void save(OutputStream out) throws IOException {
    drain();
    DataOutputStream words = new DataOutputStream(out);
    words.writeInt(IMAGE_MAGIC);
    words.writeInt(pageBytes);
    words.writeLong(pageCount());
    words.writeLong(queue.nowNanos());
    content.save(words);
    words.flush();
  }

  /** Loads a saved state into this new device. */
  void load(InputStream in) throws IOException {
    DataInputStream words = new DataInputStream(in);
    if (words.readInt() != IMAGE_MAGIC
        || words.readInt() != pageBytes
        || words.readLong() != pageCount()) {
      throw new IOException("not an image of this device; use the device spec that saved it");
    }
    long nanos = words.readLong();
    content.load(words);
    if (words.read() >= 0) {
      throw new IOException(
          "the device image continues after its end; restore the file from a copy");
    }
    queue.advanceTo(nanos);
    restart();
    resetFigures();
  }

  /** Restores the power. The position of the heads is then unknown. */
  @Override
  public void restart() {
    powered = true;
    queue.clear();
    freeNanos = queue.nowNanos();
    nextPage = -1;
  }
}
