package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;

/**
 * The modified entries of one node, the newest version of each only, ordered by identity: what the
 * thesis (section 6.4.2) calls mod_tree and keeps in a red-black tree.
 *
 * <p>Here rows of words stand in one flat array in order of arrival, and an array of row numbers is
 * kept in order of identity. Finding is a binary search, inserting moves two bytes per later row;
 * no object per entry. A removed entry is a row of which only the identity counts.
 */
final class ModificationTable {
  private static final int FIRST_ROWS = 1;

  private final int stride;
  private final int identityWords;
  private long[] words;
  private short[] order;
  private boolean[] removed;
  private int count;
  private int removedCount;

  ModificationTable(NodeLayout layout, int rows) {
    stride = layout.words();
    identityWords = layout.identityWords();
    allocate(Math.max(FIRST_ROWS, rows));
  }

  private void allocate(int rows) {
    words = new long[rows * stride];
    order = new short[rows];
    removed = new boolean[rows];
  }

  /** Number of rows, removed entries included. */
  int count() {
    return count;
  }

  /** Number of rows that tell of a removed entry. */
  int removedCount() {
    return removedCount;
  }

  /** Rows that can be added before the arrays grow. */
  int freeRows() {
    return order.length - count;
  }

  /** Bytes of the arrays. */
  long bytes() {
    return rowsBytes(order.length, stride);
  }

  /** Bytes by which the arrays grow when they grow next. */
  long growthBytes() {
    return rowsBytes(grown() - order.length, stride);
  }

  /** Bytes of a table of entries of {@code stride} words with at least {@code rows} rows. */
  static long tableBytes(int rows, int stride) {
    return rowsBytes(Math.max(FIRST_ROWS, rows), stride);
  }

  private static long rowsBytes(int rows, int stride) {
    return (long) rows * (stride * Long.BYTES + Short.BYTES + 1);
  }

  private int grown() {
    return order.length + Math.max(1, order.length / 4);
  }

  /** Empties the table and makes it hold {@code rows} rows without growing. */
  void reset(int rows) {
    count = 0;
    removedCount = 0;
    allocate(Math.max(FIRST_ROWS, rows));
  }

  /** The array rows lie in, for copying; see {@link #offset}. */
  long[] words() {
    return words;
  }

  /** Where the row that is {@code index}-th in order of identity starts in {@link #words}. */
  int offset(int index) {
    return order[index] * stride;
  }

  /** A word of the row that is {@code index}-th in order of identity, as a number. */
  double real(int word, int index) {
    return Double.longBitsToDouble(words[order[index] * stride + word]);
  }

  /** Whether the row that is {@code index}-th in order of identity tells of a removed entry. */
  boolean isRemoved(int index) {
    return removed[order[index]];
  }

  /** Index in order of identity, or -(insertion point) - 1. */
  private int search(long[] key, int at) {
    int low = 0;
    int high = count - 1;
    // Ids often arrive in ascending order: look at the end first.
    if (count > 0 && compare(order[high] * stride, key, at) < 0) {
      return -count - 1;
    }
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int comparison = compare(order[middle] * stride, key, at);
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

  private int compare(int row, long[] key, int at) {
    for (int word = 0; word < identityWords; word++) {
      int comparison = Long.compare(words[row + word], key[at + word]);
      if (comparison != 0) {
        return comparison;
      }
    }
    return 0;
  }

  /** Compares the identity of a node's entry with that of the {@code index}-th row. */
  int compareSlot(NodeView node, int slot, int index) {
    int row = offset(index);
    for (int word = 0; word < identityWords; word++) {
      int comparison = Long.compare(node.word(word, slot), words[row + word]);
      if (comparison != 0) {
        return comparison;
      }
    }
    return 0;
  }

  /** Sets the newest version of an entry. */
  void put(long[] source, int at) {
    int row = rowOf(source, at);
    System.arraycopy(source, at, words, row * stride, stride);
    if (removed[row]) {
      removed[row] = false;
      removedCount--;
    }
  }

  /** Notes that the entry of an identity, which the stored node has, is gone. */
  void markRemoved(long[] key, int at) {
    int row = rowOf(key, at);
    System.arraycopy(key, at, words, row * stride, identityWords);
    if (!removed[row]) {
      removed[row] = true;
      removedCount++;
    }
  }

  /** Forgets an entry of a node that is not stored. */
  void forget(long[] key, int at) {
    int index = search(key, at);
    if (index < 0) {
      return;
    }
    int row = order[index];
    System.arraycopy(order, index + 1, order, index, count - index - 1);
    count--;
    if (row != count) {
      // The last row fills the gap; its number in the order changes with it.
      System.arraycopy(words, count * stride, words, row * stride, stride);
      removed[row] = removed[count];
      int moved = 0;
      while (order[moved] != count) {
        moved++;
      }
      order[moved] = (short) row;
    }
    removed[count] = false;
  }

  private int rowOf(long[] key, int at) {
    int index = search(key, at);
    if (index >= 0) {
      return order[index];
    }
    if (count == order.length) {
      int rows = grown();
      words = Arrays.copyOf(words, rows * stride);
      order = Arrays.copyOf(order, rows);
      removed = Arrays.copyOf(removed, rows);
    }
    int position = -index - 1;
    System.arraycopy(order, position, order, position + 1, count - position);
    order[position] = (short) count;
    removed[count] = false;
    return count++;
  }

  /** Appends all live entries to an empty image, in order of identity or in the layout's order. */
  void appendLive(NodePage image) {
    boolean ordered = image.layout().order() != null;
    for (int index = 0; index < count; index++) {
      if (!isRemoved(index)) {
        if (ordered) {
          image.insert(words, offset(index));
        } else {
          image.appendAll(words, offset(index), 1);
        }
      }
    }
  }

  /**
   * Merges a stored node with its modifications (Algorithm 5, line 14) into an empty image. Where
   * both are in order of identity this is one pass over both.
   */
  void merge(NodePage stored, NodePage image) {
    if (image.layout().order() != null || !inOrderOfIdentity(stored)) {
      mergeUnordered(stored, image);
      return;
    }
    int slot = 0;
    int index = 0;
    int slots = stored.count();
    while (slot < slots && index < count) {
      int comparison = compareSlot(stored, slot, index);
      if (comparison < 0) {
        image.append(stored, slot++);
      } else {
        if (comparison == 0) {
          slot++;
        }
        if (!isRemoved(index)) {
          image.appendAll(words, offset(index), 1);
        }
        index++;
      }
    }
    for (; slot < slots; slot++) {
      image.append(stored, slot);
    }
    for (; index < count; index++) {
      if (!isRemoved(index)) {
        image.appendAll(words, offset(index), 1);
      }
    }
  }

  /** Takes the stored entries that were not modified, then puts the modified ones in place. */
  private void mergeUnordered(NodePage stored, NodePage image) {
    long[] entry = new long[stride];
    for (int slot = 0; slot < stored.count(); slot++) {
      stored.copyEntry(slot, entry, 0);
      if (search(entry, 0) < 0) {
        image.append(stored, slot);
      }
    }
    appendLive(image);
  }

  private boolean inOrderOfIdentity(NodePage node) {
    for (int slot = 1; slot < node.count(); slot++) {
      if (compareSlots(node, slot - 1, slot) >= 0) {
        return false;
      }
    }
    return true;
  }

  private int compareSlots(NodePage node, int a, int b) {
    for (int word = 0; word < identityWords; word++) {
      int comparison = Long.compare(node.word(word, a), node.word(word, b));
      if (comparison != 0) {
        return comparison;
      }
    }
    return 0;
  }
}
