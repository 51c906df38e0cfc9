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
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.indexes.query.PartJoin;
import org.jspecify.annotations.Nullable;

/**
 * The entries of an index of sealed blocks as a snapshot has them.
 *
 * @param pages receives the number of pages that a search has looked at
 */
record BlockEntries(BlockSnapshot<?> entries, LongConsumer pages) implements EntrySnapshot {
  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    long before = entries.pages();
    long visited = entries.searchUntil(test, minX, minY, maxX, maxY, visitor);
    pages.accept(entries.pages() - before);
    return visited;
  }

  @Override
  public long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    long before = entries.pages();
    long visited = entries.searchIdsUntil(test, minX, minY, maxX, maxY, visitor);
    pages.accept(entries.pages() - before);
    return visited;
  }

  @Override
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return entries.cursor(test, minX, minY, maxX, maxY);
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
    long before = entries.pages();
    long visited = entries.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
    pages.accept(entries.pages() - before);
    return visited;
  }

  @Override
  public long nearestIdsUntil(
      double minX, double minY, double maxX, double maxY, long limit, StoppingIdVisitor visitor) {
    long before = entries.pages();
    long visited = entries.nearestIdsUntil(minX, minY, maxX, maxY, limit, visitor);
    pages.accept(entries.pages() - before);
    return visited;
  }

  @Override
  public NeighbourCursor neighbours(
      double minX,
      double minY,
      double maxX,
      double maxY,
      @Nullable LongToDoubleFunction exactDistance) {
    return entries.neighbours(minX, minY, maxX, maxY, exactDistance);
  }

  @Override
  public Metric metric() {
    return entries.metric();
  }

  @Override
  public long size() {
    return entries.size();
  }

  @Override
  public void joinAll(PartJoin join) {
    entries.joinAll(join);
  }
}
