package org.flashgrove.geoparquet.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;

/**
 * Checks the counts of values that a page states in its encoded levels and values. The Parquet
 * library allocates memory for these counts before it reads the values. If a count is impossible, a
 * check throws an {@link IllegalArgumentException}.
 */
final class StatedCounts {
  private static final int LENGTH_BYTES = 4;
  private static final long SPARE_GROUPS = 64; // some writers fill up the last run
  private static final int MOST_BLOCK = 1 << 16;

  private final byte[] bytes;
  private final int limit;
  private final int values;
  private int at;

  private StatedCounts(ByteBuffer page, int values) {
    bytes = page.array();
    at = page.position();
    limit = page.limit();
    this.values = values;
  }

  /**
   * Checks a data page of version 1, in which the levels come before the values.
   *
   * @param values number of values, including nulls
   */
  static void require(
      ByteBuffer page,
      int values,
      ColumnDescriptor column,
      Encoding repetition,
      Encoding definition,
      Encoding encoding) {
    StatedCounts counts = new StatedCounts(page, values);
    if (counts.levels(column.getMaxRepetitionLevel(), repetition)
        && counts.levels(column.getMaxDefinitionLevel(), definition)) {
      counts.values(encoding);
    }
  }

  /**
   * Checks levels that are stored without their length, as in pages of version 2.
   *
   * @param values number of values, including nulls
   * @param most maximum level
   */
  static void requireLevels(ByteBuffer levels, int values, int most) {
    new StatedCounts(levels, values).runs(levels.limit(), BytesUtils.getWidthFromMaxInt(most));
  }

  /** Checks values that are not preceded by levels, as in pages of version 2. */
  static void requireValues(ByteBuffer data, int values, Encoding encoding) {
    new StatedCounts(data, values).values(encoding);
  }

  /** Checks the lengths of the binary values of a dictionary. */
  static void requireLengths(ByteBuffer dictionary, int count) {
    ByteBuffer bytes = dictionary.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      int length = bytes.remaining() < LENGTH_BYTES ? -1 : bytes.getInt();
      if (length < 0 || length > bytes.remaining()) {
        throw new IllegalArgumentException("a dictionary whose values are longer than its page");
      }
      bytes.position(bytes.position() + length);
    }
  }

  /** Returns the maximum number of values of a page. It depends on the size of the heap. */
  private static long mostValues() {
    return Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 64);
  }

  /**
   * Checks the levels at the current position and moves past them.
   *
   * @param most maximum level
   * @return whether the end of the levels could be determined, so that the values after it can be
   *     checked
   */
  private boolean levels(int most, Encoding encoding) {
    if (most == 0) {
      return true;
    }
    int width = BytesUtils.getWidthFromMaxInt(most);
    if (encoding != Encoding.RLE) {
      at += (int) Math.min(limit - at, ((long) values * width + 7) / 8);
      return true;
    }
    int end = lengthAndEnd();
    runs(end, width);
    at = end;
    return true;
  }

  private int lengthAndEnd() {
    if (limit - at < LENGTH_BYTES) {
      throw new IllegalArgumentException("a page that ends in its levels");
    }
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    at += LENGTH_BYTES;
    if (length < 0 || length > limit - at) {
      throw new IllegalArgumentException("levels that are longer than their page");
    }
    return at + length;
  }

  private void values(Encoding encoding) {
    if (at >= limit) {
      return; // all values are null
    }
    switch (encoding) {
      case RLE_DICTIONARY, PLAIN_DICTIONARY -> {
        int width = bytes[at++] & 0xff;
        runs(limit, width);
      }
      case RLE -> runs(lengthAndEnd(), 1);
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> deltas();
      case DELTA_BYTE_ARRAY -> {
        long unpacked = deltas() + deltas(); // lengths of shared prefixes, and of the rest
        if (unpacked > ParquetFile.mostPageBytes()) {
          throw new IllegalArgumentException(
              "a page whose values unpack to "
                  + unpacked
                  + " bytes, more than "
                  + ParquetFile.mostPageBytes());
        }
      }
      default -> {} // Parquet allocates no memory for a count
    }
  }

  /**
   * Checks the runs of repeated and of bit-packed values from the current position to {@code end}.
   *
   * @param width number of bits of each value
   */
  private void runs(int end, int width) {
    long left = values;
    while (at < end && left > 0) {
      long header = unsigned();
      long count = header >>> 1;
      if (count == 0) {
        return; // Parquet reads no further run
      }
      if ((header & 1) == 0) {
        at += (width + 7) / 8;
        left -= count;
        continue;
      }
      boolean isThere = count * Math.max(1, width) <= end - at + SPARE_GROUPS * Math.max(1, width);
      if (count > left / 8 + SPARE_GROUPS || 8 * count > mostValues() || width > 0 && !isThere) {
        throw new IllegalArgumentException("a run of " + 8 * count + " values");
      }
      at += (int) Math.min(end - at, count * width);
      left -= 8 * count;
    }
  }

  /**
   * Checks delta-encoded values at the current position and moves past them. Returns the sum of the
   * values that are not negative.
   */
  private long deltas() {
    long block = unsigned();
    long parts = unsigned();
    long count = unsigned();
    long value = signed();
    boolean isForm = block > 0 && block <= MOST_BLOCK && parts > 0 && parts <= block;
    if (!isForm || count > values || count > mostValues()) {
      throw new IllegalArgumentException(
          "deltas of " + count + " values in blocks of " + block + " and parts of " + parts);
    }
    long sum = count > 0 ? Math.max(0, (int) value) : 0;
    long inPart = block / parts;
    for (long left = count - 1; left > 0; left -= block) {
      long least = signed();
      int widths = at;
      long next = at + parts;
      for (int i = 0; i < parts && i * inPart < left; i++) {
        int width = widths + i < limit ? bytes[widths + i] & 0xff : 0;
        long inUse = Math.min(inPart, left - i * inPart);
        for (long k = 0; k < inUse; k++) {
          value += least + packed(8 * next + k * width, width);
          sum += Math.max(0, (int) value);
        }
        next += width * inPart / 8;
      }
      if (next > limit) {
        if (left > block) {
          throw new IllegalArgumentException("deltas that are longer than their page");
        }
        next = limit;
      }
      at = (int) next;
    }
    return sum;
  }

  /** Returns a bit-packed value. Bits after the end of the page count as 0. */
  private long packed(long bit, int width) {
    long value = 0;
    int shift = -(int) (bit & 7);
    for (long i = bit >>> 3; shift < Math.min(width, Long.SIZE) && i < limit; i++, shift += 8) {
      long each = bytes[(int) i] & 0xff;
      value |= shift < 0 ? each >>> -shift : each << shift;
    }
    return width < Long.SIZE ? value & (1L << width) - 1 : value;
  }

  private long signed() {
    long value = unsigned();
    return value >>> 1 ^ -(value & 1);
  }

  private long unsigned() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE && at < limit; shift += 7) {
      byte each = bytes[at++];
      value |= (long) (each & 0x7f) << shift;
      if (each >= 0) {
        break;
      }
    }
    return value;
  }
}
