package org.flashgrove.core.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.flashgrove.core.failure.UnsupportedGeometryException;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.CoordinateXY;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/** Checks of a geometry that must hold before JTS can work with it. */
public final class GeometryForm {
  /** Largest nesting depth, including the outermost geometry. */
  public static final int MOST_LEVELS = 64;

  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private GeometryForm() {}

  /** Returns the point (x, y) as a geometry. */
  public static Geometry point(double x, double y) {
    return GEOMETRIES.createPoint(new CoordinateXY(x, y));
  }

  /**
   * Returns a point if all vertices of a geometry are at one place; otherwise returns the geometry.
   * Lines and polygons without extent are invalid, and the algorithms of JTS disagree about them.
   */
  public static Geometry withoutExtentAsPoint(Geometry geometry) {
    if (geometry instanceof Point || geometry.isEmpty()) {
      return geometry;
    }
    Envelope box = geometry.getEnvelopeInternal();
    boolean isPoint = box.getMinX() == box.getMaxX() && box.getMinY() == box.getMaxY();
    return isPoint ? point(box.getMinX(), box.getMinY()) : geometry;
  }

  /**
   * Rejects a geometry that is nested so deeply that recursive algorithms, such as those of JTS,
   * would overflow the stack.
   *
   * @param name name of the geometry in the message
   * @throws IllegalArgumentException if it has more than {@link #MOST_LEVELS} levels
   */
  public static void requireLevels(String name, Geometry geometry) {
    requireLevels(name, geometry, 1);
  }

  private static void requireLevels(String name, Geometry geometry, int level) {
    if (level > MOST_LEVELS) {
      throw tooDeep(name);
    }
    if (geometry instanceof GeometryCollection) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        requireLevels(name, geometry.getGeometryN(i), level + 1);
      }
    }
  }

  /**
   * Rejects a geometry that cannot be a query geometry.
   *
   * @param name name of the geometry in the message
   * @return the geometry
   * @throws IllegalArgumentException if it is empty, has a vertex that is not finite, or is nested
   *     deeper than {@link #MOST_LEVELS} levels
   */
  public static Geometry requireAskable(String name, Geometry geometry) {
    requireLevels(name, Objects.requireNonNull(geometry, name));
    if (geometry.isEmpty()) {
      throw new UnsupportedGeometryException(name + ": is empty; use a geometry with points");
    }
    requireFinite(name, geometry);
    return geometry;
  }

  /**
   * Rejects a geometry with a vertex whose x or y is NaN or infinite.
   *
   * @param name name of the geometry in the message
   * @throws IllegalArgumentException if it has such a vertex
   */
  public static void requireFinite(String name, Geometry geometry) {
    if (!isFinite(geometry)) {
      throw new UnsupportedGeometryException(
          name + ": has a vertex with a NaN or infinite coordinate (allowed: finite numbers)");
    }
  }

  /** Returns the exception for a geometry with too many levels of nesting. */
  public static UnsupportedGeometryException tooDeep(String name) {
    return new UnsupportedGeometryException(
        name + ": geometries nested too deep (allowed: at most " + MOST_LEVELS + " levels)");
  }

  /** Returns whether x and y of every vertex are finite numbers. Z and M may be NaN. */
  public static boolean isFinite(Geometry geometry) {
    if (geometry instanceof LineString line) {
      return isFinite(line.getCoordinateSequence());
    }
    if (geometry instanceof Polygon polygon && polygon.getNumInteriorRing() == 0) {
      return isFinite(polygon.getExteriorRing().getCoordinateSequence());
    }
    FiniteCheck check = new FiniteCheck();
    geometry.apply(check);
    return !check.isDone();
  }

  private static boolean isFinite(CoordinateSequence sequence) {
    for (int i = 0; i < sequence.size(); i++) {
      if (!isFinite(sequence, i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a vertex of a sequence has an x and a y that are finite numbers. */
  public static boolean isFinite(CoordinateSequence sequence, int i) {
    return Double.isFinite(sequence.getX(i)) && Double.isFinite(sequence.getY(i));
  }

  /**
   * Returns the points, lines and polygons that a geometry consists of, including those of nested
   * collections. Empty members are left out.
   */
  public static List<Geometry> atoms(Geometry geometry) {
    List<Geometry> atoms = new ArrayList<>();
    addAtoms(geometry, atoms);
    return atoms;
  }

  private static void addAtoms(Geometry geometry, List<Geometry> atoms) {
    if (geometry instanceof GeometryCollection) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        addAtoms(geometry.getGeometryN(i), atoms);
      }
    } else if (!geometry.isEmpty()) {
      atoms.add(geometry);
    }
  }

  /** Filter that stops at the first vertex whose x or y is not finite. */
  private static final class FiniteCheck implements CoordinateSequenceFilter {
    private boolean found;

    @Override
    public void filter(CoordinateSequence sequence, int i) {
      found |= !isFinite(sequence, i);
    }

    @Override
    public boolean isDone() {
      return found;
    }

    @Override
    public boolean isGeometryChanged() {
      return false;
    }
  }
}
