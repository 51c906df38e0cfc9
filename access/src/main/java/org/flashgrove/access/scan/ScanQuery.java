package org.flashgrove.access.scan;

import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.geometry.GeometryTest;
import org.jspecify.annotations.Nullable;

/**
 * Which records of a table are asked for: those whose keys are in {@code [fromKey, toKey]}, with a
 * filter those whose attributes pass, and with a question to geometries those whose geometry is an
 * answer. Records without a geometry, or with an empty one, are no answer to any question.
 *
 * @param fromKey least key
 * @param toKey greatest key; a range whose end is before its start is empty
 * @param geometry question to geometries, or null
 * @param filter condition on attributes, or null
 */
public record ScanQuery(
    long fromKey, long toKey, @Nullable GeometryTest geometry, @Nullable Filter filter) {
  /** Creates a query by keys and geometries only. */
  public ScanQuery(long fromKey, long toKey, @Nullable GeometryTest geometry) {
    this(fromKey, toKey, geometry, null);
  }

  /** All records. */
  public static final ScanQuery ALL = new ScanQuery(Long.MIN_VALUE, Long.MAX_VALUE, null);

  /** Records of a range of keys. */
  public static ScanQuery keys(long fromKey, long toKey) {
    return new ScanQuery(fromKey, toKey, null);
  }

  /** Records whose geometries are answers. */
  public static ScanQuery where(GeometryTest geometry) {
    return ALL.and(geometry);
  }

  /** Returns a copy with a question to geometries. */
  public ScanQuery and(@Nullable GeometryTest newGeometry) {
    return new ScanQuery(fromKey, toKey, newGeometry, filter);
  }

  /** Records whose attributes pass. */
  public static ScanQuery where(Filter filter) {
    return ALL.and(filter);
  }

  /** Returns a copy whose records also pass another filter; null for one that all pass. */
  public ScanQuery and(@Nullable Filter another) {
    Filter both = filter == null ? another : another == null ? filter : filter.and(another);
    return new ScanQuery(fromKey, toKey, geometry, both);
  }

  /** Returns whether the range includes the keys of all records. */
  public boolean hasAllKeys() {
    return fromKey == Long.MIN_VALUE && toKey == Long.MAX_VALUE;
  }

  /** Returns whether the range includes a key. */
  boolean holdsKey(long key) {
    return key >= fromKey && key <= toKey;
  }
}
