package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageUnits;

/**
 * Page store in a file of length {@code pageCount * pageSize}. The file is extended before slots
 * beyond its end are written, so that a killed process leaves whole slots.
 */
public final class FilePageStore implements PageStore {
  private static final int ZEROS_BYTES = 1 << 16;
  private static final int DIRECT_ALIGNMENT = 512;

  private final RawFile file;
  private final boolean isDirect;
  private final int pageSize;
  private final Object growth = new Object();
  private volatile long pageCount;
  private volatile boolean closed;
  private volatile boolean keepsSpace;
  private ByteBuffer zeros;

  private FilePageStore(RawFile file, boolean isDirect, int pageSize, long pageCount) {
    this.file = file;
    this.isDirect = isDirect;
    this.pageSize = pageSize;
    this.pageCount = pageCount;
  }

  /** Creates a store without slots. */
  public static FilePageStore create(
      StoreDirectory directory, String name, RawFile.Caching caching, int pageSize) {
    requirePageSize(pageSize);
    RawFile file = directory.create(name, caching);
    directory.sync();
    return new FilePageStore(file, caching == RawFile.Caching.DIRECT, pageSize, 0);
  }

  /**
   * Opens an existing store.
   *
   * @throws DamagedStoreException if the file length is not a multiple of the page size
   */
  public static FilePageStore open(
      StoreDirectory directory, String name, RawFile.Caching caching, int pageSize) {
    requirePageSize(pageSize);
    RawFile file = directory.open(name, caching);
    boolean opened = false;
    try {
      long size = file.sizeBytes();
      if (size % pageSize != 0) {
        throw new DamagedStoreException(
            file.name(),
            "offset " + size,
            "the file size is not a multiple of the page size of " + pageSize + " bytes");
      }
      opened = true;
      return new FilePageStore(file, caching == RawFile.Caching.DIRECT, pageSize, size / pageSize);
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  private static void requirePageSize(int pageSize) {
    if (Integer.bitCount(pageSize) != 1 || pageSize < 512 || pageSize > 65_536) {
      throw new IllegalArgumentException(
          "pageSize = " + pageSize + " (allowed: a power of two from 512 to 65536)");
    }
  }

  /** Reserves disk space for {@code bytes} bytes. The number of slots does not change. */
  public void reserve(long bytes) {
    file.reserve(bytes);
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public long pageCount() {
    requireOpen();
    return pageCount;
  }

  @Override
  public void read(long[] slots, int count, ByteBuffer into) {
    requireBuffer(slots, count, into);
    long present = pageCount;
    for (int i = 0; i < count; i++) {
      requireSlot(slots[i], present);
    }
    int run;
    for (int i = 0; i < count; i += run) {
      run = run(slots, i, count);
      int length = run * pageSize;
      int read = file.read(slots[i] * pageSize, into, i * pageSize, length);
      requireWhole(slots[i], read, length);
    }
  }

  /**
   * Reads slots into a buffer like {@link #read}, but through an asynchronous queue of the
   * platform. Up to {@code depth} runs of neighbouring slots are read at the same time.
   *
   * @param depth maximum number of runs in flight
   * @param ranges scratch object of the caller
   * @return false if the platform has no queue for this file; nothing is read then
   */
  boolean readTogether(long[] slots, int count, ByteBuffer into, int depth, FileRanges ranges) {
    requireBuffer(slots, count, into);
    long present = pageCount;
    for (int i = 0; i < count; i++) {
      requireSlot(slots[i], present);
    }
    ranges.clear();
    int run;
    for (int i = 0; i < count; i += run) {
      run = run(slots, i, count);
      ranges.add(slots[i] * pageSize, i * pageSize, run * pageSize);
    }
    if (!file.readTogether(ranges, into, depth)) {
      return false;
    }
    for (int i = 0; i < ranges.count(); i++) {
      requireWhole(ranges.offset(i) / pageSize, ranges.read(i), ranges.length(i));
    }
    return true;
  }

  /**
   * Passes slots to a visitor like {@link #readEach(long[], int, ByteBuffer, PageVisitor)}, but
   * reads them through an asynchronous queue of the platform. The buffer must have room for {@code
   * depth} pages.
   *
   * @return false if there is no queue for this file, or the buffer is too small; nothing is read
   *     then
   */
  boolean readEach(
      long[] slots, int count, ByteBuffer into, int depth, FileRanges ranges, PageVisitor visitor) {
    requireBuffer(slots, Math.min(count, depth), into);
    long present = pageCount;
    ranges.clear();
    for (int i = 0; i < count; i++) {
      requireSlot(slots[i], present);
      ranges.add(slots[i] * pageSize, 0, pageSize);
    }
    return file.readEach(ranges, into, depth, new WholePages(slots, ranges, visitor));
  }

  /**
   * Checks that each page was read whole, and passes it to the visitor. This is not a lambda
   * expression, because linking one takes a millisecond of the first cold query of a program.
   */
  private final class WholePages implements FileRanges.Visitor {
    private final long[] slots;
    private final FileRanges ranges;
    private final PageVisitor visitor;

    WholePages(long[] slots, FileRanges ranges, PageVisitor visitor) {
      this.slots = slots;
      this.ranges = ranges;
      this.visitor = visitor;
    }

    @Override
    public void range(int range) {
      requireWhole(slots[range], ranges.read(range), pageSize);
      visitor.page(range, ranges.at(range));
    }
  }

  private void requireWhole(long slot, int read, int length) {
    if (read < length) {
      long missing = slot + read / pageSize;
      requireSlot(missing, pageCount);
      throw new DamagedStoreException(
          file.name(), "page " + missing, "the file ends before this page");
    }
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    requireBuffer(slots, count, from);
    for (int i = 0; i < count; i++) {
      requireSlot(slots[i], Long.MAX_VALUE / pageSize);
      if (i > 0 && slots[i] <= slots[i - 1]) {
        throw new IllegalArgumentException(
            "slot "
                + slots[i]
                + ": follows slot "
                + slots[i - 1]
                + "; pass slots in ascending order");
      }
    }
    if (count > 0) {
      extend(slots[count - 1] + 1);
    }
    int run;
    for (int i = 0; i < count; i += run) {
      run = run(slots, i, count);
      file.write(slots[i] * pageSize, from, i * pageSize, run * pageSize);
    }
  }

  /**
   * Returns the length of the run that starts at {@code slots[start]}. In a run, each slot number
   * is one greater than the previous one.
   */
  private static int run(long[] slots, int start, int count) {
    int end = start + 1;
    while (end < count && slots[end] == slots[end - 1] + 1) {
      end++;
    }
    return end - start;
  }

  private void requireOpen() {
    if (closed) {
      throw StoreClosedException.of(file.name());
    }
  }

  private void requireBuffer(long[] slots, int count, ByteBuffer buffer) {
    requireOpen();
    if (count < 0 || count > slots.length) {
      throw new IllegalArgumentException(
          "count = " + count + " (allowed: 0 to " + slots.length + ")");
    }
    if (!buffer.isDirect() || (long) count * pageSize > buffer.capacity()) {
      throw new IllegalArgumentException(
          (buffer.isDirect() ? "direct" : "heap")
              + " buffer of "
              + buffer.capacity()
              + " bytes (allowed: direct, at least "
              + (long) count * pageSize
              + " bytes)");
    }
    if (isDirect && buffer.alignmentOffset(0, DIRECT_ALIGNMENT) != 0) {
      throw new IllegalArgumentException(
          "buffer: not aligned for direct I/O; allocate it with AlignedBuffers");
    }
  }

  private static void requireSlot(long slot, long bound) {
    if (slot < 0 || slot >= bound) {
      throw new IllegalArgumentException("slot " + slot + " (allowed: 0 to " + (bound - 1) + ")");
    }
  }

  @Override
  public void extend(long newCount) {
    requireOpen();
    if (newCount < 0 || newCount > Long.MAX_VALUE / pageSize) {
      throw new IllegalArgumentException(
          "pageCount = " + newCount + " (allowed: 0 to " + Long.MAX_VALUE / pageSize + ")");
    }
    if (newCount > pageCount) {
      synchronized (growth) {
        if (newCount > pageCount) {
          file.resize(newCount * pageSize);
          pageCount = newCount;
        }
      }
    }
  }

  @Override
  public void trim(long first, long count) {
    requireOpen();
    synchronized (growth) {
      requireRange("trim", first, count, pageCount);
      if (count > 0 && first + count == pageCount) {
        file.resize(first * pageSize);
        pageCount = first;
      } else {
        writeZeros(first * pageSize, count * pageSize);
      }
    }
  }

  private void writeZeros(long offset, long length) {
    if (zeros == null) {
      zeros = AlignedBuffers.allocate(ZEROS_BYTES);
    }
    long done = 0;
    while (done < length) {
      int piece = (int) Math.min(ZEROS_BYTES, length - done);
      file.write(offset + done, zeros, 0, piece);
      done += piece;
    }
  }

  /** From now on, ignores {@link #discard} calls, so that the file keeps its disk space. */
  public void keepSpace() {
    keepsSpace = true;
  }

  /** Allows the file handle to be closed while the file is not used. */
  public void closeHandleWhenIdle() {
    file.closeHandleWhenIdle();
  }

  @Override
  public int leastDiscard() {
    long bytes = keepsSpace ? 0 : file.leastDiscardBytes();
    return (int) ((bytes + pageSize - 1) / pageSize);
  }

  @Override
  public boolean discard(long first, long count) {
    requireOpen();
    requireRange("discard", first, count, pageCount);
    return !keepsSpace && count > 0 && file.discard(first * pageSize, count * pageSize);
  }

  @Override
  public void expect(long first, long count, int level) {
    file.expect(first * pageSize, count * pageSize, level);
  }

  @Override
  public PageUnits units() {
    PageUnits ofFile = file.units();
    return ofFile.count() == 0 ? ofFile : new SlotUnits(ofFile, pageSize);
  }

  private static void requireRange(String what, long first, long count, long bound) {
    if (first < 0 || count < 0 || first > bound - count) {
      throw new IllegalArgumentException(
          what + " of " + count + " slots from " + first + " on (allowed: 0 to " + bound + ")");
    }
  }

  @Override
  public void sync() {
    file.sync();
  }

  @Override
  public void close() {
    closed = true;
    file.close();
  }
}
