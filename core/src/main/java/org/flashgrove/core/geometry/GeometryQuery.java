package org.flashgrove.core.geometry;

import java.util.Objects;
import org.flashgrove.core.shape.FlatShape;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.IntersectionMatrix;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;
import org.locationtech.jts.geom.prep.PreparedPolygon;

/**
 * A predicate with its query geometry: a filter on rectangles, and a refinement that decides on the
 * objects. The query geometry is prepared once.
 *
 * <p>Under {@link Semantics#EXCLUSIVE} predicates follow from the 9-intersection matrix; {@link
 * Predicate} defines each. For example, <em>inside</em> holds if the matrix matches {@code
 * TFF*FF***} and the objects differ. <em>Coveredby</em> holds if JTS's coveredBy holds, the
 * interiors meet, the objects differ and <em>inside</em> does not hold.
 *
 * <p>The prepared geometry of JTS evaluates <em>intersects</em>, <em>disjoint</em> and, for
 * polygons under OGC semantics, <em>contains</em> and <em>covers</em>. It locates corners exactly.
 * If edges touch, it uses the older implementation of JTS, as {@code Geometry.contains} does.
 * {@code RelateNG} evaluates all other predicates, and every heterogeneous collection as the union
 * of its members. {@code RelateNG} rounds intersections. If a corner lies within a rounding error
 * of an edge, <em>contains</em> and its converse <em>inside</em> can therefore differ.
 *
 * <p>A geometry without extent counts as a point. If JTS fails, as it may for an invalid geometry,
 * the query evaluates repaired copies of both geometries. If JTS does not fail for an invalid
 * geometry, the query returns the result of JTS.
 *
 * <p>Safe for use by several threads.
 */
public final class GeometryQuery implements GeometryTest {
  private static final String INTERIOR_WITHOUT_CONTACT = "TFF*FF***";
  private static final String HOLDS_WITHOUT_CONTACT = "T**FF*FF*";
  private static final String INTERIORS_MEET = "T********";

  private final Predicate predicate;
  private final Semantics semantics;
  private final Geometry geometry;
  private final RepairedRelation repaired;
  private final Envelope envelope;
  private final boolean isRectangle;

  /** Null until {@link #prepared} is called, because bounds alone may decide all objects. */
  private volatile @Nullable Preparation preparation;

  /**
   * Prepared query geometry.
   *
   * @param geometry the prepared geometry, or null if JTS cannot prepare it
   * @param area locates points in the query's polygons; null for a query without polygons
   */
  private record Preparation(@Nullable PreparedGeometry geometry, @Nullable AreaLocation area) {}

  /**
   * Creates a query.
   *
   * @param geometry not empty, of finite coordinates
   * @throws IllegalArgumentException if the geometry is empty or has a coordinate that is not
   *     finite
   */
  public GeometryQuery(Predicate predicate, Semantics semantics, Geometry geometry) {
    this.predicate = Objects.requireNonNull(predicate, "predicate");
    this.semantics = Objects.requireNonNull(semantics, "semantics");
    GeometryForm.requireAskable("query geometry", geometry);
    this.geometry = GeometryForm.withoutExtentAsPoint(geometry);
    repaired = new RepairedRelation(predicate, semantics, this.geometry);
    envelope = this.geometry.getEnvelopeInternal();
    isRectangle = this.geometry.isRectangle() && !isFolded(this.geometry);
  }

  private Preparation prepared() {
    Preparation known = preparation;
    if (known == null) {
      @Nullable PreparedGeometry prepared = prepared(geometry, isRectangle);
      known =
          new Preparation(
              prepared,
              prepared instanceof PreparedPolygon polygon ? new AreaLocation(polygon) : null);
      preparation = known;
    }
    return known;
  }

  /** Returns the prepared geometry, or null if JTS cannot prepare it. */
  private static @Nullable PreparedGeometry prepared(Geometry geometry, boolean isRectangle) {
    if (isMixed(geometry) || geometry.isRectangle() && !isRectangle) {
      return null;
    }
    try {
      return PreparedGeometryFactory.prepare(geometry);
    } catch (RuntimeException e) { // JTS does not document its exceptions
      return null;
    }
  }

  /**
   * Returns whether a polygon is not a rectangle although JTS reports that it is one. JTS looks
   * only at the directions of the four edges, so it accepts a ring that runs back along itself.
   */
  private static boolean isFolded(Geometry rectangle) {
    CoordinateSequence ring = ((Polygon) rectangle).getExteriorRing().getCoordinateSequence();
    return areEqual(ring, 0, 2) || areEqual(ring, 1, 3);
  }

  private static boolean areEqual(CoordinateSequence points, int one, int other) {
    return points.getX(one) == points.getX(other) && points.getY(one) == points.getY(other);
  }

