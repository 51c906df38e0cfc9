package org.flashgrove.indexes.bulk;

import java.nio.file.Path;
import org.flashgrove.indexes.bulk.sort.EntrySorter;
import org.flashgrove.indexes.bulk.sort.KeyedEntries;
import org.flashgrove.indexes.bulk.sort.SortKey;
import org.flashgrove.indexes.bulk.sort.SortedEntries;

/**
 * Sorts entries by a number of each, in a given memory and beyond it in a file, for indexes that
 * are not trees of nodes. For one thread, and for one load.
 */
public final class KeySorter implements AutoCloseable {
  /** Words of an entry: id, then the bits of minX, minY, maxX, maxY. */
  public static final int WORDS = SortedEntries.WORDS;

  private final EntrySorter input;
  private final SortKey key;
  private KeyedEntries sorted;

  /**
   * Creates a sorter.
   *
   * @param sortMemoryBytes memory for sorting, off heap
   * @param spillDirectory where entries beyond that memory go, in a file
   */
  public KeySorter(int sortMemoryBytes, Path spillDirectory, SortKey key) {
    this.key = key;
    input = new EntrySorter(SortMemory.allocate(sortMemoryBytes), spillDirectory, key);
  }

  /**
   * Takes an entry of {@link #WORDS} words.
   *
   * @throws IllegalStateException if {@link #next} was called
   */
  public void add(long[] entry) {
    if (sorted != null) {
      throw new IllegalStateException("the entries are sorted (allowed: one load)");
    }
    input.add(entry);
  }

  /** Returns the number of entries taken. */
  public long total() {
    return input.total();
  }

  /** Writes the next entry in order to {@code into}; returns false if there is none. */
  public boolean next(long[] into) {
    if (sorted == null) {
      sorted = input.sort(key);
    }
    return sorted.next(into);
  }

  /** Returns the number of the entry that {@link #next} gave, by which it was sorted. */
  public long key() {
    return sorted.key();
  }

  @Override
  public void close() {
    input.close();
  }
}
