package org.flashgrove.indexes.lsm;

import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.component.HitReport;
import org.flashgrove.indexes.query.EntrySearch;

/**
 * An LSM R-tree as one commit left it, to be searched again and again. What it sees in memory stays
 * there as long as it is open, beside the memory of the index: at most as much as its memory
 * component held. For one thread; the caller closes it.
 */
public final class LsmSnapshot implements EntrySearch, AutoCloseable {
  private final LsmTree tree;
  private final ComponentSnapshot snapshot;
  private long pages;

  LsmSnapshot(LsmTree tree, ComponentSnapshot snapshot) {
    this.tree = tree;
    this.snapshot = snapshot;
  }

  private LsmView view() {
    return (LsmView) snapshot.state();
  }

  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    return run(test, minX, minY, maxX, maxY, HitReport.of(visitor));
  }

  /** Visits ids as {@link LsmTree#searchIds} does. */
  public long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    return run(test, minX, minY, maxX, maxY, HitReport.of(visitor));
  }

  private long run(
      RectangleTest test, double minX, double minY, double maxX, double maxY, HitReport report) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    LsmSearch search = tree.searches().take();
    long before = search.pagesAsked();
    try {
      search.reset(test, minX, minY, maxX, maxY);
      return search.run(view(), report, null);
    } finally {
      pages += search.pagesAsked() - before;
      tree.searches().give(search);
    }
  }

  /** Visits the nearest entries as {@link LsmTree#nearest} does. */
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    Rectangles.requireValid(minX, minY, maxX, maxY);
    if (limit < 0) {
      throw new IllegalArgumentException("limit " + limit + " (allowed: 0 or more)");
    }
    tree.requireOpen();
    LsmNearest nearest = tree.nearests().take();
    long before = nearest.pagesAsked();
    try {
      nearest.reset(minX, minY, maxX, maxY);
      nearest.start(view(), exactDistance);
      long visited = 0;
      VisitResult answer = VisitResult.CONTINUE;
      while (answer == VisitResult.CONTINUE && visited < limit && nearest.step(false)) {
        visited++;
        answer =
            visitor.found(
                nearest.id(),
                nearest.at(0),
                nearest.at(1),
                nearest.at(2),
                nearest.at(3),
                nearest.distance());
      }
      return visited;
    } finally {
      nearest.end();
      pages += nearest.pagesAsked() - before;
      tree.nearests().give(nearest);
    }
  }

  /** Returns a cursor as {@link LsmTree#cursor} does; this snapshot stays open meanwhile. */
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return tree.cursor(snapshot, test, minX, minY, maxX, maxY, () -> {});
  }

  /** Returns a cursor as {@link LsmTree#neighbours} does; this snapshot stays open meanwhile. */
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    return tree.neighbours(snapshot, minX, minY, maxX, maxY, exactDistance, () -> {});
  }

  /** Returns the number of pages that searches looked at so far, in memory or not. */
  public long pages() {
    return pages;
  }

  /**
   * Returns the number of components whose box a window meets: those that a query of it has to look
   * into, its read amplification.
   */
  public int componentsAt(double minX, double minY, double maxX, double maxY) {
    ComponentSet stored = view().stored();
    double[] window = {minX, minY, maxX, maxY};
    int found = 0;
    for (int c = 0; c < stored.size(); c++) {
      found += stored.component(c).overlaps(window) ? 1 : 0;
    }
    return found;
  }

  /** Visits the boxes of the components, oldest first: level, then minX, minY, maxX, maxY. */
  public void visitComponents(ComponentVisitor visitor) {
    ComponentSet stored = view().stored();
    for (int c = 0; c < stored.size(); c++) {
      double[] box = stored.component(c).box();
      visitor.component(
          stored.component(c).level(),
          stored.component(c).records(),
          box[0],
          box[1],
          box[2],
          box[3]);
    }
  }

  /** Receives components. */
  @FunctionalInterface
  public interface ComponentVisitor {
    /** Receives a component's level, number of records and box. */
    void component(int level, long records, double minX, double minY, double maxX, double maxY);
  }

  /** Returns the number of entries. */
  public long size() {
    return view().entries();
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
