package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.tree.Bounds;

/**
 * Format and order of the entries of an xBR+-tree.
 *
 * <p>A leaf entry is (id, x, y). Leaves are ordered by x, then y, then id.
 *
 * <p>An internal entry is (child, DBR, quadrant). The DBR is the exact bounding rectangle of the
 * points below the child. The word of the quadrant contains:
 *
 * <ul>
 *   <li>bit 0: whether a smaller quadrant was cut out of the quadrant (nSQ in the paper of Roumelis
 *       et al. 2015, otherwise SQ);
 *   <li>bits 1 to 7: the number of digits of the quadrant's address;
 *   <li>bits 32 to 63: a hash.
 * </ul>
 *
 * <p>The address itself follows from the DBR, which lies in the quadrant and is never empty. The
 * paper stores the side length of the quadrant. The number of digits is equivalent, exact and
 * shorter.
 *
 * <p>The header of an internal node is its region's address. Leaves do not use the header.
 *
 * <p>Immutable: the tree and all its searches share one layout.
 */
final class XbrPlusLayout {
  /** Number of words in a leaf entry. */
  static final int LEAF_WORDS = 3;

  /** Number of words in an internal entry. */
  static final int NODE_WORDS = 6;

  /** Logical bytes of a leaf entry: two coordinates of 8 and an id of 4. */
  private static final int LEAF_BYTES = 20;

  /** Logical bytes of an internal entry: child 4, DBR 32, side 8, shape 1. */
  private static final int NODE_BYTES = 45;

  private static final int QUADRANT = 5;
  private static final int LEVEL_BITS = 0x7F;

  private final OriginalSpace space;
  private final TreeLayout nodes =
      new TreeLayout(
          new NodeLayout(LEAF_WORDS, LEAF_WORDS, 1, 2, LEAF_BYTES, XbrPlusLayout::comparePoints),
          new NodeLayout(NODE_WORDS, 1, 1, 4, NODE_BYTES, this::compareQuadrants));

  XbrPlusLayout(OriginalSpace space) {
    this.space = space;
  }

  TreeLayout nodes() {
    return nodes;
  }

  OriginalSpace space() {
    return space;
  }

  /** Compares leaf entries by x, y, id. */
  static int comparePoints(NodeView leaf, int slot, long[] words, int at) {
    int order = Double.compare(leaf.real(1, slot), Double.longBitsToDouble(words[at + 1]));
    if (order == 0) {
      order = Double.compare(leaf.real(2, slot), Double.longBitsToDouble(words[at + 2]));
    }
    return order != 0 ? order : Long.compare(leaf.word(0, slot), words[at]);
  }

  /** Compares leaf entries by x, y, id. */
  static int comparePoints(EntryList list, int index, long[] words, int at) {
    int order = Double.compare(list.real(index, 1), Double.longBitsToDouble(words[at + 1]));
    if (order == 0) {
      order = Double.compare(list.real(index, 2), Double.longBitsToDouble(words[at + 2]));
    }
    return order != 0 ? order : Long.compare(list.word(index, 0), words[at]);
  }

  /**
   * Compares internal entries by the preorder of their quadrants. Several threads may call this
   * method, because it stores nothing between calls.
   */
  private int compareQuadrants(NodeView node, int slot, long[] words, int at) {
    long quadrant1 = node.word(QUADRANT, slot);
    long quadrant2 = words[at + QUADRANT];
    double x1 = node.real(1, slot);
    double y1 = node.real(2, slot);
    double x2 = Double.longBitsToDouble(words[at + 1]);
    double y2 = Double.longBitsToDouble(words[at + 2]);
    int level1 = level(quadrant1);
    int level2 = level(quadrant2);
    return Address.compare(
        space.high(x1, y1) & Address.highMask(level1),
        space.low(x1, y1, hash(quadrant1)) & Address.lowMask(level1),
        level1,
        space.high(x2, y2) & Address.highMask(level2),
        space.low(x2, y2, hash(quadrant2)) & Address.lowMask(level2),
        level2);
  }

  private static int level(long quadrant) {
    return Math.min(Address.LEVELS, (int) (quadrant >>> 1) & LEVEL_BITS);
  }

  private static int hash(long quadrant) {
    return (int) (quadrant >>> 32);
  }

  /**
   * Returns a hash of 32 bits of a point's id and coordinates. It separates points in the same grid
   * cell. Identical points usually get different hashes, because their ids differ.
   */
  private static int hash(long id, long xBits, long yBits) {
    long mixed = (id ^ Long.rotateLeft(xBits, 21) ^ Long.rotateLeft(yBits, 42)) + xBits;
    mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return (int) (mixed >>> 32);
  }

  /**
   * Creates the exception that is thrown if more points have the same full address than fit in a
   * leaf.
   */
  static IllegalArgumentException tooManyOfOneAddress(long[] words, int at, int allowed) {
    return new IllegalArgumentException(
        "object "
            + words[at]
            + " at x="
            + Double.longBitsToDouble(words[at + 1])
            + " y="
            + Double.longBitsToDouble(words[at + 2])
            + ": too many points in its grid cell have ids with the same hash (allowed: at most "
            + allowed
            + ")");
  }

