package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.indexes.query.DistanceQueue;

/**
 * Queues of a search by distance: nodes and entries that are not farther than as many entries as
 * are wanted, as far as that is known. For one thread.
 */
final class NearestQueue {
  private static final int BOX = 4;

  private final DistanceQueue nodes;
  private final DistanceQueue entries;
  private final LeastBounds bounds;
  private final boolean planar;
  private final double[] box; // of the entry or the node that is queued
  private final double[] near = new double[BOX];
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
   * @param isExact whether objects say how far entries are
   */
  void start(DistanceFrom newFrom, boolean isExact) {
    from = newFrom;
    exact = isExact;
  }

  /** Ends the search. */
  void end() {
    from = null;
  }

  /** Returns a lower bound of the distance of what lies in the box. */
  double boxDistance() {
    return from.bound(box[0], box[1], box[2], box[3]);
  }

  /** Queues a node unless it is farther than as many entries as are wanted. */
  void queueNode(double least, int rank, long item) {
    if (least <= bounds.most()) {
      nodes.addNode(least, rank, item);
    }
  }

  /** Queues an entry unless it is farther than as many entries as are wanted. */
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

  /** Queues an entry with the box unless it is gone. */
  void queueUnlessGone(long entryId, Tombstones those) {
    if (!those.takes(entryId, box[0], box[1], box[2], box[3])) {
      queueEntry(entryId, box[0], box[1], box[2], box[3]);
    }
  }

  /**
   * Finds the entries in some runs of a page that may be within the distance of as many as are
   * wanted, as far as that is known: {@link PackedPage#hits}.
   */
  void scanNear(PackedPage of, long met, int runs) {
    bounds.window(from, near);
    of.window(near[0], near[1], near[2], near[3]);
    of.scan(met & -1L >>> Long.SIZE - runs, 0, runs);
  }

  /** Queues the entries in some runs of a page without residual rows, unless they are gone. */
  void queueEntries(PackedPage of, long met, int runs, Tombstones those) {
    scanNear(of, met, runs);
    for (int word = 0; word << 6 < of.count(); word++) {
      for (long left = of.hits()[word]; left != 0; left &= left - 1) {
        queueEntry(of, (word << 6) + Long.numberOfTrailingZeros(left), those);
      }
    }
  }

  private void queueEntry(PackedPage of, int i, Tombstones those) {
    if (!of.isDeletion(i)) {
      of.rectangle(i, box);
      queueUnlessGone(of.id(i), those);
    }
  }
}
