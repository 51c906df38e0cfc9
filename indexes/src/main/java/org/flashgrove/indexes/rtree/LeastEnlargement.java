package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.NodeView;

/**
 * Criterion of ChooseLeaf (Guttman, section 3.2, CL3): the entry whose rectangle needs the least
 * enlargement. Ties go to the smallest rectangle, then to the first.
 *
 * <p>Coordinates are copied to arrays column by column, so that the compiler can vectorize the
 * computation of areas and enlargements.
 */
public final class LeastEnlargement implements SubtreeChooser {
  double[] minXs;
  double[] minYs;
  double[] maxXs;
  double[] maxYs;
  double[] areas;
  double[] growths;

  /**
   * Creates a chooser for nodes of up to {@code capacity} entries. Its arrays grow for larger
   * nodes.
   */
  public LeastEnlargement(int capacity) {
    allocate(capacity);
  }

  private void allocate(int capacity) {
    minXs = new double[capacity];
    minYs = new double[capacity];
    maxXs = new double[capacity];
    maxYs = new double[capacity];
    areas = new double[capacity];
    growths = new double[capacity];
  }

  @Override
  public int choose(NodeView node, long[] entry) {
    load(node, entry);
    return least(node.count());
  }

  /**
   * Returns by how much the area of an entry's rectangle would grow. The entry belongs to the node
   * that was passed to {@link #load} last.
   */
  public double growth(int slot) {
    return growths[slot];
  }

  /**
   * Returns the area of an entry's rectangle, not enlarged. The entry belongs to the node that was
   * passed to {@link #load} last.
   */
  public double area(int slot) {
    return areas[slot];
  }

  /**
   * Fills the arrays with the coordinates and areas of a node's entries, and with their
   * enlargements by the rectangle of {@code entry}.
   */
  void load(NodeView node, long[] entry) {
    int count = node.count();
    if (count > areas.length) {
      allocate(count); // the tree was built with a larger capacity
    }
    node.copyReals(1, minXs);
    node.copyReals(2, minYs);
    node.copyReals(3, maxXs);
    node.copyReals(4, maxYs);
    computeAreas(count);
    computeUnions(
        count,
        Double.longBitsToDouble(entry[1]),
        Double.longBitsToDouble(entry[2]),
        Double.longBitsToDouble(entry[3]),
        Double.longBitsToDouble(entry[4]));
  }

  private void computeAreas(int count) {
    for (int i = 0; i < count; i++) {
      areas[i] = (maxXs[i] - minXs[i]) * (maxYs[i] - minYs[i]);
    }
  }

  private void computeUnions(int count, double minX, double minY, double maxX, double maxY) {
    for (int i = 0; i < count; i++) {
      growths[i] =
          (Math.max(maxXs[i], maxX) - Math.min(minXs[i], minX))
                  * (Math.max(maxYs[i], maxY) - Math.min(minYs[i], minY))
              - areas[i];
    }
  }

  /**
   * Returns the slot of the entry with the least enlargement. Ties go to the smallest rectangle,
   * then to the first.
   */
  int least(int count) {
    int best = 0;
    double least = growths[0];
    for (int i = 1; i < count; i++) {
      double growth = growths[i];
      if (growth <= least && (growth < least || areas[i] < areas[best])) {
        least = growth;
        best = i;
      }
    }
    return best;
  }
}
