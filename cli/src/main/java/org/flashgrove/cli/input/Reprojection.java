package org.flashgrove.cli.input;

import java.util.Locale;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.proj4j.CRSFactory;
import org.locationtech.proj4j.CoordinateReferenceSystem;
import org.locationtech.proj4j.CoordinateTransform;
import org.locationtech.proj4j.CoordinateTransformFactory;
import org.locationtech.proj4j.Proj4jException;
import org.locationtech.proj4j.ProjCoordinate;

/**
 * Transforms coordinates of an EPSG system to longitude and latitude in WGS 84 with PROJ4J. It
 * transforms each vertex and adds none. It does not change z and m. Not safe for use by several
 * threads.
 */
public final class Reprojection {
  private static final String WGS84 = "+proj=longlat +datum=WGS84 +no_defs";

  private final CoordinateSystem from;
  private final CoordinateTransform transform;

  private Reprojection(CoordinateSystem from, CoordinateTransform transform) {
    this.from = from;
    this.transform = transform;
  }

  /**
   * Creates the transformation from a system to WGS 84.
   *
   * @param file name of the file in messages
   * @throws IllegalArgumentException if the system is unknown, or PROJ4J does not support it
   */
  public static Reprojection toWgs84(CoordinateSystem from, String file) {
    if (from.isWgs84()) {
      return new Reprojection(from, null);
    }
    if (from.epsg() == 0) {
      throw new IllegalArgumentException(
          "--reproject: "
              + file
              + (from.isKnown() ? " is in " + from + ", which is no" : " names no")
              + " EPSG coordinate system; use a file that names one");
    }
    CRSFactory systems = new CRSFactory();
    try {
      CoordinateReferenceSystem source = systems.createFromName(from.name());
      CoordinateReferenceSystem target = systems.createFromParameters("WGS84", WGS84);
      return new Reprojection(
          from, new CoordinateTransformFactory().createTransform(source, target));
    } catch (Proj4jException | IllegalStateException e) {
      throw new IllegalArgumentException(
          "--reproject: "
              + from
              + " of "
              + file
              + " is unknown to PROJ4J; use a file in an EPSG system that PROJ4J defines",
          e);
    }
  }

  /** Returns whether this object transforms coordinates of the given system. */
  public boolean isFrom(CoordinateSystem system) {
    return from.equals(system);
  }

  /**
   * Returns a transformed copy of a geometry.
   *
   * @throws IllegalArgumentException if the system is not defined at a vertex
   */
  public Geometry apply(Geometry geometry) {
    if (transform == null) {
      return geometry;
    }
    Geometry copy = geometry.copy();
    copy.apply(new Vertices());
    copy.geometryChanged();
    copy.setSRID(CoordinateSystem.WGS84.epsg());
    return copy;
  }

  /** Filter that transforms vertices in place. */
  private final class Vertices implements CoordinateSequenceFilter {
    private final ProjCoordinate place = new ProjCoordinate();
    private final ProjCoordinate found = new ProjCoordinate();

    @Override
    public void filter(CoordinateSequence vertices, int i) {
      place.setValue(vertices.getX(i), vertices.getY(i));
      try {
        transform.transform(place, found);
      } catch (Proj4jException e) {
        throw outside(e);
      }
      if (!Double.isFinite(found.x) || !Double.isFinite(found.y)) {
        throw outside(null);
      }
      vertices.setOrdinate(i, CoordinateSequence.X, found.x);
      vertices.setOrdinate(i, CoordinateSequence.Y, found.y);
    }

    private IllegalArgumentException outside(Exception cause) {
      return new IllegalArgumentException(
          String.format(Locale.ROOT, "the point %s %s has no place in %s", place.x, place.y, from),
          cause);
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
}
