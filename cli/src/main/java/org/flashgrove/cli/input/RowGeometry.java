package org.flashgrove.cli.input;

import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/**
 * Creates geometries of table records from rows, with the code of the coordinate system as SRID.
 */
public final class RowGeometry {
  private RowGeometry() {}

  /** Returns the geometry of a cursor's current feature, with the EPSG code as SRID. */
  public static Geometry of(FeatureCursor row) {
    Geometry geometry = row.geometry();
    int code = row.coordinateSystem().epsg();
    if (geometry != null && code != 0) {
      geometry.setSRID(code);
    }
    return geometry;
  }
}
