package org.flashgrove.spark.write;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.flashgrove.spark.remote.ScratchBytes;

/**
 * External distribution sort of encoded rows by a key. Rows that fit in a given memory are sorted
 * by a radix sort. If more rows follow, all rows are divided into ranges of keys, which are stored
 * as temporary bytes. At the end, the ranges are sorted in memory, one after the other. A range
 * that does not fit in the memory is divided again. Not safe for use by several threads. A sorter
 * sorts once.
 */
final class RowSorter implements AutoCloseable {
  private static final int DIGIT_BITS = 11;
  private static final int BUCKETS = 1 << DIGIT_BITS;

  /**
   * Maximum number of leading bits by which rows are sorted. They are bits of the differences
   * between the keys and the least key; leading bits that are zero in all differences do not count.
   */
  private static final int KEY_BITS = 4 * DIGIT_BITS;

  /** Bytes of memory that a row takes in addition to its encoded form. */
  static final int OVERHEAD = 3 * Long.BYTES;

  /** Number of rows whose bytes are touched in advance, so that their cache misses overlap. */
  private static final int AHEAD = 32;

  private static final int CACHE_LINE = 64;
  private static final int FEW = 32;
  private static final int FIRST_ROWS = 256;

  private final int memoryBytes;
  private final ScratchBytes scratch;
  private RowDivision division;

  /** Stored ranges whose rows have not been read yet, in the order of their keys. */
  private final Deque<RowRange> ranges = new ArrayDeque<>();

  /** Rows of the current range. */
  private byte[] range = {};

  private final List<EncodedRows> blocks = new ArrayList<>();

  /** Number of bytes of the rows of each block. */
  private final List<Integer> ends = new ArrayList<>();

  private long length;
  private long[] starts = new long[FIRST_ROWS];

  /** Keys of the rows in memory. After the sort, the indexes of the rows in sorted order. */
  private long[] words = new long[starts.length];

  private long[] spare = {};
  private int count;

  /** Least and greatest key of the rows in memory, during their sort. */
  private long least;

  private long most;
  private int next;
  private long touched; // keeps the compiler from removing the reads

  /**
   * Creates a sorter.
   *
   * @param memoryBytes approximate memory for rows. Half as much is needed in addition while rows
   *     are divided
   * @param scratch receives the rows if they exceed the memory; closed with the sorter
   */
  RowSorter(int memoryBytes, ScratchBytes scratch) {
    this.memoryBytes = memoryBytes;
    this.scratch = scratch;
  }

  /**
   * Adds encoded rows, whose keys must not be negative. The rows are copied.
   *
   * @param block array that contains the rows
   * @param from position of the first row
   * @param to end of the last row
   */
  void add(byte[] block, int from, int to) throws IOException {
    if (division == null && count > 0 && !fits(count, length + to - from)) {
      divide();
    }
    if (division == null) {
      keep(Arrays.copyOfRange(block, from, to), to - from);
    } else {
      division.add(new EncodedRows(block), from, to);
    }
  }

  private boolean fits(long rows, long bytes) {
    return bytes + OVERHEAD * rows <= memoryBytes;
  }

  /** Adds rows to those in memory. */
  private void keep(byte[] block, int end) {
    EncodedRows added = new EncodedRows(block);
    long first = (long) blocks.size() << Integer.SIZE;
    blocks.add(added);
    for (int at = 0; at < end; ) {
      at = keepSome(added, first, at, end);
    }
    ends.add(end);
    length += end;
  }

  /*
   * Loops over rows call a method for few rows at a time. HotSpot compiles such a method once and
   * early. It compiles a loop over all rows while it runs, and again when it is next called.
   */

