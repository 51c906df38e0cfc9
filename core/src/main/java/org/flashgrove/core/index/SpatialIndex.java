package org.flashgrove.core.index;

import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * A persistent index of entries (id, rectangle).
 *
 * <p>An id is any 64-bit integer. An index is a bag of entries: the same id with different
 * rectangles is several entries, and so is the same pair of id and rectangle inserted several
 * times. Queries visit an entry as often as it is there. Rectangles are closed; points are
 * rectangles without extent.
 *
 * <p>Maintenance and queries may be called from several threads. Changes take turns; a query sees
 * the changes that were committed when it began, and runs beside others if the store allows it.
 *
 * <p>Errors: {@link IllegalArgumentException} for a rectangle that is none (nothing happens), the
 * exceptions of {@code org.flashgrove.core.failure} for the device.
 */
public interface SpatialIndex extends AutoCloseable {
  /**
   * Adds an entry. {@link #size()} is one more afterwards, whether or not the index had an entry of
   * this id and rectangle: it is not looked for, since that would take reads. One that was inserted
   * twice is visited twice, and it takes two deletions until it is gone.
   */
  void insert(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Removes one entry of exactly this id and rectangle.
   *
   * @return whether there was one; if not, nothing happens
   */
  boolean delete(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Moves one entry from one rectangle to another as one operation: a crash leaves it in the old
   * place or in the new one. Entries that have the new rectangle already stay beside it.
   *
   * @param id the entry's id
   * @param from its rectangle minX, minY, maxX, maxY
   * @param to the new rectangle in the same order
   * @return whether the entry was there; if not, nothing happens
   */
  boolean update(long id, double[] from, double[] to);

  /**
   * Visits entries whose rectangles match a query rectangle, in no particular order.
   *
   * @param test a {@link Predicate}, one of another {@link org.flashgrove.core.geometry.Semantics},
   *     a filter, or {@link WithinDistance}
   * @return number of entries visited
   */
  long search(
      RectangleTest test, double minX, double minY, double maxX, double maxY, EntryVisitor visitor);

  /**
   * Visits entries by their distance from a rectangle, or from a point given as one; those of equal
   * distance by id, then by rectangle. The search ends when the visitor returns false, after {@code
   * limit} entries, or when no entry is left.
   *
   * <p>Distances are Euclidean, in the plane, in units of the coordinates: of longitudes and
   * latitudes in degrees, not on the earth. They are right for all finite coordinates; above {@link
   * Double#MAX_VALUE} they are infinite, and so equal.
   *
   * @param limit most entries to visit; {@code Long.MAX_VALUE} for as many as the visitor wants,
   *     which costs more memory
   * @param exactDistance distance of the object of an id, not less than that of its rectangle, for
   *     refinement; null to measure rectangles
   * @return number of entries visited
   */
  long nearest(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      NeighbourVisitor visitor);

  /**
   * Returns a cursor over the entries by their distance from a rectangle, or from a point given as
   * one, in the order of {@link #nearest}. The caller closes it.
   *
   * @param exactDistance distance of the object of an id, not less than that of its rectangle, for
   *     refinement; null to measure rectangles
   */
  NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance);

  /**
   * Begins a batch of changes that commit together. The caller closes it.
   *
   * @throws IllegalStateException if this thread has begun others and not closed them
   */
  SpatialBatch begin();

  /**
   * Returns the number of entries in the index, equal ones counted each: what a search of all
   * visits.
   */
  long size();

  /** Brings all buffered changes to the device. */
  void flush();

  /** Returns when every operation so far is durable. */
  void sync();

  /** Closes the index; what was acknowledged as durable stays. A second call does nothing. */
  @Override
  void close();

  /** Visits entries whose rectangles intersect a window. */
  default long search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor) {
    return search(Predicate.INTERSECTS, minX, minY, maxX, maxY, visitor);
  }

  /** Visits entries whose rectangles hold the point (x, y). */
  default long search(double x, double y, EntryVisitor visitor) {
    return search(Predicate.INTERSECTS, x, y, x, y, visitor);
  }

  /**
   * Visits the objects for which a predicate holds: the filter on their rectangles first, then the
   * refinement with the objects themselves, which are fetched one by one where their rectangles do
   * not decide.
   *
   * @param objects gives the object of an id
   * @return number of entries visited
   */
  default long search(GeometryQuery query, GeometrySource objects, EntryVisitor visitor) {
    long[] visited = {0};
    Envelope box = query.envelope();
    search(
        query.candidates(),
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        (id, minX, minY, maxX, maxY) -> {
          if (!query.holdsByBounds(minX, minY, maxX, maxY)
              && !query.matches(objects.geometry(id))) {
            return true;
          }
          visited[0]++;
          return visitor.visit(id, minX, minY, maxX, maxY);
        });
    return visited[0];
  }

  /**
   * Visits entries whose rectangles lie within a distance of the point (x, y), in no particular
   * order.
   *
   * @param distance Euclidean, in the plane, in units of the coordinates: 0 to {@link
   *     WithinDistance#MAX_DISTANCE}
   */
  default long searchWithin(double x, double y, double distance, EntryVisitor visitor) {
    return search(new WithinDistance(distance), x, y, x, y, visitor);
  }

