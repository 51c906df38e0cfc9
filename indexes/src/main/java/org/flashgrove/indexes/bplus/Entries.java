package org.flashgrove.indexes.bplus;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;

/**
 * Format of entries and their order by key, then by value. Leaf entries are (value, key) followed
 * by additional words, if the tree has any. Internal entries are (child, least key, least value).
 *
 * <p>The pair in an internal entry is a lower bound of all pairs below its child, and greater than
 * all pairs below the previous child. The first lower bound in a node equals the lower bound of the
 * node in its parent. At the left edge of the tree, it is the smallest possible pair. Splits and
 * merges can therefore move entries without adjusting lower bounds.
 */
final class Entries {
  static final int LEAF_WORDS = 2;
  static final int NODE_WORDS = 3;

  /** Index of the value in the words of a leaf entry. */
  static final int LEAF_VALUE = 0;

  static final int LEAF_KEY = 1;

  /** Index of the key in the words of an internal entry. */
  static final int NODE_KEY = 1;

  static final int NODE_VALUE = 2;

  static final TreeLayout LAYOUT = layout(0);

  private Entries() {}

  /** Returns the layout of a tree that stores additional words with each pair. */
  static TreeLayout layout(int furtherWords) {
    int words = LEAF_WORDS + furtherWords;
    int logicalBytes = 12 + Long.BYTES * furtherWords;
    return new TreeLayout(
        new NodeLayout(words, words, NodeLayout.NO_BOUNDS, logicalBytes, Entries::compareLeaf),
        new NodeLayout(NODE_WORDS, 1, NodeLayout.NO_BOUNDS, 16, Entries::compareNode));
  }

  private static int compareLeaf(NodeView leaf, int slot, long[] words, int at) {
    return compare(leaf, slot, words[at + LEAF_KEY], words[at + LEAF_VALUE]);
  }

  private static int compareNode(NodeView node, int slot, long[] words, int at) {
    return compare(node, slot, words[at + NODE_KEY], words[at + NODE_VALUE]);
  }

  /** Compares the pair in a slot of any node with the given pair. */
  static int compare(NodeView node, int slot, long key, long value) {
    // word 1 is the key in both layouts
    int order = Long.compare(node.word(LEAF_KEY, slot), key);
    return order != 0
        ? order
        : Long.compare(node.word(node.level() == 0 ? LEAF_VALUE : NODE_VALUE, slot), value);
  }

  /**
   * Returns the first slot whose pair is not less than the given pair, or the number of entries if
   * there is no such slot.
   */
  static int firstNotBelow(NodeView node, long key, long value) {
    int low = 0;
    int high = node.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(node, middle, key, value) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the slot, in an internal node, of the only child that may contain the given pair. */
  static int childSlot(NodeView node, long key, long value) {
    int low = 0;
    int high = node.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(node, middle, key, value) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Math.max(0, low - 1);
  }

  /**
   * Returns the first slot from {@code from} on whose key is greater than {@code key}, or the
   * number of entries if there is no such slot. Fast if the result is near {@code from}.
   */
  static int firstAbove(NodeView node, int from, long key) {
    int count = node.count();
    int low = from;
    int high = from;
    for (int step = 1; high < count && node.word(LEAF_KEY, high) <= key; step *= 2) {
      low = high + 1;
      high += step;
    }
    high = Math.min(high, count);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (node.word(LEAF_KEY, middle) <= key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns whether a slot contains the given pair. Returns false if {@code slot} is the number of
   * entries.
   */
  static boolean isAt(NodeView leaf, int slot, long key, long value) {
    return slot < leaf.count() && compare(leaf, slot, key, value) == 0;
  }
}
