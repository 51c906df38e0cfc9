package org.flashgrove.grove.index;

import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.indexes.query.FoundCursor;
import org.flashgrove.indexes.tree.Spares;

/**
 * Pool of the reusable searches of an index. Also opens cursors over snapshots. Safe for use by
 * several threads.
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

  /**
   * Takes an idle search, or creates one, and sets its query. The caller returns the search with
   * {@link #give}.
   */
  BlockSearch<V> search(EntryQuery query) {
    RectangleQuery asked =
        metric.query(query.test(), query.minX(), query.minY(), query.maxX(), query.maxY());
    BlockSearch<V> search = takeSearch();
    search.reset(asked, query.wantsIdsOnly(), query.watch());
    return search;
  }

  /** Takes an idle search, or creates one. The caller returns the search with {@link #give}. */
  BlockSearch<V> takeSearch() {
    index.requireOpen();
    return searches.take();
  }

  void give(BlockSearch<V> search) {
    search.end();
    searches.give(search);
  }

  /**
   * Takes an idle search by distance, or creates one, and sets the rectangle from which it measures
   * distances. The caller returns the search with {@link #give}.
   */
  NearestBlocks<V> nearest(EntryQuery query) {
    index.requireOpen();
    NearestBlocks<V> nearest = nearests.take();
    nearest.from(metric, query.minX(), query.minY(), query.maxX(), query.maxY());
    return nearest;
  }

  void give(NearestBlocks<V> nearest) {
    nearests.give(nearest);
  }

  /**
   * Opens a cursor over a snapshot.
   *
   * @param pages receives how many pages each step of the cursor reads
   * @param end called when the cursor ends
   */
  EntryCursor open(ComponentSnapshot snapshot, EntryQuery query, LongConsumer pages, Runnable end) {
    if (query.isNearest()) {
      NearestBlocks<V> nearest = nearest(query);
      nearest.start(index.view(snapshot), query);
      return new BlockNeighbours<>(index, nearest, query.most(), pages, end);
    }
    BlockSearch<V> search = search(query);
    return new FoundCursor(
        visitor -> {
          index.requireOpen();
          long before = search.pagesRequested();
          try {
            return search.step(index.view(snapshot), visitor);
          } finally {
            pages.accept(search.pagesRequested() - before);
          }
        },
        () -> {
          give(search);
          end.run();
        });
  }
}