  /** Computes the full address of the leaf entry at {@code words[at]}. */
  void pointAddress(long[] words, int at, Address into) {
    double x = Double.longBitsToDouble(words[at + 1]);
    double y = Double.longBitsToDouble(words[at + 2]);
    pointAddress(words[at], x, y, into);
  }

  /** Computes the full address of a point and its id. Coordinates must not be -0.0. */
  void pointAddress(long id, double x, double y, Address into) {
    int hash = hash(id, Double.doubleToRawLongBits(x), Double.doubleToRawLongBits(y));
    into.set(space.high(x, y), space.low(x, y, hash), Address.LEVELS);
  }

  /** Computes the full address of the entry in a slot of a leaf. */
  void pointAddress(NodeView leaf, int slot, Address into) {
    pointAddress(leaf.word(0, slot), leaf.real(1, slot), leaf.real(2, slot), into);
  }

  /** Computes the quadrant of the entry in a slot of an internal node. */
  void quadrant(NodeView node, int slot, Address into) {
    double x = node.real(1, slot);
    double y = node.real(2, slot);
    long quadrant = node.word(QUADRANT, slot);
    into.set(space.high(x, y), space.low(x, y, hash(quadrant)), level(quadrant));
  }

  /** Computes the quadrant of the internal entry at {@code words[at]}. */
  void quadrant(long[] words, int at, Address into) {
    double x = Double.longBitsToDouble(words[at + 1]);
    double y = Double.longBitsToDouble(words[at + 2]);
    long quadrant = words[at + QUADRANT];
    into.set(space.high(x, y), space.low(x, y, hash(quadrant)), level(quadrant));
  }

  /** Computes the smallest quadrant that contains the grid cells of all points in a rectangle. */
  void clip(double minX, double minY, double maxX, double maxY, Address into) {
    long high = space.high(minX, minY);
    long low = space.low(minX, minY, 0);
    int common = Address.commonDigits(high, low, space.high(maxX, maxY), space.low(maxX, maxY, 0));
    into.set(high, low, Math.min(common, Address.SPATIAL_LEVELS));
  }

  /** Returns whether a smaller quadrant was cut out of the quadrant of an internal entry. */
  static boolean isCut(NodeView node, int slot) {
    return (node.word(QUADRANT, slot) & 1) != 0;
  }

  /**
   * Sets whether a smaller quadrant was cut out of the quadrant of the entry at {@code words[at]}.
   */
  static void setCut(long[] words, int at, boolean cut) {
    words[at + QUADRANT] = words[at + QUADRANT] & ~1L | (cut ? 1 : 0);
  }

  /**
   * Writes the entry by which a parent refers to a node. The entry says that no smaller quadrant
   * was cut out of the node's quadrant.
   *
   * @param entries the node's entries
   * @throws DamagedStoreException if there are no entries, because no tree writes empty nodes
   */
  void describe(long nodeId, int level, EntryList entries, Address quadrant, long[] into, int at) {
    into[at] = nodeId;
    bound(nodeId, level, entries, into, at);
    into[at + QUADRANT] = (long) quadrant.hash() << 32 | (long) quadrant.level() << 1;
  }

  /**
   * Writes the bounding rectangle (DBR) of a node to the node's entry. The node must not be empty.
   */
  void bound(long nodeId, int level, EntryList entries, long[] into, int at) {
    if (entries.count() == 0) {
      throw new DamagedStoreException("tree", "page " + nodeId, "nothing left below its parent");
    }
    Bounds.of(entries, 0, entries.count(), nodes.at(level).upperBoundsWord(), into, at + 1);
  }

  /**
   * Returns the slot of the smallest quadrant in an internal node that covers {@code target}, or -1
   * if there is none. Ignores slots before {@code from}.
   */
  int smallestCovering(NodeView node, int from, Address target) {
    for (int slot = firstBehind(node, from, target) - 1; slot >= from; slot--) {
      int level = level(node.word(QUADRANT, slot));
      if (target.isIn(high(node, slot), low(node, slot), level)) {
        return slot;
      }
    }
    return -1;
  }

  /** Returns whether an internal node contains a quadrant strictly inside {@code target}. */
  boolean hasInside(NodeView node, Address target) {
    int slot = firstBehind(node, 0, target);
    return slot < node.count()
        && target.covers(high(node, slot), low(node, slot), level(node.word(QUADRANT, slot)));
  }

  /** Returns the first slot from {@code from} whose quadrant sorts after {@code target}. */
  int firstBehind(NodeView node, int from, Address target) {
    int low = from;
    int high = node.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int level = level(node.word(QUADRANT, middle));
      long middleHigh = high(node, middle) & Address.highMask(level);
      long middleLow = low(node, middle) & Address.lowMask(level);
      if (target.compareTo(middleHigh, middleLow, level) >= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns the first 32 digits of the address of the point (minX, minY) of an entry's DBR. This
   * point lies in the entry's quadrant, whose address may have fewer digits.
   */
  private long high(NodeView node, int slot) {
    return space.high(node.real(1, slot), node.real(2, slot));
  }

  /**
   * Returns the remaining digits of the address whose first 32 digits {@link #high(NodeView, int)}
   * returns.
   */
  private long low(NodeView node, int slot) {
    int hash = hash(node.word(QUADRANT, slot));
    return space.low(node.real(1, slot), node.real(2, slot), hash);
  }
}
