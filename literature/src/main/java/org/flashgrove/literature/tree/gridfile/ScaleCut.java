package org.flashgrove.literature.tree.gridfile;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.literature.tree.region.Cut;
import org.flashgrove.literature.tree.region.MedianValue;
import org.flashgrove.literature.tree.region.PointCut;
import org.flashgrove.literature.tree.region.Region;

/**
 * Split rule of the grid file for buckets. The scales of the parent, which are lists of positions
 * in x and in y, divide the bucket's box into cells. A box of several cells is cut between two
 * cells. The cut is in the dimension with more cells, at the middle one of the positions between
 * these cells. A box of one cell is cut at a new position in the middle of its longer side.
 *
 * <p>If all points are on one side of the cut, the published grid file cuts that side again and
 * keeps an empty bucket. This class instead uses the first of these cuts that has points on both
 * sides, so no bucket starts empty. If a box becomes too small to be halved, it cuts at the median
 * of the points.
 */
final class ScaleCut implements PointCut {
  private final Domain domain;
  private final double[] low = new double[2];
  private final double[] high = new double[2];
  private final double[][] positions = new double[2][0];
  private final int[] counts = new int[2];

  ScaleCut(Domain domain) {
    this.domain = domain;
  }

  @Override
  public void choose(EntryList points, Region region, NodeView parent, Cut cut) {
    for (int dimension = 0; dimension < 2; dimension++) {
      low[dimension] = region.low(dimension);
      high[dimension] =
          Math.min(region.high(dimension), dimension == 0 ? domain.maxX() : domain.maxY());
      readScale(parent, dimension);
    }
    while (true) {
      int dimension = crossingLines(0) >= crossingLines(1) ? 0 : 1;
      int lines = crossingLines(dimension);
      if (lines == 0) {
        dimension = high[0] - low[0] >= high[1] - low[1] ? 0 : 1;
      }
      double value =
          lines > 0
              ? positions[dimension][firstLine(dimension) + lines / 2]
              : low[dimension] + (high[dimension] - low[dimension]) / 2;
      if (value <= low[dimension] || value >= high[dimension]) {
        cutAtMedian(points, cut); // the box is too small to be halved
        return;
      }
      int below = countBelow(points, dimension, value);
      if (below > 0 && below < points.count()) {
        cut.set(dimension, value);
        return;
      }
      if (below == 0) {
        low[dimension] = value;
      } else {
        high[dimension] = value;
      }
    }
  }

  /**
   * Reads the positions of the scale in one dimension from a directory page. They are the lower
   * borders of the boxes on the page.
   */
  private void readScale(NodeView parent, int dimension) {
    counts[dimension] = 0;
    if (parent == null) {
      return;
    }
    if (positions[dimension].length < parent.count()) {
      positions[dimension] = new double[parent.count()];
    }
    double[] scale = positions[dimension];
    for (int slot = 0; slot < parent.count(); slot++) {
      scale[slot] = parent.real(1 + dimension, slot);
    }
    Arrays.sort(scale, 0, parent.count());
    int count = 0;
    for (int i = 0; i < parent.count(); i++) {
      if (count == 0 || scale[i] > scale[count - 1]) {
        scale[count++] = scale[i];
      }
    }
    counts[dimension] = count;
  }

  private int firstLine(int dimension) {
    int first = 0;
    while (first < counts[dimension] && positions[dimension][first] <= low[dimension]) {
      first++;
    }
    return first;
  }

  /** Returns the number of positions of a scale that lie inside the bucket's box. */
  private int crossingLines(int dimension) {
    int end = firstLine(dimension);
    int first = end;
    while (end < counts[dimension] && positions[dimension][end] < high[dimension]) {
      end++;
    }
    return end - first;
  }

  private static int countBelow(EntryList points, int dimension, double value) {
    int below = 0;
    for (int i = 0; i < points.count(); i++) {
      if (points.real(i, 1 + dimension) < value) {
        below++;
      }
    }
    return below;
  }

  private static void cutAtMedian(EntryList points, Cut cut) {
    double[] coordinates = new double[points.count()];
    for (int dimension = 0; dimension < 2; dimension++) {
      for (int i = 0; i < coordinates.length; i++) {
        coordinates[i] = points.real(i, 1 + dimension);
      }
      if (MedianValue.choose(coordinates, coordinates.length, dimension, cut)) {
        return;
      }
    }
  }
}
