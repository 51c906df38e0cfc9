package org.flashgrove.spark.write;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * External merge sort of encoded rows by a key. Rows that fit in the memory are sorted by a radix
 * sort. If more rows follow, the sorted rows are written to a file as a run, and all runs are
 * merged at the end. Not safe for use by several threads. A sorter sorts once.
 */
final class RowSorter implements AutoCloseable {
  private static final int DIGIT_BITS = 11;
  private static final int BUCKETS = 1 << DIGIT_BITS;

  /**
   * Maximum number of leading bits by which keys are sorted. Leading bits that all keys share do
   * not count.
   */
  private static final int KEY_BITS = 4 * DIGIT_BITS;

  /** Bytes of memory that a row takes in addition to its encoded form. */
  private static final int OVERHEAD = Integer.BYTES + 2 * Long.BYTES;

  /** Number of rows whose bytes are touched in advance, so that their cache misses overlap. */
  private static final int AHEAD = 32;

  private static final int CACHE_LINE = 64;
  private static final int SPILL_BUFFER = 64 << 10;
  private static final int FIRST_BYTES = 16 << 10;

  private final int memoryBytes;
  private final Path file;
  private RandomAccessFile spill;
  private final List<SortedRun> runs = new ArrayList<>();
  private RunMerge merge;
  private EncodedRows rows = new EncodedRows(new byte[FIRST_BYTES]);
  private int length;
  private int[] starts = new int[FIRST_BYTES / CACHE_LINE];

  /** Keys of the rows in memory. After the sort, the indexes of the rows in sorted order. */
  private long[] words = new long[starts.length];

  private long[] spare = {};
  private int count;
  private int next;
  private long touched; // keeps the compiler from removing the reads

  /**
   * Creates a sorter.
   *
   * @param memoryBytes approximate memory for rows
   * @param file file to create if the rows exceed the memory; the caller deletes it
   */
  RowSorter(int memoryBytes, Path file) {
    this.memoryBytes = memoryBytes;
    this.file = file;
  }

  /**
   * Adds a row. The sorter copies its bytes.
   *
   * @param key sort key, not negative
   * @param wkb bytes of the geometry
   * @param row bytes of the attributes, from position to limit
   */
  void add(long key, byte[] wkb, ByteBuffer row) throws IOException {
    long taken = length + (long) OVERHEAD * count;
    if (count > 0 && taken + memoryBytes(wkb.length, row.remaining()) > memoryBytes) {
      spillRun();
    }
    int size = Math.addExact(EncodedRows.HEAD + wkb.length, row.remaining());
    reserve(size);
    rows.put(length, key, wkb, row);
    starts[count] = length;
    words[count++] = key;
    length += size;
  }

  /** Returns the number of bytes of memory that a row takes. */
  static long memoryBytes(int wkbBytes, int rowBytes) {
    return (long) EncodedRows.HEAD + wkbBytes + rowBytes + OVERHEAD;
  }

  private void reserve(int size) {
    int needed = Math.addExact(length, size);
    if (needed > rows.bytes().length) {
      rows = new EncodedRows(Arrays.copyOf(rows.bytes(), Math.max(needed, 2 * length)));
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      words = Arrays.copyOf(words, 2 * count);
    }
  }

  private void spillRun() throws IOException {
    sortMemory();
    if (spill == null) {
      spill = new RandomAccessFile(file.toFile(), "rw");
    }
    long offset = spill.length();
    spill.seek(offset);
    OutputStream out = new BufferedOutputStream(new FileOutputStream(spill.getFD()), SPILL_BUFFER);
    for (int i = 0; i < count; i++) {
      int start = start(i);
      out.write(rows.bytes(), start, rows.size(start));
    }
    out.flush();
    runs.add(new SortedRun(spill, offset, length));
    length = 0;
    count = 0;
  }

  /** Ends the input. Afterwards {@link #next} returns the rows in order. */
  void sort() throws IOException {
    if (runs.isEmpty()) {
      sortMemory();
      return;
    }
    spillRun();
    rows = null;
    merge = new RunMerge(runs, memoryBytes);
  }

  /**
   * Moves to the next row in sorted order.
   *
   * @return view of the row, valid until the next call; null if there is no further row
   */
  EncodedRows next() throws IOException {
    if (merge != null) {
      return merge.next() ? merge.least().shown() : null;
    }
    if (next == count) {
      return null;
    }
    rows.show(start(next++));
    return rows;
  }

  /**
   * Returns the position of a row in memory. Callers pass the ranks 0, 1, 2 and so on in turn,
   * because the method reads rows ahead.
   *
   * @param rank index of the row in sorted order
   */
  private int start(int rank) {
    if (rank % AHEAD == 0) {
      int end = Math.min(count, rank + AHEAD);
      byte[] bytes = rows.bytes();
      for (int i = rank; i < end; i++) {
        int start = starts[(int) words[i]];
        touched += bytes[start] + bytes[Math.min(start + CACHE_LINE, length - 1)];
      }
    }
    return starts[(int) words[rank]];
  }

  /** Sorts the rows in memory by the leading bits of their keys, by a stable radix sort. */
  private void sortMemory() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, words[i]);
      most = Math.max(most, words[i]);
    }
    int numberBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    int rangeBits = count == 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(most - least);
    int keyBits = Math.min(rangeBits, Math.min(KEY_BITS, Long.SIZE - numberBits));
    for (int i = 0; i < count; i++) {
      words[i] = (words[i] - least >>> rangeBits - keyBits) << numberBits | i;
    }
    if (spare.length < count) {
      spare = new long[words.length];
    }
    for (int bit = 0; bit < keyBits; bit += DIGIT_BITS) {
      spread(numberBits + bit);
    }
    long number = (1L << numberBits) - 1;
    for (int i = 0; i < count; i++) {
      words[i] &= number;
    }
  }

  private void spread(int shift) {
    int[] places = new int[BUCKETS + 1];
    for (int i = 0; i < count; i++) {
      places[(int) (words[i] >>> shift & BUCKETS - 1) + 1]++;
    }
    for (int i = 0; i < BUCKETS; i++) {
      places[i + 1] += places[i];
    }
    for (int i = 0; i < count; i++) {
      spare[places[(int) (words[i] >>> shift & BUCKETS - 1)]++] = words[i];
    }
    long[] sorted = spare;
    spare = words;
    words = sorted;
  }

  @Override
  public void close() throws IOException {
    if (spill != null) {
      spill.close();
    }
  }
}
