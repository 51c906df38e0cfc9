package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.fence.WindowSides;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.memtable.RawChanges;
import org.flashgrove.grove.packed.PackedChunk;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.indexes.query.DistanceQueue;

/**
 * Adds nodes and entries to the queues of a nearest-neighbour search. Skips nodes and entries
 * beyond the current distance bound of the search. Not safe for use by several threads.
 */
final class NearestQueue {
  /** Limit below all distances. */
  static final double NOT_NEGATIVE = -1;

  /** Limits of squares of distances whose roots are the distances. */
  private static final double LEAST_SQUARE = PlanarDistance.LEAST_SAFE * PlanarDistance.LEAST_SAFE;

  private static final double MOST_SQUARE = PlanarDistance.MOST_SAFE * PlanarDistance.MOST_SAFE;

  private static final int BOX = 4;

  private final NearestNodes nodes;
  private final DistanceQueue entries;
  private final LeastBounds bounds;
  private final CollectedEntries collected;
  private final boolean planar;
  private final double[] box; // box of the current entry or node
  private final double[] near = new double[BOX];
  private final double[] inner = new double[BOX];
  private double[] boxes = new double[BOX * 64]; // buffer for the entries of a page
  private final double[] runDistances = new double[Long.SIZE];
  private DistanceFrom from;
  private double minX; // sides of the rectangle that distances are measured from
  private double minY;
  private double maxX;
  private double maxY;
  private boolean exact;
  private double moreThan; // limits of the distances of entries
  private double atMost;

  NearestQueue(
      NearestNodes nodes, DistanceQueue entries, LeastBounds bounds, boolean planar, double[] box) {
    this.nodes = nodes;
    this.entries = entries;
    this.bounds = bounds;
    collected = new CollectedEntries(bounds, entries);
    this.planar = planar;
    this.box = box;
  }

  /**
   * Starts a search.
   *
   * @param isExact whether the search uses exact distances of objects instead of distances of
   *     rectangles
   * @param collects whether to collect the nearest entries instead of queueing entries
   */
  void start(DistanceFrom newFrom, boolean isExact, boolean collects) {
    from = newFrom;
    minX = newFrom.minX();
    minY = newFrom.minY();
    maxX = newFrom.maxX();
    maxY = newFrom.maxY();
    exact = isExact;
    limit(NOT_NEGATIVE, Double.POSITIVE_INFINITY);
    collected.start(collects && planar && !isExact);
  }

  /**
   * Returns whether the search collects entries. The queue of entries is complete only after {@link
   * #stopCollecting}.
   */
  boolean isCollecting() {
    return collected.isActive();
  }

  /** Queues all collected entries. From now on, the search queues entries. */
  void stopCollecting() {
    if (collected.isActive()) {
      collected.finish();
    }
  }

  /** Ends the collection when no node is left. {@link #nextCollected} then returns entries. */
  void sortCollected() {
    collected.sort();
  }

  /**
   * Takes the next collected entry and copies its rectangle to the box of the current entry, unless
   * the queue of entries has the next one.
   *
   * @return number of the entry, for {@link #collectedId} and {@link LeastBounds#bound}, or -1
   */
  int nextCollected() {
    return collected.next(box);
  }

  /** Returns the id of a collected entry. */
  long collectedId(int number) {
    return collected.id(number);
  }

  /**
   * Sets limits of distances. The search then queues only entries that are farther away than {@code
   * newMoreThan}, and at most {@code newAtMost}. Nodes are not limited.
   */
  void limit(double newMoreThan, double newAtMost) {
    moreThan = newMoreThan;
    atMost = newAtMost;
  }

  /** Returns the number of requested neighbours, or 0 if it is too large to give a bound. */
  int wanted() {
    return bounds.wanted();
  }

  /** Returns the largest distance of an entry that the search may still need. */
  private double most() {
    double most = bounds.most();
    return most < atMost ? most : atMost;
  }

  void end() {
    from = null;
  }

  /** Returns a lower bound for the distance of everything in {@link #box}. */
  double boxDistance() {
    return distance(box[0], box[1], box[2], box[3]);
  }

  /** Returns a lower bound for the distance of everything in a rectangle. */
  double distance(double x1, double y1, double x2, double y2) {
    return from.bound(x1, y1, x2, y2);
  }

  /**
   * Returns whether {@code distance} is at most the current distance bound of the search and the
   * upper limit.
   */
  boolean isWithin(double distance) {
    return distance <= most();
  }

