package org.flashgrove.indexes.bulk;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.indexes.bulk.sort.EntrySorter;
import org.flashgrove.indexes.bulk.sort.KeyedEntries;
import org.flashgrove.indexes.bulk.sort.SortKey;
import org.flashgrove.indexes.bulk.sort.SortedEntries;

/**
 * Sorts entries by a single key, for indexes that are not trees. Entries that exceed the memory go
 * to a file. A sorter serves one thread and one load.
 */
public final class KeySorter implements AutoCloseable {
  /** Number of words of an entry, which are the id and the bits of minX, minY, maxX, maxY. */
  public static final int WORDS = SortedEntries.WORDS;

  private static final int PROGRESS = 1 << 12;

  private final EntrySorter input;
  private final SortKey key;
  private KeyedEntries sorted;
  private LongConsumer progress = taken -> {};
  private long taken;
  private long nextReport = PROGRESS;

  /**
   * Creates a sorter.
   *
   * @param sortMemoryBytes off-heap memory for sorting
   * @param spillDirectory directory of the temporary file for entries that exceed the memory
   */
  public KeySorter(int sortMemoryBytes, Path spillDirectory, SortKey key) {
    this.key = key;
    input = new EntrySorter(SortMemory.allocate(sortMemoryBytes), spillDirectory, key);
  }

  /**
   * Adds an entry of {@link #WORDS} words.
   *
   * @throws IllegalStateException if {@link #next} was already called
   */
  public void add(long[] entry) {
    if (sorted != null) {
      throw new IllegalStateException("bulk loader: already used; create a new loader");
    }
    input.add(entry);
  }

  /**
   * Reports the number of entries that {@link #next} has returned to a listener, from time to time
   * and at the end.
   */
  public void reportTo(LongConsumer listener) {
    progress = listener;
  }

  /** Returns the number of entries added. */
  public long total() {
    return input.total();
  }

  /** Writes the next entry in order to {@code into}. Returns false at the end. */
  public boolean next(long[] into) {
    if (sorted == null) {
      sorted = input.sort(key);
    }
    if (!sorted.next(into)) {
      report();
      return false;
    }
    taken++;
    if (taken >= nextReport) {
      report();
    }
    return true;
  }

  private void report() {
    progress.accept(taken);
    nextReport = taken + PROGRESS;
  }

  /** Returns the sort key of the entry that {@link #next} returned. */
  public long key() {
    return sorted.key();
  }

  @Override
  public void close() {
    input.close();
  }
}
