package org.flashgrove.datasets.feature;

import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Geometry;

/** Finds the ordinates of geometries. A geometry has z or m if some vertex has a number for it. */
public final class Ordinates implements CoordinateSequenceFilter {
  private boolean hasZ;
  private boolean hasM;

  private Ordinates() {}

  /** Returns the ordinates of all vertices of a geometry. */
  public static Ordinates of(Geometry geometry) {
    Ordinates found = new Ordinates();
    geometry.apply(found);
    return found;
  }

  /** Returns whether some vertex has a z. */
  public boolean hasZ() {
    return hasZ;
  }

  /** Returns whether some vertex has an m. */
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
