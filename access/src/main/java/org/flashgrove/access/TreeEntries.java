package org.flashgrove.access;

import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingJoinVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.tree.SpatialTree;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a tree as a snapshot of its nodes has them.
 *
 * @param nodes the snapshot; closing it leaves it open
 * @param announces whether searches announce leaves before they read them
 */
record TreeEntries(SpatialTree tree, NodeReader nodes, boolean announces) implements EntrySnapshot {
  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return tree.searchIn(nodes, test, minX, minY, maxX, maxY, visitor, announces);
  }

  @Override
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    Objects.requireNonNull(test, "test");
    return tree.cursorIn(nodes, test, minX, minY, maxX, maxY, announces);
  }

  @Override
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      @Nullable LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    return tree.nearestIn(nodes, minX, minY, maxX, maxY, limit, exactDistance, visitor);
  }

  @Override
  public NeighbourCursor neighbours(
      double minX,
      double minY,
      double maxX,
      double maxY,
      @Nullable LongToDoubleFunction exactDistance) {
    return tree.neighboursIn(nodes, minX, minY, maxX, maxY, exactDistance);
  }

  @Override
  public Metric metric() {
    return tree.metric();
  }

  @Override
  public long size() {
    return nodes.entries();
  }

  @Override
  public @Nullable TreeJoin treeJoin(EntrySnapshot right, RectangleTest test) {
    return right instanceof TreeEntries other
        ? new TreeJoin(tree.joiner(nodes, other.tree, other.nodes), nodes, other.nodes, test)
        : null;
  }

  @Override
  public long joinUntil(EntrySnapshot right, RectangleTest test, StoppingJoinVisitor visitor) {
    return right instanceof TreeEntries other
        ? tree.joinIn(nodes, other.tree, other.nodes, test, visitor)
        : EntrySnapshot.super.joinUntil(right, test, visitor);
  }
}
