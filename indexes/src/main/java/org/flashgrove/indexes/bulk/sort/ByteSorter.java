package org.flashgrove.indexes.bulk.sort;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * External merge sort of byte strings in unsigned order. Strings that fit in the memory are sorted
 * and written to a file as a run. At the end the runs are merged. Duplicates are kept. A sorter
 * serves one thread and sorts once.
 */
public final class ByteSorter implements AutoCloseable {
  private static final int LEAST_MEMORY = 64 << 10;
  private static final int LENGTH_BYTES = Integer.BYTES;
  private static final int OVERHEAD = 2 * Integer.BYTES;

  private final int memoryBytes;
  private final SpillFile spill;
  private byte[] bytes = new byte[16 << 10];
  private int length;

  /**
   * Offset in {@code bytes} of the first byte of each string. The length of a string is stored
   * before this byte.
   */
  private int[] starts = new int[1 << 10];

  private int[] merged = new int[0];
  private int count;
  private final List<ByteRun> runs = new ArrayList<>();
  private int next;
  private byte[] current = {};
  private int currentLength;

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

  /**
   * Adds a string, which is the first {@code stringLength} bytes of an array. The bytes are copied.
   */
  public void add(byte[] string, int stringLength) {
    long taken = length + (long) OVERHEAD * count;
    if (count > 0 && taken + LENGTH_BYTES + stringLength + OVERHEAD > memoryBytes) {
      spillRun();
    }
    if (length + LENGTH_BYTES + stringLength > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + LENGTH_BYTES + stringLength, 2 * length));
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
    }
    ByteBuffer.wrap(bytes).putInt(length, stringLength);
    length += LENGTH_BYTES;
    starts[count++] = length;
    System.arraycopy(string, 0, bytes, length, stringLength);
    length += stringLength;
  }

  private void spillRun() {
    sortMemory();
    ByteBuffer out = ByteBuffer.allocate(length);
    for (int i = 0; i < count; i++) {
      out.put(bytes, starts[i] - LENGTH_BYTES, LENGTH_BYTES + lengthOf(starts[i]));
    }
    out.flip();
    int written = out.remaining();
    runs.add(new ByteRun(spill, spill.append(out), written));
    length = 0;
    count = 0;
  }

  private int lengthOf(int start) {
    return ByteBuffer.wrap(bytes).getInt(start - LENGTH_BYTES);
  }

  /** Ends the input. Afterwards {@link #next} returns the strings in order. */
  public void sort() {
    if (!runs.isEmpty() && count > 0) {
      spillRun();
    }
    sortMemory();
    int share = Math.max(1 << 10, memoryBytes / Math.max(1, runs.size()));
    runs.forEach(run -> run.open(share));
    runs.removeIf(run -> !run.next());
  }

  /** Moves to the next string. Returns false if there is none. */
  public boolean next() {
    if (!runs.isEmpty()) {
      ByteRun least = runs.get(0);
      for (int i = 1; i < runs.size(); i++) {
        least = runs.get(i).compareTo(least) < 0 ? runs.get(i) : least;
      }
      currentLength = least.length();
      take(least.bytes(), 0);
      if (!least.next()) {
        runs.remove(least);
      }
      return true;
    }
    if (next == count) {
      return false;
    }
    currentLength = lengthOf(starts[next]);
    take(bytes, starts[next++]);
    return true;
  }

  private void take(byte[] from, int at) {
    if (current.length < currentLength) {
      current = new byte[2 * currentLength];
    }
    System.arraycopy(from, at, current, 0, currentLength);
  }

  /**
   * Returns an array that starts with the current string. Valid until the next call of {@link
   * #next}.
   */
  public byte[] bytes() {
    return current;
  }

  /** Returns the length of the current string. */
  public int length() {
    return currentLength;
  }

  /** Sorts the strings in memory by a merge sort. */
  private void sortMemory() {
    if (merged.length < count) {
      merged = new int[starts.length];
    }
    for (int width = 1; width < count; width *= 2) {
      for (int low = 0; low < count; low += 2 * width) {
        merge(low, Math.min(count, low + width), Math.min(count, low + 2 * width));
      }
      int[] sorted = merged;
      merged = starts;
      starts = sorted;
    }
  }

  private void merge(int from, int middle, int end) {
    int left = from;
    int right = middle;
    for (int to = from; to < end; to++) {
      boolean takesLeft =
          right == end || left < middle && compare(starts[left], starts[right]) <= 0;
      merged[to] = takesLeft ? starts[left++] : starts[right++];
    }
  }

  private int compare(int one, int other) {
    return Arrays.compareUnsigned(
        bytes, one, one + lengthOf(one), bytes, other, other + lengthOf(other));
  }

  @Override
  public void close() {
    spill.close();
  }
}
