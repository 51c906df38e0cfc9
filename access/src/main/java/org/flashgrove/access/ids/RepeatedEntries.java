package org.flashgrove.access.ids;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import org.flashgrove.indexes.bulk.KeySorter;

/**
 * Counts equal entries, and finds an id with several rectangles, by sorting any number of entries.
 * Entries that exceed the memory go to a temporary file. For one thread.
 */
public final class RepeatedEntries implements AutoCloseable {
  private final boolean byId;
  private final KeySorter sorter;
  private final long[] entry = new long[KeySorter.WORDS];
  private long equal;
  private OptionalLong severalOf = OptionalLong.empty();

  /**
   * Creates a finder without entries.
   *
   * @param byId whether to also find ids with several rectangles
   * @param sortMemoryBytes off-heap memory for sorting, in bytes
   * @param spillDirectory directory of the temporary file for entries that exceed this memory
   */
  public RepeatedEntries(boolean byId, int sortMemoryBytes, Path spillDirectory) {
    this.byId = byId;
    sorter =
        new KeySorter(
            sortMemoryBytes,
            spillDirectory,
            (id, minX, minY, maxX, maxY) -> byId ? id : mixed(id, minX, minY, maxX, maxY));
  }

  private static long mixed(long id, double... bounds) {
    long word = id;
    for (double bound : bounds) {
      word = (word + Double.doubleToRawLongBits(bound)) * 0x9E37_79B9_7F4A_7C15L;
      word ^= word >>> 32;
    }
    return word;
  }

  /**
   * Adds an entry.
   *
   * @throws IllegalStateException after {@link #finish}
   */
  public void add(long id, double minX, double minY, double maxX, double maxY) {
    entry[0] = id;
    entry[1] = Double.doubleToRawLongBits(minX + 0.0);
    entry[2] = Double.doubleToRawLongBits(minY + 0.0);
    entry[3] = Double.doubleToRawLongBits(maxX + 0.0);
    entry[4] = Double.doubleToRawLongBits(maxY + 0.0);
    sorter.add(entry);
  }

  /** Sorts and compares all entries. Call this before the getters. */
  public void finish() {
    long[] last = new long[KeySorter.WORDS];
    for (boolean isFirst = true; sorter.next(entry); isFirst = false) {
      if (!isFirst && Arrays.equals(entry, last)) {
        equal++;
      } else if (byId && !isFirst && entry[0] == last[0] && severalOf.isEmpty()) {
        severalOf = OptionalLong.of(entry[0]);
      }
      System.arraycopy(entry, 0, last, 0, entry.length);
    }
  }

  /** Returns the number of entries that equal an earlier entry. */
  public long equalEntries() {
    return equal;
  }

  /** Returns an id that has several rectangles, if any. */
  public OptionalLong idOfSeveral() {
    return severalOf;
  }

  @Override
  public void close() {
    sorter.close();
  }
}
