package org.flashgrove.core.index;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * A query of entries (id, rectangle), run by a method of {@link SpatialQueries}. For example, this
 * query finds the ten entries nearest to a point, and ends after a second at the latest:
 *
 * <pre>{@code
 * EntryQuery.nearest(10, x, y).timeout(Duration.ofSeconds(1))
 * }</pre>
 *
 * <p>A factory method says which entries match. The remaining methods return a copy of the query
 * that differs in one option. The order of entries is arbitrary, except that the nearest entries
 * come nearest first.
 *
 * <p>Rectangles are closed and have finite coordinates, and a minimum does not exceed its maximum.
 * An index of metric {@code geodesic} also takes windows that cross the meridian 180, with a
 * minimum of x above the maximum.
 *
 * <p>A query with a geometry first filters entries by their rectangles. It then fetches the objects
 * of the remaining entries one by one and tests them by the predicates of the OGC.
 *
 * <p>Immutable; safe for use by several threads if its functions are.
 */
public final class EntryQuery {
  private static final RectangleTest EVERY = Predicate.DISJOINT.candidates();
  private static final EntryQuery ALL = new EntryQuery(EVERY, 0, 0, 0, 0, Long.MAX_VALUE);

  /** Test of the entries' rectangles; null if the query is for the nearest entries. */
  private final @Nullable RectangleTest test;

  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;
  private final long most;
  private final QueryExtras extras;

  private EntryQuery(
      @Nullable RectangleTest test, double minX, double minY, double maxX, double maxY, long most) {
    this.test = test;
    this.minX = minX;
    this.minY = minY;
    this.maxX = maxX;
    this.maxY = maxY;
    this.most = most;
    extras = QueryExtras.NONE;
  }

  private EntryQuery(EntryQuery other, long most, QueryExtras extras) {
    test = other.test;
    minX = other.minX;
    minY = other.minY;
    maxX = other.maxX;
    maxY = other.maxY;
    this.most = most;
    this.extras = extras;
  }

  // Conditions on entries

  /** Returns the query of all entries. */
  public static EntryQuery all() {
    return ALL;
  }

  /** Matches entries whose rectangles intersect a window. */
  public static EntryQuery intersecting(double minX, double minY, double maxX, double maxY) {
    return matching(Predicate.INTERSECTS, minX, minY, maxX, maxY);
  }

  /** Matches entries whose rectangles intersect an envelope. */
  public static EntryQuery intersecting(Envelope envelope) {
    return matching(Predicate.INTERSECTS, envelope);
  }

  /** Matches entries whose rectangles contain the point (x, y). */
  public static EntryQuery intersecting(double x, double y) {
    return matching(Predicate.INTERSECTS, x, y, x, y);
  }

  /** Matches objects that intersect a geometry. */
  public static EntryQuery intersecting(Geometry geometry, GeometrySource objects) {
    return matching(Predicate.INTERSECTS, geometry, objects);
  }

  /**
   * Matches entries whose rectangles lie within a window. A rectangle that lies only in the
   * window's boundary does not match.
   */
  public static EntryQuery within(double minX, double minY, double maxX, double maxY) {
    return matching(Semantics.OGC.of(Predicate.CONTAINS), minX, minY, maxX, maxY);
  }

  /** Matches entries whose rectangles lie within an envelope. */
  public static EntryQuery within(Envelope envelope) {
    return matching(Semantics.OGC.of(Predicate.CONTAINS), envelope);
  }

  /** Matches objects that lie within a geometry. */
  public static EntryQuery within(Geometry geometry, GeometrySource objects) {
    return matching(Predicate.CONTAINS, geometry, objects);
  }

  /**
   * Matches entries whose rectangles contain the given rectangle. An entry whose boundary alone
   * contains the given rectangle does not match.
   */
  public static EntryQuery containing(double minX, double minY, double maxX, double maxY) {
    return matching(Semantics.OGC.of(Predicate.INSIDE), minX, minY, maxX, maxY);
  }

  /** Matches entries whose rectangles contain an envelope. */
  public static EntryQuery containing(Envelope envelope) {
    return matching(Semantics.OGC.of(Predicate.INSIDE), envelope);
  }

  /** Matches objects that contain a geometry. */
  public static EntryQuery containing(Geometry geometry, GeometrySource objects) {
    return matching(Predicate.INSIDE, geometry, objects);
  }

