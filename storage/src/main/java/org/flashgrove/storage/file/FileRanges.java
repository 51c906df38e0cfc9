package org.flashgrove.storage.file;

import java.util.Arrays;

/** Ranges of a file that are read together, each to a place of its own in one buffer. */
public final class FileRanges {
  private long[] offsets = new long[16];
  private int[] places = new int[16];
  private int[] lengths = new int[16];
  private int[] reads = new int[16];
  private int count;

  /** Takes ranges as they are read. */
  @FunctionalInterface
  public interface Visitor {
    /** Receives a range that was read. */
    void range(int range);
  }

  /** Forgets all ranges. */
  public void clear() {
    count = 0;
  }

  /** Adds {@code length} bytes of the file from {@code offset} on, wanted at {@code into[at]}. */
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

  /** Returns the number of ranges. */
  public int count() {
    return count;
  }

  /** Returns where in the file a range begins. */
  public long offset(int range) {
    return offsets[range];
  }

  /** Returns where in the buffer the range goes. */
  public int at(int range) {
    return places[range];
  }

  /** Says where in the buffer the range goes. */
  public void setAt(int range, int at) {
    places[range] = at;
  }

  /** Returns the bytes wanted. */
  public int length(int range) {
    return lengths[range];
  }

  /** Returns the bytes that were there; fewer than the length only where the file ends. */
  public int read(int range) {
    return reads[range];
  }

  /** Notes how many bytes were there. */
  public void setRead(int range, int bytes) {
    reads[range] = bytes;
  }
}
