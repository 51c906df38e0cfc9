package org.flashgrove.access.query;

import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * All settings of a {@link TableQuery}.
 *
 * @param scan conditions on keys, attributes and geometries
 * @param from geometry of a query for the nearest records, or null
 * @param k maximum number of nearest records
 * @param order order of the results, or null for any
 * @param offset number of results to skip first
 * @param limit maximum number of results after the skipped ones
 * @param likely number of records that the caller will probably read
 * @param watch object that ends a run on a timeout or a cancellation, or null
 * @param projection parts of records that are returned
 */
record QueryParts(
    ScanQuery scan,
    @Nullable Geometry from,
    long k,
    @Nullable RecordOrder order,
    long offset,
    long limit,
    long likely,
    @Nullable QueryWatch watch,
    Projection projection) {
  /** Settings of a query for all records. */
  static final QueryParts ALL =
      new QueryParts(
          ScanQuery.ALL,
          null,
          Long.MAX_VALUE,
          null,
          0,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          null,
          Projection.ALL);

  QueryParts withScan(ScanQuery other) {
    return new QueryParts(other, from, k, order, offset, limit, likely, watch, projection);
  }

  QueryParts withNearest(long most, Geometry other) {
    return new QueryParts(scan, other, most, order, offset, limit, likely, watch, projection);
  }

  QueryParts withOrder(RecordOrder other) {
    return new QueryParts(scan, from, k, other, offset, limit, likely, watch, projection);
  }

  QueryParts withOffset(long other) {
    return new QueryParts(scan, from, k, order, other, limit, likely, watch, projection);
  }

  QueryParts withLimit(long other) {
    return new QueryParts(scan, from, k, order, offset, other, likely, watch, projection);
  }

  QueryParts withLikely(long other) {
    return new QueryParts(scan, from, k, order, offset, limit, other, watch, projection);
  }

  QueryParts withWatch(@Nullable QueryWatch other) {
    return new QueryParts(scan, from, k, order, offset, limit, likely, other, projection);
  }

  QueryParts withProjection(Projection other) {
    return new QueryParts(scan, from, k, order, offset, limit, likely, watch, other);
  }

  /** Returns these settings for a run that starts now. The run's timeout begins with this call. */
  QueryParts started() {
    return watch == null ? this : withWatch(watch.started());
  }

  /**
   * Returns the maximum number of records that a run must find. It is the skipped records plus the
   * limit, or the number of nearest records if that is less. {@code Long.MAX_VALUE} means all.
   */
  long mostFound() {
    long wanted = limit > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + limit;
    return Math.min(k, wanted);
  }

  /**
   * Returns the maximum number of records that a run returns, or {@code Long.MAX_VALUE} for all.
   */
  long mostReturned() {
    return from == null ? limit : Math.max(0, Math.min(limit, k - offset));
  }

  /**
   * Returns the number of records that the caller will probably read. It is never more than {@link
   * #mostFound}.
   */
  long mostRead() {
    return Math.min(likely, mostFound());
  }
}