  /**
   * Returns whether a geometry is a heterogeneous collection, for which JTS has no topology graph.
   */
  private static boolean isMixed(Geometry geometry) {
    return geometry instanceof GeometryCollection
        && geometry.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION);
  }

  /** Returns the predicate. */
  public Predicate predicate() {
    return predicate;
  }

  /** Returns the query's geometry. */
  public Geometry geometry() {
    return geometry;
  }

  /** Returns the bounds of the query geometry. The caller must not change them. */
  @Override
  public Envelope envelope() {
    return envelope;
  }

  @Override
  public RectangleTest candidates() {
    return predicate.candidates();
  }

  @Override
  public boolean holdsByBounds(double minX, double minY, double maxX, double maxY) {
    Envelope q = envelope;
    if (predicate == Predicate.DISJOINT) {
      return !Rectangles.intersects(
          q.getMinX(), q.getMinY(), q.getMaxX(), q.getMaxY(), minX, minY, maxX, maxY);
    }
    if (!isRectangle) {
      return false;
    }
    boolean within =
        Rectangles.interiorCovers(
            q.getMinX(), q.getMinY(), q.getMaxX(), q.getMaxY(), minX, minY, maxX, maxY);
    return switch (predicate) {
      case INTERSECTS, CONTAINS -> within;
      case COVERS -> within && semantics == Semantics.OGC;
      default -> false;
    };
  }

  /**
   * Returns whether the predicate holds for an object.
   *
   * @throws UnansweredGeometryException if no algorithm can evaluate the object
   */
  @Override
  public boolean matches(Geometry object) {
    Geometry of = GeometryForm.withoutExtentAsPoint(object);
    @Nullable PreparedGeometry prepared = prepared().geometry();
    if (prepared == null || isMixed(of)) {
      return holdsRepaired(of);
    }
    @Nullable AreaLocation area = prepared().area();
    try {
      FlatShape quick =
          predicate == Predicate.INTERSECTS && area != null ? area.quickShape(of) : null;
      return area != null && quick != null ? area.intersects(quick) : matches(prepared, of);
    } catch (RuntimeException e) { // JTS does not document its exceptions
      return holdsRepaired(of);
    }
  }

  /**
   * Returns whether the predicate holds for the repaired copies of both geometries. Like JTS, this
   * method compares the bounds of the original geometries first, because a repaired copy may extend
   * beyond them.
   */
  private boolean holdsRepaired(Geometry object) {
    Envelope o = object.getEnvelopeInternal();
    if (predicate == Predicate.DISJOINT) {
      return !envelope.intersects(o) || repaired.holds(object);
    }
    return candidates()
            .matches(
                envelope.getMinX(),
                envelope.getMinY(),
                envelope.getMaxX(),
                envelope.getMaxY(),
                o.getMinX(),
                o.getMinY(),
                o.getMaxX(),
                o.getMaxY())
        && repaired.holds(object);
  }

  /**
   * Returns whether the predicate holds for a point.
   *
   * @throws UnansweredGeometryException if no algorithm can evaluate the predicate for this point
   */
  @Override
  public boolean matchesPoint(double x, double y) {
    boolean isOgc = semantics == Semantics.OGC;
    @Nullable AreaLocation area = prepared().area();
    if (area != null && predicate == Predicate.CONTAINS && isOgc) {
      return area.locate(x, y) == Location.INTERIOR;
    }
    boolean isClosed = predicate == Predicate.INTERSECTS || predicate == Predicate.COVERS && isOgc;
    return area != null && isClosed
        ? area.locate(x, y) != Location.EXTERIOR
        : matches(GeometryForm.point(x, y));
  }

  private boolean matches(PreparedGeometry query, Geometry object) {
    boolean isOgc = semantics == Semantics.OGC;
    boolean isOfArea = prepared().area() != null;
    if (predicate == Predicate.DISJOINT) {
      return query.disjoint(object);
    }
    if (predicate == Predicate.CONTAINS && isOgc && isOfArea) {
      return query.contains(object);
    }
    boolean isCovers = predicate == Predicate.COVERS && isOgc && isOfArea;
    boolean isDecided = predicate == Predicate.INTERSECTS || isCovers;
    return mayMatch(query, object) && (isDecided || repaired.holdsUnrepaired(object));
  }

  /**
   * Tests cheaply, by the prepared geometry, whether the predicate may hold. The result false is
   * certain. When JTS decides whether lines cover an object, it rounds intersections. For a query
   * without polygons, this method therefore only compares bounds and looks for a common point.
   */
  private boolean mayMatch(PreparedGeometry query, Geometry object) {
    switch (predicate) {
      case CONTAINS:
      case COVERS:
        Envelope o = object.getEnvelopeInternal();
        return prepared().area() != null
            ? query.covers(object)
            : envelope.covers(o) && query.intersects(object);
      case EQUALS:
        return envelope.equals(object.getEnvelopeInternal());
      case INSIDE:
      case COVEREDBY:
        return object.getEnvelopeInternal().covers(envelope) && query.intersects(object);
      default:
        return query.intersects(object);
    }
  }

  /**
   * Returns whether a predicate holds for two geometries that are not equal, given their
   * 9-intersection matrix.
   */
  static boolean holdsExclusive(Predicate predicate, IntersectionMatrix matrix) {
    return switch (predicate) {
      case OVERLAP -> matrix.matches(INTERIORS_MEET) && !matrix.isCovers() && !matrix.isCoveredBy();
      case INSIDE -> matrix.matches(INTERIOR_WITHOUT_CONTACT);
      case COVEREDBY ->
          matrix.isCoveredBy()
              && matrix.matches(INTERIORS_MEET)
              && !matrix.matches(INTERIOR_WITHOUT_CONTACT);
      case CONTAINS -> matrix.matches(HOLDS_WITHOUT_CONTACT);
      default ->
          matrix.isCovers()
              && matrix.matches(INTERIORS_MEET)
              && !matrix.matches(HOLDS_WITHOUT_CONTACT);
    };
  }
}
