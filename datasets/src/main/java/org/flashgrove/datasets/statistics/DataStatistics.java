package org.flashgrove.datasets.statistics;

import java.util.Optional;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.ExtentAccumulator;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/**
 * Statistics of a data set like those in tables 1 and 4 of Carniel's thesis (2019): number of
 * objects, points of an object, length of lines, and area and perimeter of polygons. Lengths and
 * areas are planar, in the unit of the coordinates. The closing point of a ring counts as a point.
 */
public final class DataStatistics {
  private final ExtentAccumulator bounds = new ExtentAccumulator();
  private final Figure vertices = new Figure();
  private final Figure length = new Figure();
  private final Figure area = new Figure();
  private final Figure perimeter = new Figure();
  private long points;
  private long mixed;
  private long withoutGeometry;

  private DataStatistics() {}

  /**
   * Reads a file to its end and returns its statistics.
   *
   * @param cursor cursor before the first feature; it is not closed. Features may have no geometry
   *     ({@link org.flashgrove.datasets.feature.RowForms#allowsNoGeometry}).
   * @param step called for each feature
   */
  public static DataStatistics of(FeatureCursor cursor, Runnable step) {
    DataStatistics figures = new DataStatistics();
    while (cursor.next()) {
      if (cursor.minX() > cursor.maxX()) {
        figures.withoutGeometry++;
      } else {
        figures.bounds.accept(
            cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
        figures.add(cursor.geometry());
      }
      step.run();
    }
    return figures;
  }

  private void add(Geometry geometry) {
    vertices.add(geometry.getNumPoints());
    boolean isCollection = geometry.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION);
    if (isCollection) {
      mixed++;
    } else if (geometry.getDimension() == 0) {
      points++;
    } else if (geometry.getDimension() == 1) {
      length.add(geometry.getLength());
    } else {
      area.add(geometry.getArea());
      perimeter.add(geometry.getLength());
    }
  }

  /** Returns the number of features, with or without a geometry. */
  public long count() {
    return bounds.entryCount() + withoutGeometry;
  }

  /** Returns the number of features without a geometry, or with an empty one. */
  public long withoutGeometry() {
    return withoutGeometry;
  }

  /** Returns the number of points among the features. */
  public long points() {
    return points;
  }

  /** Returns the number of collections of mixed types, whose lengths and areas are not counted. */
  public long collections() {
    return mixed;
  }

  /** Returns the bounds of all features, or empty if no feature has a geometry. */
  public Optional<Extent> extent() {
    return bounds.extent();
  }

  /** Returns the statistics of the number of vertices of a feature. */
  public Figure vertices() {
    return vertices;
  }

  /** Returns the statistics of lengths of lines. */
  public Figure length() {
    return length;
  }

  /** Returns the statistics of areas of polygons, without their holes. */
  public Figure area() {
    return area;
  }

  /**
   * Returns the statistics of perimeters of polygons. The perimeter of a polygon includes the
   * perimeters of its holes.
   */
  public Figure perimeter() {
    return perimeter;
  }
}
