package org.flashgrove.simulator.device;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.flashgrove.simulator.chip.NandTiming;
import org.flashgrove.simulator.figures.BusyTime;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.OriginCounts;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Base class of drives that store contents by page number. Operations run one after the other.
 * Programming a page always takes the time of the chip's fastest kind of page. A completed write is
 * durable.
 */
abstract class PageDisk extends QueuedDevice {
  private static final int IMAGE_MAGIC = 0x46_47_5A_31; // "FGZ1"

  final int pageBytes;
  final int pages;
  final SparsePages content;
  private final NandTiming timing;
  private final long[] reads = new long[Origin.COUNT];
  private long hostWrites;
  private long trims;
  private long flushes;
  private long freeNanos;
  private long servedCopies;
  private long servedErases;
  private WriteMatrix earlierWrites = new WriteMatrix.Counter().matrix();
  private BusyTime busy = new BusyTime(0, 0, 0);

  PageDisk(int pages, int pageBytes, NandTiming timing) {
    this.pages = pages;
    this.pageBytes = pageBytes;
    this.timing = timing;
    content = new SparsePages(pages, pageBytes);
  }

  /** Returns whether the drive has power. */
  abstract boolean isOn();

  /**
   * Counts a read of these pages. The drive returns no content, because {@link PageDisk} stores the
   * content itself. Throws an exception if the drive does not allow the read.
   */
  abstract void readPages(int first, int count);

  /** Programs one page with the bytes of the buffer {@code from}, starting at index {@code at}. */
  abstract void writePage(int page, Origin origin, ByteBuffer from, int at);

  /** Discards pages. */
  abstract void trimPages(int first, int count);

  /**
   * Returns the number of pages programmed since the drive was created, by kind of host data (such
   * as leaf nodes or the log) and by cause.
   */
  abstract WriteMatrix writes();

  /** Returns the number of reclaim units or zones erased since the drive was created. */
  abstract long erases();

  /** Returns the number of pages that the drive copied since it was created. */
  abstract long copies();

  @Override
  public final int pageBytes() {
    return pageBytes;
  }

  @Override
  public final long pageCount() {
    return pages;
  }

  @Override
  public final boolean keepsContent() {
    return true;
  }

  private void require(long first, long count, Origin origin) {
    HostRequests.require(this, isOn(), first, count, origin);
  }

  /**
   * Adds a request to the queue. The request completes after its own operations and after the
   * copies and erases that it caused.
   *
   * @param pageReads pages that the request read
   * @param pageWrites pages that the request programmed, without copies
   */
  private void serve(OperationKind kind, Origin origin, long pageReads, long pageWrites) {
    long moreCopies = copies() - servedCopies;
    long moreErases = erases() - servedErases;
    servedCopies += moreCopies;
    servedErases += moreErases;
    BusyTime more =
        new BusyTime(
            (pageReads + moreCopies) * timing.readNanos(),
            (pageWrites + moreCopies) * timing.programNanos(),
            moreErases * timing.eraseNanos());
    busy = busy.plus(more);
    freeNanos = Math.max(queue.nowNanos(), freeNanos) + more.totalNanos();
    queue.placed(kind, origin, -1, freeNanos);
  }

  @Override
  public final void read(long first, int count, Origin origin, ByteBuffer into) {
    require(first, count, origin);
    readPages((int) first, count);
    reads[origin.ordinal()] += count;
    for (int i = 0; into != null && i < count; i++) {
      content.read(first + i, into, i * pageBytes);
    }
    serve(OperationKind.READ, origin, count, 0);
  }

  @Override
  public final void write(long first, int count, Origin origin, ByteBuffer from) {
    require(first, count, origin);
    for (int i = 0; i < count; i++) {
      hostWrites++;
      writePage((int) first + i, origin, from, i * pageBytes);
    }
    serve(OperationKind.WRITE, origin, 0, count);
  }

  @Override
  public final void trim(long first, long count, Origin origin) {
    require(first, count, origin);
    trims += count;
    if (count > 0) {
      trimPages((int) first, (int) count);
    }
    for (long page = first; page < first + count; page++) {
      content.zero(page);
    }
    serve(OperationKind.TRIM, origin, 0, 0);
  }

  @Override
  public final void flush(Origin origin) {
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
  public final WriteMatrix writesSinceNew() {
    return earlierWrites.plus(writes());
  }

  /** Writes the state of the drive, without contents. */
  abstract void saveState(DataOutput out) throws IOException;

  /** Loads a state of a drive with the same configuration. */
  abstract void loadState(DataInput in) throws IOException;

  @Override
  public final void save(OutputStream out) throws IOException {
    drain();
    DataOutputStream words = new DataOutputStream(out);
    words.writeInt(IMAGE_MAGIC);
    words.writeInt(pageBytes);
    words.writeInt(pages);
    words.writeLong(queue.nowNanos());
    content.save(words);
    saveState(words);
    WriteHistory.save(words, writesSinceNew(), null);
    words.flush();
  }

  /** Loads a saved state into this new device. */
  final void load(InputStream in) throws IOException {
    DataInputStream words = new DataInputStream(in);
    if (words.readInt() != IMAGE_MAGIC
        || words.readInt() != pageBytes
        || words.readInt() != pages) {
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

  /** Discards the requests that a power loss has interrupted. */
  final void clearQueue() {
    queue.clear();
    freeNanos = queue.nowNanos();
  }
}