  /**
   * Matches entries by a test against a query rectangle.
   *
   * @param test a {@link Predicate}, a predicate of other {@link Semantics}, a filter or a {@link
   *     WithinDistance}
   * @throws IllegalArgumentException if no index allows the rectangle
   */
  public static EntryQuery matching(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    Objects.requireNonNull(test, "test");
    // the meridian 180, by metric geodesic
    boolean mayCross = test == Predicate.INTERSECTS && minY <= maxY;
    double least = mayCross && minX > maxX ? maxX : minX;
    double greatest = mayCross && minX > maxX ? minX : maxX;
    Rectangles.requireValid(least, minY, greatest, maxY);
    return new EntryQuery(test, minX, minY, maxX, maxY, Long.MAX_VALUE);
  }

  /**
   * Matches entries by a test against an envelope.
   *
   * @param test as for {@link #matching(RectangleTest, double, double, double, double)}
   * @param envelope an envelope that is not null and not empty
   */
  public static EntryQuery matching(RectangleTest test, Envelope envelope) {
    Envelope box = requirePoints(envelope);
    return matching(test, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  private static EntryQuery matching(
      Predicate predicate, Geometry geometry, GeometrySource objects) {
    return matching(new GeometryQuery(predicate, Semantics.OGC, geometry), objects);
  }

  /**
   * Matches objects by a test, such as a {@link GeometryQuery}.
   *
   * @param objects returns the object of an id
   */
  public static EntryQuery matching(GeometryTest test, GeometrySource objects) {
    Objects.requireNonNull(objects, "objects");
    Objects.requireNonNull(test, "test");
    return matching(test.candidates(), test.envelope()).with(QueryExtras.of(test, objects));
  }

  /**
   * Matches entries whose rectangles lie within a distance of the point (x, y), inclusive.
   *
   * @param distance 0 to {@link WithinDistance#MAX_DISTANCE}, in the unit of the index's metric; by
   *     default the unit of the coordinates
   */
  public static EntryQuery withinDistance(double distance, double x, double y) {
    return matching(new WithinDistance(distance), x, y, x, y);
  }

  /** Matches entries whose rectangles lie within a distance of an envelope, inclusive. */
  public static EntryQuery withinDistance(double distance, Envelope envelope) {
    return matching(new WithinDistance(distance), envelope);
  }

  /** Matches objects whose distance from a geometry is at most {@code distance}. */
  public static EntryQuery withinDistance(
      double distance, Geometry geometry, GeometrySource objects) {
    return matching(new DistanceQuery(geometry, distance), objects);
  }

  /** Finds the entries nearest to the point (x, y), nearest first. */
  public static EntryQuery nearest(long k, double x, double y) {
    return nearest(k, x, y, x, y);
  }

  /**
   * Finds the entries nearest to a rectangle, nearest first. Entries at equal distance are ordered
   * by id, then by rectangle.
   *
   * <p>Distances are in the index's {@link SpatialQueries#metric metric}. By default they are
   * Euclidean and in units of the coordinates; for longitudes and latitudes these are degrees.
   * Metric {@code geodesic} measures metres on the earth. Distances above {@link Double#MAX_VALUE}
   * are infinite and therefore equal.
   *
   * @param k maximum number of results; {@code Long.MAX_VALUE} for all, which a cursor reads on
   *     demand
   */
  public static EntryQuery nearest(long k, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    return new EntryQuery(null, minX, minY, maxX, maxY, requireLimit("k", k));
  }

  /** Finds the entries nearest to an envelope, nearest first. */
  public static EntryQuery nearest(long k, Envelope envelope) {
    Envelope box = requirePoints(envelope);
    return nearest(k, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /**
   * Finds the objects nearest to a geometry by exact distance ({@link Metric#between}), nearest
   * first.
   *
   * @param objects returns the object of an id
   */
  public static EntryQuery nearest(long k, Geometry geometry, GeometrySource objects) {
    GeometryForm.requireAskable("query geometry", geometry);
    Objects.requireNonNull(objects, "objects");
    return nearest(k, geometry.getEnvelopeInternal()).with(QueryExtras.of(geometry, objects));
  }

  private static Envelope requirePoints(Envelope envelope) {
    if (Objects.requireNonNull(envelope, "envelope").isNull()) {
      throw new IllegalArgumentException("query envelope: is empty; use an envelope with points");
    }
    return envelope;
  }

  private static long requireLimit(String name, long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException(name + " " + limit + " (allowed: 0 or more)");
    }
    return limit;
  }

  // Limits and other refinements

  /**
   * Returns a query that orders results by exact distances instead of the distances of rectangles.
   *
   * @param exactDistance returns, for an id, the distance of its object, which must not be less
   *     than the distance of its rectangle; null to order by the distances of rectangles
   * @throws IllegalStateException if this query does not find the entries nearest to a rectangle
   */
  public EntryQuery byDistance(@Nullable LongToDoubleFunction exactDistance) {
    if (test != null || extras.from() != null) {
      throw new IllegalStateException(
          "exact distances: the query is not for the nearest entries to a rectangle; start with"
              + " EntryQuery.nearest");
    }
    return with(extras.withDistance(exactDistance));
  }

  /**
   * Returns a query that returns at most this many entries.
   *
   * @param entries at least 0
   */
  public EntryQuery limit(long entries) {
    return withMost(Math.min(most, requireLimit("limit", entries)));
  }

  /**
   * Returns a query for a visitor that needs only ids; the rectangles and distances that it
   * receives are unspecified. An index that stores rectangles in separate pages then reads fewer
   * pages. Cursors and streams still return rectangles and distances.
   */
  public EntryQuery idsOnly() {
    return with(extras.withIdsOnly(true));
  }

  /**
   * Returns a query that throws {@link org.flashgrove.core.failure.QueryCancelledException} once a
   * condition holds. The query evaluates the condition for each node, page or entry that it reads.
   */
  public EntryQuery cancelWhen(BooleanSupplier cancelled) {
    return with(extras.withWatch(QueryWatch.cancelledBy(extras.watch(), cancelled)));
  }

  /**
   * Returns a query with a time limit. A run that exceeds it throws {@link
   * org.flashgrove.core.failure.QueryTimeoutException}. The time of a cursor or stream starts at
   * its creation.
   *
   * @param timeout greater than zero
   */
  public EntryQuery timeout(Duration timeout) {
    return with(extras.withWatch(QueryWatch.withTimeout(extras.watch(), timeout)));
  }

  private EntryQuery with(QueryExtras changed) {
    return new EntryQuery(this, most, changed);
  }

  private EntryQuery withMost(long entries) {
    return new EntryQuery(this, entries, extras);
  }

  // Methods for indexes

  /** Returns whether this query finds the nearest entries; such a query has no test. */
  public boolean isNearest() {
    return test == null;
  }

  /**
   * Returns the test of rectangles.
   *
   * @throws IllegalStateException if this query is for the nearest entries
   */
  public RectangleTest test() {
    if (test == null) {
      throw new IllegalStateException(
          this + ": has no test, since it is for the nearest entries; check isNearest() first");
    }
    return test;
  }

  /** Returns the least x of the query rectangle. */
  public double minX() {
    return minX;
  }

  /** Returns the least y of the query rectangle. */
  public double minY() {
    return minY;
  }

  /** Returns the greatest x of the query rectangle. */
  public double maxX() {
    return maxX;
  }

  /** Returns the greatest y of the query rectangle. */
  public double maxY() {
    return maxY;
  }

  /** Returns the maximum number of results that the query returns. */
  public long most() {
    return most;
  }

  /**
   * Returns the function for exact distances, or null if results are ordered by the distances of
   * their rectangles.
   */
  public @Nullable LongToDoubleFunction exactDistance() {
    return extras.exactDistance();
  }

  /** Returns whether the visitor needs only ids. */
  public boolean wantsIdsOnly() {
    return extras.idsOnly();
  }

  /** Returns the watch that ends a run of this query early, or null. */
  public @Nullable QueryWatch watch() {
    return extras.watch();
  }

  /**
   * Returns a copy of this query that has no limit and receives the rectangles even after {@link
   * #idsOnly}. An index that filters the results of an underlying index passes the copy to the
   * underlying index.
   */
  public EntryQuery everyMatch() {
    boolean isSame = most == Long.MAX_VALUE && !extras.idsOnly();
    return isSame ? this : withMost(Long.MAX_VALUE).with(extras.withIdsOnly(false));
  }

  /** Returns whether an index can evaluate all of this query itself. */
  boolean isPlain() {
    return extras.isPlain() && (most == Long.MAX_VALUE || test == null);
  }

  /**
   * Returns this query in the form for an index with the given metric, and starts its time limit.
   */
  EntryQuery start(Metric metric) {
    QueryExtras started = extras.start(metric);
    GeometryTest asked = started.geometry();
    return asked == null
        ? with(started)
        : matching(asked.candidates(), asked.envelope()).withMost(most).with(started);
  }

  /** Returns whether an entry that an index found is a result of this query. */
  boolean accepts(long id, double x1, double y1, double x2, double y2) {
    return extras.accepts(id, x1, y1, x2, y2);
  }

  /** Returns the query in one line, for messages. */
  @Override
  public String toString() {
    String what = test == null ? "nearest" : test.toString();
    String box = " minx=" + minX + " miny=" + minY + " maxx=" + maxX + " maxy=" + maxY;
    return what + (test == EVERY ? "" : box) + (most == Long.MAX_VALUE ? "" : " limit=" + most);
  }
}
