package org.flashgrove.indexes.bulk.sort;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * External merge sort of byte strings in unsigned order. Strings that fit in the memory are sorted
 * and written to a file as a run. At the end the runs are merged. Duplicates are kept. A sorter
 * serves one thread and sorts once.
 */
public final class ByteSorter implements AutoCloseable {
  private static final int LEAST_MEMORY = 64 << 10;

  /** Memory of a string in addition to its bytes: the header of the array, and a reference. */
  private static final int OVERHEAD = 24;

  private final int memoryBytes;
  private final SpillFile spill;
  private final List<byte[]> strings = new ArrayList<>();
  private final List<ByteRun> runs = new ArrayList<>();
  private final PriorityQueue<ByteRun> merging = new PriorityQueue<>();
  private int bytes; // of the strings in memory
  private int next;

  /**
   * Creates a sorter.
   *
   * @param memoryBytes approximate memory for strings
   * @param spillDirectory directory of the temporary file for strings that exceed the memory
   */
  public ByteSorter(int memoryBytes, Path spillDirectory) {
    this.memoryBytes = Math.max(LEAST_MEMORY, memoryBytes);
    spill = new SpillFile(spillDirectory);
  }

  /** Adds a string, which is the first {@code length} bytes of an array. The bytes are copied. */
  public void add(byte[] string, int length) {
    long taken = bytes + (long) OVERHEAD * (strings.size() + 1);
    if (!strings.isEmpty() && taken + length > memoryBytes) {
      spillRun();
    }
    strings.add(Arrays.copyOf(string, length));
    bytes += length;
  }

  private void spillRun() {
    strings.sort(Arrays::compareUnsigned);
    ByteBuffer out = ByteBuffer.allocate(bytes + Integer.BYTES * strings.size());
    strings.forEach(each -> out.putInt(each.length).put(each));
    runs.add(new ByteRun(spill, spill.append(out.flip()), out.capacity()));
    strings.clear();
    bytes = 0;
  }

  /** Ends the input. Afterwards {@link #next} returns the strings in order. */
  public void sort() {
    if (runs.isEmpty()) {
      strings.sort(Arrays::compareUnsigned);
      return;
    }
    spillRun();
    int share = Math.max(1 << 10, memoryBytes / runs.size());
    for (ByteRun run : runs) {
      run.open(share);
      advance(run);
    }
  }

  private void advance(ByteRun run) {
    if (run.next()) {
      merging.add(run);
    }
  }

  /** Returns the next string in order, or null at the end. */
  public byte[] next() {
    if (runs.isEmpty()) {
      return next == strings.size() ? null : strings.get(next++);
    }
    ByteRun least = merging.poll();
    if (least == null) {
      return null;
    }
    byte[] string = least.string();
    advance(least);
    return string;
  }

  @Override
  public void close() {
    spill.close();
  }
}
