package org.flashgrove.core.index;

import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Queries of entries (id, rectangle): of an index, or of one commit of it.
 *
 * <p>A visitor of {@code search} and {@code nearest} receives all that is found. One that may end
 * the search answers with a {@link VisitResult}, and is given to a method whose name ends in {@code
 * Until}. A cursor waits between two entries, and a stream stands on a cursor; both are closed by
 * the caller, and no page is pinned while they wait.
 *
 * <p>Errors: {@link IllegalArgumentException} for a rectangle that is none, the exceptions of
 * {@code org.flashgrove.core.failure} for the device.
 */
public interface SpatialQueries {
  /**
   * Visits entries whose rectangles match a query rectangle, in no particular order, until the
   * visitor stops.
   *
   * @param test a {@link Predicate}, one of another {@link org.flashgrove.core.geometry.Semantics},
   *     a filter, or {@link WithinDistance}
   * @return number of entries visited
   */
  long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor);

  /**
   * Returns a cursor over the entries whose rectangles match a query rectangle, in no particular
   * order. The caller closes it.
   */
  EntryCursor cursor(RectangleTest test, double minX, double minY, double maxX, double maxY);

  /**
   * Visits entries by their distance from a rectangle, or from a point given as one; those of equal
   * distance by id, then by rectangle. The search ends when the visitor stops, after {@code limit}
   * entries, or when no entry is left.
   *
   * <p>Distances are of the index's {@link #metric}. Unless it was created with another one they
   * are Euclidean, in the plane, in units of the coordinates: of longitudes and latitudes in
   * degrees, not on the earth. They are right for all finite coordinates; above {@link
   * Double#MAX_VALUE} they are infinite, and so equal. By metric {@code geodesic} they are metres.
   *
   * @param limit most entries to visit; {@code Long.MAX_VALUE} for as many as the visitor wants,
   *     which costs more memory
   * @param exactDistance distance of the object of an id, not less than that of its rectangle, for
   *     refinement; null to measure rectangles
   * @return number of entries visited
   */
  long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      @Nullable LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor);

  /**
   * Returns a cursor over the entries by their distance from a rectangle, or from a point given as
   * one, in the order of {@link #nearestUntil}. The caller closes it.
   *
   * @param exactDistance distance of the object of an id, not less than that of its rectangle, for
   *     refinement; null to measure rectangles
   */
  NeighbourCursor neighbours(
      double minX,
      double minY,
      double maxX,
      double maxY,
      @Nullable LongToDoubleFunction exactDistance);

  /** Returns how distances are measured: in the plane, unless the index was created otherwise. */
  default Metric metric() {
    return Metric.PLANAR;
  }

  /** Returns the number of entries, equal ones counted each: what a search of all visits. */
  long size();

  /** Visits all entries whose rectangles match a query rectangle, in no particular order. */
  default long search(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    return searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  /** Visits all entries whose rectangles intersect a window. */
  default long search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor) {
    return searchUntil(Predicate.INTERSECTS, minX, minY, maxX, maxY, visitor);
  }

  /** Visits entries whose rectangles intersect a window until the visitor stops. */
  default long searchUntil(
      double minX, double minY, double maxX, double maxY, StoppingEntryVisitor visitor) {
    return searchUntil(Predicate.INTERSECTS, minX, minY, maxX, maxY, visitor);
  }

  /** Visits all entries whose rectangles intersect an envelope. */
  default long search(Envelope window, EntryVisitor visitor) {
    return searchUntil(window, visitor);
  }

  /** Visits entries whose rectangles intersect an envelope until the visitor stops. */
  default long searchUntil(Envelope window, StoppingEntryVisitor visitor) {
    return searchUntil(
        window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY(), visitor);
  }

  /** Visits all entries whose rectangles hold the point (x, y). */
  default long search(double x, double y, EntryVisitor visitor) {
    return searchUntil(Predicate.INTERSECTS, x, y, x, y, visitor);
  }

  /**
   * Visits all objects for which a predicate holds: the filter on their rectangles first, then the
   * refinement with the objects themselves, which are fetched one by one where their rectangles do
   * not decide.
   *
   * @param objects gives the object of an id
   * @return number of entries visited
   */
  default long search(GeometryQuery query, GeometrySource objects, EntryVisitor visitor) {
    return searchUntil(query, objects, visitor);
  }

  /** Visits the objects for which a predicate holds until the visitor stops. */
  default long searchUntil(
      GeometryQuery query, GeometrySource objects, StoppingEntryVisitor visitor) {
    long[] visited = {0};
    Envelope box = query.envelope();
    searchUntil(
        query.candidates(),
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        (id, minX, minY, maxX, maxY) -> {
          if (!query.holdsByBounds(minX, minY, maxX, maxY)
              && !query.matches(objects.geometry(id))) {
            return VisitResult.CONTINUE;
          }
          visited[0]++;
          return visitor.found(id, minX, minY, maxX, maxY);
        });
    return visited[0];
  }

  /** Returns a cursor over the entries whose rectangles intersect an envelope. Close it. */
  default EntryCursor cursor(Envelope window) {
    return cursor(
        Predicate.INTERSECTS,
        window.getMinX(),
        window.getMinY(),
        window.getMaxX(),
        window.getMaxY());
  }

  /**
   * Returns a sequential stream of the entries whose rectangles match those of an envelope, in no
   * particular order. It sees the index as it is now and reads pages as it goes on; the caller
   * closes it.
   *
   * @param test as for {@link #searchUntil}
   */
  default Stream<Entry> stream(RectangleTest test, Envelope box) {
    EntryCursor cursor = cursor(test, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    int traits = Spliterator.NONNULL | Spliterator.IMMUTABLE;
    Spliterator<Entry> entries =
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, traits) {
          @Override
          public boolean tryAdvance(Consumer<? super Entry> action) {
            boolean found = cursor.next();
            if (found) {
              action.accept(cursor.entry());
            }
            return found;
          }
        };
    return StreamSupport.stream(entries, false).onClose(cursor::close);
  }

  /** Returns a stream of the entries whose rectangles intersect an envelope. Close it. */
  default Stream<Entry> stream(Envelope window) {
    return stream(Predicate.INTERSECTS, window);
  }

  /**
   * Returns a stream of the objects for which a predicate holds, by filter and refinement as {@link
   * #search(GeometryQuery, GeometrySource, EntryVisitor)}. Close it.
   */
  default Stream<Entry> stream(GeometryQuery query, GeometrySource objects) {
    return stream(query.candidates(), query.envelope())
        .filter(
            e ->
                query.holdsByBounds(e.minX(), e.minY(), e.maxX(), e.maxY())
                    || query.matches(objects.geometry(e.id())));
  }

  /**
   * Visits all entries whose rectangles lie within a distance of the point (x, y), in no particular
   * order.
   *
   * @param distance by the {@link #metric}, in its unit, that of the coordinates unless the index
   *     was created with another one: 0 to {@link WithinDistance#MAX_DISTANCE}
   */
  default long searchWithin(double x, double y, double distance, EntryVisitor visitor) {
    return searchUntil(new WithinDistance(distance), x, y, x, y, visitor);
  }

  /**
   * Visits all objects within a distance of a geometry, by their own distances, in no particular
   * order. Objects are fetched one by one where their rectangles are near enough.
   *
   * @param geometry not empty
   * @param distance by the {@link #metric}, in its unit, that of the coordinates unless the index
   *     was created with another one: 0 to {@link WithinDistance#MAX_DISTANCE}
   * @param objects gives the object of an id
   * @return number of entries visited
   */
  default long searchWithin(
      Geometry geometry, double distance, GeometrySource objects, EntryVisitor visitor) {
    long[] visited = {0};
    Metric metric = metric();
    Envelope box = geometry.getEnvelopeInternal();
    search(
        WithinDistance.candidates(distance),
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        (id, minX, minY, maxX, maxY) -> {
          if (metric.within(geometry, objects.geometry(id), distance)) {
            visited[0]++;
            visitor.visit(id, minX, minY, maxX, maxY);
          }
        });
    return visited[0];
  }

  /**
   * Visits entries by their distance from a rectangle, as {@link #nearestUntil} does, to the limit.
   */
  default long nearest(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      @Nullable LongToDoubleFunction exactDistance,
      NeighbourVisitor visitor) {
    return nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
  }

  /** Visits the entries nearest to the point (x, y), at most {@code limit}, nearest first. */
  default long nearest(double x, double y, long limit, NeighbourVisitor visitor) {
    return nearestUntil(x, y, x, y, limit, null, visitor);
  }

  /** Visits entries by their distance from the point (x, y) until the visitor stops. */
  default long nearestUntil(double x, double y, StoppingNeighbourVisitor visitor) {
    return nearestUntil(x, y, x, y, Long.MAX_VALUE, null, visitor);
  }

  /**
   * Visits the objects nearest to a geometry, nearest first, by their own distances ({@link
   * Metric#between}).
   *
   * @param geometry not empty
   * @param objects gives the object of an id
   */
  default long nearest(
      Geometry geometry, long limit, GeometrySource objects, NeighbourVisitor visitor) {
    Metric metric = metric();
    Envelope box = geometry.getEnvelopeInternal();
    return nearest(
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        limit,
        id -> metric.between(geometry, objects.geometry(id)),
        visitor);
  }

  /** Returns a cursor over the entries by their distance from the point (x, y). */
  default NeighbourCursor neighbours(double x, double y) {
    return neighbours(x, y, x, y, null);
  }

  /**
   * Returns a cursor over the objects by their own distances from a geometry.
   *
   * @param geometry not empty
   * @param objects gives the object of an id
   */
  default NeighbourCursor neighbours(Geometry geometry, GeometrySource objects) {
    Metric metric = metric();
    Envelope box = geometry.getEnvelopeInternal();
    return neighbours(
        box.getMinX(),
        box.getMinY(),
        box.getMaxX(),
        box.getMaxY(),
        id -> metric.between(geometry, objects.geometry(id)));
  }

  /**
   * Visits the ids of all entries whose rectangles match a query rectangle, in no particular order.
   * An index that keeps the exact rectangles apart reads fewer pages than for {@link #search}.
   *
   * @return number of ids visited
   */
  default long searchIds(
      RectangleTest test, double minX, double minY, double maxX, double maxY, IdVisitor visitor) {
    return searchIdsUntil(test, minX, minY, maxX, maxY, visitor);
  }

  /** Visits ids as {@link #searchIds} does until the visitor stops. */
  default long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    return visitor instanceof IdVisitor all
        ? search(test, minX, minY, maxX, maxY, (id, x1, y1, x2, y2) -> all.visit(id))
        : searchUntil(test, minX, minY, maxX, maxY, (id, x1, y1, x2, y2) -> visitor.found(id));
  }

  /**
   * Visits the ids of the entries nearest to a rectangle, or to a point given as one, in the order
   * of {@link #nearest}, whose rectangles and distances nobody asks for. An index that keeps the
   * exact rectangles apart reads fewer pages than for that.
   *
   * @param limit most ids to visit
   * @return number of ids visited
   */
  default long nearestIds(
      double minX, double minY, double maxX, double maxY, long limit, IdVisitor visitor) {
    return nearestIdsUntil(minX, minY, maxX, maxY, limit, visitor);
  }

  /** Visits ids as {@link #nearestIds} does until the visitor stops. */
  default long nearestIdsUntil(
      double minX, double minY, double maxX, double maxY, long limit, StoppingIdVisitor visitor) {
    return nearestUntil(
        minX, minY, maxX, maxY, limit, null, (id, x1, y1, x2, y2, distance) -> visitor.found(id));
  }

  /** Returns the number of entries whose rectangles match a query rectangle. */
  default long count(RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return search(test, minX, minY, maxX, maxY, (id, x1, y1, x2, y2) -> {});
  }

  /** Returns the number of entries whose rectangles intersect a window. */
  default long count(double minX, double minY, double maxX, double maxY) {
    return count(Predicate.INTERSECTS, minX, minY, maxX, maxY);
  }

  /** Returns the number of entries whose rectangles intersect an envelope. */
  default long count(Envelope window) {
    return count(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY());
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
    return search(query, objects, (id, minX, minY, maxX, maxY) -> {});
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
    return searchWithin(geometry, distance, objects, (id, minX, minY, maxX, maxY) -> {});
  }

  /** Visits the entries that a query asks for; returns how many. */
  default long forEach(EntryQuery query, EntryVisitor visitor) {
    return new EarlierQueries(this).forEach(query, visitor);
  }

  /** Returns a cursor over the entries that a query asks for. Close it. */
  default EntryCursor cursor(EntryQuery query) {
    return new EarlierQueries(this).cursor(query);
  }

  /** Returns a stream of the entries that a query asks for. Close it. */
  default Stream<Entry> stream(EntryQuery query) {
    return new EarlierQueries(this).stream(query);
  }

  /** Returns the number of entries that a query asks for. */
  default long count(EntryQuery query) {
    return new EarlierQueries(this).count(query);
  }
}
