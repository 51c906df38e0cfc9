package org.flashgrove.geotools.value;

import java.util.function.Predicate;
import org.geotools.api.filter.And;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.Or;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.Literal;
import org.geotools.api.filter.spatial.Beyond;
import org.geotools.api.filter.spatial.BinarySpatialOperator;
import org.geotools.api.filter.spatial.DWithin;
import org.geotools.api.filter.spatial.Disjoint;
import org.geotools.api.geometry.BoundingBox;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Finds the rectangle that the geometry of each feature must intersect if the feature passes a
 * filter.
 *
 * @param isGeometry returns whether an expression is the geometry of a feature
 * @param isUsable returns whether a spatial condition may be used
 */
public record FilterWindow(
    Predicate<Expression> isGeometry, Predicate<BinarySpatialOperator> isUsable) {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  /** Largest absolute coordinate for which the computations of JTS do not overflow. */
  private static final double MOST = 1e150;

  /** Upper bound for the rounding error of a distance, as a fraction of the largest coordinate. */
  private static final double ROUNDING = 1e-12;

  /** Returns the geometry or box in a literal, or null if the expression is no such literal. */
  public static Geometry literal(Expression expression) {
    Object value = expression instanceof Literal of ? of.getValue() : null;
    if (value instanceof BoundingBox box) {
      return GEOMETRIES.toGeometry(
          new Envelope(box.getMinX(), box.getMaxX(), box.getMinY(), box.getMaxY()));
    }
    return value instanceof Geometry of ? of : null;
  }

  /** Returns whether bounds are not null, and JTS can compute with their sides. */
  public static boolean isFinite(Envelope bounds) {
    return !bounds.isNull()
        && Double.isFinite(bounds.getMinX())
        && Double.isFinite(bounds.getMinY())
        && Double.isFinite(bounds.getMaxX())
        && Double.isFinite(bounds.getMaxY())
        && Math.max(Math.abs(bounds.getMinX()), Math.abs(bounds.getMaxX())) <= MOST
        && Math.max(Math.abs(bounds.getMinY()), Math.abs(bounds.getMaxY())) <= MOST;
  }

  /**
   * Returns finite bounds with the following property: if a feature passes a filter, its geometry
   * intersects the bounds. Returns null if no such bounds are known.
   */
  public Envelope of(Filter filter) {
    Envelope bounds = bounds(filter, 1);
    return bounds == null || !isFinite(bounds) ? null : bounds;
  }

  private Envelope bounds(Filter condition, int level) {
    if (level > FilterParts.MOST_LEVELS) {
      return null;
    }
    if (condition instanceof And and) {
      Envelope least = null;
      for (Filter each : FilterParts.of(and)) {
        Envelope of = bounds(each, level + 1);
        least = least == null || of != null && of.getArea() < least.getArea() ? of : least;
      }
      return least;
    }
    if (condition instanceof Or or) {
      Envelope all = new Envelope();
      for (Filter each : FilterParts.of(or)) {
        Envelope of = bounds(each, level + 1);
        if (of == null) {
          return null;
        }
        all.expandToInclude(of);
      }
      return all;
    }
    return condition instanceof BinarySpatialOperator spatial && isUsable.test(spatial)
        ? boundsOf(spatial)
        : null;
  }

  private Envelope boundsOf(BinarySpatialOperator spatial) {
    Expression left = spatial.getExpression1();
    Expression right = spatial.getExpression2();
    boolean turned = left instanceof Literal;
    Geometry literal = literal(turned ? left : right);
    if (spatial instanceof Disjoint
        || spatial instanceof Beyond
        || literal == null
        || literal.isEmpty()
        || !isGeometry.test(turned ? right : left)) {
      return null;
    }
    Envelope bounds = new Envelope(literal.getEnvelopeInternal());
    if (spatial instanceof DWithin within) {
      double distance = within.getDistance();
      if (!(distance >= 0 && distance <= MOST)) {
        return null;
      }
      bounds.expandBy(distance + ROUNDING * (distance + largest(bounds)));
    }
    return bounds;
  }

  private static double largest(Envelope bounds) {
    return Math.max(
        Math.max(Math.abs(bounds.getMinX()), Math.abs(bounds.getMaxX())),
        Math.max(Math.abs(bounds.getMinY()), Math.abs(bounds.getMaxY())));
  }
}
