package org.flashgrove.cli.input;

import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/** Geometries of rows as records of a table keep them: with the code of their coordinate system. */
public final class RowGeometry {
  private RowGeometry() {}

  /** Returns the geometry of a cursor's current feature, whose SRID is the code of EPSG. */
  public static Geometry of(FeatureCursor row) {
    Geometry geometry = row.geometry();
    int code = row.coordinateSystem().epsg();
    if (geometry != null && code != 0) {
      geometry.setSRID(code);
    }
    return geometry;
  }
}
