package org.flashgrove.geotools;

import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.geometry.GeometryTest;

/**
 * Conditions that the table evaluates, all of which a feature fulfils.
 *
 * @param key key of the only record, or {@link #ANY_KEY}
 * @param geometry question to the default geometry, or null
 * @param filter condition on attributes, or null
 */
record Conditions(long key, GeometryTest geometry, Filter filter) {
  /** Stands for the keys of all records. */
  static final long ANY_KEY = -1;

  /** No condition. */
  static final Conditions NONE = new Conditions(ANY_KEY, null, null);

  /** Returns these conditions and a question to the default geometry; null for none. */
  Conditions and(GeometryTest question) {
    return new Conditions(key, question, filter);
  }

  /** Returns these conditions and another one on attributes. */
  Conditions and(Filter another) {
    return new Conditions(key, geometry, filter == null ? another : filter.and(another));
  }

  /** Returns these conditions for the record of a key. */
  Conditions ofKey(long only) {
    return new Conditions(only, geometry, filter);
  }

  /** Returns a query with these conditions on a query without conditions. */
  TableQuery on(TableQuery all) {
    TableQuery query = key == ANY_KEY ? all : all.keys(key, key);
    return (geometry == null ? query : query.matching(geometry)).where(filter);
  }
}
