package org.flashgrove.literature.tree.kdb;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.literature.tree.region.Cut;
import org.flashgrove.literature.tree.region.MedianValue;
import org.flashgrove.literature.tree.region.PointCut;
import org.flashgrove.literature.tree.region.Region;

/**
 * Cuts points at the median of the dimension with the larger spread. The dimension is our choice:
 * Robinson's paper alternates the dimensions or leaves the choice open.
 */
final class MedianCut implements PointCut {
  private double[] coordinates = new double[0];

  @Override
  public void choose(EntryList points, Region region, NodeView parent, Cut cut) {
    int dimension = spread(points, 1) > spread(points, 0) ? 1 : 0;
    if (coordinates.length < points.count()) {
      coordinates = new double[points.count()];
    }
    for (int i = 0; i < points.count(); i++) {
      coordinates[i] = points.real(i, 1 + dimension);
    }
    MedianValue.choose(coordinates, points.count(), dimension, cut);
  }

  private static double spread(EntryList points, int dimension) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < points.count(); i++) {
      low = Math.min(low, points.real(i, 1 + dimension));
      high = Math.max(high, points.real(i, 1 + dimension));
    }
    return high - low;
  }
}
