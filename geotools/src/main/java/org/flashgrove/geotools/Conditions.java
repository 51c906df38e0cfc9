package org.flashgrove.geotools;

import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.geometry.GeometryTest;

/**
 * Conditions that a table evaluates. A feature must fulfil all of them.
 *
 * @param key key that the feature's record must have, or {@link #ANY_KEY}
 * @param geometry test of the default geometry, or null for none
 * @param filter condition on attributes, or null for none
 */
record Conditions(long key, GeometryTest geometry, Filter filter) {
  /** Value of {@link #key} that allows all records. */
  static final long ANY_KEY = -1;

  /** Conditions that every feature fulfils. */
  static final Conditions NONE = new Conditions(ANY_KEY, null, null);

  /**
   * Returns these conditions with {@code question} as the test of the default geometry; null for no
   * test.
   */
  Conditions and(GeometryTest question) {
    return new Conditions(key, question, filter);
  }

  /** Returns these conditions with an additional condition on attributes. */
  Conditions and(Filter another) {
    return new Conditions(key, geometry, filter == null ? another : filter.and(another));
  }

  /** Returns these conditions, restricted to the record with a key. */
  Conditions ofKey(long only) {
    return new Conditions(only, geometry, filter);
  }

  /**
   * Returns {@code all} with these conditions added.
   *
   * @param all query without conditions
   */
  TableQuery on(TableQuery all) {
    TableQuery query = key == ANY_KEY ? all : all.keys(key, key);
    return (geometry == null ? query : query.matching(geometry)).where(filter);
  }
}
