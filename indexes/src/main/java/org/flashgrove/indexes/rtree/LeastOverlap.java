package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.NodeView;

/**
 * ChooseSubtree of the R*-tree (Beckmann et al., SIGMOD 1990, section 4.1).
 *
 * <p>Above the parents of leaves, the child with the least enlargement is chosen. Ties go to the
 * smallest. For a parent of leaves, the candidates are the {@code neighbours} leaves with the least
 * enlargement. Of these, the leaf is chosen whose overlap with all its siblings grows least. Ties
 * go to the least enlargement, then to the smallest, then to the first. If {@code neighbours} is at
 * least the number of children, this is the paper's exact version.
 *
 * <p>If some leaves need no enlargement, the smallest of them is chosen without further
 * computation, because its overlap does not grow. Otherwise candidates are examined in the order of
 * their enlargement. A candidate is abandoned as soon as its overlap grows more than the overlap of
 * the best one, because partial sums never decrease. Once the overlap of a candidate does not grow,
 * only candidates with equal enlargement can be better.
 *
 * <p>Comparisons are exact. The C library FESTIval instead ignores enlargements up to 1e-5. For
 * data in the unit square, this almost disables the overlap criterion. FESTIval does not break ties
 * by area.
 */
final class LeastOverlap implements SubtreeChooser {
  private final int neighbours;
  private final LeastEnlargement columns;
  private int[] nearest;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  LeastOverlap(int capacity, int neighbours) {
    this.neighbours = neighbours;
    this.columns = new LeastEnlargement(capacity);
    this.nearest = new int[capacity];
  }

  @Override
  public int choose(NodeView node, long[] entry) {
    columns.load(node, entry);
    int count = node.count();
    int least = columns.least(count);
    if (node.level() > 1 || columns.growths[least] <= 0) {
      return least;
    }
    minX = Double.longBitsToDouble(entry[1]);
    minY = Double.longBitsToDouble(entry[2]);
    maxX = Double.longBitsToDouble(entry[3]);
    maxY = Double.longBitsToDouble(entry[4]);
    if (overlapGrowth(least, count, 0) == 0) {
      return least; // no other child ranks before it
    }
    return leastOverlapping(count, findNearest(count));
  }

  /**
   * Stores the slots of the children with the least enlargement in {@code nearest}, in ascending
   * order of enlargement. Returns the number of these children.
   */
  private int findNearest(int count) {
    if (nearest.length < count) {
      nearest = new int[count];
    }
    double[] growths = columns.growths;
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (found == neighbours && !(growths[i] < growths[nearest[found - 1]])) {
        continue;
      }
      int at = found < neighbours ? found++ : found - 1;
      while (at > 0 && growths[i] < growths[nearest[at - 1]]) {
        nearest[at] = nearest[at - 1];
        at--;
      }
      nearest[at] = i;
    }
    return found;
  }

  private int leastOverlapping(int count, int candidates) {
    double[] growths = columns.growths;
    int best = nearest[0];
    double least = overlapGrowth(best, count, Double.POSITIVE_INFINITY);
    for (int k = 1; k < candidates; k++) {
      int candidate = nearest[k];
      if (least == 0 && growths[candidate] > growths[best]) {
        break;
      }
      double overlap = overlapGrowth(candidate, count, least);
      boolean smaller =
          growths[candidate] == growths[best] && columns.areas[candidate] < columns.areas[best];
      if (overlap < least || overlap == least && smaller) {
        least = overlap;
        best = candidate;
      }
    }
    return best;
  }

  /**
   * Returns by how much the overlap of a child with its siblings grows when it receives the entry.
   * If the growth exceeds {@code limit}, the result is some number above the limit.
   */
  private double overlapGrowth(int child, int count, double limit) {
    double[] minXs = columns.minXs;
    double[] minYs = columns.minYs;
    double[] maxXs = columns.maxXs;
    double[] maxYs = columns.maxYs;
    double x1 = minXs[child];
    double y1 = minYs[child];
    double x2 = maxXs[child];
    double y2 = maxYs[child];
    double grownX1 = Math.min(x1, minX);
    double grownY1 = Math.min(y1, minY);
    double grownX2 = Math.max(x2, maxX);
    double grownY2 = Math.max(y2, maxY);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      boolean apart =
          minXs[i] >= grownX2 || maxXs[i] <= grownX1 || minYs[i] >= grownY2 || maxYs[i] <= grownY1;
      if (apart || i == child) {
        continue;
      }
      double width = Math.min(x2, maxXs[i]) - Math.max(x1, minXs[i]);
      double height = Math.min(y2, maxYs[i]) - Math.max(y1, minYs[i]);
      double before = width > 0 && height > 0 ? width * height : 0;
      sum +=
          (Math.min(grownX2, maxXs[i]) - Math.max(grownX1, minXs[i]))
                  * (Math.min(grownY2, maxYs[i]) - Math.max(grownY1, minYs[i]))
              - before;
      if (sum > limit) {
        return sum;
      }
    }
    return sum;
  }
}
