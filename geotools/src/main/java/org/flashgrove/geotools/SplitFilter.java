package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.geotools.value.FilterParts;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.Id;
import org.geotools.api.filter.identity.Identifier;
import org.geotools.factory.CommonFactoryFinder;
import org.locationtech.jts.geom.Envelope;

/**
 * A GeoTools filter that is divided into table queries and a remaining filter for GeoTools. The
 * queries find all features that pass the filter, and possibly others. The remaining filter decides
 * which of the found features pass.
 *
 * @param queries conditions of the table queries; no feature is found by two of them
 * @param rest remaining filter; {@link Filter#INCLUDE} if the queries find exactly the features
 *     that pass
 */
record SplitFilter(List<Conditions> queries, Filter rest) {
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();

  /** Maximum number of ids that are looked up one by one. For more ids, all records are scanned. */
  private static final int MOST_IDS = 10_000;

  static SplitFilter of(Filter filter, FeatureTable table) {
    if (filter.equals(Filter.EXCLUDE)) {
      return new SplitFilter(List.of(), Filter.INCLUDE);
    }
    List<Filter> conditions = FilterParts.conjuncts(filter);
    List<Filter> rest = new ArrayList<>();
    Id ids = null;
    Conditions query = Conditions.NONE;
    AttributeConditions attributes = new AttributeConditions(table);
    SpatialConditions spatial = new SpatialConditions(table);
    for (Filter each : conditions) {
      GeometryTest geometry = query.geometry() == null ? spatial.exact(each) : null;
      AttributeConditions.Condition condition = attributes.condition(each);
      if (ids == null && each instanceof Id id && id.getIdentifiers().size() <= MOST_IDS) {
        ids = id;
      } else if (geometry != null) {
        query = query.and(geometry);
      } else if (condition != null) {
        query = query.and(condition.filter());
      }
      if (each != ids && geometry == null && (condition == null || !condition.isExact())) {
        rest.add(each);
      }
    }
    query = query.geometry() == null ? query.and(spatial.candidates(all(rest))) : query;
    return new SplitFilter(ids == null ? List.of(query) : byId(query, ids, table), all(rest));
  }

  private static Filter all(List<Filter> conditions) {
    return switch (conditions.size()) {
      case 0 -> Filter.INCLUDE;
      case 1 -> conditions.get(0);
      default -> FILTERS.and(conditions);
    };
  }

  private static List<Conditions> byId(Conditions query, Id ids, FeatureTable table) {
    List<Conditions> queries = new ArrayList<>();
    for (Identifier each : ids.getIdentifiers()) {
      queries.add(byId(query, each.getID().toString(), table));
    }
    return queries;
  }

  private static Conditions byId(Conditions query, String id, FeatureTable table) {
    long key = table.keyOf(id);
    return key < 0
        ? query.and(org.flashgrove.access.filter.Filter.equal(FeatureTable.PROVIDED_ID, id))
        : query
            .ofKey(key)
            .and(org.flashgrove.access.filter.Filter.isNull(FeatureTable.PROVIDED_ID));
  }

  /** Returns conditions that select only the record with a feature id. */
  static Conditions byId(String id, FeatureTable table) {
    return byId(Conditions.NONE, id, table);
  }

  /**
   * Returns bounds that intersect the default geometry of every feature that passes the filter.
   * Returns null if no such bounds are known.
   */
  Envelope window() {
    GeometryTest geometry = queries.isEmpty() ? null : queries.get(0).geometry();
    return geometry == null ? null : geometry.envelope();
  }

  /** Returns whether the table queries find exactly the features that pass the filter. */
  boolean isExact() {
    return rest.equals(Filter.INCLUDE);
  }
}
