package org.flashgrove.datasets.statistics;

import java.util.Optional;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.ExtentAccumulator;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/**
 * Figures of a data set as Carniel's thesis (2019) has them in tables 1 and 4: objects, points of
 * an object, length of lines, area and perimeter of regions, in the unit of the coordinates and in
 * the plane. Points of a ring are counted with the one that closes it.
 */
public final class DataStatistics {
  private final ExtentAccumulator bounds = new ExtentAccumulator();
  private final Figure vertices = new Figure();
  private final Figure length = new Figure();
  private final Figure area = new Figure();
  private final Figure perimeter = new Figure();
  private long points;
  private long mixed;

  private DataStatistics() {}

  /**
   * Reads a file to its end.
   *
   * @param cursor before the first feature; not closed
   * @param step called for each feature
   */
  public static DataStatistics of(FeatureCursor cursor, Runnable step) {
    DataStatistics figures = new DataStatistics();
    while (cursor.next()) {
      figures.bounds.accept(
          cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
      figures.add(cursor.geometry());
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

  /** Returns how many features there are. */
  public long count() {
    return bounds.entryCount();
  }

  /** Returns how many of them are points. */
  public long points() {
    return points;
  }

  /** Returns how many are collections of several kinds, which have no length or area here. */
  public long collections() {
    return mixed;
  }

  /** Returns the bounds of all, absent without features. */
  public Optional<Extent> extent() {
    return bounds.extent();
  }

  /** Returns the points of each feature. */
  public Figure vertices() {
    return vertices;
  }

  /** Returns the lengths of lines; their count is that of lines. */
  public Figure length() {
    return length;
  }

  /** Returns the areas of regions without their holes; their count is that of regions. */
  public Figure area() {
    return area;
  }

  /** Returns the perimeters of regions, with those of their holes. */
  public Figure perimeter() {
    return perimeter;
  }
}
