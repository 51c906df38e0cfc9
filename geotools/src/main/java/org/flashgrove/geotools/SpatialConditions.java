package org.flashgrove.geotools;

import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.geotools.value.FilterWindow;
import org.geotools.api.feature.type.GeometryDescriptor;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.MultiValuedFilter;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.Literal;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.api.filter.spatial.BBOX;
import org.geotools.api.filter.spatial.BinarySpatialOperator;
import org.geotools.api.filter.spatial.Contains;
import org.geotools.api.filter.spatial.Intersects;
import org.geotools.api.filter.spatial.Overlaps;
import org.geotools.api.filter.spatial.Touches;
import org.geotools.api.filter.spatial.Within;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Translates the spatial conditions in a GeoTools filter to geometry tests of a table. */
record SpatialConditions(FeatureTable table) {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private boolean isDefaultGeometry(Expression expression) {
    if (!(expression instanceof PropertyName name) || table.geometry() < 0) {
      return false;
    }
    String geometry = table.type().getGeometryDescriptor().getLocalName();
    return name.getPropertyName().equals(geometry)
        || name.getPropertyName().isEmpty() && hasOneGeometry();
  }

  /**
   * Returns whether the type has exactly one geometry attribute. Only then can a condition with an
   * empty attribute name be translated, because this name means all geometries of a feature.
   */
  private boolean hasOneGeometry() {
    return table.type().getAttributeDescriptors().stream()
            .filter(GeometryDescriptor.class::isInstance)
            .count()
        == 1;
  }

  /**
   * Returns the geometry test that is equivalent to a condition.
   *
   * @return null if there is none
   */
  GeometryTest exact(Filter condition) {
    if (!(condition instanceof BinarySpatialOperator spatial)
        || condition instanceof MultiValuedFilter many
            && many.getMatchAction() != MultiValuedFilter.MatchAction.ANY) {
      return null;
    }
    Expression left = spatial.getExpression1();
    Expression right = spatial.getExpression2();
    boolean turned = left instanceof Literal;
    Expression property = turned ? right : left;
    Geometry literal = FilterWindow.literal(turned ? left : right);
    if (!isDefaultGeometry(property)
        || literal == null
        || !isUsual(literal)
        || isFlat(spatial, literal)) {
      return null;
    }
    Predicate predicate = predicate(spatial, turned);
    return predicate == null ? null : same(new GeometryQuery(predicate, Semantics.OGC, literal));
  }

  /**
   * Returns {@code question} if it has the same meaning with the metric of the table as in
   * GeoTools. Otherwise returns null. With a geodesic metric, for example, windows may cross the
   * 180th meridian, and places off the earth are rejected.
   */
  private GeometryTest same(GeometryTest question) {
    try {
      return question.on(table.table().metric()) == question ? question : null;
    } catch (IllegalArgumentException e) {
      return null; // then GeoTools tests all features
    }
  }

  /**
   * Returns whether a condition is a BBOX whose box has no area. GeoTools treats such a box as a
   * polygon, which intersects few geometries.
   */
  private static boolean isFlat(BinarySpatialOperator spatial, Geometry literal) {
    return spatial instanceof BBOX && literal.getDimension() < 2;
  }

  private static Predicate predicate(BinarySpatialOperator spatial, boolean turned) {
    if (spatial instanceof BBOX || spatial instanceof Intersects) {
      return Predicate.INTERSECTS;
    }
    if (spatial instanceof Touches) {
      return Predicate.MEET;
    }
    if (spatial instanceof Overlaps) {
      return Predicate.OVERLAP;
    }
    if (spatial instanceof Within) {
      return turned ? Predicate.INSIDE : Predicate.CONTAINS;
    }
    if (spatial instanceof Contains) {
      return turned ? Predicate.CONTAINS : Predicate.INSIDE;
    }
    return null;
  }

  /**
   * Returns whether JTS and the table give the same results for a geometry. The geometry must be
   * finite, valid and not empty, and must not be a collection of mixed types.
   */
  private static boolean isUsual(Geometry literal) {
    return !literal.isEmpty()
        && !literal.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION)
        && FilterWindow.isFinite(literal.getEnvelopeInternal())
        && literal.isValid();
  }

  /**
   * Returns a geometry test that every record passes if it fulfils a condition. Records that do not
   * fulfil the condition may pass, too.
   *
   * @return null if no such test is known
   */
  GeometryTest candidates(Filter condition) {
    Envelope bounds = new FilterWindow(this::isDefaultGeometry, any -> true).of(condition);
    return bounds == null ? null : question(bounds);
  }

  private GeometryTest question(Envelope bounds) {
    GeometryTest met =
        same(new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, GEOMETRIES.toGeometry(bounds)));
    return met == null ? null : met.filterOnly();
  }
}
