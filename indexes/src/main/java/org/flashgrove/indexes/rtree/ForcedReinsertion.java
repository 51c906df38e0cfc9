package org.flashgrove.indexes.rtree;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.order.KeyOrder;
import org.flashgrove.indexes.tree.Bounds;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Forced reinsertion of the R*-tree (Beckmann et al., SIGMOD 1990, section 4.3): when it is due,
 * and which entries leave an overflowing node.
 *
 * <p>Due once per level below the root's and per data insertion, all insertions it causes included;
 * a deletion, with everything it inserts again, counts as one. Levels are counted from the leaves,
 * so they stay what they are when the root splits; the level of a new root is the root's.
 *
 * <p>Of the M + 1 entries leave the p whose centres are farthest from the centre of the bounding
 * rectangle of all M + 1; of equally far ones the first. (FESTIval measures from the centre of the
 * rectangle the parent has for the node, which may lack the new entry; the paper says the bounding
 * rectangle of the node.) p is the share of M + 1, rounded down, and at most as many as the node
 * has above its minimum; if p is 0 the node is split.
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

  /** Returns a policy without reinsertion: every overflow is a split. */
  static ForcedReinsertion never(NodeFill fill) {
    return new ForcedReinsertion(fill, 0, 0, true);
  }

  /**
   * Creates a policy that takes a share of the entries out of overflowing nodes.
   *
   * @param leafShare of leaves, 0 to 0.5; 0 for none
   * @param innerShare of internal nodes
   * @param closeFirst whether entries go in again in the order of their distance, or in the
   *     opposite one
   */
  ForcedReinsertion(NodeFill fill, double leafShare, double innerShare, boolean closeFirst) {
    this.fill = fill;
    this.leafShare = leafShare;
    this.innerShare = innerShare;
    this.closeFirst = closeFirst;
  }

  /** Begins a data insertion or deletion. */
  void begin() {
    Arrays.fill(used, false);
  }

  /**
   * Returns whether entries of an overflowing node of a level below the root's are to be put in
   * again.
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
   * Takes the farthest entries out of a list; those that stay keep their order.
   *
   * @return the entries in the order they are to be put in again; valid until the next call for
   *     this level, which is not before the next {@link #begin()}
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

  /** Fills {@code order}: farthest first. */
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
    return low / 2 + high / 2; // the sum may be beyond the range of doubles
  }
}
