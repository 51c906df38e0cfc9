package org.flashgrove.spark.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.spark.remote.ScratchBytes;

/**
 * Divides rows into ranges of keys. Each range has a buffer. When the buffer of a range is full,
 * the rows in the buffer are appended to temporary bytes.
 */
final class RowDivision {
  /** Number of ranges, a power of two. */
  static final int RANGES = 128;

  private static final byte[] NOTHING = {};
  private static final int CELL_BITS = 10;
  private static final int CELLS = 1 << CELL_BITS;

  /** Maximum number of sampled keys from which the limits of the ranges are computed. */
  private static final int SAMPLED = 32 * RANGES;

  private final ScratchBytes scratch;

  /** Greatest keys of all ranges but the last. */
  private final long[] cuts;

  /** Bits of the width of a cell. Cells divide the keys from the first to the last cut evenly. */
  private final int cellBits;

  /** Number of cuts below each cell, and at the end the number of all cuts. */
  private final int[] below = new int[CELLS + 1];

  private final int bufferBytes;
  private final byte[][] buffers = new byte[RANGES][];
  private final int[] filled = new int[RANGES];
  private final RowRange[] ranges = new RowRange[RANGES];

  /**
   * Creates a division.
   *
   * @param scratch receives the rows
   * @param cuts greatest keys of all ranges but the last, in ascending order
   * @param bufferBytes length of the buffer of each range. A longer row is appended directly
   */
  RowDivision(ScratchBytes scratch, long[] cuts, int bufferBytes) {
    this.scratch = scratch;
    this.cuts = cuts;
    long width = cuts[cuts.length - 1] - cuts[0];
    cellBits = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(width) - CELL_BITS);
    for (int cell = 1, cut = 0; cell <= CELLS; cell++) {
      while (cut < cuts.length && (cell == CELLS || cuts[cut] - cuts[0] >>> cellBits < cell)) {
        cut++;
      }
      below[cell] = cut;
    }
    this.bufferBytes = bufferBytes;
    Arrays.fill(buffers, NOTHING);
    Arrays.setAll(ranges, range -> new RowRange());
  }

  /**
   * Returns cuts that divide rows into ranges with about the same number of rows each. A cut is the
   * greatest key of a range; the last range has no cut.
   *
   * @param keys array that begins with keys of rows
   * @param count number of these keys, at least 1
   */
  static long[] cuts(long[] keys, int count) {
    long[] sample = new long[Math.min(SAMPLED, count)];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = keys[(int) ((long) i * count / sample.length)];
    }
    RadixSort.sort(sample, sample.length);
    long[] cuts = new long[RANGES - 1];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = sample[(i + 1) * sample.length / RANGES];
    }
    return cuts;
  }

  /**
   * Returns cuts that divide the keys from {@code least} to {@code greatest} into ranges of the
   * same width.
   */
  static long[] evenCuts(long least, long greatest) {
    long last = (greatest - least) / RANGES;
    long[] cuts = new long[RANGES - 1];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = Math.min(greatest, least + (i + 1) * last + i);
    }
    return cuts;
  }

  /**
   * Adds rows.
   *
   * @param from position of the first row
   * @param to end of the last row
   */
  void add(EncodedRows rows, int from, int to) throws IOException {
    int size;
    for (int at = from; at < to; at += size) {
      size = rows.size(at);
      addRow(rows, at, size);
    }
  }

  private void addRow(EncodedRows rows, int at, int size) throws IOException {
    long key = rows.key(at);
    int range = rangeOf(key);
    ranges[range].count(key, size);
    put(range, rows.bytes(), at, size);
  }

  /** Returns the index of the range that contains a key, which is the number of cuts below it. */
  private int rangeOf(long key) {
    long cell = key <= cuts[0] ? 0 : Math.min(CELLS - 1, key - cuts[0] >>> cellBits);
    int range = below[(int) cell];
    int end = below[(int) cell + 1];
    while (range < end) {
      int middle = (range + end) / 2;
      if (cuts[middle] < key) {
        range = middle + 1;
      } else {
        end = middle;
      }
    }
    return range;
  }

  private void put(int range, byte[] from, int at, int size) throws IOException {
    if (filled[range] + size > buffers[range].length && !makeRoom(range, size)) {
      write(range, from, at, size);
      return;
    }
    System.arraycopy(from, at, buffers[range], filled[range], size);
    filled[range] += size;
  }

  /**
   * Makes room for a row in the buffer of a range: enlarges the buffer, or appends its rows to the
   * temporary bytes. Returns whether the row fits in a buffer at all.
   */
  private boolean makeRoom(int range, int size) throws IOException {
    if (size > bufferBytes) {
      return false;
    }
    if (filled[range] + size > bufferBytes) {
      flush(range);
    }
    int needed = Math.max(filled[range] + size, 2 * buffers[range].length);
    if (filled[range] + size > buffers[range].length) {
      buffers[range] = Arrays.copyOf(buffers[range], Math.min(bufferBytes, needed));
    }
    return true;
  }

  private void flush(int range) throws IOException {
    write(range, buffers[range], 0, filled[range]);
    filled[range] = 0;
  }

  private void write(int range, byte[] from, int at, int length) throws IOException {
    ranges[range].addPiece(scratch.append(from, at, length), length);
  }

  /**
   * Appends the rows that are still in buffers. Returns the ranges that have rows, in ascending
   * order of their keys.
   */
  List<RowRange> finish() throws IOException {
    List<RowRange> found = new ArrayList<>();
    for (int i = 0; i < RANGES; i++) {
      if (filled[i] > 0) {
        flush(i);
      }
      if (ranges[i].rows() > 0) {
        found.add(ranges[i]);
      }
    }
    return found;
  }
}
