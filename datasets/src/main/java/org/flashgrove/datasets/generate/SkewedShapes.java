package org.flashgrove.datasets.generate;

import java.util.Objects;
import java.util.function.ObjLongConsumer;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Polygons or lines whose places are clustered. A polygon is star-shaped around its place. A line
 * begins at its place and turns at random. A shape that is not within the extent is drawn again.
 *
 * @param kind polygons or lines
 * @param count number of shapes, at least 0
 * @param maxCorners maximum number of corners of a shape, at most 100,000; every number from the
 *     minimum of the kind to this maximum is equally likely
 * @param maxSideFraction longest side of the bounds of a polygon, or length of a line, as a
 *     fraction of the shorter side of the extent, above 0, at most 1
 * @param skew distribution of places
 * @param extent extent of the shapes, with an area above 0
 * @param seed seed that determines all shapes
 */
public record SkewedShapes(
    Kind kind,
    long count,
    int maxCorners,
    double maxSideFraction,
    Skew skew,
    Extent extent,
    long seed)
    implements GeometryGenerator {
  private static final long PURPOSE = 7;
  private static final int MAX_CORNERS = 100_000;
  private static final double LEAST_RADIUS = 0.3;
  private static final double TURN = 0.5;

  /** Kind of the generated shapes. */
  public enum Kind {
    /** Polygons without holes. */
    POLYGONS(3, Geometry.TYPENAME_POLYGON),
    /** Lines. */
    LINES(2, Geometry.TYPENAME_LINESTRING);

    private final int leastCorners;
    private final String type;

    Kind(int leastCorners, String type) {
      this.leastCorners = leastCorners;
      this.type = type;
    }
  }

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public SkewedShapes {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(skew, "skew");
    Parameters.requireCount(count);
    Parameters.requireSide(maxSideFraction);
    if (maxSideFraction == 0) {
      throw new IllegalArgumentException("maximum side fraction is 0; allowed: above 0, to 1");
    }
    if (maxCorners < kind.leastCorners || maxCorners > MAX_CORNERS) {
      throw new IllegalArgumentException(
          "corners is " + maxCorners + "; allowed: " + kind.leastCorners + " to " + MAX_CORNERS);
    }
    QueryRegion.of(extent);
  }

  @Override
  public String geometryType() {
    return kind.type;
  }

  @Override
  public void generate(ObjLongConsumer<Geometry> sink) {
    Places places = new Places(QueryRegion.of(extent), skew, seed, PURPOSE + kind.ordinal());
    Draws draws = new Draws(seed, PURPOSE + kind.ordinal());
    GeometryFactory factory = new GeometryFactory();
    for (long id = 1; id <= count; id++) {
      Outline outline = next(places, draws);
      sink.accept(
          kind == Kind.POLYGONS
              ? factory.createPolygon(outline.points(true))
              : factory.createLineString(outline.points(false)),
          id);
    }
  }

  private Outline next(Places places, Draws draws) {
    double longest = maxSideFraction * Math.min(extent.width(), extent.height());
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      places.next();
      int corners =
          kind.leastCorners + (int) draws.below((long) maxCorners - kind.leastCorners + 1);
      // above 0, because a shape must have a size
      double size = (1 - draws.fraction()) * longest;
      Outline outline =
          kind == Kind.POLYGONS
              ? Outline.star(corners, LEAST_RADIUS, draws).stretched(size / 2, size / 2)
              : Outline.walk(corners, size / 1.5 / (corners - 1), TURN, draws);
      if (outline.movedTo(places.x(), places.y()).liesIn(extent)) {
        return outline;
      }
    }
    throw Parameters.noRoom(kind == Kind.POLYGONS ? "polygon" : "line", extent);
  }
}
