package org.flashgrove.indexes.rtree;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.order.KeyOrder;
import org.flashgrove.indexes.tree.Bounds;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Forced reinsertion of the R*-tree (Beckmann et al., SIGMOD 1990, section 4.3). This class decides
 * whether an overflowing node reinserts some of its entries, and which ones.
 *
 * <p>The insertion of one object reinserts at most once per level below the root's level. This
 * limit also covers the insertions that a reinsertion causes. The deletion of an object and the
 * reinsertions that it causes count as one insertion. Levels are counted from the leaves, so a
 * split of the root does not change them.
 *
 * <p>An overflowing node has M + 1 entries. Of these, p entries are reinserted. They are the
 * entries whose centres are farthest from the centre of the bounding rectangle of all M + 1
 * entries. Ties go to the first. The number p is a share of M + 1, rounded down, and at most the
 * number of entries above the minimum. If p is 0, the node is split.
 *
 * <p>The C library FESTIval instead measures from the centre of the node's rectangle in its parent.
 * This rectangle may not cover the new entry.
 */
final class ForcedReinsertion {
  private static final double ROUNDING_GUARD = 1e-9; // 0.3 * 10 is a little less than 3

  private final NodeFill fill;
  private final double leafShare;
  private final double innerShare;
  private final boolean closeFirst;
  private final boolean[] used = new boolean[SpatialTree.MAX_HEIGHT + 1];
  private final EntryList[] taken = new EntryList[SpatialTree.MAX_HEIGHT + 1];
  private final long[] box = new long[4];
  private final KeyOrder sorter = new KeyOrder();
  private int[] order = new int[0];
  private double[] nearness;
  private boolean[] leaves;
  private double[] noTies;

  /** Returns a policy without reinsertion, so that every overflowing node is split. */
  static ForcedReinsertion never(NodeFill fill) {
    return new ForcedReinsertion(fill, 0, 0, true);
  }

  /**
   * Creates a policy that reinserts a share of the entries of overflowing nodes.
   *
   * @param leafShare share of the entries of a leaf, 0 to 0.5; 0 for no reinsertion
   * @param innerShare share of the entries of an internal node, 0 to 0.5; 0 for no reinsertion
   * @param closeFirst whether entries are reinserted in ascending order of their distance from the
   *     centre of the node; otherwise in descending order
   */
  ForcedReinsertion(NodeFill fill, double leafShare, double innerShare, boolean closeFirst) {
    this.fill = fill;
    this.leafShare = leafShare;
    this.innerShare = innerShare;
    this.closeFirst = closeFirst;
  }

  /** Starts the insertion or deletion of an object, so that each level may reinsert once again. */
  void begin() {
    Arrays.fill(used, false);
  }

  /**
   * Returns whether an overflowing node reinserts entries. Otherwise the caller splits the node.
   *
   * @param level level of the node
   * @param entries number of its entries, including the new one
   */
  boolean due(int level, int entries) {
    return !used[level] && share(level, entries) > 0;
  }

  private int share(int level, int entries) {
    double share = level == 0 ? leafShare : innerShare;
    int wanted = (int) (entries * share + ROUNDING_GUARD);
    return Math.min(wanted, entries - fill.minimum(level));
  }

  /**
   * Removes from a list those entries that are farthest from the centre of the bounding rectangle
   * of all its entries. The remaining entries keep their order.
   *
   * @return the removed entries in the order of reinsertion. The list is valid until the next call
   *     for this level, which must come after the next {@link #begin()}
   */
  EntryList take(EntryList entries, int level) {
    used[level] = true;
    int count = entries.count();
    int leaving = share(level, count);
    sortByNearness(entries);
    if (taken[level] == null) {
      taken[level] = new EntryList(RTree.WORDS, count);
    }
    EntryList out = taken[level];
    out.clear();
    Arrays.fill(leaves, 0, count, false);
    for (int i = 0; i < leaving; i++) {
      int at = order[closeFirst ? leaving - 1 - i : i];
      out.add(entries.words(), at * RTree.WORDS);
      leaves[at] = true;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (!leaves[i]) {
        entries.copy(i, kept++);
      }
    }
    entries.truncate(kept);
    return out;
  }

  /**
   * Sorts the indexes of the entries into {@code order}, by descending distance of the entries from
   * the common centre.
   */
  private void sortByNearness(EntryList entries) {
    int count = entries.count();
    if (order.length < count) {
      order = new int[count];
      nearness = new double[count];
      noTies = new double[count];
      leaves = new boolean[count];
    }
    Bounds.of(entries, 0, count, 3, box, 0);
    double centreX = centre(Double.longBitsToDouble(box[0]), Double.longBitsToDouble(box[2]));
    double centreY = centre(Double.longBitsToDouble(box[1]), Double.longBitsToDouble(box[3]));
    for (int i = 0; i < count; i++) {
      double dx = centre(entries.real(i, 1), entries.real(i, 3)) - centreX;
      double dy = centre(entries.real(i, 2), entries.real(i, 4)) - centreY;
      nearness[i] = -(dx * dx + dy * dy);
    }
    sorter.sort(order, count, nearness, noTies);
  }

  private static double centre(double low, double high) {
    return low / 2 + high / 2; // the sum may exceed the range of doubles
  }
}
