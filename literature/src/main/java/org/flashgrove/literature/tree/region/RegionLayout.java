package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;

/**
 * Format of entries: (id, x, y) in leaves; (child, minX, minY, maxX, maxY, ties) in internal nodes.
 * An internal entry contains the child's region, whose maxima are exclusive. The upper half of the
 * word {@code ties} is the smallest hash that belongs to the region, and the lower half is the
 * largest. Where memory is counted in logical bytes ({@code festival64}), a leaf entry counts as 20
 * bytes and an internal entry as 36.
 */
final class RegionLayout {
  static final int LEAF_WORDS = 3;
  static final int NODE_WORDS = 6;

  /** The layouts of leaves and internal nodes, whose entries have no order. */
  static final TreeLayout NODES =
      new TreeLayout(
          new NodeLayout(LEAF_WORDS, LEAF_WORDS, 1, 2, 20, null),
          new NodeLayout(NODE_WORDS, 1, 1, 36, null));

  private static final int TIES_WORD = 5;
  private static final long LOWER_HALF = 0xFFFFFFFFL;

  private RegionLayout() {}

  /** Returns the hash of an id, which is the coordinate in dimension {@link Region#TIES}. */
  static double tie(long id) {
    long mixed = (id ^ id >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed >>> 32;
  }

  /** Returns a coordinate of the leaf entry that begins at index {@code at} of {@code words}. */
  static double coordinate(long[] words, int at, int dimension) {
    return dimension == Region.TIES
        ? tie(words[at])
        : Double.longBitsToDouble(words[at + 1 + dimension]);
  }

  static double low(long[] words, int at, int dimension) {
    return dimension == Region.TIES
        ? words[at + TIES_WORD] >>> 32
        : Double.longBitsToDouble(words[at + 1 + dimension]);
  }

  static double high(long[] words, int at, int dimension) {
    return dimension == Region.TIES
        ? (words[at + TIES_WORD] & LOWER_HALF) + 1
        : Double.longBitsToDouble(words[at + 3 + dimension]);
  }

  static double low(EntryList entries, int index, int dimension) {
    return low(entries.words(), index * NODE_WORDS, dimension);
  }

  static double high(EntryList entries, int index, int dimension) {
    return high(entries.words(), index * NODE_WORDS, dimension);
  }

  static void setLow(long[] words, int at, int dimension, double value) {
    if (dimension == Region.TIES) {
      words[at + TIES_WORD] = words[at + TIES_WORD] & LOWER_HALF | (long) value << 32;
    } else {
      words[at + 1 + dimension] = Double.doubleToRawLongBits(value);
    }
  }

  static void setHigh(long[] words, int at, int dimension, double value) {
    if (dimension == Region.TIES) {
      words[at + TIES_WORD] = words[at + TIES_WORD] & ~LOWER_HALF | (long) value - 1;
    } else {
      words[at + 3 + dimension] = Double.doubleToRawLongBits(value);
    }
  }

  /**
   * Returns the dimension in which two regions touch, if the union of the two regions is a box.
   * Returns -1 otherwise.
   */
  static int commonBorder(EntryList entries, int a, int b) {
    int touching = -1;
    for (int dimension = 0; dimension < Region.DIMENSIONS; dimension++) {
      double lowA = low(entries, a, dimension);
      double lowB = low(entries, b, dimension);
      double highA = high(entries, a, dimension);
      double highB = high(entries, b, dimension);
      if (lowA == lowB && highA == highB) {
        continue;
      }
      if (touching >= 0 || highA != lowB && highB != lowA) {
        return -1;
      }
      touching = dimension;
    }
    return touching;
  }

  /** Encodes the internal entry of a node, which consists of the node's id and region. */
  static void describe(long nodeId, Region region, long[] into, int at) {
    into[at] = nodeId;
    for (int dimension = 0; dimension < Region.DIMENSIONS; dimension++) {
      setLow(into, at, dimension, region.low(dimension));
      setHigh(into, at, dimension, region.high(dimension));
    }
  }

  /** Returns the slot of the child whose region contains a point, or -1 if there is none. */
  static int slotOf(NodeView node, double x, double y, double tie) {
    int count = node.count();
    for (int slot = 0; slot < count; slot++) {
      if (x >= node.real(1, slot)
          && x < node.real(3, slot)
          && y >= node.real(2, slot)
          && y < node.real(4, slot)) {
        long ties = node.word(TIES_WORD, slot);
        if (tie >= ties >>> 32 && tie <= (ties & LOWER_HALF)) {
          return slot;
        }
      }
    }
    return -1;
  }

  /** Returns the slot of an entry in a leaf, or -1 if the leaf does not contain the entry. */
  static int slotOf(NodeView leaf, long[] entry) {
    for (int slot = 0; slot < leaf.count(); slot++) {
      if (leaf.word(0, slot) == entry[0]
          && leaf.word(1, slot) == entry[1]
          && leaf.word(2, slot) == entry[2]) {
        return slot;
      }
    }
    return -1;
  }
}
