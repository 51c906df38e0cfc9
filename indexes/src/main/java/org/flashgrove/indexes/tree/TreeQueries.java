package org.flashgrove.indexes.tree;

import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.query.FoundCursor;
import org.flashgrove.indexes.query.Nearest;
import org.flashgrove.indexes.query.Search;
import org.flashgrove.indexes.query.SearchCursor;

/**
 * Runs queries of a tree on snapshots of its store. Searches are reused from query to query. Safe
 * for use by several threads.
 */
final class TreeQueries {
  private final SpatialTree tree;
  private final Spares<Search> searches;
  private final Spares<Nearest> nearests;

  TreeQueries(SpatialTree tree, TreeAlgorithm algorithm) {
    this.tree = tree;
    searches = new Spares<>(algorithm::search);
    nearests =
        new Spares<>(() -> new Nearest(algorithm.layout(), algorithm.overflowed(), tree.metric()));
  }

  /**
   * Visits the entries that a query finds.
   *
   * @param sink receives each entry; null to count only
   * @param announces whether the search announces leaves to the reader before it reads them ({@link
   *     NodeReader#willRead})
   * @return number of entries visited
   */
  long scan(NodeReader reader, EntryQuery query, EntrySink sink, boolean announces) {
    if (query.isNearest()) {
      return nearest(reader, query, sink);
    }
    Search search = searchFor(query);
    try {
      SpatialTree.checkedHeight(reader);
      search.start(reader);
      return search.visit(reader, sink, announces, Long.MAX_VALUE);
    } finally {
      give(search);
    }
  }

  /**
   * Takes a search out of the pool and prepares it for a query. The caller gives the search back to
   * the pool.
   */
  private Search searchFor(EntryQuery query) {
    double minX = query.minX();
    double minY = query.minY();
    double maxX = query.maxX();
    double maxY = query.maxY();
    if (tree.metric() != Metric.PLANAR) {
      RectangleQuery asked = tree.metric().query(query.test(), minX, minY, maxX, maxY);
      Search search = searches.take();
      search.reset(asked, query.watch());
      return search;
    }
    Rectangles.requireValid(minX, minY, maxX, maxY);
    Search search = searches.take();
    search.reset(query.test(), minX, minY, maxX, maxY, query.watch());
    return search;
  }

  private void give(Search search) {
    search.end();
    searches.give(search);
  }

  private long nearest(NodeReader reader, EntryQuery query, EntrySink sink) {
    Nearest nearest = nearestTo(query);
    try {
      SpatialTree.checkedHeight(reader);
      nearest.start(reader, query);
      return nearest.visit(query.most(), sink);
    } finally {
      give(nearest);
    }
  }

  private Nearest nearestTo(EntryQuery query) {
    Nearest nearest = nearests.take();
    nearest.from(query.minX(), query.minY(), query.maxX(), query.maxY());
    return nearest;
  }

  private void give(Nearest nearest) {
    nearest.end();
    nearests.give(nearest);
  }

  /**
   * Returns a cursor over the entries that a query finds.
   *
   * @param reader snapshot to search; closed with the cursor, or if this method throws
   */
  EntryCursor open(NodeReader reader, EntryQuery query, boolean announces) {
    boolean opened = false;
    try {
      SpatialTree.checkedHeight(reader);
      EntryCursor cursor =
          query.isNearest() ? openNearest(reader, query) : openSearch(reader, query, announces);
      opened = true;
      return cursor;
    } finally {
      if (!opened) {
        reader.close();
      }
    }
  }

  private EntryCursor openNearest(NodeReader reader, EntryQuery query) {
    Nearest nearest = nearestTo(query);
    nearest.start(reader, query);
    return new Neighbours(reader, nearest, query.most());
  }

  private EntryCursor openSearch(NodeReader reader, EntryQuery query, boolean announces) {
    Search search = searchFor(query);
    search.start(reader);
    return new FoundCursor(
        visitor -> find(reader, search, visitor, announces),
        () -> {
          give(search);
          tree.close(reader);
        });
  }

  /**
   * Searches until a leaf with matching entries has been visited. Holds the write lock meanwhile if
   * the store does not support concurrent reads.
   */
  private boolean find(NodeReader reader, Search search, EntryVisitor visitor, boolean announces) {
    tree.startQuery();
    try {
      while (search.hasMore()) {
        if (search.visit(reader, visitor, announces, 1) > 0) {
          return true;
        }
      }
      return false;
    } finally {
      tree.finishQuery();
    }
  }

  /**
   * Cursor over the entries of the tree by distance, on a snapshot. If queries need the write lock,
   * each step acquires it.
   */
  private final class Neighbours extends SearchCursor {
    private final NodeReader reader;
    private final Nearest nearest;

    Neighbours(NodeReader reader, Nearest nearest, long most) {
      super(nearest, most);
      this.reader = reader;
      this.nearest = nearest;
    }

    @Override
    protected boolean advance() {
      tree.startQuery();
      try {
        return nearest.next();
      } finally {
        tree.finishQuery();
      }
    }

    @Override
    protected void end() {
      give(nearest);
      tree.close(reader);
    }
  }
}
