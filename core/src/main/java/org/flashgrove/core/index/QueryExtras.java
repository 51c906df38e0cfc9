package org.flashgrove.core.index;

import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Metric;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Optional parts of a query.
 *
 * @param geometry test on the objects of the entries that the index finds
 * @param from geometry from which the distances of objects are measured
 * @param objects returns the object of an id
 * @param exactDistance returns the distance of the object of an id
 * @param idsOnly whether the visitor needs only ids
 * @param watch ends the query early
 */
record QueryExtras(
    @Nullable GeometryTest geometry,
    @Nullable Geometry from,
    @Nullable GeometrySource objects,
    @Nullable LongToDoubleFunction exactDistance,
    boolean idsOnly,
    @Nullable QueryWatch watch) {
  static final QueryExtras NONE = new QueryExtras(null, null, null, null, false, null);
  private static final QueryExtras IDS = new QueryExtras(null, null, null, null, true, null);

  /** Returns extras that consist of a test on geometries. */
  static QueryExtras of(GeometryTest geometry, GeometrySource objects) {
    return new QueryExtras(geometry, null, objects, null, false, null);
  }

  /** Returns the parts of a query for the objects nearest to a geometry. */
  static QueryExtras of(Geometry from, GeometrySource objects) {
    return new QueryExtras(null, from, objects, null, false, null);
  }

  QueryExtras withDistance(@Nullable LongToDoubleFunction distance) {
    return new QueryExtras(geometry, from, objects, distance, idsOnly, watch);
  }

  QueryExtras withIdsOnly(boolean only) {
    return only && this == NONE
        ? IDS
        : new QueryExtras(geometry, from, objects, exactDistance, only, watch);
  }

  QueryExtras withWatch(@Nullable QueryWatch other) {
    return new QueryExtras(geometry, from, objects, exactDistance, idsOnly, other);
  }

  /** Returns whether an index can evaluate all of these parts of a query itself. */
  boolean isPlain() {
    return this == NONE || this == IDS || objects == null && watch == null;
  }

  /**
   * Returns a copy for one run on an index with the given metric. The copy measures in this metric,
   * and its time limit starts now.
   */
  QueryExtras start(Metric metric) {
    QueryWatch started = watch == null ? null : watch.started();
    if (geometry != null) {
      return new QueryExtras(geometry.on(metric), null, objects, null, false, started);
    }
    Geometry measured = from;
    if (measured == null) {
      return withWatch(started);
    }
    GeometrySource source = Objects.requireNonNull(objects);
    LongToDoubleFunction distance = id -> metric.between(measured, source.geometry(id));
    return new QueryExtras(null, null, null, distance, idsOnly, started);
  }

  /**
   * Returns whether an entry that an index found passes the test on its object. The result is true
   * if there is no such test.
   */
  boolean accepts(long id, double minX, double minY, double maxX, double maxY) {
    return geometry == null
        || geometry.holdsByBounds(minX, minY, maxX, maxY)
        || geometry.matches(Objects.requireNonNull(objects).geometry(id));
  }
}