  /**
   * Queues a node, unless it lies beyond the distance bound of the search.
   *
   * @param least lower bound of the distance of everything in the node
   */
  void queueNode(double least, int rank, long item) {
    if (least <= bounds.most()) {
      nodes.add(least, rank, item);
    }
  }

  /** Queues an entry, unless it lies beyond the distance bound or the limits of the search. */
  void queueEntry(long entryId, double x1, double y1, double x2, double y2) {
    queueEntry(from.least(x1, y1, x2, y2), entryId, x1, y1, x2, y2);
  }

  private void queueEntry(double least, long entryId, double x1, double y1, double x2, double y2) {
    if (least > most() || least <= moreThan) {
      return;
    }
    if (collected.isActive()) {
      collected.add(least, entryId, x1, y1, x2, y2);
      return;
    }
    int rank = DistanceQueue.CANDIDATE;
    if (!exact) {
      rank = planar ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
      bounds.add(planar ? least : from.most(x1, y1, x2, y2));
    }
    entries.addEntry(least, rank, entryId, x1, y1, x2, y2);
  }

  /**
   * Queues an entry.
   *
   * @param square square of the planar distance of the entry
   */
  private void queueAt(double square, long entryId, double x1, double y1, double x2, double y2) {
    boolean isRoot = planar && square >= LEAST_SQUARE && square <= MOST_SQUARE;
    double least = isRoot ? Math.sqrt(square) : from.least(x1, y1, x2, y2); // equal, but faster
    queueEntry(least, entryId, x1, y1, x2, y2);
  }

  /**
   * Queues the entries in some runs of a page from their decoded form, except entries that {@code
   * those} deletes. For planar distances only.
   *
   * @param size number of elements of {@code decoded} for each entry ({@link DecodedEntries#size})
   * @param count number of entries on the page
   * @param met runs, as bit r for run r
   */
  void queueDecoded(long[] decoded, int size, int count, long met, int runs, Tombstones those) {
    int upper = size >> 2 << 1; // 0 for points, whose upper sides are their lower sides
    double most = greatestSquare();
    for (long rest = met; rest != 0; rest &= rest - 1) {
      int run = Long.numberOfTrailingZeros(rest);
      int end = size * KdTiling.runStart(0, count, run + 1, runs);
      for (int at = size * KdTiling.runStart(0, count, run, runs); at < end; at += size) {
        double x1 = Double.longBitsToDouble(decoded[at + 1]);
        double y1 = Double.longBitsToDouble(decoded[at + 2]);
        double x2 = Double.longBitsToDouble(decoded[at + upper + 1]);
        double y2 = Double.longBitsToDouble(decoded[at + upper + 2]);
        double square = square(x1, y1, x2, y2);
        if (square <= most) {
          long id = decoded[at];
          if (!those.takes(id, x1, y1, x2, y2)) {
            queueAt(square, id, x1, y1, x2, y2);
            most = greatestSquare();
          }
        }
      }
    }
  }

  /**
   * Queues those raw (unpacked) changes of the write buffer that are insertions within the distance
   * bound of the search, except entries that {@code those} deletes.
   *
   * @param met set of changes, as bit i for change {@code first + i}
   */
  void queueRaw(RawChanges raw, int first, long met, Tombstones those) {
    boolean onlyAdds = raw.onlyAdds();
    double most = greatestSquare();
    for (long rest = met; rest != 0; rest &= rest - 1) {
      int i = first + Long.numberOfTrailingZeros(rest);
      double x1 = raw.minX(i);
      double y1 = raw.minY(i);
      double x2 = raw.maxX(i);
      double y2 = raw.maxY(i);
      double square = square(x1, y1, x2, y2);
      if (square <= most && (onlyAdds || raw.kind(i) == RawChanges.ENTRY)) {
        long id = raw.id(i);
        if (!those.takes(id, x1, y1, x2, y2)) {
          queueAt(square, id, x1, y1, x2, y2);
          most = greatestSquare();
        }
      }
    }
  }

  /** Returns the square of the planar distance of a rectangle. */
  private double square(double x1, double y1, double x2, double y2) {
    double dx = Math.max(0, Math.max(x1 - maxX, minX - x2));
    double dy = Math.max(0, Math.max(y1 - maxY, minY - y2));
    return dx * dx + dy * dy;
  }

