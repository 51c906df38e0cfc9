package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.grove.fence.WindowSides;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.indexes.query.DistanceQueue;

/**
 * Adds nodes and entries to the queues of a nearest-neighbour search. Skips nodes and entries
 * beyond the current distance bound of the search. Not safe for use by several threads.
 */
final class NearestQueue {
  private static final int BOX = 4;

  private final DistanceQueue nodes;
  private final DistanceQueue entries;
  private final LeastBounds bounds;
  private final boolean planar;
  private final double[] box; // box of the current entry or node
  private final double[] near = new double[BOX];
  private long[] ids = new long[64]; // buffer for the entries of a page
  private double[] boxes = new double[BOX * 64];
  private DistanceFrom from;
  private boolean exact;

  NearestQueue(
      DistanceQueue nodes,
      DistanceQueue entries,
      LeastBounds bounds,
      boolean planar,
      double[] box) {
    this.nodes = nodes;
    this.entries = entries;
    this.bounds = bounds;
    this.planar = planar;
    this.box = box;
  }

  /**
   * Starts a search.
   *
   * @param isExact whether the search uses exact distances of objects instead of distances of
   *     rectangles
   */
  void start(DistanceFrom newFrom, boolean isExact) {
    from = newFrom;
    exact = isExact;
  }

  void end() {
    from = null;
  }

  /** Returns a lower bound for the distance of everything in {@link #box}. */
  double boxDistance() {
    return from.bound(box[0], box[1], box[2], box[3]);
  }

  /**
   * Queues a node, unless it lies beyond the distance bound of the search.
   *
   * @param least lower bound of the distance of everything in the node
   */
  void queueNode(double least, int rank, long item) {
    if (least <= bounds.most()) {
      nodes.addNode(least, rank, item);
    }
  }

  /** Queues an entry, unless it lies beyond the distance bound of the search. */
  void queueEntry(long entryId, double x1, double y1, double x2, double y2) {
    double least = from.least(x1, y1, x2, y2);
    if (least > bounds.most()) {
      return;
    }
    int rank = DistanceQueue.CANDIDATE;
    if (!exact) {
      rank = planar ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
      bounds.add(planar ? least : from.most(x1, y1, x2, y2));
    }
    entries.addEntry(least, rank, entryId, x1, y1, x2, y2);
  }

  /** Queues an entry, unless {@code those} contains a deletion of it. Uses up this deletion. */
  void queueUnlessGone(long entryId, double x1, double y1, double x2, double y2, Tombstones those) {
    if (!those.takes(entryId, x1, y1, x2, y2)) {
      queueEntry(entryId, x1, y1, x2, y2);
    }
  }

  /** Sets {@code into} to the area within the current distance bound of the search. */
  void window(WindowSides into) {
    bounds.window(from, near);
    into.set(near);
  }

  /**
   * Scans some runs of a page for entries within the distance bound of the search. {@link
   * PackedPage#hits} then returns these entries.
   *
   * @param met runs to scan, as bit r for run r
   */
  void scanNear(PackedPage of, long met, int runs) {
    bounds.window(from, near);
    of.window(near[0], near[1], near[2], near[3]);
    of.scan(met & -1L >>> Long.SIZE - runs, 0, runs);
  }

  /**
   * Queues the entries in some runs of a page, except deletions and entries that {@code those}
   * deletes. The residual rows of the page (lower bits of coordinates) must be attached.
   *
   * @param met runs to scan, as bit r for run r
   */
  void queueEntries(PackedPage of, long met, int runs, Tombstones those) {
    scanNear(of, met, runs);
    long[] found = of.hits();
    int words = of.count() + 63 >> 6;
    int count = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = of.hasDeletions() ? found[w] : 0; rest != 0; rest &= rest - 1) {
        int bit = Long.numberOfTrailingZeros(rest);
        found[w] &= ~(of.isDeletion((w << 6) + bit) ? 1L << bit : 0);
      }
      count += Long.bitCount(found[w]);
    }
    if (ids.length < count) {
      ids = new long[2 * count];
      boxes = new double[BOX * ids.length];
    }
    of.ids(found, words, ids, 0);
    of.rectangles(found, words, boxes, 0);
    for (int i = 0; i < count; i++) {
      int at = BOX * i;
      queueUnlessGone(ids[i], boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], those);
    }
  }
}
