package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.simulator.device.ReadBatch;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.file.FileRanges;

/**
 * Translates byte ranges of files to requests for pages of the device. A range becomes one request
 * if its pages have one origin and are consecutive on the device. Otherwise it becomes several
 * concurrent requests.
 *
 * <p>Before a write that covers a page only partially, the page is read. The read is omitted if the
 * file has no other content in the page. It is also omitted if the page is still in memory as the
 * last partially written page. In a file opened with buffering, the last partially written page
 * stays in memory until it is full or the file is synced. Nothing else is cached: every other read
 * goes to the device.
 */
final class DeviceTraffic {
  private static final int MOST_TOGETHER = 64;
  private static final int DEEPEST = 65_536;

  private final SimulatedDevice device;
  private final int depth;
  private final int pageBytes;
  private final int chunkPages;
  private final long firstPage;
  private final ByteBuffer onePage;
  private final ReadBatch reads;
  private ByteBuffer scratch;

  /**
   * File of the current write request. Its page {@link #writtenPage} is page {@link #writtenPlace}
   * of the device. Null for the catalog.
   */
  private StoredFile written;

  private long writtenPage;
  private long writtenPlace;

  /** Cause of the current request. */
  private Cause cause = Cause.CHANGE;

  /**
   * First page of the current request if the request changes only a part of that page, otherwise
   * NONE. {@code lastRewritten} is the last page, under the same condition. Both are page numbers
   * of the device.
   */
  private long firstRewritten = StoredFile.NONE;

  private long lastRewritten = StoredFile.NONE;

  /**
   * Creates the traffic of one device.
   *
   * @param depth queue depth of the device
   * @param chunkPages number of pages per chunk
   * @param firstPage page of the device at which chunk 0 begins
   */
  DeviceTraffic(SimulatedDevice device, int depth, int chunkPages, long firstPage) {
    this.device = device;
    this.depth = depth;
    this.chunkPages = chunkPages;
    this.firstPage = firstPage;
    pageBytes = device.pageBytes();
    onePage = AlignedBuffers.allocate(pageBytes);
    reads = new ReadBatch(device);
    scratch = AlignedBuffers.allocate(Math.max(pageBytes, 1 << 16));
    device.causes(this::causeOf);
    device.levels(page -> written == null ? -1 : written.level(writtenPage + page - writtenPlace));
  }

  private Cause causeOf(long page) {
    boolean isRewritten = page == firstRewritten || page == lastRewritten;
    return isRewritten && cause != Cause.CHECKPOINT ? Cause.READ_MODIFY_WRITE : cause;
  }

  /**
   * Returns the page of the device that contains a byte of a file, or {@link StoredFile#NONE} if
   * the file has no space there.
   */
  long pageOf(StoredFile file, long offset) {
    long page = offset / pageBytes;
    return page / chunkPages < file.chunkCount() ? devicePage(file, page) : StoredFile.NONE;
  }

  private long devicePage(StoredFile file, long page) {
    int chunk = file.chunk((int) (page / chunkPages));
    return firstPage + (long) chunk * chunkPages + page % chunkPages;
  }

  private Origin origin(StoredFile file, long page) {
    return file.origins().of(page * pageBytes, pageBytes);
  }

  /**
   * Returns the number of pages from {@code page} to at most {@code end} that a single request can
   * contain: pages with the same origin that are consecutive on the device.
   */
  private int run(StoredFile file, long page, long end) {
    Origin origin = origin(file, page);
    long place = devicePage(file, page);
    int count = 1;
    while (page + count < end
        && devicePage(file, page + count) == place + count
        && origin(file, page + count) == origin) {
      count++;
    }
    return count;
  }

  private void requireScratch(long pages) {
    long bytes = pages * pageBytes;
    if (bytes > scratch.capacity()) {
      scratch = AlignedBuffers.allocate(Math.toIntExact(Math.max(bytes, 2L * scratch.capacity())));
    }
  }