  /**
   * Visits the objects within a distance of a geometry, by their own distances, in no particular
   * order. Objects are fetched one by one where their rectangles are near enough.
   *
   * @param geometry not empty
   * @param distance Euclidean, in the plane, in units of the coordinates: 0 to {@link
   *     WithinDistance#MAX_DISTANCE}
   * @param objects gives the object of an id
   * @return number of entries visited
   */
  default long searchWithin(
      Geometry geometry, double distance, GeometrySource objects, EntryVisitor visitor) {
    long[] visited = {0};
    Envelope box = geometry.getEnvelopeInternal();
    search(
        WithinDistance.candidates(distance),
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        (id, minX, minY, maxX, maxY) -> {
          if (!PlanarDistance.within(geometry, objects.geometry(id), distance)) {
            return true;
          }
          visited[0]++;
          return visitor.visit(id, minX, minY, maxX, maxY);
        });
    return visited[0];
  }

  /** Visits the entries nearest to the point (x, y), at most {@code limit}, nearest first. */
  default long nearest(double x, double y, long limit, NeighbourVisitor visitor) {
    return nearest(x, y, x, y, limit, null, visitor);
  }

  /**
   * Visits the objects nearest to a geometry, nearest first, by their own distances in the plane
   * ({@link PlanarDistance#between}).
   *
   * @param geometry not empty
   * @param objects gives the object of an id
   */
  default long nearest(
      Geometry geometry, long limit, GeometrySource objects, NeighbourVisitor visitor) {
    Envelope box = geometry.getEnvelopeInternal();
    return nearest(
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        limit,
        id -> PlanarDistance.between(geometry, objects.geometry(id)),
        visitor);
  }

  /** Returns a cursor over the entries by their distance from the point (x, y). */
  default NeighbourCursor neighbours(double x, double y) {
    return neighbours(x, y, x, y, null);
  }

  /**
   * Returns a cursor over the objects by their own distances from a geometry in the plane.
   *
   * @param geometry not empty
   * @param objects gives the object of an id
   */
  default NeighbourCursor neighbours(Geometry geometry, GeometrySource objects) {
    Envelope box = geometry.getEnvelopeInternal();
    return neighbours(
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        id -> PlanarDistance.between(geometry, objects.geometry(id)));
  }

  /**
   * Visits the ids of entries whose rectangles match a query rectangle, in no particular order. An
   * index that keeps the exact rectangles apart reads fewer pages than for {@link #search}.
   *
   * @param visitor takes an id; returns whether the search shall go on
   * @return number of ids visited
   */
  default long searchIds(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      LongPredicate visitor) {
    return search(test, minX, minY, maxX, maxY, (id, x1, y1, x2, y2) -> visitor.test(id));
  }

  /**
   * Visits the ids of the entries nearest to a rectangle, or to a point given as one, in the order
   * of {@link #nearest}, whose rectangles and distances nobody asks for. An index that keeps the
   * exact rectangles apart reads fewer pages than for that.
   *
   * @param limit most ids to visit
   * @param visitor takes an id; returns whether the search shall go on
   * @return number of ids visited
   */
  default long nearestIds(
      double minX, double minY, double maxX, double maxY, long limit, LongPredicate visitor) {
    return nearest(
        minX, minY, maxX, maxY, limit, null, (id, x1, y1, x2, y2, distance) -> visitor.test(id));
  }

  /** Returns the number of entries whose rectangles match a query rectangle. */
  default long count(RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return search(test, minX, minY, maxX, maxY, (id, x1, y1, x2, y2) -> true);
  }

  /** Returns the number of entries whose rectangles intersect a window. */
  default long count(double minX, double minY, double maxX, double maxY) {
    return count(Predicate.INTERSECTS, minX, minY, maxX, maxY);
  }

  /** Returns the number of entries whose rectangles hold the point (x, y). */
  default long count(double x, double y) {
    return count(Predicate.INTERSECTS, x, y, x, y);
  }

  /**
   * Returns the number of objects for which a predicate holds; only those whose rectangles do not
   * decide are fetched.
   *
   * @param objects gives the object of an id
   */
  default long count(GeometryQuery query, GeometrySource objects) {
    return search(query, objects, (id, minX, minY, maxX, maxY) -> true);
  }

  /** Returns the number of entries whose rectangles lie within a distance of the point (x, y). */
  default long countWithin(double x, double y, double distance) {
    return count(new WithinDistance(distance), x, y, x, y);
  }

  /**
   * Returns the number of objects within a distance of a geometry.
   *
   * @param objects gives the object of an id
   */
  default long countWithin(Geometry geometry, double distance, GeometrySource objects) {
    return searchWithin(geometry, distance, objects, (id, minX, minY, maxX, maxY) -> true);
  }

  /** {@link #insert(long, double, double, double, double)} with an envelope, which is not null. */
  default void insert(long id, Envelope box) {
    insert(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** {@link #delete(long, double, double, double, double)} with an envelope. */
  default boolean delete(long id, Envelope box) {
    return delete(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** {@link #update(long, double[], double[])} with envelopes. */
  default boolean update(long id, Envelope from, Envelope to) {
    return update(
        id,
        new double[] {from.getMinX(), from.getMinY(), from.getMaxX(), from.getMaxY()},
        new double[] {to.getMinX(), to.getMinY(), to.getMaxX(), to.getMaxY()});
  }

  /** Visits entries whose rectangles intersect an envelope. */
  default long search(Envelope window, EntryVisitor visitor) {
    return search(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY(), visitor);
  }

  /** Returns the number of entries whose rectangles intersect an envelope. */
  default long count(Envelope window) {
    return count(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY());
  }
}
