package org.flashgrove.simulator.device;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.simulator.chip.PowerSupply;
import org.flashgrove.simulator.figures.BusyTime;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.OriginCounts;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Base class of drives that store contents by page number. Operations run one after the other. A
 * completed write is durable.
 */
abstract class PageDisk extends QueuedDevice {
  final int pageBytes;
  final SparsePages content;
  final PowerSupply power = new PowerSupply();
  private final long pages;
  private final byte[] imageHeader;
  private final long[] reads = new long[Origin.COUNT];
  private long hostWrites;
  private long trims;
  private long flushes;
  private long freeNanos;
  private WriteMatrix earlierWrites = new WriteMatrix.Counter().matrix();
  private BusyTime busy = new BusyTime(0, 0, 0);

  /**
   * Creates a drive full of zeros.
   *
   * @param imageHeader first bytes of a saved image, which no other kind or size of drive has
   */
  PageDisk(long pages, int pageBytes, byte[] imageHeader) {
    this.pages = pages;
    this.pageBytes = pageBytes;
    this.imageHeader = imageHeader;
    content = new SparsePages(pages, pageBytes);
  }

  /**
   * Counts a read of these pages. The drive returns no content, because {@link PageDisk} stores the
   * content itself. Throws an exception if the drive does not allow the read.
   */
  void readPages(long first, int count) {}

  /** Programs one page with the bytes of the buffer {@code from}, starting at index {@code at}. */
  abstract void writePage(long page, Origin origin, ByteBuffer from, int at);

  /** Discards pages. */
  void trimPages(long first, long count) {}

  /** Returns the time of a request's operations, and of the copies and erases that it caused. */
  abstract BusyTime timeOf(OperationKind kind, long first, int count);

  /**
   * Returns the number of pages programmed since the drive was created, by kind of host data (such
   * as leaf nodes or the log) and by cause.
   */
  abstract WriteMatrix writes();

  /** Returns the number of reclaim units or zones erased since the drive was created. */
  long erases() {
    return 0;
  }

  /** Returns the number of pages that the drive copied since it was created. */
  long copies() {
    return 0;
  }

  @Override
  public int pageBytes() {
    return pageBytes;
  }

  @Override
  public long pageCount() {
    return pages;
  }

  @Override
  public boolean keepsContent() {
    return true;
  }

  private void require(long first, long count, Origin origin) {
    HostRequests.require(this, power.isOn(), first, count, origin);
  }

  /** Adds a request to the queue. The request completes after its operations. */
  void serve(OperationKind kind, Origin origin, long first, int count) {
    BusyTime more = timeOf(kind, first, count);
    busy = busy.plus(more);
    freeNanos = Math.max(queue.nowNanos(), freeNanos) + more.totalNanos();
    queue.placed(kind, origin, -1, freeNanos);
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    require(first, count, origin);
    readPages(first, count);
    reads[origin.ordinal()] += count;
    for (int i = 0; into != null && i < count; i++) {
      content.read(first + i, into, i * pageBytes);
    }
    serve(OperationKind.READ, origin, first, count);
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    require(first, count, origin);
    for (int i = 0; i < count; i++) {
      hostWrites++;
      writePage(first + i, origin, from, i * pageBytes);
    }
    serve(OperationKind.WRITE, origin, first, count);
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    require(first, count, origin);
    trims += count;
    if (count > 0) {
      trimPages(first, count);
    }
    for (long page = first; keepsContent() && page < first + count; page++) {
      content.zero(page);
    }
    serve(OperationKind.TRIM, origin, 0, 0);
  }

  @Override
  public void flush(Origin origin) {
    require(0, 0, origin);
    flushes++;
    queue.placed(OperationKind.FLUSH, origin, -1, queue.lastWriteNanos());
  }

  @Override
  final DeviceStats absolute() {
    long[] allReads = reads.clone();
    allReads[Origin.GC.ordinal()] += copies();
    long[] erases = new long[Origin.COUNT];
    erases[Origin.GC.ordinal()] = erases();
    return new DeviceStats(
        new OriginCounts(reads.clone()).total(),
        hostWrites,
        trims,
        flushes,
        new OriginCounts(allReads),
        writes(),
        new OriginCounts(erases),
        copies(),
        0,
        0,
        busy,
        0,
        queue.lastCompletionNanos());
  }

  @Override
  public WriteMatrix writesSinceNew() {
    return earlierWrites.plus(writes());
  }

  @Override
  public void cutPower() {
    power.cut();
  }

  @Override
  public void cutPowerAt(long operations) {
    power.cutAt(operations);
  }

  /** Restores the power. The requests that the power loss interrupted are discarded. */
  @Override
  public void restart() {
    power.restore();
    queue.clear();
    freeNanos = queue.nowNanos();
  }

  /** Writes the state of the drive, without contents. */
  void saveState(DataOutput out) throws IOException {}

  /** Loads a state of a drive with the same configuration. */
  void loadState(DataInput in) throws IOException {}

  @Override
  public void save(OutputStream out) throws IOException {
    drain();
    DataOutputStream words = new DataOutputStream(out);
    words.write(imageHeader);
    words.writeLong(queue.nowNanos());
    content.save(words);
    saveState(words);
    WriteHistory.save(words, writesSinceNew(), null);
    words.flush();
  }

  /** Loads a saved state into this new device. */
  final void load(InputStream in) throws IOException {
    DataInputStream words = new DataInputStream(in);
    if (!Arrays.equals(words.readNBytes(imageHeader.length), imageHeader)) {
      throw new IOException("not an image of this device; use the device spec that saved it");
    }
    queue.advanceTo(words.readLong());
    content.load(words);
    loadState(words);
    earlierWrites = WriteHistory.load(words, null);
    if (words.read() >= 0) {
      throw new IOException(
          "the device image continues after its end; restore the file from a copy");
    }
    restart();
    resetFigures();
  }
}
