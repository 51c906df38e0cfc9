package org.flashgrove.indexes.grove;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.HitReport;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.query.EntrySearch;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.structure.NodeVisitor;

/**
 * A grove as one commit left it, to be searched again and again. While it is open the grove keeps
 * what changes replace, within a budget; one that outlives it ends in {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}. For one thread; the caller closes it.
 */
public final class GroveSnapshot implements EntrySearch, AutoCloseable {
  private final Grove grove;
  private final ComponentSnapshot snapshot;
  private long pages;

  GroveSnapshot(Grove grove, ComponentSnapshot snapshot) {
    this.grove = grove;
    this.snapshot = snapshot;
  }

  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    WindowSearch search = grove.takeSearch();
    try {
      search.reset(test, minX, minY, maxX, maxY);
      return search.run((View) snapshot.state(), HitReport.of(visitor), null);
    } finally {
      grove.giveSearch(search);
    }
  }

  /** Visits ids as {@link Grove#searchIds} does. */
  public long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    WindowSearch search = grove.takeSearch();
    long before = search.pagesAsked();
    try {
      search.reset(test, minX, minY, maxX, maxY);
      return search.run((View) snapshot.state(), HitReport.of(visitor), null);
    } finally {
      pages += search.pagesAsked() - before;
      grove.giveSearch(search);
    }
  }

  /** Visits the nearest entries as {@link Grove#nearest} does. */
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    NearestSearch nearest = grove.nearest(minX, minY, maxX, maxY, limit);
    long before = nearest.pagesAsked();
    try {
      return nearest.visit((View) snapshot.state(), limit, exactDistance, visitor);
    } finally {
      pages += nearest.pagesAsked() - before;
      grove.giveBack(nearest);
    }
  }

  /** Returns a cursor as {@link Grove#cursor} does; this snapshot stays open meanwhile. */
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return grove.cursor(snapshot, test, minX, minY, maxX, maxY, () -> {});
  }

  /** Returns a cursor as {@link Grove#neighbours} does; this snapshot stays open meanwhile. */
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    return grove.neighbours(snapshot, minX, minY, maxX, maxY, exactDistance, () -> {});
  }

  /** Returns the number of entries, as {@link Grove#size} does. */
  public long size() {
    return ((View) snapshot.state()).entries();
  }

  /**
   * Returns the number of pages that {@link #searchIds} and {@link #nearest} looked at so far, in
   * memory or not.
   */
  public long pages() {
    return pages;
  }

  /**
   * Visits blocks, as nodes of level 1 without a parent, and their pages of entries, as nodes of
   * level 0, with the boxes that the fences say: page p of block b is node {@code b * blockPages +
   * p}. What the write buffer holds is on no page.
   */
  public void visitNodes(NodeVisitor visitor) {
    Directory directory = ((View) snapshot.state()).partition().directory();
    double[] box = new double[4];
    for (int b = 0; b < directory.blocks(); b++) {
      StoredBlock stored = directory.block(b);
      BlockFences fences = stored.fences();
      long number = stored.block().number();
      visitor.node(
          1,
          number,
          -1,
          stored.entries(),
          fences.minX(),
          fences.minY(),
          fences.maxX(),
          fences.maxY());
      for (int p = 0; p < fences.pages(); p++) {
        fences.pageBox(p, box);
        long page = number * grove.blockPages() + fences.indexOf(p);
        visitor.node(0, page, number, fences.count(p), box[0], box[1], box[2], box[3]);
      }
    }
  }

  /** Gives all entries to a join, those of about a block at a time. */
  public void joinAll(PartJoin join) {
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
