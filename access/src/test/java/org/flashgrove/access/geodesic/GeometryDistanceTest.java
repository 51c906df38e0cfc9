package org.flashgrove.access.geodesic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import net.sf.geographiclib.GeodesicLine;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.DistanceFrom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares distances of lines and areas that have geodesic edges with those of {@link
 * EdgeDistances}.
 */
class GeometryDistanceTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int PLACES = 8;
  private static final double NEAR = 0.005; // metres

  private final Random random = Seeds.random();
  private final EarthBoxes boxes = new EarthBoxes(random);

  /** A star-shaped area around a centre. Its radius depends on the direction. */
  private record Star(Coordinate centre, double[] azimuths, double[] radii) {
    Coordinate vertex(int i) {
      return place(centre, azimuths[i], radii[i]);
    }

    Geometry polygon() {
      Coordinate[] ring = new Coordinate[azimuths.length + 1];
      for (int i = 0; i < azimuths.length; i++) {
        ring[i] = vertex(i);
      }
      ring[azimuths.length] = ring[0];
      return GEOMETRIES.createPolygon(ring);
    }

    /** Returns whether a point is nearer to the centre than the edge in its direction. */
    boolean contains(Coordinate point) {
      GeodesicData to = inverse(centre, point);
      double azimuth = (to.azi1 + 360) % 360;
      int next = 0;
      while (next < azimuths.length && azimuths[next] <= azimuth) {
        next++;
      }
      Coordinate before = vertex((next + azimuths.length - 1) % azimuths.length);
      Coordinate behind = vertex(next % azimuths.length);
      GeodesicLine edge = line(before, behind);
      double low = 0;
      double high = edge.Distance();
      double start = azimuths[(next + azimuths.length - 1) % azimuths.length];
      while (high - low > 1e-6) {
        double middle = (low + high) / 2;
        GeodesicData at = inverse(centre, coordinate(edge.Position(middle)));
        boolean isBefore = turn(start, at.azi1) < turn(start, azimuth);
        low = isBefore ? middle : low;
        high = isBefore ? high : middle;
      }
      return to.s12 < inverse(centre, coordinate(edge.Position(low))).s12;
    }

    private static double turn(double from, double to) {
      return ((to - from) % 360 + 360) % 360;
    }
  }

  private static Coordinate coordinate(GeodesicData at) {
    return new Coordinate(at.lon2, at.lat2);
  }

  private static Coordinate place(Coordinate from, double azimuth, double metres) {
    return coordinate(Geodesic.WGS84.Direct(from.y, from.x, azimuth, metres));
  }

  private static GeodesicData inverse(Coordinate a, Coordinate b) {
    return Geodesic.WGS84.Inverse(a.y, a.x, b.y, b.x);
  }

  private static GeodesicLine line(Coordinate a, Coordinate b) {
    return Geodesic.WGS84.InverseLine(a.y, a.x, b.y, b.x);
  }

  private Coordinate point() {
    return new Coordinate(boxes.x(), boxes.y());
  }

  /** Returns a random point near another point. */
  private Coordinate near(Coordinate from) {
    return place(
        from, 360 * random.nextDouble(), 10_000_000 * Math.pow(10, -6 * random.nextDouble()));
  }

  private Coordinate[] path(Coordinate around) {
    double size = 3_000_000 * Math.pow(10, -5 * random.nextDouble());
    Coordinate[] path = new Coordinate[2 + random.nextInt(4)];
    path[0] = around;
    for (int i = 1; i < path.length; i++) {
      path[i] = place(path[i - 1], 360 * random.nextDouble(), size * random.nextDouble());
    }
    return path;
  }

  private Star star(Coordinate centre) {
    double size = 2_000_000 * Math.pow(10, -5 * random.nextDouble());
    int corners = 3 + random.nextInt(6);
    double[] azimuths = new double[corners];
    double[] radii = new double[corners];
    for (int i = 0; i < corners; i++) {
      azimuths[i] = 360.0 * (i + 0.4 * random.nextDouble()) / corners; // the area holds the centre
      radii[i] = size * (0.3 + 0.7 * random.nextDouble());
    }
    return new Star(centre, azimuths, radii);
  }

  private static GeodesicLine edge(Coordinate[] path, int i) {
    return line(path[i], path[Math.min(i + 1, path.length - 1)]);
  }

  private static Coordinate at(GeodesicLine edge, double metres) {
    return coordinate(edge.Position(metres));
  }

  /**
   * Returns the least value over points of an edge. The points are refined around the point with
   * the least value.
   */
  private static double leastOn(GeodesicLine edge, ToDoubleFunction<Coordinate> value) {
    double step = edge.Distance() / PLACES;
    double best = 0;
    double least = value.applyAsDouble(at(edge, 0));
    for (int i = 1; i <= PLACES && step > 0; i++) {
      double found = value.applyAsDouble(at(edge, i * step));
      best = found < least ? i * step : best;
      least = Math.min(least, found);
    }
    for (; step > NEAR; step /= 2) {
      for (double place : new double[] {best - step / 2, best + step / 2}) {
        if (place >= 0 && place <= edge.Distance()) {
          double found = value.applyAsDouble(at(edge, place));
          best = found < least ? place : best;
          least = Math.min(least, found);
        }
      }
    }
    return least;
  }

  private static void requireEqual(double found, double expected, Geometry a, Object b) {
    double room = expected <= 1_000_000 ? 0.01 : 1;
    assertThat(found).as("%s %s", a, b).isBetween(expected - room, expected + room);
  }

  private static void requireBounds(Geometry a, Geometry b, double distance) {
    Envelope from = a.getEnvelopeInternal();
    Envelope to = b.getEnvelopeInternal();
    DistanceFrom bounds =
        GeodesicMetric.WGS84
            .from(from.getMinX(), from.getMinY(), from.getMaxX(), from.getMaxY())
            .ofObjects();
    double least = bounds.least(to.getMinX(), to.getMinY(), to.getMaxX(), to.getMaxY());
    assertThat(least).as("%s %s", a, b).isLessThanOrEqualTo(distance);
    double wider =
        bounds.bound(
            Math.max(-180, to.getMinX() - 1),
            Math.max(-90, to.getMinY() - 1),
            Math.min(180, to.getMaxX() + 1),
            Math.min(90, to.getMaxY() + 1));
    assertThat(wider).isLessThanOrEqualTo(least);
  }

  private static Geometry geometry(Coordinate[] path) {
    return path.length == 1 ? GEOMETRIES.createPoint(path[0]) : GEOMETRIES.createLineString(path);
  }

  @Test
  void distancesOfLinesAreThoseOfTheirNearestPoints() {
    compareLines(25);
  }

  @Test
  void distancesOfAreasAreThoseOfTheirNearestPoints() {
    compareAreas(25);
  }

  @Test
  void distancesOfLinesToRectanglesAreThoseOfTheirNearestPoints() {
    for (int i = 0; i < 40; i++) {
      Coordinate[] path = path(point());
      Coordinate corner = near(path[0]);
      double width = i % 4 == 0 ? 0 : 20 * random.nextDouble();
      double height = i % 4 == 1 ? 0 : 10 * random.nextDouble();
      double minX = Math.max(-180, Math.min(180 - width, corner.x));
      double minY = Math.max(-90, Math.min(90 - height, corner.y));
      Envelope box = new Envelope(minX, minX + width, minY, minY + height);
      DistanceFrom from =
          GeodesicMetric.WGS84.from(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
      double expected = Double.POSITIVE_INFINITY;
      for (int part = 0; part < path.length - 1; part++) {
        double found = leastOn(edge(path, part), at -> from.to(at.x, at.y, at.x, at.y));
        expected = Math.min(expected, found);
      }
      Geometry line = geometry(path);
      requireEqual(GeometryDistance.between(line, box), expected, line, box);
    }
  }

  @Test
  void anAreaWithSeveralVerticesAtAPoleIsAWedge() {
    for (int pole : new int[] {-90, 90}) {
      Geometry wedge =
          GEOMETRIES.createPolygon(
              new Coordinate[] {
                new Coordinate(20, pole),
                new Coordinate(10, pole),
                new Coordinate(10, pole * 0.9),
                new Coordinate(20, pole * 0.9),
                new Coordinate(20, pole)
              });
      Geometry area = wedge.copy();
      area.apply((CoordinateFilter) at -> at.x = at.y == pole ? at.x : (at.x - 15) * 1.2 + 15);
      area.geometryChanged();
      for (double longitude = -180; longitude <= 180; longitude += 2.5) {
        Geometry point = GEOMETRIES.createPoint(new Coordinate(longitude, pole * 0.95));
        boolean isInside = longitude > 9 && longitude < 21;
        assertThat(GeometryDistance.between(area, point) == 0)
            .as("%s %s", area, point)
            .isEqualTo(isInside);
      }
    }
  }

  @Test
  @Tag("long")
  void distancesOfManyLinesAndAreasAreThoseOfTheirNearestPoints() {
    compareLines(50_000);
    compareAreas(50_000);
  }

  private void compareLines(int cases) {
    for (int i = 0; i < cases; i++) {
      Coordinate start = point();
      Coordinate[] one = i % 2 == 0 ? new Coordinate[] {start} : path(start);
      Coordinate[] other = path(i % 10 == 0 ? point() : near(start));
      Geometry a = geometry(one);
      Geometry b = geometry(other);
      double found = GeometryDistance.between(a, b);
      requireEqual(found, EdgeDistances.between(one, other), a, b);
      requireEqual(GeometryDistance.between(b, a), found, b, a);
      requireBounds(a, b, found);
    }
  }

  private void compareAreas(int cases) {
    for (int i = 0; i < cases; i++) {
      Star star = star(point());
      Geometry area = star.polygon();
      Coordinate[] ring = area.getCoordinates();
      Coordinate start = near(star.centre);
      Coordinate[] other = i % 2 == 0 ? new Coordinate[] {start} : path(start);
      boolean isInside = Arrays.stream(other).anyMatch(star::contains);
      double expected = isInside ? 0 : EdgeDistances.between(other, ring);
      double found = GeometryDistance.between(geometry(other), area);
      requireEqual(found, expected, geometry(other), area);
      requireBounds(geometry(other), area, found);
      requireBounds(area, geometry(other), found);
    }
  }
}
