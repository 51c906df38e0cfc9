package org.flashgrove.datasets.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.ExtentAccumulator;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.index.hprtree.HPRtree;

/**
 * Objects of a data set in memory, from which correlated query windows (windows around objects) are
 * made. Each object takes 32 bytes. An object that is neither a point nor a rectangle also takes
 * the memory of its geometry.
 *
 * <p>Not safe for use by several threads.
 */
public final class ObjectSet implements EntrySink {
  private static final int INITIAL_CAPACITY = 1024;

  private final ExtentAccumulator bounds = new ExtentAccumulator();
  private final GeometryFactory factory = new GeometryFactory();
  private final List<Geometry> geometries = new ArrayList<>();
  private double[] sides = new double[4 * INITIAL_CAPACITY];
  private int size;
  private HPRtree index;

  public ObjectSet() {}

  /**
   * Reads all remaining objects of a file.
   *
   * @param cursor cursor over the file, which stays open
   * @return the objects, with geometries if the file has geometries
   * @throws org.flashgrove.datasets.InputException at a bad row, unless the policy of the cursor
   *     skips it
   */
  public static ObjectSet read(FeatureCursor cursor) {
    ObjectSet objects = new ObjectSet();
    while (cursor.next()) {
      if (cursor.kind() == EntryKind.GEOMETRIES) {
        objects.geometries.add(cursor.geometry());
      }
      objects.add(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
    }
    return objects;
  }

  /**
   * Adds a point or a rectangle.
   *
   * @throws IllegalStateException if the set has geometries, or if it is full with about 500
   *     million objects
   */
  @Override
  public void accept(long id, double minX, double minY, double maxX, double maxY) {
    if (!geometries.isEmpty()) {
      throw new IllegalStateException("a set of geometries takes no rectangles");
    }
    add(id, minX, minY, maxX, maxY);
  }

  private void add(long id, double minX, double minY, double maxX, double maxY) {
    if (4 * size == sides.length) {
      if (sides.length > Integer.MAX_VALUE / 2) {
        throw new IllegalStateException("more than " + size + " objects do not fit into memory");
      }
      sides = Arrays.copyOf(sides, 2 * sides.length);
    }
    sides[4 * size] = minX;
    sides[4 * size + 1] = minY;
    sides[4 * size + 2] = maxX;
    sides[4 * size + 3] = maxY;
    size++;
    index = null;
    bounds.accept(id, minX, minY, maxX, maxY);
  }

  /** Returns the number of objects. */
  public int size() {
    return size;
  }

  /** Returns the bounding rectangle of all objects, or empty without objects. */
  public Optional<Extent> extent() {
    return bounds.extent();
  }

  private Geometry geometry(int object) {
    return geometries.isEmpty() ? null : geometries.get(object);
  }

  /**
   * Returns the centroid of the object's geometry. If the object has only a rectangle, returns the
   * centre of the rectangle.
   */
  Coordinate centroid(int object) {
    Geometry geometry = geometry(object);
    if (geometry != null) {
      return geometry.getCentroid().getCoordinate();
    }
    int at = 4 * object;
    return new Coordinate(
        sides[at] + (sides[at + 2] - sides[at]) / 2,
        sides[at + 1] + (sides[at + 3] - sides[at + 1]) / 2);
  }

  /**
   * Returns a point of an object: an interior point of an area, a vertex of a line, or the centre
   * of a rectangle.
   */
  Coordinate pointOn(int object) {
    Geometry geometry = geometry(object);
    return geometry == null ? centroid(object) : geometry.getInteriorPoint().getCoordinate();
  }

  /** Returns whether a closed window shares a point with an object. */
  boolean intersects(Envelope window, int object) {
    int at = 4 * object;
    boolean rectanglesIntersect =
        window.getMinX() <= sides[at + 2]
            && window.getMaxX() >= sides[at]
            && window.getMinY() <= sides[at + 3]
            && window.getMaxY() >= sides[at + 1];
    Geometry geometry = geometry(object);
    return rectanglesIntersect
        && (geometry == null || factory.toGeometry(window).intersects(geometry));
  }

  /**
   * Returns whether an object lies in the interior of a window. Compares only the object's bounding
   * rectangle, which is enough because a window is convex and axis-parallel.
   */
  private boolean isProperlyInside(Envelope window, int object) {
    int at = 4 * object;
    return window.getMinX() < sides[at]
        && window.getMaxX() > sides[at + 2]
        && window.getMinY() < sides[at + 1]
        && window.getMaxY() > sides[at + 3];
  }

  /**
   * Returns whether any object lies in the interior of a window.
   *
   * @param likely object to test first, because it probably lies in the window
   */
  boolean anyProperlyInside(Envelope window, int likely) {
    if (isProperlyInside(window, likely)) {
      return true;
    }
    if (index == null) {
      index = buildIndex();
    }
    boolean[] found = new boolean[1];
    index.query(
        window, candidate -> found[0] = found[0] || isProperlyInside(window, (Integer) candidate));
    return found[0];
  }

  private HPRtree buildIndex() {
    HPRtree tree = new HPRtree();
    for (int object = 0; object < size; object++) {
      int at = 4 * object;
      tree.insert(new Envelope(sides[at], sides[at + 2], sides[at + 1], sides[at + 3]), object);
    }
    tree.build();
    return tree;
  }
}
