package org.flashgrove.access.ids;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.Entry;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bulk.PairLoader;
import org.jspecify.annotations.Nullable;

/**
 * Encoding of an entry in the B+-tree of rectangles by id. The id is the key, and the bits of minX
 * are the value. The bits of minY, maxX and maxY are additional words of the pair. A coordinate of
 * -0.0 is stored as 0.0.
 */
public final class IdWords {
  /** Number of words that a pair of the B+-tree has in addition to its key and value. */
  public static final int FURTHER = 3;

  private IdWords() {}

  /**
   * Returns the entry of an id, or null if the id has none.
   *
   * @param cursor cursor over the pairs of this id
   */
  public static @Nullable Entry find(LeafCursor cursor) {
    return cursor.nextLeaf() ? entry(cursor, 0) : null;
  }

  static Entry entry(LeafCursor cursor, int index) {
    return new Entry(
        cursor.key(index),
        Double.longBitsToDouble(cursor.value(index)),
        Double.longBitsToDouble(cursor.further(index, 0)),
        Double.longBitsToDouble(cursor.further(index, 1)),
        Double.longBitsToDouble(cursor.further(index, 2)));
  }

  /**
   * Returns an entry with the coordinates that are stored for it: -0.0 becomes 0.0.
   *
   * @throws IllegalArgumentException if the rectangle is invalid
   */
  public static Entry of(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    return new Entry(id, minX + 0.0, minY + 0.0, maxX + 0.0, maxY + 0.0);
  }

  static boolean add(BPlusBatch ids, Entry entry) {
    return ids.insert(
        entry.id(),
        Double.doubleToRawLongBits(entry.minX()),
        Double.doubleToRawLongBits(entry.minY()),
        Double.doubleToRawLongBits(entry.maxX()),
        Double.doubleToRawLongBits(entry.maxY()));
  }

  /** Adds an entry to a bulk load. */
  public static void add(PairLoader ids, Entry entry) {
    ids.add(
        entry.id(),
        Double.doubleToRawLongBits(entry.minX()),
        Double.doubleToRawLongBits(entry.minY()),
        Double.doubleToRawLongBits(entry.maxX()),
        Double.doubleToRawLongBits(entry.maxY()));
  }

  static boolean replace(BPlusBatch ids, Entry from, Entry to) {
    return ids.replace(
        from.id(),
        Double.doubleToRawLongBits(from.minX()),
        Double.doubleToRawLongBits(to.minX()),
        Double.doubleToRawLongBits(to.minY()),
        Double.doubleToRawLongBits(to.maxX()),
        Double.doubleToRawLongBits(to.maxY()));
  }

  static boolean remove(BPlusBatch ids, Entry entry) {
    return ids.delete(entry.id(), Double.doubleToRawLongBits(entry.minX()));
  }
}
