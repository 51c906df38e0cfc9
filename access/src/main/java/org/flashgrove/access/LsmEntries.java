package org.flashgrove.access;

import java.util.function.LongConsumer;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.indexes.lsm.LsmSnapshot;

/**
 * The entries of an LSM R-tree as a snapshot has them.
 *
 * @param pages receives the number of pages that a search has looked at
 */
record LsmEntries(LsmSnapshot tree, LongConsumer pages) implements EntrySnapshot {
  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    return tree.searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    long before = tree.pages();
    long visited = tree.searchIdsUntil(test, minX, minY, maxX, maxY, visitor);
    pages.accept(tree.pages() - before);
    return visited;
  }

  @Override
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return tree.cursor(test, minX, minY, maxX, maxY);
  }

  @Override
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    long before = tree.pages();
    long visited = tree.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
    pages.accept(tree.pages() - before);
    return visited;
  }

  @Override
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    return tree.neighbours(minX, minY, maxX, maxY, exactDistance);
  }

  @Override
  public Metric metric() {
    return tree.metric();
  }

  @Override
  public long size() {
    return tree.size();
  }
}
