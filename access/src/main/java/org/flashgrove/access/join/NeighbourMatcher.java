package org.flashgrove.access.join;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.NearTree;
import org.flashgrove.indexes.query.NearestIds;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Finds the nearest right objects for each left object. For each left object, it takes right
 * entries in the order of the distances of their rectangles. It measures the exact distance of an
 * object only if the object's rectangle is not farther away than the nearest objects found so far.
 * For one thread.
 */
final class NeighbourMatcher {
  /** Maximum total length of the WKB of left objects that are decoded together, in bytes. */
  private static final int MOST_WKB_BYTES = 2 << 20;

  /** Maximum number of right objects that stay decoded during index searches. */
  private static final int KEPT = 512;

  private static final int KEPT_WKB_BYTES = 1 << 14;

  private final JoinMeter meter;
  private final JoinSide left;
  private final JoinSide right;
  private final boolean byBounds;
  private final Metric metric;
  private final @Nullable KeptOperands kept;
  private final NearTree.@Nullable Walk walk;
  private final NearestIds nearest;
  private final Map<Long, Operand> latest = new LinkedHashMap<>(16, 0.75f, true);
  private final EntrySink collected = new Collected();
  private long candidates;

  /**
   * Creates a matcher.
   *
   * @param nearest collects the right objects of one left object
   * @param byBounds whether to use the distances between rectangles and not between geometries
   * @param kept the right objects in memory; null to search the index
   */
  NeighbourMatcher(
      JoinMeter meter,
      JoinSide left,
      JoinSide right,
      NearestIds nearest,
      boolean byBounds,
      @Nullable KeptOperands kept) {
    this.meter = meter;
    this.left = left;
    this.right = right;
    this.nearest = nearest;
    this.byBounds = byBounds;
    this.kept = kept;
    metric = right.entries().metric();
    walk = kept == null ? null : kept.tree().new Walk();
  }

  /**
   * Adds the pairs of a unit of work to {@code found}. Stops early if the unit has too many pairs
   * for one result. Returns the entries that were processed.
   */
  EntryBlock.Part match(EntryBlock.Part part, FoundPairs found) {
    EntryBlock.Part piece = part;
    Operand[] operands = operands(piece);
    while (operands == null) {
      piece = piece.half();
      operands = operands(piece);
    }
    candidates = 0;
    int done = piece.from();
    while (done < piece.to() && !found.isFull()) {
      meter.check();
      match(piece.block(), done, operands[done - piece.from()], found);
      done++;
    }
    meter.addCandidates(candidates);
    return new EntryBlock.Part(piece.block(), piece.from(), done);
  }

  /** Returns the objects of left entries, or null if they are too large to be decoded together. */
  private Operand @Nullable [] operands(EntryBlock.Part part) {
    EntryBlock block = part.block();
    Operand[] operands = new Operand[part.count()];
    RecordFetch records = left.records();
    long[] toRead = new long[part.count()];
    int unread = 0;
    for (int i = part.from(); i < part.to(); i++) {
      if (records == null || byBounds || block.isPoint(i)) {
        operands[i - part.from()] =
            Operand.ofRectangle(block.minX(i), block.minY(i), block.maxX(i), block.maxY(i));
      } else {
        toRead[unread++] = block.id(i);
      }
    }
    if (records == null || unread == 0) {
      return operands;
    }
    long[] rids = RadixSort.distinct(toRead, unread);
    Operand[] read = new Operand[rids.length];
    long[] bytes = {0};
    records.read(
        rids,
        0,
        rids.length,
        (at, object, wkbBytes) -> {
          bytes[0] += wkbBytes;
          boolean fits = bytes[0] <= MOST_WKB_BYTES || part.count() == 1;
          read[at] = fits ? object : null;
        });
    if (bytes[0] > MOST_WKB_BYTES && part.count() > 1) {
      return null;
    }
    for (int i = part.from(); i < part.to(); i++) {
      if (operands[i - part.from()] == null) {
        operands[i - part.from()] = read[Arrays.binarySearch(rids, block.id(i))];
      }
    }
    return operands;
  }

  private void match(EntryBlock block, int i, Operand from, FoundPairs found) {
    nearest.clear();
    if (walk != null && kept != null) {
      walk(kept, walk, block, i, from);
    } else {
      search(block, i, from);
    }
    nearest.sort();
    for (int k = 0; k < nearest.count(); k++) {
      found.add(block.id(i), nearest.id(k), nearest.distance(k));
    }
  }

  private void walk(
      KeptOperands objects, NearTree.Walk near, EntryBlock block, int i, Operand from) {
    near.start(block.minX(i), block.minY(i), block.maxX(i), block.maxY(i));
    NearTree tree = objects.tree();
    boolean areRectangles = byBounds || left.records() == null && right.records() == null;
    int entry = near.next(nearest.bound());
    while (entry >= 0) {
      meter.checkSome(++candidates);
      double bound = near.distance();
      if (areRectangles) {
        nearest.add(tree.id(entry), bound);
      } else {
        measure(tree.id(entry), from, objects.of(entry, right.records()), bound);
      }
      entry = near.next(nearest.bound());
    }
  }

