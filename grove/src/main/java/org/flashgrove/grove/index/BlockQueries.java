package org.flashgrove.grove.index;

import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.indexes.query.FoundCursor;
import org.flashgrove.indexes.tree.Spares;

/**
 * Searches of an index of component blocks, which are used again from query to query, and cursors
 * over what a snapshot sees. For several threads at once.
 */
final class BlockQueries<V extends BlockView> {
  private final BlockIndex<V> index;
  private final Metric metric;
  private final Spares<BlockSearch<V>> searches;
  private final Spares<NearestBlocks<V>> nearests;

  BlockQueries(
      BlockIndex<V> index,
      Metric metric,
      Supplier<BlockSearch<V>> searches,
      Supplier<NearestBlocks<V>> nearests) {
    this.index = index;
    this.metric = metric;
    this.searches = new Spares<>(searches);
    this.nearests = new Spares<>(nearests);
  }

  /** Returns a query as searches run it. */
  RectangleQuery query(RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return metric.query(Objects.requireNonNull(test, "predicate"), minX, minY, maxX, maxY);
  }

  BlockSearch<V> takeSearch() {
    index.requireOpen();
    return searches.take();
  }

  void give(BlockSearch<V> search) {
    searches.give(search);
  }

  /** Takes a search by distance, which {@link #give} takes back. */
  NearestBlocks<V> nearest(double minX, double minY, double maxX, double maxY, long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit " + limit + " (allowed: 0 or more)");
    }
    index.requireOpen();
    NearestBlocks<V> nearest = nearests.take();
    nearest.from(metric, minX, minY, maxX, maxY);
    return nearest;
  }

  void give(NearestBlocks<V> nearest) {
    nearests.give(nearest);
  }

  /** Returns a cursor over what a snapshot sees; {@code end} is called when it ends. */
  NeighbourCursor neighbours(
      ComponentSnapshot snapshot,
      double minX,
      double minY,
      double maxX,
      double maxY,
      LongToDoubleFunction exactDistance,
      Runnable end) {
    NearestBlocks<V> nearest = nearest(minX, minY, maxX, maxY, Long.MAX_VALUE);
    nearest.start(index.view(snapshot), Long.MAX_VALUE, exactDistance, false);
    return new BlockNeighbours<>(index, nearest, end);
  }

  /** Returns a cursor over what a snapshot sees; {@code end} is called when it ends. */
  EntryCursor cursor(
      ComponentSnapshot snapshot,
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      Runnable end) {
    RectangleQuery query = query(test, minX, minY, maxX, maxY);
    BlockSearch<V> search = takeSearch();
    search.reset(query);
    return new FoundCursor(
        visitor -> {
          index.requireOpen();
          return search.step(index.view(snapshot), HitReport.of(visitor));
        },
        () -> {
          give(search);
          end.run();
        });
  }
}
