package org.flashgrove.access;

import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.tree.SpatialTree;
import org.locationtech.jts.geom.Envelope;

/**
 * The entries of a tree as a snapshot of its nodes has them.
 *
 * @param nodes the snapshot
 * @param announces whether searches announce leaves before they read them
 */
record TreeEntries(SpatialTree tree, NodeReader nodes, boolean announces) implements EntrySnapshot {
  @Override
  public long search(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    return tree.searchIn(nodes, test, minX, minY, maxX, maxY, visitor, announces);
  }

  @Override
  public long searchIds(RectangleTest test, Envelope box, LongPredicate visitor) {
    return search(
        test,
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        (id, minX, minY, maxX, maxY) -> visitor.test(id));
  }

  @Override
  public long nearest(
      Envelope box, long limit, LongToDoubleFunction exactDistance, NeighbourVisitor visitor) {
    return tree.nearestIn(
        nodes,
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        limit,
        exactDistance,
        visitor);
  }
}
