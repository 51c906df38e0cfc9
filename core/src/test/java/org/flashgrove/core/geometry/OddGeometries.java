package org.flashgrove.core.geometry;

import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * Generator of geometries that files contain and algorithms forget: empty parts at every level,
 * zero-length lines, repeated points, spikes, crossing rings, holes outside their shells,
 * overlapping parts, and collections within collections. Coordinates are integers of a small grid,
 * so that parts touch, overlap and coincide.
 */
public final class OddGeometries {
  private static final int GRID = 6;
  private static final int MOST_PARTS = 4;
  private static final int MOST_LEVELS = 5;

  private final GeometryFactory factory = new GeometryFactory();
  private final Random random;

  /** Creates a generator that draws from {@code random}. */
  public OddGeometries(Random random) {
    this.random = random;
  }

  /** Returns the next geometry, which may be empty. */
  public Geometry next() {
    return next(1 + random.nextInt(MOST_LEVELS));
  }

  /** Returns the next geometry that has a point. */
  public Geometry nextWithPoints() {
    Geometry geometry = next();
    return geometry.isEmpty() ? nextWithPoints() : geometry;
  }

  private Geometry next(int levels) {
    switch (random.nextInt(levels > 1 ? 10 : 8)) {
      case 0:
        return point();
      case 1:
        return line();
      case 2:
        return random.nextBoolean() ? ring(3 + random.nextInt(4)) : polygon();
      case 3:
        return polygon();
      case 4:
        return factory.createMultiPoint(fill(new Point[parts()], this::point));
      case 5:
        return factory.createMultiLineString(fill(new LineString[parts()], this::line));
      case 6:
      case 7:
        return factory.createMultiPolygon(fill(new Polygon[parts()], this::polygon));
      default:
        return factory.createGeometryCollection(
            fill(new Geometry[parts()], () -> next(levels - 1)));
    }
  }

  private int parts() {
    return random.nextInt(MOST_PARTS);
  }

  private interface Source<G> {
    G next();
  }

  private <G> G[] fill(G[] room, Source<G> source) {
    for (int i = 0; i < room.length; i++) {
      boolean repeats = i > 0 && random.nextInt(6) == 0;
      room[i] = repeats ? room[i - 1] : source.next();
    }
    return room;
  }

  private boolean isRare() {
    return random.nextInt(8) == 0;
  }

  private Coordinate place() {
    return new Coordinate(random.nextInt(GRID), random.nextInt(GRID));
  }

  private Point point() {
    return isRare() ? factory.createPoint() : factory.createPoint(place());
  }

  private LineString line() {
    if (isRare()) {
      return factory.createLineString();
    }
    Coordinate[] path = new Coordinate[2 + random.nextInt(4)];
    path[0] = place();
    boolean isOnePoint = isRare();
    for (int i = 1; i < path.length; i++) {
      path[i] = isOnePoint || isRare() ? path[i - 1] : place();
      path[i] = i > 1 && isRare() ? path[i - 2] : path[i];
    }
    return factory.createLineString(path);
  }

  private LinearRing ring(int corners) {
    Coordinate[] path = new Coordinate[corners + 1];
    path[0] = place();
    boolean isOnePoint = isRare() && isRare();
    for (int i = 1; i < corners; i++) {
      path[i] = isOnePoint || isRare() ? path[i - 1] : place();
      path[i] = i > 1 && isRare() ? path[i - 2] : path[i];
    }
    path[corners] = path[0].copy();
    return factory.createLinearRing(path);
  }

  private LinearRing rectangle() {
    Coordinate low = place();
    Coordinate high = place();
    return factory.createLinearRing(
        new Coordinate[] {
          low, new Coordinate(high.x, low.y), high, new Coordinate(low.x, high.y), low.copy()
        });
  }

  private LinearRing anyRing() {
    return random.nextBoolean() ? rectangle() : ring(3 + random.nextInt(4));
  }

  private Polygon polygon() {
    if (isRare()) {
      return factory.createPolygon();
    }
    LinearRing shell = anyRing();
    LinearRing[] holes = new LinearRing[random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0];
    for (int i = 0; i < holes.length; i++) {
      holes[i] = isRare() ? shell : isRare() ? factory.createLinearRing() : anyRing();
    }
    return factory.createPolygon(shell, holes);
  }
}
