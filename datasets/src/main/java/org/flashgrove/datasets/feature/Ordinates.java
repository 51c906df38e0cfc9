package org.flashgrove.datasets.feature;

import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Geometry;

/**
 * Finds out whether geometries have z and m. A geometry has z if the z of at least one vertex is a
 * number; the rule for m is the same.
 */
public final class Ordinates implements CoordinateSequenceFilter {
  private boolean hasZ;
  private boolean hasM;

  private Ordinates() {}

  /** Finds out whether a geometry has z and m. */
  public static Ordinates of(Geometry geometry) {
    Ordinates found = new Ordinates();
    geometry.apply(found);
    return found;
  }

  public boolean hasZ() {
    return hasZ;
  }

  public boolean hasM() {
    return hasM;
  }

  @Override
  public void filter(CoordinateSequence vertices, int i) {
    hasZ |= vertices.hasZ() && !Double.isNaN(vertices.getZ(i));
    hasM |= vertices.hasM() && !Double.isNaN(vertices.getM(i));
  }

  @Override
  public boolean isDone() {
    return hasZ && hasM;
  }

  @Override
  public boolean isGeometryChanged() {
    return false;
  }
}
