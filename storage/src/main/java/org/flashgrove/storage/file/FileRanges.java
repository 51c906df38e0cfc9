package org.flashgrove.storage.file;

import java.util.Arrays;

/**
 * List of file ranges that are read together into one buffer. Methods identify a range by its index
 * in the list, from 0 on in the order of the additions.
 */
public final class FileRanges {
  private long[] offsets = new long[16];
  private int[] places = new int[16];
  private int[] lengths = new int[16];
  private int[] reads = new int[16];
  private int count;

  /** Receives ranges that were read. */
  @FunctionalInterface
  public interface Visitor {
    /** Called after the range with index {@code range} was read. */
    void range(int range);
  }

  /** Removes all ranges. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds a range of {@code length} bytes from file position {@code offset}. The bytes are to be
   * read into the buffer, beginning at index {@code at}.
   */
  public void add(long offset, int at, int length) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      places = Arrays.copyOf(places, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
      reads = Arrays.copyOf(reads, 2 * count);
    }
    offsets[count] = offset;
    places[count] = at;
    lengths[count] = length;
    reads[count++] = 0;
  }

  public int count() {
    return count;
  }

  /** Returns the file position of a range. */
  public long offset(int range) {
    return offsets[range];
  }

  /** Returns the index in the destination buffer at which the bytes of a range begin. */
  public int at(int range) {
    return places[range];
  }

  /** Sets the index in the destination buffer at which the bytes of a range begin. */
  public void setAt(int range, int at) {
    places[range] = at;
  }

  /** Returns the number of bytes that were requested for a range. */
  public int length(int range) {
    return lengths[range];
  }

  /**
   * Returns the number of bytes that were read for a range. It is less than {@link #length} only if
   * the file ends within the range.
   */
  public int read(int range) {
    return reads[range];
  }

  /** Sets the number of bytes that were read for a range. */
  public void setRead(int range, int bytes) {
    reads[range] = bytes;
  }
}
