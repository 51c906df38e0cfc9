package org.flashgrove.access.scan;

import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.geometry.GeometryTest;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on the records of a table. A record satisfies the query if its key is in {@code
 * [fromKey, toKey]}, and if it satisfies the filter and the geometry condition. A filter or
 * geometry condition that is null is ignored. A record with a null or empty geometry satisfies no
 * geometry condition.
 *
 * @param fromKey smallest key
 * @param toKey greatest key; if it is less than {@code fromKey}, no record satisfies the query
 * @param geometry condition on geometries, or null
 * @param filter condition on attributes, or null
 */
public record ScanQuery(
    long fromKey, long toKey, @Nullable GeometryTest geometry, @Nullable Filter filter) {
  /** Creates a query by keys and geometries only. */
  public ScanQuery(long fromKey, long toKey, @Nullable GeometryTest geometry) {
    this(fromKey, toKey, geometry, null);
  }

  /** Query for all records. */
  public static final ScanQuery ALL = new ScanQuery(Long.MIN_VALUE, Long.MAX_VALUE, null);

  /** Returns a query for the records in a range of keys. */
  public static ScanQuery keys(long fromKey, long toKey) {
    return new ScanQuery(fromKey, toKey, null);
  }

  /** Returns a query for the records that satisfy a geometry condition. */
  public static ScanQuery where(GeometryTest geometry) {
    return ALL.and(geometry);
  }

  /** Returns a copy with another geometry condition. Null removes the geometry condition. */
  public ScanQuery and(@Nullable GeometryTest newGeometry) {
    return newGeometry == geometry ? this : new ScanQuery(fromKey, toKey, newGeometry, filter);
  }

  /** Returns a query for the records that satisfy a filter. */
  public static ScanQuery where(Filter filter) {
    return ALL.and(filter);
  }

  /** Returns a copy with an additional filter. A null filter adds no condition. */
  public ScanQuery and(@Nullable Filter another) {
    Filter both = filter == null ? another : another == null ? filter : filter.and(another);
    return new ScanQuery(fromKey, toKey, geometry, both);
  }

  /** Returns whether the range contains all possible keys. */
  public boolean hasAllKeys() {
    return fromKey == Long.MIN_VALUE && toKey == Long.MAX_VALUE;
  }

  /** Returns whether the range contains a key. */
  boolean holdsKey(long key) {
    return key >= fromKey && key <= toKey;
  }
}
