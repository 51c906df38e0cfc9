package org.flashgrove.datasets.feature;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.ExtentAccumulator;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Summary of the geometries of a file.
 *
 * @param kind {@link EntryKind#POINTS} if all geometries are points without z and m; {@link
 *     EntryKind#RECTANGLES} if the file declares rectangles; otherwise {@link EntryKind#GEOMETRIES}
 * @param type JTS name of the type of all geometries, or null if geometries have different types
 * @param coordinates coordinate system
 * @param count number of features
 * @param withoutGeometry number of features without a geometry
 * @param withHeights number of features with z at some vertex
 * @param withMeasures number of features with m at some vertex
 * @param extent bounds of all features, or empty without features
 */
public record GeometryFacts(
    EntryKind kind,
    String type,
    CoordinateSystem coordinates,
    long count,
    long withoutGeometry,
    long withHeights,
    long withMeasures,
    Optional<Extent> extent) {

  /** Returns the summary of features without z and m, in an unknown coordinate system. */
  public static GeometryFacts planar(
      EntryKind kind, String type, long count, Optional<Extent> extent) {
    return new GeometryFacts(kind, type, CoordinateSystem.UNKNOWN, count, 0, 0, 0, extent);
  }

  /** Returns a copy with another coordinate system. */
  public GeometryFacts in(CoordinateSystem other) {
    return new GeometryFacts(
        kind, type, other, count, withoutGeometry, withHeights, withMeasures, extent);
  }

  /** Computes the summary from geometries that are added one by one. */
  public static final class Finder {
    private final ExtentAccumulator bounds = new ExtentAccumulator();
    private final Set<String> types = new HashSet<>();
    private long missing;
    private long heights;
    private long measures;

    public Finder() {}

    /**
     * Adds a feature.
     *
     * @param geometry geometry of the feature, which is not empty; null if the feature has none
     */
    public void add(long id, Geometry geometry) {
      if (geometry == null) {
        missing++;
        return;
      }
      Envelope box = geometry.getEnvelopeInternal();
      bounds.accept(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
      types.add(geometry.getGeometryType());
      Ordinates ordinates = Ordinates.of(geometry);
      heights += ordinates.hasZ() ? 1 : 0;
      measures += ordinates.hasM() ? 1 : 0;
    }

    /** Adds a feature of a file that has only points or only rectangles. */
    void add(FeatureCursor cursor) {
      if (cursor.minX() > cursor.maxX()) {
        missing++;
        return;
      }
      bounds.accept(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
    }

    /**
     * Returns the summary.
     *
     * @param kind kind of the features in their file
     * @param coordinates coordinate system
     */
    public GeometryFacts facts(EntryKind kind, CoordinateSystem coordinates) {
      String type =
          kind == EntryKind.POINTS
              ? Geometry.TYPENAME_POINT
              : types.size() == 1 ? types.iterator().next() : null;
      boolean plain = heights == 0 && measures == 0;
      return new GeometryFacts(
          plain && Geometry.TYPENAME_POINT.equals(type) ? EntryKind.POINTS : kind,
          type,
          coordinates,
          bounds.entryCount() + missing,
          missing,
          heights,
          measures,
          bounds.extent());
    }
  }
}
