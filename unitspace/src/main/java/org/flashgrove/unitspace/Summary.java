package org.flashgrove.unitspace;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * First page of a batch. It lists the pages of the batch, which follow in the unit, and pages that
 * were emptied. If the first page of the batch ends with zeros, the summary may contain the rest of
 * this page, so that the page needs no page of the unit. Numbers are little-endian. Only this class
 * writes and reads the format. The layout is
 *
 * <pre>
 *  0 magic   8 checksum of all bytes after it   12 unit
 * 16 sequence   24 sequence of the unit's first batch   32 last durable sequence
 * 40 set   48 set size, class (2 bytes each)   52 epoch   56 pages
 * 58 bytes of the page in the summary (2 bytes each)   60 ranges of empty pages
 * 64 page, checksum, tag (4 bytes each) for each page
 *    first, count, sequence (4, 4, 8 bytes) for each range
 *    at the end: content of the first page of the batch, or nothing
 * </pre>
 *
 * @param durable sequence number of a batch; it and all earlier batches of the epoch were durable
 *     before this batch was written
 * @param epoch number of times that the space had been mounted before this batch was written
 * @param set number of the set to which the unit belongs
 * @param pages numbers of the pages in the batch
 * @param checksums CRC-32C of the content of each page
 * @param ranges three numbers for each range of emptied pages: first page, number of pages, and
 *     sequence number of the batch whose summary first recorded that they are empty
 * @param packedBytes number of bytes of the first page that the summary contains; the page ends
 *     with zeros. 0 if the first page follows the summary like the other pages
 */
record Summary(
    int unit,
    long sequence,
    long unitSequence,
    long durable,
    long set,
    int setSize,
    int deathClass,
    int epoch,
    int[] pages,
    int[] checksums,
    int[] tags,
    long[] ranges,
    int packedBytes) {
  static final int RANGE_WORDS = 3;
  private static final long MAGIC = 0x32_54_4E_55_5F_57_47_46L; // "FGW_UNT2"
  private static final int HEADER_BYTES = 64;
  private static final int PACKED_AT = 58;
  private static final int PAGE_BYTES = 12;
  private static final int RANGE_BYTES = 16;
  private static final int MOST_PAGES = 127;

  /**
   * Returns the maximum number of pages in a batch on the given medium. A batch consists of pages
   * that are written together after a summary page. A batch with this number of pages may only fit
   * into a unit if the summary contains one of the pages.
   */
  static int mostPages(UnitMedium medium) {
    return mostPages(medium.pageBytes(), medium.unitPages());
  }

  static int mostPages(int pageBytes, int unitPages) {
    int listed = Math.min(MOST_PAGES, (pageBytes - HEADER_BYTES) / PAGE_BYTES);
    return Math.min(listed, unitPages);
  }

  /**
   * Returns the maximum number of ranges of empty pages in a summary that lists {@code pages}
   * pages.
   */
  static int mostRanges(int pageBytes, int pages) {
    return (pageBytes - HEADER_BYTES - pages * PAGE_BYTES) / RANGE_BYTES;
  }

  /** Returns the number of bytes that remain in a summary of pages and ranges. */
  static int roomBytes(int pageBytes, int pages, int ranges) {
    return pageBytes - HEADER_BYTES - pages * PAGE_BYTES - ranges * RANGE_BYTES;
  }

  /** Replaces a summary at index {@code at} by the page that it contains. */
  static void unpack(ByteBuffer summary, int at, int pageBytes) {
    int low = summary.get(at + PACKED_AT) & 0xFF;
    int bytes = low | (summary.get(at + PACKED_AT + 1) & 0xFF) << Byte.SIZE;
    summary.put(at, summary, at + pageBytes - bytes, bytes);
    for (int i = bytes; i < pageBytes; i += Long.BYTES) {
      summary.putLong(at + i, 0);
    }
  }

  /** Returns whether the summary contains the first page of the batch. */
  boolean isPacked() {
    return packedBytes > 0;
  }

  /** Returns the number of pages that the batch takes in its unit. */
  int batchPages() {
    return pages.length + (isPacked() ? 0 : 1);
  }

  /**
   * Returns the index in the unit of a page of the batch.
   *
   * @param start index of the summary
   * @param listed position of the page in {@link #pages}
   */
  int placeOf(int start, int listed) {
    return start + listed + (isPacked() ? 0 : 1);
  }

  static int checksum(ByteBuffer bytes, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(at, length));
    return (int) crc.getValue();
  }

  /**
   * Writes the summary. If it contains a page, the content of this page must be in {@code into} at
   * index {@code start}.
   */
  void write(ByteBuffer into, int start, int pageBytes) {
    into.put(start + pageBytes - packedBytes, into, start, packedBytes);
    for (int i = 0; i < pageBytes - packedBytes; i += Long.BYTES) {
      into.putLong(start + i, 0);
    }
    into.putLong(start, MAGIC);
    into.putInt(start + 12, unit);
    into.putLong(start + 16, sequence);
    into.putLong(start + 24, unitSequence);
    into.putLong(start + 32, durable);
    into.putLong(start + 40, set);
    into.putShort(start + 48, (short) setSize);
    into.putShort(start + 50, (short) deathClass);
    into.putInt(start + 52, epoch);
    into.putShort(start + 56, (short) pages.length);
    into.putShort(start + PACKED_AT, (short) packedBytes);
    into.putInt(start + 60, ranges.length / RANGE_WORDS);
    int at = start + HEADER_BYTES;
    for (int i = 0; i < pages.length; i++) {
      into.putInt(at, pages[i]);
      into.putInt(at + 4, checksums[i]);
      into.putInt(at + 8, tags[i]);
      at += PAGE_BYTES;
    }
    for (int i = 0; i < ranges.length; i += RANGE_WORDS) {
      into.putInt(at, (int) ranges[i]);
      into.putInt(at + 4, (int) ranges[i + 1]);
      into.putLong(at + 8, ranges[i + 2]);
      at += RANGE_BYTES;
    }
    into.putInt(start + 8, checksum(into, start + 12, pageBytes - 12));
  }

  /** Reads a summary. Returns null if the page is not a valid summary. */
  static @Nullable Summary read(ByteBuffer from, int pageBytes) {
    if (from.getLong(0) != MAGIC || from.getInt(8) != checksum(from, 12, pageBytes - 12)) {
      return null;
    }
    int count = from.getShort(56);
    int[] pages = new int[count];
    int[] checksums = new int[count];
    int[] tags = new int[count];
    int at = HEADER_BYTES;
    for (int i = 0; i < count; i++) {
      pages[i] = from.getInt(at);
      checksums[i] = from.getInt(at + 4);
      tags[i] = from.getInt(at + 8);
      at += PAGE_BYTES;
    }
    long[] ranges = new long[RANGE_WORDS * from.getInt(60)];
    for (int i = 0; i < ranges.length; i += RANGE_WORDS) {
      ranges[i] = from.getInt(at);
      ranges[i + 1] = from.getInt(at + 4);
      ranges[i + 2] = from.getLong(at + 8);
      at += RANGE_BYTES;
    }
    return new Summary(
        from.getInt(12),
        from.getLong(16),
        from.getLong(24),
        from.getLong(32),
        from.getLong(40),
        from.getShort(48),
        from.getShort(50),
        from.getInt(52),
        pages,
        checksums,
        tags,
        ranges,
        Short.toUnsignedInt(from.getShort(PACKED_AT)));
  }
}