  /**
   * Returns a square of a distance, rounded up: the squared distance of every entry within the
   * distance bound of the search is at most this. The result may be infinite. It is always infinite
   * for distances that are not planar.
   */
  private double greatestSquare() {
    if (!planar) {
      return Double.POSITIVE_INFINITY;
    }
    double most = LeastBounds.rounded(most());
    return LeastBounds.rounded(most * most);
  }

  /**
   * Queues the entries in some runs of a page with the distances of their cells (upper bits of
   * coordinates), which are lower bounds. Skips entries beyond the distance bound of the search.
   *
   * @param rank rank of the queue items
   * @param slot upper half of the items; the lower half is the index of the entry on the page
   * @param met runs to scan, as bit r for run r
   * @param those deletions; an entry that may be deleted gives no distance bound
   */
  void queueCells(PackedPage of, int rank, long slot, long met, int runs, Tombstones those) {
    stopCollecting();
    scanNear(of, met, runs);
    for (int word = 0; word << 6 < of.count(); word++) {
      for (long left = of.hits()[word]; left != 0; left &= left - 1) {
        int i = (word << 6) + Long.numberOfTrailingZeros(left);
        of.outerRectangle(i, box);
        double least = boxDistance();
        if (least <= bounds.most()) {
          entries.addNode(least, rank, slot << Integer.SIZE | i);
          if (!exact && (those.isEmpty() || !those.hasId(of.id(i)))) {
            of.innerSides(i, inner);
            bounds.add(from.most(inner[0], inner[1], inner[2], inner[3]));
          }
        }
      }
    }
  }

  /** Sets {@code into} to the area within the current distance bound of the search. */
  void window(WindowSides into) {
    bounds.window(from, most(), near);
    into.set(near);
  }

  /**
   * Scans some runs of a page for entries within the distance bound of the search. {@link
   * PackedPage#hits} then returns these entries.
   *
   * @param met runs to scan, as bit r for run r
   */
  void scanNear(PackedPage of, long met, int runs) {
    bounds.window(from, bounds.most(), near);
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
    queueHits(of, those);
  }

  /**
   * Queues the entries of a chunk of the write buffer that lie within the distance bound of the
   * search, except deletions and entries that {@code those} deletes. Reads the runs (groups of
   * close entries) of the chunk in the order of their distances, up to the first run beyond the
   * bound, and then the entries that belong to no run.
   */
  void queueChunk(PackedChunk chunk, PackedPage reader, Tombstones those) {
    chunk.turn(reader);
    long left = 0;
    for (int run = 0; run < chunk.runs(); run++) {
      chunk.runBox(reader, run, inner);
      runDistances[run] = from.bound(inner[0], inner[1], inner[2], inner[3]);
      left |= 1L << run;
    }
    boolean isLast = false;
    while (!isLast) { // one call of queueHits, because the JIT compiler inlines every call
      int nearest = Long.numberOfTrailingZeros(left) & Long.SIZE - 1;
      for (long rest = left & left - 1; rest != 0; rest &= rest - 1) {
        int run = Long.numberOfTrailingZeros(rest);
        nearest = runDistances[run] < runDistances[nearest] ? run : nearest;
      }
      isLast = left == 0 || runDistances[nearest] > most();
      if (!isLast) {
        left &= ~(1L << nearest);
        chunk.takeRun(reader, nearest);
      } else if (chunk.covered() < chunk.count()) {
        chunk.takeRest(reader);
      } else {
        return;
      }
      queueHits(reader, those);
    }
  }

  /**
   * Queues the {@linkplain PackedPage#hits hits} on a page, except deletions and entries that
   * {@code those} deletes.
   */
  private void queueHits(PackedPage of, Tombstones those) {
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
    if (boxes.length < BOX * count) {
      boxes = new double[2 * BOX * count];
    }
    of.rectangles(found, words, boxes, 0);
    double most = greatestSquare();
    int at = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = found[w]; rest != 0; rest &= rest - 1) {
        double x1 = boxes[at];
        double y1 = boxes[at + 1];
        double x2 = boxes[at + 2];
        double y2 = boxes[at + 3];
        at += BOX;
        double square = square(x1, y1, x2, y2);
        if (square <= most) {
          long id = of.id((w << 6) + Long.numberOfTrailingZeros(rest));
          if (!those.takes(id, x1, y1, x2, y2)) {
            queueAt(square, id, x1, y1, x2, y2);
            most = greatestSquare();
          }
        }
      }
    }
  }
}