  /** Takes rectangles in the order of their distances, up to the maximum distance. */
  private final class Collected implements EntrySink {
    @Override
    public VisitResult found(
        long id, double minX, double minY, double maxX, double maxY, double distance) {
      meter.checkSome(++candidates);
      nearest.add(id, distance);
      return distance > nearest.bound() ? VisitResult.STOP : VisitResult.CONTINUE;
    }

    @Override
    public boolean takesAll() {
      return nearest.takesAny();
    }
  }

  private void search(EntryBlock block, int i, Operand from) {
    boolean areRectangles = byBounds || left.records() == null && right.records() == null;
    boolean isExact = areRectangles && right.admitted() == null;
    EntryQuery query =
        EntryQuery.nearest(
                isExact ? nearest.most() : Long.MAX_VALUE, searched(block, i, areRectangles))
            .cancelWhen(meter.ends());
    if (isExact) {
      right.entries().scan(query, collected);
      return;
    }
    if (nearest.most() == 0) {
      return;
    }
    RecordFetch records = right.records();
    if (!areRectangles && metric != Metric.PLANAR && records != null) {
      searchExact(query, from, records);
      return;
    }
    try (EntryCursor entries = right.entries().cursor(query)) {
      while (entries.next() && entries.distance() <= nearest.bound()) {
        if (right.admits(entries.id())) {
          candidates++;
          if (areRectangles) {
            nearest.add(entries.id(), entries.distance());
          } else {
            measure(entries.id(), from, latest(entries), entries.distance());
          }
        }
      }
    }
  }

  /**
   * Returns the rectangle from which a search measures distances. Unless the metric is planar, an
   * edge of a left object can leave the rectangle of the object. A search for right rectangles
   * therefore starts from a larger rectangle, which contains every object with this rectangle. A
   * search for right records starts from the rectangle itself, because the search allows for such
   * edges.
   */
  private Envelope searched(EntryBlock block, int i, boolean areRectangles) {
    Envelope box = new Envelope(block.minX(i), block.maxX(i), block.minY(i), block.maxY(i));
    return areRectangles || right.records() != null ? box : metric.aroundObjects(box);
  }

  /**
   * Searches in the order of exact distances. Unless the metric is planar, an edge can leave the
   * rectangle of its object. So an object can be nearer than its rectangle. The search therefore
   * uses lower bounds of the distances of objects ({@link
   * org.flashgrove.core.geometry.DistanceFrom#ofObjects}).
   */
  private void searchExact(EntryQuery query, Operand from, RecordFetch records) {
    try (EntryCursor entries =
        right.entries().cursor(query.byDistance(id -> exactDistance(from, id, records)))) {
      while (entries.next()
          && entries.distance() <= nearest.bound()
          && entries.distance() < Double.POSITIVE_INFINITY) {
        nearest.add(entries.id(), entries.distance());
      }
    }
  }

  /**
   * Returns the distance between {@code from} and the right object {@code id}, or positive infinity
   * to exclude the right object.
   */
  private double exactDistance(Operand from, long id, RecordFetch records) {
    if (!right.admits(id)) {
      return Double.POSITIVE_INFINITY;
    }
    candidates++;
    try {
      return from.distance(metric, latest(id, records));
    } catch (UnansweredGeometryException e) {
      meter.skipped().add(id, right.key(id), String.valueOf(e.getMessage()));
      return Double.POSITIVE_INFINITY;
    }
  }

  private Operand latest(EntryCursor at) {
    RecordFetch records = right.records();
    return records == null || Operand.isPoint(at.minX(), at.minY(), at.maxX(), at.maxY())
        ? Operand.ofRectangle(at.minX(), at.minY(), at.maxX(), at.maxY())
        : latest(at.id(), records);
  }

  /**
   * Returns the object of a record. Takes it from the recently used objects if it is among them.
   */
  private Operand latest(long id, RecordFetch records) {
    Operand known = latest.get(id);
    if (known != null) {
      return known;
    }
    Operand[] read = new Operand[1];
    int[] bytes = {0};
    records.read(
        new long[] {id},
        0,
        1,
        (rid, object, wkbBytes) -> {
          read[0] = object;
          bytes[0] = wkbBytes;
        });
    if (bytes[0] <= KEPT_WKB_BYTES) {
      latest.put(id, read[0]);
      if (latest.size() > KEPT) {
        latest.remove(latest.keySet().iterator().next());
      }
    }
    return read[0];
  }

  /**
   * Measures the distance of an object and adds the object to the nearest ones. Because of
   * rounding, the measured distance can be smaller than {@code bound}, the distance of the
   * rectangle. In this case {@code bound} is used.
   */
  private void measure(long id, Operand from, Operand to, double bound) {
    try {
      nearest.add(id, Math.max(bound, distance(from, to)));
    } catch (UnansweredGeometryException e) {
      meter.skipped().add(id, right.key(id), String.valueOf(e.getMessage()));
    }
  }

  private double distance(Operand from, Operand to) {
    if (metric != Metric.PLANAR) {
      return from.distance(metric, to);
    }
    if (from.isPoint()) {
      return to.isPoint()
          ? PlanarDistance.between(from.x(), from.y(), to.x(), to.y())
          : to.distances().to(from.x(), from.y());
    }
    return to.isPoint()
        ? from.distances().to(to.x(), to.y())
        : metric.between(from.geometry(), to.geometry());
  }
}
