package org.flashgrove.geotools.file;

import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.And;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.Or;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.Literal;
import org.geotools.api.filter.expression.PropertyName;
import org.geotools.api.filter.spatial.BBOX;
import org.geotools.api.filter.spatial.BinarySpatialOperator;
import org.geotools.api.filter.spatial.Contains;
import org.geotools.api.filter.spatial.Crosses;
import org.geotools.api.filter.spatial.Equals;
import org.geotools.api.filter.spatial.Intersects;
import org.geotools.api.filter.spatial.Overlaps;
import org.geotools.api.filter.spatial.Touches;
import org.geotools.api.filter.spatial.Within;
import org.geotools.api.referencing.crs.CoordinateReferenceSystem;
import org.geotools.referencing.CRS;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Finds the rectangle that all features of a query must intersect. */
final class ImpliedWindow {
  private ImpliedWindow() {}

  /**
   * Returns a rectangle that the geometry of each feature that passes a filter intersects. Returns
   * null if the filter implies none.
   */
  static Envelope of(Filter filter, SimpleFeatureType type) {
    if (filter instanceof And and) {
      return ofAll(and, type);
    }
    if (filter instanceof Or or) {
      return ofAny(or, type);
    }
    boolean impliesCommonPoint =
        filter instanceof BBOX
            || filter instanceof Intersects
            || filter instanceof Within
            || filter instanceof Contains
            || filter instanceof Touches
            || filter instanceof Overlaps
            || filter instanceof Crosses
            || filter instanceof Equals;
    return impliesCommonPoint && !(filter instanceof BBOX box && isInOtherSystem(box, type))
        ? ofOperator((BinarySpatialOperator) filter, type)
        : null;
  }

  private static Envelope ofAll(And and, SimpleFeatureType type) {
    Envelope all = null;
    for (Filter each : and.getChildren()) {
      Envelope own = of(each, type);
      if (own != null) {
        all = all == null ? own : all.intersection(own);
      }
    }
    return all;
  }

  private static Envelope ofAny(Or or, SimpleFeatureType type) {
    Envelope all = new Envelope();
    for (Filter each : or.getChildren()) {
      Envelope own = of(each, type);
      if (own == null) {
        return null;
      }
      all.expandToInclude(own);
    }
    return all;
  }

  private static boolean isInOtherSystem(BBOX box, SimpleFeatureType type) {
    CoordinateReferenceSystem system = box.getBounds().getCoordinateReferenceSystem();
    return system != null && !CRS.equalsIgnoreMetadata(system, type.getCoordinateReferenceSystem());
  }

  private static Envelope ofOperator(BinarySpatialOperator operator, SimpleFeatureType type) {
    Envelope first = ofSides(operator.getExpression1(), operator.getExpression2(), type);
    return first != null
        ? first
        : ofSides(operator.getExpression2(), operator.getExpression1(), type);
  }

  private static Envelope ofSides(Expression property, Expression literal, SimpleFeatureType type) {
    if (!(property instanceof PropertyName name) || !(literal instanceof Literal value)) {
      return null;
    }
    boolean isGeometry =
        name.getPropertyName().isEmpty()
            || name.getPropertyName().equals(type.getGeometryDescriptor().getLocalName());
    Object given = value.getValue();
    if (!isGeometry) {
      return null;
    }
    if (given instanceof Geometry geometry) {
      return geometry.getEnvelopeInternal();
    }
    return given instanceof Envelope envelope ? new Envelope(envelope) : null;
  }
}
