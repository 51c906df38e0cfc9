package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.indexes.query.EntrySearch;
import org.flashgrove.indexes.query.PartJoin;

/**
 * A grove as one commit left it, to be searched again and again. While it is open the grove keeps
 * what changes replace, within a budget; one that outlives it ends in {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}. For one thread; the caller closes it.
 */
public final class GroveSnapshot implements EntrySearch, AutoCloseable {
  private final Grove grove;
  private final ComponentSnapshot snapshot;

  GroveSnapshot(Grove grove, ComponentSnapshot snapshot) {
    this.grove = grove;
    this.snapshot = snapshot;
  }

  @Override
  public long search(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    WindowSearch search = grove.takeSearch();
    try {
      search.reset(test, minX, minY, maxX, maxY);
      return search.run((View) snapshot.state(), HitReport.of(visitor), null);
    } finally {
      grove.giveSearch(search);
    }
  }

  /** Gives all entries to a join, those of about a block at a time. */
  void joinAll(PartJoin join) {
    double most = Double.MAX_VALUE;
    WindowSearch search = grove.takeSearch();
    try {
      search.reset(Predicate.INTERSECTS, -most, -most, most, most);
      search.limitBatch(grove.blockPages());
      search.run((View) snapshot.state(), new PartReport(join), null);
    } finally {
      grove.giveSearch(search);
    }
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