  /** Keeps some of the rows from a position on. Returns the position after these rows. */
  private int keepSome(EncodedRows added, long first, int from, int end) {
    int at = from;
    for (int i = 0; i < FEW && at < end; i++) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        words = Arrays.copyOf(words, 2 * count);
      }
      starts[count] = first + at;
      words[count++] = added.key(at);
      at += added.size(at);
    }
    return at;
  }

  private void forget() {
    blocks.clear();
    ends.clear();
    length = 0;
    count = 0;
    next = 0;
  }

  /** Begins to divide rows into ranges. Moves the rows in memory into these ranges. */
  private void divide() throws IOException {
    division = division(RowDivision.cuts(words, count));
    for (int i = 0; i < blocks.size(); i++) {
      division.add(blocks.get(i), 0, ends.get(i));
    }
    forget();
  }

  private RowDivision division(long[] cuts) {
    return new RowDivision(scratch, cuts, memoryBytes / (2 * RowDivision.RANGES));
  }

  /** Ends the input. Afterwards {@link #next} returns the rows in order. */
  void sort() throws IOException {
    if (division == null) {
      sortMemory();
    } else {
      ranges.addAll(division.finish());
      division = null;
    }
  }

  /**
   * Moves to the next row in sorted order.
   *
   * @return view of the row, valid until the next call; null if there is no further row
   */
  EncodedRows next() throws IOException {
    if (next == count && !readRange()) {
      return null;
    }
    long start = start(next++);
    EncodedRows rows = blocks.get((int) (start >>> Integer.SIZE));
    rows.show((int) start);
    return rows;
  }

  /**
   * Reads and sorts the rows of the next range. A range that exceeds the memory is first divided
   * again. If all its rows have the same key, the range is not divided, and each call reads rows up
   * to half of the memory.
   *
   * @return whether there was a range
   */
  private boolean readRange() throws IOException {
    forget();
    while (!ranges.isEmpty()) {
      RowRange read = ranges.peek();
      boolean fits = fits(read.rows(), read.bytes());
      if (fits || read.least() == read.greatest()) {
        ByteBuffer rows = read.read(scratch, fits ? (int) read.bytes() : memoryBytes / 2, range);
        range = rows.array();
        keep(range, rows.limit());
        if (read.isRead()) {
          ranges.remove();
        }
        sortMemory();
        return true;
      }
      ranges.remove();
      divide(read);
    }
    return false;
  }

  /** Divides a range of keys into narrower ranges of equal width, which are then read next. */
  private void divide(RowRange wide) throws IOException {
    RowDivision parts = division(RowDivision.evenCuts(wide.least(), wide.greatest()));
    while (!wide.isRead()) {
      ByteBuffer rows = wide.read(scratch, memoryBytes / 2, range);
      range = rows.array();
      parts.add(new EncodedRows(range), 0, rows.limit());
    }
    List<RowRange> found = parts.finish();
    for (int i = found.size() - 1; i >= 0; i--) {
      ranges.addFirst(found.get(i));
    }
  }

  /**
   * Returns the position of a row in memory: the index of its block in the upper 32 bits, and its
   * offset in the block in the lower 32 bits. Callers pass the ranks 0, 1, 2 and so on in turn,
   * because the method reads rows ahead.
   *
   * @param rank index of the row in sorted order
   */
  private long start(int rank) {
    if (rank % AHEAD == 0) {
      int end = Math.min(count, rank + AHEAD);
      for (int i = rank; i < end; i++) {
        long start = starts[(int) words[i]];
        byte[] bytes = blocks.get((int) (start >>> Integer.SIZE)).bytes();
        touched += bytes[(int) start] + bytes[Math.min((int) start + CACHE_LINE, bytes.length - 1)];
      }
    }
    return starts[(int) words[rank]];
  }

  /** Sorts the rows in memory by the leading bits of their keys, by a stable radix sort. */
  private void sortMemory() {
    least = Long.MAX_VALUE;
    most = 0;
    for (int i = 0; i < count; i += FEW) {
      findRange(i, Math.min(count, i + FEW));
    }
    int numberBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    int rangeBits = count == 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(most - least);
    int keyBits = Math.min(rangeBits, Math.min(KEY_BITS, Long.SIZE - numberBits));
    for (int i = 0; i < count; i += FEW) {
      addNumbers(i, Math.min(count, i + FEW), rangeBits - keyBits, numberBits);
    }
    if (spare.length < count) {
      spare = new long[words.length];
    }
    for (int bit = 0; bit < keyBits; bit += DIGIT_BITS) {
      spread(numberBits + bit);
    }
    long number = (1L << numberBits) - 1;
    for (int i = 0; i < count; i += FEW) {
      keepNumbers(i, Math.min(count, i + FEW), number);
    }
  }

  private void findRange(int from, int to) {
    for (int i = from; i < to; i++) {
      least = Math.min(least, words[i]);
      most = Math.max(most, words[i]);
    }
  }

  /** Replaces keys by their leading bits, and appends the indexes of their rows. */
  private void addNumbers(int from, int to, int droppedBits, int numberBits) {
    for (int i = from; i < to; i++) {
      words[i] = (words[i] - least >>> droppedBits) << numberBits | i;
    }
  }

  private void keepNumbers(int from, int to, long mask) {
    for (int i = from; i < to; i++) {
      words[i] &= mask;
    }
  }

  private void spread(int shift) {
    int[] places = new int[BUCKETS + 1];
    for (int i = 0; i < count; i += FEW) {
      countDigits(places, i, Math.min(count, i + FEW), shift);
    }
    for (int i = 0; i < BUCKETS; i += FEW) {
      addCounts(places, i);
    }
    for (int i = 0; i < count; i += FEW) {
      moveWords(places, i, Math.min(count, i + FEW), shift);
    }
    long[] sorted = spare;
    spare = words;
    words = sorted;
  }

  private void countDigits(int[] places, int from, int to, int shift) {
    for (int i = from; i < to; i++) {
      places[(int) (words[i] >>> shift & BUCKETS - 1) + 1]++;
    }
  }

  private static void addCounts(int[] places, int from) {
    for (int i = from; i < from + FEW; i++) {
      places[i + 1] += places[i];
    }
  }

  private void moveWords(int[] places, int from, int to, int shift) {
    for (int i = from; i < to; i++) {
      spare[places[(int) (words[i] >>> shift & BUCKETS - 1)]++] = words[i];
    }
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
