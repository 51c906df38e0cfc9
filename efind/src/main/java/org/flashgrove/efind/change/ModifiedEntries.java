package org.flashgrove.efind.change;

import java.util.Arrays;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;

/**
 * Table of the latest versions of the modified entries of one node, ordered by identity. Carniel's
 * thesis (2019, section 6.4.2) calls this table mod_tree and implements it as a red-black tree.
 *
 * <p>All rows are in one sorted array, without an object per entry. Look-up is a binary search, and
 * an insertion moves the following rows. As long as all rectangles are points, their upper corners
 * are omitted. In the row of a removed entry only the identity is meaningful.
 *
 * <p>If nodes may contain equal entries ({@link NodeLayout#repeats}), each row stands for one copy
 * of an entry. It is either a copy that was added to the node, or a copy on the stored page that
 * was removed. Rows with equal identities are adjacent, and rows of removed copies precede rows of
 * added copies.
 *
 * <p>{@link BufferedNode} extends this class instead of having a field of this type, which saves an
 * object header and a reference per node.
 */
public class ModifiedEntries {
  private static final long[] NONE = {};

  /**
   * Number of rows below which the array grows by single rows. A longer array grows by more rows
   * than needed.
   */
  private static final int EXACT_ROWS = 8;

  private long[] rows = NONE;

  /** Bit i is set if row i stands for a removed entry. Null if there are no removed entries. */
  private long[] removed;

  private int count;
  private int removedCount;

  /** True if the bounds of all rows are points, so that the array omits their upper corners. */
  private boolean points;

  /**
   * Creates an empty table.
   *
   * @param packs whether the upper corners of points are omitted
   */
  ModifiedEntries(boolean packs) {
    points = packs;
  }

  /** Returns the number of rows, removed entries included. */
  public final int count() {
    return count;
  }

  /** Returns the number of rows that stand for removed entries. */
  public final int removedCount() {
    return removedCount;
  }

  /** Returns the size of the arrays in bytes, without their object headers. */
  final long bytes(NodeLayout layout) {
    return rowBytes(count, layout, points) + bitBytes(removedCount == 0 ? 0 : count);
  }

  /**
   * Returns the maximum number of bytes by which the arrays grow if a row is added. The result also
   * holds if earlier changes of the same operation make the arrays grow first. An added row makes
   * the arrays grow by at most two rows and one word of bits.
   */
  final long growthBytes(NodeLayout layout, boolean isPoint, boolean isRemoval) {
    long bytes = (2L * layout.words() + 1) * Long.BYTES;
    if (removedCount == 0 && isRemoval) {
      bytes += bitBytes(count + 1);
    }
    if (points && !isPoint) {
      bytes += rowBytes(count, layout, false) - rowBytes(count, layout, true);
    }
    return bytes;
  }

  /** Returns the bytes of the array when it stores {@code count} rows. */
  static long rowBytes(int count, NodeLayout layout, boolean areAllPoints) {
    return (long) roomFor(count) * stride(layout, areAllPoints) * Long.BYTES;
  }

  private static long bitBytes(int bits) {
    return bits == 0 ? 0 : 16 + (long) Long.BYTES * ((roomFor(bits) + 63) / 64);
  }

  /**
   * Returns the number of rows for which the array has room when it has grown to store {@code
   * count} rows.
   */
  private static int roomFor(int count) {
    return count < EXACT_ROWS ? count : count + count / 8;
  }

  private static int stride(NodeLayout layout, boolean packed) {
    return packed && layout.boundsWords() == 4 ? layout.words() - 2 : layout.words();
  }

  private int stride(NodeLayout layout) {
    return stride(layout, points);
  }

  /**
   * Returns whether a table that omits upper corners can store the entry at {@code words[at]}. This
   * is so if its bounds are a point, or if the layout has no upper corners.
   */
  public static boolean isPoint(NodeLayout layout, long[] words, int at) {
    if (layout.boundsWords() != 4) {
      return true;
    }
    int low = at + layout.boundsWord();
    return words[low] == words[low + 2] && words[low + 1] == words[low + 3];
  }