  /**
   * Returns a buffer for {@code pages} pages. Its index 0 is index {@code start} of {@code
   * scratch}.
   */
  private ByteBuffer scratch(int start, int pages) {
    return start == 0 ? scratch : scratch.slice(start, pages * pageBytes);
  }

  /**
   * Adds reads of pages {@code [first, end)} of a file to the batch of the current call; the range
   * may be empty. The content goes to the internal buffer {@code scratch}, from index {@code at}
   * on.
   */
  private void addReads(StoredFile file, long first, long end, int at) {
    int count;
    for (long page = first; page < end; page += count) {
      count = run(file, page, end);
      ByteBuffer bytes = scratch(at + (int) (page - first) * pageBytes, count);
      reads.add(devicePage(file, page), count, origin(file, page), bytes);
    }
  }

  /**
   * Adds reads of the pages that contain a range of at least one byte. The content of the pages
   * goes to the internal buffer {@code scratch}, from index {@code at} on. A page whose newest
   * changes are only in memory is copied from there instead.
   */
  private void addRange(StoredFile file, long offset, int length, int at) {
    long first = offset / pageBytes;
    long end = pageAfter(offset, length);
    long held = file.isTailDirty() ? file.tailPage() : StoredFile.NONE;
    if (held >= first && held < end) {
      addReads(file, first, held, at);
      addReads(file, held + 1, end, at + (int) (held + 1 - first) * pageBytes);
      scratch.put(at + (int) (held - first) * pageBytes, file.tail());
    } else {
      addReads(file, first, end, at);
    }
  }

  private long pageAfter(long offset, int length) {
    return (offset + length + pageBytes - 1) / pageBytes;
  }

  private int pageCount(long offset, int length) {
    return (int) (pageAfter(offset, length) - offset / pageBytes);
  }

  /**
   * Copies a range of bytes to {@code into}. The pages that contain the range start at index {@code
   * from} of the internal buffer {@code scratch}.
   */
  private void copy(StoredFile file, long offset, int length, int from, ByteBuffer into, int at) {
    into.put(at, scratch, from + (int) (offset % pageBytes), length);
    file.origins().seen(offset, into, at, length);
  }

  /**
   * Waits until a read is complete, because the caller needs the content. The host waits even if
   * the queue depth would allow further requests.
   */
  private void await(long doneNanos) {
    if (depth > 1) {
      device.arriveAt(Math.max(device.nowNanos(), doneNanos));
    }
  }

  /** Increases the queue depth, so that all requests for one byte range are concurrent. */
  private void letMoreBeUnderWay() {
    device.queueDepth(Math.min(DEEPEST, depth + MOST_TOGETHER));
  }

  /**
   * Writes pages {@code [first, end)} of a file; the range may be empty. The content comes from the
   * internal buffer {@code scratch}, from index {@code at} on.
   */
  private void writePages(StoredFile file, long first, long end, int at) {
    if (first >= end) {
      return;
    }
    int count = run(file, first, end);
    boolean together = first + count < end;
    if (together) {
      letMoreBeUnderWay();
    }
    try {
      for (long page = first; page < end; page += count) {
        count = run(file, page, end);
        ByteBuffer bytes = scratch(at + (int) (page - first) * pageBytes, count);
        writeToDevice(file, page, count, bytes);
      }
    } finally {
      if (together) {
        device.queueDepth(depth);
      }
    }
  }

  private void writeToDevice(StoredFile file, long page, int count, ByteBuffer bytes) {
    Origin origin = origin(file, page);
    cause = origin == Origin.MAP ? Cause.CHECKPOINT : file.cause();
    written = file;
    writtenPage = page;
    writtenPlace = devicePage(file, page);
    device.write(writtenPlace, count, origin, bytes);
  }

  /** Writes pages of the directory's catalog. */
  void writeCatalog(long page, int count, ByteBuffer bytes) {
    cause = Cause.CHECKPOINT;
    written = null;
    device.write(page, count, Origin.MAP, bytes);
  }

