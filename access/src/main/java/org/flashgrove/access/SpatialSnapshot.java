package org.flashgrove.access;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.storage.log.StoreSnapshot;

/**
 * A {@link SpatialStore} as one commit left it: all queries see the same entries, whatever is
 * changed meanwhile. For one thread at a time. Cursors and streams of it are closed before it; one
 * that outlives the store's budget for what changes replace ends in {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}.
 */
public final class SpatialSnapshot implements SpatialQueries, AutoCloseable {
  private final StoreSnapshot snapshot;
  private final EntrySnapshot entries;

  SpatialSnapshot(EntryStructure structure, StoreSnapshot snapshot) {
    this.snapshot = snapshot;
    entries = structure.at(snapshot, false, pages -> {});
  }

  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    return entries.searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    return entries.searchIdsUntil(test, minX, minY, maxX, maxY, visitor);
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
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    return entries.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
  }

  @Override
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    return entries.neighbours(minX, minY, maxX, maxY, exactDistance);
  }

  @Override
  public long size() {
    return entries.size();
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
