package org.flashgrove.cli.input;

import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/** Creates the geometries of table records from rows. */
public final class RowGeometry {
  private RowGeometry() {}

  /**
   * Returns the geometry of the current feature. The SRID of the geometry is the EPSG code of the
   * feature's coordinate system, if there is one. Returns null if the feature has no geometry.
   */
  public static Geometry of(FeatureCursor row) {
    Geometry geometry = row.geometry();
    int code = row.coordinateSystem().epsg();
    if (geometry != null && code != 0) {
      geometry.setSRID(code);
    }
    return geometry;
  }
}