  /**
   * Returns a view of the whole buffer with its limit at its capacity. Absolute bulk methods of a
   * buffer do not access bytes beyond its limit.
   */
  private static ByteBuffer whole(ByteBuffer buffer) {
    return buffer.limit() == buffer.capacity()
        ? buffer
        : buffer.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads a range of at least one byte, which must be within the file. */
  void read(StoredFile file, long offset, ByteBuffer into, int at, int length) {
    requireScratch(pageCount(offset, length));
    addRange(file, offset, length, 0);
    boolean together = reads.size() > 1;
    if (together) {
      letMoreBeUnderWay();
    }
    try {
      await(reads.handOver());
    } finally {
      if (together) {
        device.queueDepth(depth);
      }
    }
    copy(file, offset, length, 0, whole(into), at);
  }

  /**
   * Reads several ranges concurrently, as far as the queue depth allows. Records for each range the
   * number of bytes read.
   */
  void readTogether(StoredFile file, FileRanges ranges, ByteBuffer into) {
    long pages = 0;
    for (int range = 0; range < ranges.count(); range++) {
      long present = Math.max(0, file.sizeBytes() - ranges.offset(range));
      ranges.setRead(range, (int) Math.min(ranges.length(range), present));
      pages += pageCount(ranges.offset(range), ranges.read(range));
    }
    requireScratch(pages);
    int at = 0;
    for (int range = 0; range < ranges.count(); range++) {
      if (ranges.read(range) > 0) {
        addRange(file, ranges.offset(range), ranges.read(range), at);
      }
      at += pageCount(ranges.offset(range), ranges.read(range)) * pageBytes;
    }
    await(reads.handOver());
    ByteBuffer target = whole(into);
    at = 0;
    for (int range = 0; range < ranges.count(); range++) {
      if (ranges.read(range) > 0) {
        copy(file, ranges.offset(range), ranges.read(range), at, target, ranges.at(range));
      }
      at += pageCount(ranges.offset(range), ranges.read(range)) * pageBytes;
    }
  }

  /**
   * Writes a range of at least one byte to a file whose chunks are already allocated. Does not
   * change the file's length.
   *
   * @param hold whether the last page may stay in memory until {@link #writeTail} if it is only
   *     partially written
   */
  void write(StoredFile file, long offset, ByteBuffer from, int at, int length, boolean hold) {
    long first = offset / pageBytes;
    long last = (offset + length - 1) / pageBytes;
    boolean lastInPart = (offset + length) % pageBytes != 0;
    if (lastInPart && (file.tailPage() < first || file.tailPage() > last)) {
      writeTail(file);
    }
    requireScratch(last + 1 - first);
    loadParts(file, first, last, offset % pageBytes != 0, lastInPart);
    ByteBuffer source = whole(from);
    scratch.put((int) (offset - first * pageBytes), source, at, length);
    file.origins().seen(offset, source, at, length);
    boolean held = hold && lastInPart;
    writePages(file, first, held ? last : last + 1, 0);
    if (lastInPart) {
      byte[] content = file.tail() == null ? new byte[pageBytes] : file.tail();
      scratch.get((int) (last - first) * pageBytes, content);
      long rewritten = first == last ? firstRewritten : lastRewritten;
      file.remember(last, content, held, rewritten != StoredFile.NONE);
    } else if (file.tailPage() >= first && file.tailPage() <= last) {
      file.forgetTail();
    }
  }

  /**
   * Loads the first page of a write if the write changes only a part of that page, and likewise the
   * last page.
   */
  private void loadParts(
      StoredFile file, long first, long last, boolean firstInPart, boolean lastInPart) {
    firstRewritten = StoredFile.NONE;
    lastRewritten = StoredFile.NONE;
    if (firstInPart || first == last && lastInPart) {
      firstRewritten = load(file, first, 0);
    }
    if (first < last && lastInPart) {
      lastRewritten = load(file, last, (int) (last - first) * pageBytes);
    }
  }

  /**
   * Writes the last page of a file to the device if the page is only partially filled and has
   * changes that are only in memory.
   */
  void writeTail(StoredFile file) {
    if (file.isTailDirty()) {
      onePage.put(0, file.tail());
      long page = file.tailPage();
      firstRewritten = file.isTailProgrammed() ? devicePage(file, page) : StoredFile.NONE;
      lastRewritten = StoredFile.NONE;
      writeToDevice(file, page, 1, onePage);
      file.tailWritten();
    }
  }

  /**
   * Copies the current content of a page of a file to the internal buffer {@code scratch}, at index
   * {@code at}.
   *
   * @return page of the device that contains the page of the file; -1 if the device does not
   *     contain the page yet
   */
  private long load(StoredFile file, long page, int at) {
    if (file.tailPage() == page) {
      scratch.put(at, file.tail());
      return file.isTailProgrammed() ? devicePage(file, page) : StoredFile.NONE;
    }
    if (page * pageBytes >= file.sizeBytes()) {
      for (int i = 0; i < pageBytes; i++) {
        scratch.put(at + i, (byte) 0);
      }
      return StoredFile.NONE;
    }
    device.read(devicePage(file, page), 1, origin(file, page), onePage);
    await(device.completionNanos());
    scratch.put(at, onePage, 0, pageBytes);
    return devicePage(file, page);
  }

  /**
   * Truncates the content of a file: all bytes from {@code sizeBytes} on read as zeros. Leaves
   * chunks alone that the first {@code sizeBytes} bytes do not need.
   */
  void cut(StoredFile file, long sizeBytes) {
    long end = (file.sizeBytes() + pageBytes - 1) / pageBytes;
    long chunkBytes = (long) chunkPages * pageBytes;
    end = Math.min(end, (sizeBytes + chunkBytes - 1) / chunkBytes * chunkPages);
    long firstWhole = (sizeBytes + pageBytes - 1) / pageBytes;
    int kept = (int) (sizeBytes % pageBytes);
    if (file.tailPage() >= firstWhole) {
      file.forgetTail();
    }
    if (kept != 0) {
      if (file.tailPage() != firstWhole - 1) {
        writeTail(file);
      }
      lastRewritten = StoredFile.NONE;
      firstRewritten = load(file, firstWhole - 1, 0);
      for (int i = kept; i < pageBytes; i++) {
        scratch.put(i, (byte) 0);
      }
      writePages(file, firstWhole - 1, firstWhole, 0);
      byte[] content = file.tail() == null ? new byte[pageBytes] : file.tail();
      scratch.get(0, content);
      file.remember(firstWhole - 1, content, false, true);
    }
    for (long page = firstWhole; page < end; ) {
      int count = (int) Math.min(end - page, chunkPages - page % chunkPages);
      device.trim(devicePage(file, page), count, origin(file, page));
      page += count;
    }
  }

  /** Trims the pages that lie completely within a byte range of a file. */
  void discard(StoredFile file, long offset, long length) {
    long page = (offset + pageBytes - 1) / pageBytes;
    long end = (offset + length) / pageBytes;
    if (file.tailPage() >= page && file.tailPage() < end) {
      file.forgetTail();
    }
    int count;
    for (; page < end; page += count) {
      count = run(file, page, end);
      device.trim(devicePage(file, page), count, Origin.MAP);
    }
  }

  /** Sets the level of the pages that a byte range of a file covers. */
  void expect(StoredFile file, long offset, long length, int level) {
    file.level((int) (offset / pageBytes), (int) ((offset + length) / pageBytes), level);
  }

  /** Trims {@code count} chunks from {@code first} on. */
  void trimChunks(int first, int count) {
    device.trim(firstPage + (long) first * chunkPages, (long) count * chunkPages, Origin.MAP);
  }
}
