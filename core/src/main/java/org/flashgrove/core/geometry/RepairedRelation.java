package org.flashgrove.core.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.IntersectionMatrix;
import org.locationtech.jts.geom.util.GeometryEditor;
import org.locationtech.jts.geom.util.GeometryFixer;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.operation.relateng.TopologyPredicate;

/**
 * Evaluates predicates for collections and invalid geometries, which JTS's topology graphs do not
 * support. RelateNG evaluates copies in which {@code GeometryFixer} has repaired invalid geometries
 * and repeated points are removed. A collection is the union of its members. Very large and very
 * small coordinates are first scaled by a power of two, because the algorithms would not terminate
 * for such coordinates.
 *
 * <p>Safe for use by several threads.
 */
final class RepairedRelation {
  /**
   * Largest binary exponent, positive or negative, at which products of coordinates neither
   * overflow nor underflow.
   */
  private static final int MOST_EXPONENT = 100;

  private static final double LEAST_SCALED = 0x1p-100;

  private static final String SAME_POINTS = "T*F**FFF*";

  private final Predicate predicate;
  private final Semantics semantics;
  private final Geometry query;
  private volatile @Nullable Geometry repairedQuery;

  RepairedRelation(Predicate predicate, Semantics semantics, Geometry query) {
    this.predicate = predicate;
    this.semantics = semantics;
    this.query = query;
  }

  /**
   * Returns whether the predicate holds for an object.
   *
   * @throws UnansweredGeometryException if no algorithm can evaluate the geometries
   */
  boolean holds(Geometry object) {
    try {
      int exponent = exponent(object);
      return isOrdinary(object, exponent)
          ? decide(repairedQuery(), repaired(object))
          : decide(repaired(scaled(query, exponent)), repaired(scaled(object, exponent)));
    } catch (UnansweredGeometryException e) {
      throw e;
    } catch (RuntimeException e) { // JTS does not document its exceptions
      throw new UnansweredGeometryException(
          "predicate "
              + predicate.name().toLowerCase(Locale.ROOT)
              + " of a "
              + query.getGeometryType()
              + " and a "
              + object.getGeometryType()
              + ": "
              + e,
          e);
    }
  }

  /**
   * Returns whether the predicate holds for an object, without repairing either geometry.
   *
   * @throws RuntimeException if JTS fails, or the geometries need to be scaled
   */
  boolean holdsUnrepaired(Geometry object) {
    if (!isOrdinary(object, exponent(object))) {
      throw new UnansweredGeometryException("coordinates out of range", null);
    }
    return decide(query, object);
  }

  private int exponent(Geometry object) {
    return Math.getExponent(PlanarDistance.greatest(query, object));
  }

  private boolean isOrdinary(Geometry object, int exponent) {
    return Math.abs(exponent) <= MOST_EXPONENT
        && PlanarDistance.isSafe(query)
        && PlanarDistance.isSafe(object);
  }

  /**
   * Returns a copy scaled to coordinates between -2 and 2, with coordinates close to 0 set to 0.
   */
  private static Geometry scaled(Geometry geometry, int exponent) {
    Geometry copy = PlanarDistance.scaled(geometry, -exponent);
    copy.apply(new Rounding());
    return copy;
  }

  /** Sets a coordinate to 0 if its absolute value is very small compared with 1. */
  private static final class Rounding implements CoordinateSequenceFilter {
    @Override
    public void filter(CoordinateSequence sequence, int i) {
      sequence.setOrdinate(i, CoordinateSequence.X, rounded(sequence.getX(i)));
      sequence.setOrdinate(i, CoordinateSequence.Y, rounded(sequence.getY(i)));
    }

    private static double rounded(double value) {
      return Math.abs(value) < LEAST_SCALED ? 0 : value;
    }

    @Override
    public boolean isDone() {
      return false;
    }

    @Override
    public boolean isGeometryChanged() {
      return true;
    }
  }

  private Geometry repairedQuery() {
    Geometry known = repairedQuery;
    if (known == null) {
      known = repaired(query);
      repairedQuery = known;
    }
    return known;
  }

  private static Geometry repaired(Geometry geometry) {
    Geometry sound = geometry.isValid() ? geometry : repairedParts(geometry);
    return new GeometryEditor().edit(sound, new WithoutRepeatedPoints());
  }

  private static Geometry repairedParts(Geometry geometry) {
    List<Geometry> parts = new ArrayList<>();
    for (Geometry atom : GeometryForm.atoms(geometry)) {
      Geometry part = atom.isValid() ? atom : fixed(atom);
      // A polygon whose holes leave no area is replaced by its rings.
      parts.add(part.isEmpty() ? fixed(atom.getBoundary()) : part);
    }
    return parts.size() == 1
        ? parts.get(0)
        : geometry.getFactory().createGeometryCollection(parts.toArray(new Geometry[0]));
  }

  private static Geometry fixed(Geometry geometry) {
    GeometryFixer fixer = new GeometryFixer(geometry);
    fixer.setKeepCollapsed(true);
    return fixer.getResult();
  }

  /** Removes points that repeat the preceding point. */
  private static final class WithoutRepeatedPoints extends GeometryEditor.CoordinateOperation {
    @Override
    public Coordinate[] edit(Coordinate[] coordinates, Geometry geometry) {
      return CoordinateArrays.removeRepeatedPoints(coordinates);
    }
  }

  private boolean decide(Geometry q, Geometry o) {
    TopologyPredicate single = single();
    return single == null ? decideByMatrix(RelateNG.relate(q, o)) : RelateNG.relate(q, o, single);
  }

  /**
   * Returns the predicate of JTS that is equivalent to this object's predicate. Returns null if JTS
   * has no such predicate, so that the 9-intersection matrix must decide.
   */
  private @Nullable TopologyPredicate single() {
    return switch (predicate) {
      case INTERSECTS -> RelatePredicate.intersects();
      case DISJOINT -> RelatePredicate.disjoint();
      case MEET -> RelatePredicate.touches();
      case EQUALS -> RelatePredicate.equalsTopo();
      default -> semantics == Semantics.OGC ? ofOgc() : null;
    };
  }

  private TopologyPredicate ofOgc() {
    return switch (predicate) {
      case OVERLAP -> RelatePredicate.overlaps();
      case INSIDE -> RelatePredicate.within();
      case COVEREDBY -> RelatePredicate.coveredBy();
      case CONTAINS -> RelatePredicate.contains();
      default -> RelatePredicate.covers();
    };
  }

  private boolean decideByMatrix(IntersectionMatrix matrix) {
    return !matrix.matches(SAME_POINTS) && GeometryQuery.holdsExclusive(predicate, matrix);
  }
}
