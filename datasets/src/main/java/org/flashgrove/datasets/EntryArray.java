package org.flashgrove.datasets;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Entries (ids with bounding rectangles) in memory, stored in flat arrays of 40 bytes for each
 * entry.
 *
 * <p>Once filled, safe for reading by several threads.
 */
public final class EntryArray implements EntrySink {
  private static final int INITIAL_CAPACITY = 1024;

  private long[] ids = new long[INITIAL_CAPACITY];
  private double[] sides = new double[4 * INITIAL_CAPACITY];
  private int size;

  public EntryArray() {}

  @Override
  public void accept(long id, double minX, double minY, double maxX, double maxY) {
    if (size == ids.length) {
      if (size > Integer.MAX_VALUE / 8) {
        throw new IllegalStateException("more than " + size + " entries do not fit into memory");
      }
      ids = Arrays.copyOf(ids, size * 2);
      sides = Arrays.copyOf(sides, 4 * size * 2);
    }
    ids[size] = id;
    sides[4 * size] = minX;
    sides[4 * size + 1] = minY;
    sides[4 * size + 2] = maxX;
    sides[4 * size + 3] = maxY;
    size++;
  }

  /** Returns the number of entries. */
  public int size() {
    return size;
  }

  /**
   * Returns the id of an entry.
   *
   * @param entry 0 to {@link #size()} - 1
   */
  public long id(int entry) {
    return ids[entry];
  }

  /**
   * Returns a coordinate of an entry.
   *
   * @param entry 0 to {@link #size()} - 1
   * @param which 0 to 3: minX, minY, maxX, maxY
   */
  public double side(int entry, int which) {
    return sides[4 * entry + which];
  }

  /** Passes all entries in order to a sink. */
  public void forEach(EntrySink sink) {
    for (int i = 0; i < size; i++) {
      sink.accept(ids[i], sides[4 * i], sides[4 * i + 1], sides[4 * i + 2], sides[4 * i + 3]);
    }
  }

  /**
   * Shuffles the entries (Fisher and Yates).
   *
   * @param seed seed of the random order
   */
  public void shuffle(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = size - 1; i > 0; i--) {
      swap(i, random.nextInt(i + 1));
    }
  }

  /**
   * Returns a copy of the first entries.
   *
   * @param count number of entries; all are copied if there are fewer
   */
  public EntryArray first(long count) {
    EntryArray first = new EntryArray();
    first.size = (int) Math.min(size, count);
    first.ids = Arrays.copyOf(ids, Math.max(1, first.size));
    first.sides = Arrays.copyOf(sides, 4 * Math.max(1, first.size));
    return first;
  }

  /**
   * Returns a copy of {@code count} entries that are spread evenly over the order, such as every
   * tenth entry.
   *
   * @param count number of entries; all are copied if there are fewer
   */
  public EntryArray spread(long count) {
    if (count >= size) {
      return first(size);
    }
    EntryArray spread = new EntryArray();
    for (long i = 0; i < count; i++) {
      int from = (int) (i * size / count);
      spread.accept(ids[from], side(from, 0), side(from, 1), side(from, 2), side(from, 3));
    }
    return spread;
  }

  private void swap(int a, int b) {
    long id = ids[a];
    ids[a] = ids[b];
    ids[b] = id;
    for (int k = 0; k < 4; k++) {
      double side = sides[4 * a + k];
      sides[4 * a + k] = sides[4 * b + k];
      sides[4 * b + k] = side;
    }
  }
}