  /** Returns whether {@link #isPoint} is true for each of the given consecutive entries. */
  public static boolean arePoints(NodeLayout layout, long[] words, int at, int entries) {
    for (int i = 0; i < entries; i++) {
      if (!isPoint(layout, words, at + i * layout.words())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Empties the table and reserves space for {@code expected} rows.
   *
   * @param arePoints whether upper corners may be omitted until an entry is added that is not a
   *     point
   */
  public final void reset(NodeLayout layout, int expected, boolean arePoints) {
    count = 0;
    removedCount = 0;
    removed = null;
    points = arePoints;
    rows = expected == 0 ? NONE : new long[roomFor(expected) * stride(layout)];
  }

  /**
   * Returns the index, within a row, at which a word of an entry is stored. If upper corners are
   * omitted, the words of the upper corner are read from the lower corner.
   */
  private int column(NodeLayout layout, int word) {
    if (!points || layout.boundsWords() != 4) {
      return word;
    }
    int upper = layout.boundsWord() + 2;
    return word < upper ? word : word - 2;
  }

  /** Returns a word of a row. */
  final long word(NodeLayout layout, int word, int row) {
    return rows[row * stride(layout) + column(layout, word)];
  }

  /** Returns a word of a row as a floating-point number. */
  final double real(NodeLayout layout, int word, int row) {
    return Double.longBitsToDouble(word(layout, word, row));
  }

  /**
   * Copies the entry of a row to {@code into[at]} and the following words. If the entry is a
   * removed one, only the words of the identity are meaningful.
   */
  final void copy(NodeLayout layout, int row, long[] into, int at) {
    int start = row * stride(layout);
    if (!points || layout.boundsWords() != 4) {
      System.arraycopy(rows, start, into, at, layout.words());
      return;
    }
    int upper = layout.boundsWord() + 2;
    System.arraycopy(rows, start, into, at, upper);
    System.arraycopy(rows, start + upper - 2, into, at + upper, layout.words() - upper);
  }

  private void store(NodeLayout layout, int row, long[] entry, int at) {
    int start = row * stride(layout);
    if (!points || layout.boundsWords() != 4) {
      System.arraycopy(entry, at, rows, start, layout.words());
      return;
    }
    int upper = layout.boundsWord() + 2;
    System.arraycopy(entry, at, rows, start, upper);
    System.arraycopy(entry, at + upper + 2, rows, start + upper, layout.words() - upper - 2);
  }

  /** Returns whether a row stands for a removed entry. */
  final boolean isRemoved(int row) {
    return removed != null && (removed[row >> 6] >>> row & 1) != 0;
  }

  /**
   * Returns the index of the row with the given identity. If there is none, returns -i - 1, where i
   * is the index at which such a row would be inserted.
   */
  final int search(NodeLayout layout, long[] key, int at) {
    int low = 0;
    int high = count - 1;
    // Ids often arrive in ascending order: look at the end first.
    if (count > 0 && compare(layout, high, key, at) < 0) {
      return -count - 1;
    }
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int comparison = compare(layout, middle, key, at);
      if (comparison < 0) {
        low = middle + 1;
      } else if (comparison > 0) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low - 1;
  }

  private int compare(NodeLayout layout, int row, long[] key, int at) {
    int comparison = Long.compare(rows[row * stride(layout)], key[at]);
    for (int word = 1; comparison == 0 && word < layout.identityWords(); word++) {
      comparison = Long.compare(word(layout, word, row), key[at + word]);
    }
    return comparison;
  }

  /**
   * Compares the identity of an entry on a page with the identity of a row.
   *
   * @return a negative number, 0 or a positive number if the entry's identity is less than, equal
   *     to or greater than the identity of the row
   */
  final int compareSlot(NodeLayout layout, NodePage node, int slot, int row) {
    int comparison = Long.compare(node.word(0, slot), rows[row * stride(layout)]);
    for (int word = 1; comparison == 0 && word < layout.identityWords(); word++) {
      comparison = Long.compare(node.word(word, slot), word(layout, word, row));
    }
    return comparison;
  }

  /** Sets the newest version of an entry, and adds a row if the entry has none. */
  final void put(NodeLayout layout, long[] entry, int at) {
    if (points && !isPoint(layout, entry, at)) {
      unpack(layout);
    }
    int row = rowOf(layout, entry, at);
    store(layout, row, entry, at);
    if (isRemoved(row)) {
      removed[row >> 6] &= ~(1L << row);
      removedCount--;
    }
  }

  /**
   * Adds an entry. If nodes may contain equal entries, the new entry always gets a row of its own.
   * Otherwise it replaces an earlier version of the entry.
   */
  public final void add(NodeLayout layout, long[] entry, int at) {
    if (!layout.repeats()) {
      put(layout, entry, at);
      return;
    }
    if (points && !isPoint(layout, entry, at)) {
      unpack(layout);
    }
    int row = lastOf(layout, entry, at) + 1;
    open(layout, row);
    store(layout, row, entry, at);
  }

  /**
   * Replaces an entry by a version with the same identity and other words. If nodes contain several
   * copies of the entry, replaces only one of them.
   */
  public final void change(NodeLayout layout, long[] entry, int at) {
    if (layout.repeats()) {
      takeAway(layout, entry, at);
      add(layout, entry, at);
    } else {
      put(layout, entry, at);
    }
  }

  /**
   * Records the removal of an entry. If nodes contain several copies of the entry, removes only one
   * of them.
   */
  public final void takeAway(NodeLayout layout, long[] key, int at) {
    if (!layout.repeats()) {
      markRemoved(layout, key, at);
      return;
    }
    int last = lastOf(layout, key, at);
    boolean isThere = last >= 0 && compare(layout, last, key, at) == 0;
    if (isThere && !isRemoved(last)) {
      forgetRow(layout, last);
      return;
    }
    long[] entry = new long[layout.words()];
    System.arraycopy(key, at, entry, 0, layout.identityWords());
    if (points && !isPoint(layout, entry, 0)) {
      unpack(layout);
    }
    int row = last + 1;
    open(layout, row);
    store(layout, row, entry, 0);
    setRemoved(row);
  }

  /**
   * Returns the index of the last row with the given identity. If there is none, returns the index
   * of the last row with a smaller identity, or -1.
   */
  private int lastOf(NodeLayout layout, long[] key, int at) {
    int row = search(layout, key, at);
    if (row < 0) {
      return -row - 2;
    }
    while (row + 1 < count && compare(layout, row + 1, key, at) == 0) {
      row++;
    }
    return row;
  }

  /** Records that an entry on the stored page was removed. */
  final void markRemoved(NodeLayout layout, long[] key, int at) {
    long[] entry = new long[layout.words()];
    System.arraycopy(key, at, entry, 0, layout.identityWords());
    if (points && !isPoint(layout, entry, 0)) {
      unpack(layout);
    }
    int row = rowOf(layout, entry, 0);
    store(layout, row, entry, 0);
    if (!isRemoved(row)) {
      setRemoved(row);
    }
  }

  private void setRemoved(int row) {
    if (removed == null) {
      removed = new long[bitWords()];
    }
    removed[row >> 6] |= 1L << row;
    removedCount++;
  }

  private int bitWords() {
    return (roomFor(count) + 63) / 64;
  }

  /**
   * Removes the row of an entry. If several rows stand for copies of the entry, removes only one of
   * these rows. Used for a node whose whole content is in this table, so that no row has to record
   * the removal.
   */
  public final void forget(NodeLayout layout, long[] key, int at) {
    int row = search(layout, key, at);
    if (row >= 0) {
      forgetRow(layout, row);
    }
  }

  private void forgetRow(NodeLayout layout, int row) {
    if (isRemoved(row)) {
      removedCount--;
    }
    int stride = stride(layout);
    System.arraycopy(rows, (row + 1) * stride, rows, row * stride, (count - row - 1) * stride);
    moveBits(row, false);
    count--;
    if (rows.length > 2 * roomFor(count) * stride) {
      rows = Arrays.copyOf(rows, roomFor(count) * stride);
    }
  }

  private int rowOf(NodeLayout layout, long[] entry, int at) {
    int found = search(layout, entry, at);
    if (found >= 0) {
      return found;
    }
    int row = -found - 1;
    open(layout, row);
    return row;
  }

  /** Inserts a row with undefined content at index {@code row}. The following rows move by one. */
  private void open(NodeLayout layout, int row) {
    int stride = stride(layout);
    if ((count + 1) * stride > rows.length) {
      rows = Arrays.copyOf(rows, roomFor(count + 1) * stride);
    }
    System.arraycopy(rows, row * stride, rows, (row + 1) * stride, (count - row) * stride);
    count++;
    if (removed != null) {
      moveBits(row, true);
    }
  }

  /**
   * Moves the bits of {@link #removed} to the new indices of their rows after row {@code row} was
   * inserted or removed.
   *
   * @param isNew whether the row was inserted; otherwise it was removed
   */
  private void moveBits(int row, boolean isNew) {
    if (removed == null) {
      return;
    }
    if (bitWords() > removed.length) {
      removed = Arrays.copyOf(removed, bitWords());
    }
    int last = removed.length - 1;
    int first = row >> 6;
    long below = (1L << row) - 1;
    long word = removed[first];
    if (isNew) {
      for (int i = last; i > first; i--) {
        removed[i] = removed[i] << 1 | removed[i - 1] >>> 63;
      }
      removed[first] = word & below | (word & ~below) << 1;
    } else {
      removed[first] = word & below | word >>> 1 & ~below;
      for (int i = first; i < last; i++) {
        removed[i] = removed[i] & ~(1L << 63) | removed[i + 1] << 63;
        removed[i + 1] >>>= 1;
      }
    }
  }

  /**
   * Stores the upper corners that were omitted so far. Called before the first entry is stored that
   * is not a point.
   */
  private void unpack(NodeLayout layout) {
    long[] unpacked = new long[roomFor(count) * layout.words()];
    for (int row = 0; row < count; row++) {
      copy(layout, row, unpacked, row * layout.words());
    }
    rows = unpacked;
    points = false;
  }
}
