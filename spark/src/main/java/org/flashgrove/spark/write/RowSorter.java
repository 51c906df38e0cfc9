package org.flashgrove.spark.write;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
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
  static final int OVERHEAD = 3 * Long.BYTES;

  /** Number of rows whose bytes are touched in advance, so that their cache misses overlap. */
  private static final int AHEAD = 32;

  private static final int CACHE_LINE = 64;
  private static final int SPILL_BUFFER = 64 << 10;
  private static final int FIRST_ROWS = 256;

  private final int memoryBytes;
  private final Path file;
  private RandomAccessFile spill;
  private final List<SortedRun> runs = new ArrayList<>();
  private RunMerge merge;
  private final List<EncodedRows> blocks = new ArrayList<>();
  private long length;
  private long[] starts = new long[FIRST_ROWS];

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
   * Adds encoded rows, whose keys must not be negative. The caller must not change the array
   * afterwards.
   *
   * @param block array that begins with the rows
   * @param end number of bytes of all rows
   */
  void add(byte[] block, int end) throws IOException {
    if (count > 0 && length + (long) OVERHEAD * count + end > memoryBytes) {
      spillRun();
    }
    EncodedRows added = new EncodedRows(block);
    long first = (long) blocks.size() << Integer.SIZE;
    blocks.add(added);
    for (int at = 0; at < end; at += added.size(at)) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        words = Arrays.copyOf(words, 2 * count);
      }
      starts[count] = first + at;
      words[count++] = added.key(at);
    }
    length += end;
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
      long start = start(i);
      EncodedRows rows = blocks.get((int) (start >>> Integer.SIZE));
      out.write(rows.bytes(), (int) start, rows.size((int) start));
    }
    out.flush();
    runs.add(new SortedRun(spill, offset, length));
    blocks.clear();
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
    long start = start(next++);
    EncodedRows rows = blocks.get((int) (start >>> Integer.SIZE));
    rows.show((int) start);
    return rows;
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
