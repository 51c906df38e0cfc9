package org.flashgrove.core.geometry;

import java.util.Objects;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.IntersectionMatrix;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;

/**
 * A predicate with the geometry it is asked with: the filter on rectangles, and the refinement that
 * decides on objects themselves. The query's geometry is prepared once; objects need not be.
 *
 * <p>Under {@link Semantics#EXCLUSIVE} the predicates are read off the 9-intersection matrix:
 * <em>inside</em> is {@code TFF*FF***} without equal objects, <em>coveredby</em> the remaining
 * cases of JTS's coveredBy in which interiors meet, and so on; {@link Predicate} defines each. JTS
 * computes the matrix in doubles: what it says of invalid geometries is not defined, and it may
 * throw {@code TopologyException} for them.
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
  private final PreparedGeometry prepared;
  private final Envelope envelope;
  private final boolean isRectangle;

  /**
   * Creates a query.
   *
   * @param geometry not empty and not a mixed collection
   * @throws IllegalArgumentException for another geometry
   */
  public GeometryQuery(Predicate predicate, Semantics semantics, Geometry geometry) {
    this.predicate = Objects.requireNonNull(predicate, "predicate");
    this.semantics = Objects.requireNonNull(semantics, "semantics");
    this.geometry = geometry;
    if (geometry.isEmpty()) {
      throw new IllegalArgumentException("query geometry: is empty (allowed: one with points)");
    }
    if (geometry.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION)) {
      throw new IllegalArgumentException(
          "query geometry: a GEOMETRYCOLLECTION (allowed: points, lines or polygons)");
    }
    prepared = PreparedGeometryFactory.prepare(geometry);
    envelope = geometry.getEnvelopeInternal();
    isRectangle = geometry.isRectangle();
  }

  /** Returns the predicate. */
  public Predicate predicate() {
    return predicate;
  }

  /** Returns the query's geometry. */
  public Geometry geometry() {
    return geometry;
  }

  /** Bounds of the query's geometry; not to be changed. */
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
    switch (predicate) {
      case INTERSECTS:
      case CONTAINS:
        return within;
      case COVERS:
        return within && semantics == Semantics.OGC;
      default:
        return false;
    }
  }

  /** Returns whether the predicate holds for an object. */
  @Override
  public boolean matches(Geometry object) {
    switch (predicate) {
      case INTERSECTS:
        return prepared.intersects(object);
      case DISJOINT:
        return prepared.disjoint(object);
      case MEET:
        return prepared.touches(object);
      case EQUALS:
        return envelope.equals(object.getEnvelopeInternal()) && geometry.equalsTopo(object);
      default:
        return semantics == Semantics.OGC ? matchesOgc(object) : matchesExclusive(object);
    }
  }

  private boolean matchesOgc(Geometry object) {
    switch (predicate) {
      case OVERLAP:
        return prepared.overlaps(object);
      case INSIDE:
        return prepared.within(object);
      case COVEREDBY:
        return prepared.coveredBy(object);
      case CONTAINS:
        return prepared.contains(object);
      default:
        return prepared.covers(object);
    }
  }

  /**
   * Tests cheaply, by the prepared geometry, whether the predicate may hold; a false is certain.
   */
  private boolean mayMatchExclusive(Geometry object) {
    switch (predicate) {
      case OVERLAP:
        return prepared.intersects(object);
      case CONTAINS:
      case COVERS:
        return prepared.covers(object);
      default:
        return object.getEnvelopeInternal().covers(envelope) && prepared.intersects(object);
    }
  }

  /** Tests an object cheaply first; the matrix decides about those that are left. */
  private boolean matchesExclusive(Geometry object) {
    if (!mayMatchExclusive(object)) {
      return false;
    }
    IntersectionMatrix matrix = geometry.relate(object);
    if (matrix.isEquals(geometry.getDimension(), object.getDimension())) {
      return false;
    }
    switch (predicate) {
      case OVERLAP:
        return matrix.matches(INTERIORS_MEET) && !matrix.isCovers() && !matrix.isCoveredBy();
      case INSIDE:
        return matrix.matches(INTERIOR_WITHOUT_CONTACT);
      case COVEREDBY:
        return matrix.isCoveredBy()
            && matrix.matches(INTERIORS_MEET)
            && !matrix.matches(INTERIOR_WITHOUT_CONTACT);
      case CONTAINS:
        return matrix.matches(HOLDS_WITHOUT_CONTACT);
      default:
        return matrix.isCovers()
            && matrix.matches(INTERIORS_MEET)
            && !matrix.matches(HOLDS_WITHOUT_CONTACT);
    }
  }
}
