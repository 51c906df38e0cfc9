package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares distances to points with distances between geometries. */
class PointDistancesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final Random random = Seeds.random();

  private double number() {
    return random.nextInt(3) == 0 ? random.nextInt(4) : 4 * random.nextDouble();
  }

  private Coordinate place(double offset, double scale) {
    double far = random.nextInt(6) == 0 ? 1e12 : 1; // long segments
    return new Coordinate(offset + far * scale * number(), offset + far * scale * number());
  }

  private Geometry geometry(double offset, double scale) {
    int count = random.nextInt(4) == 0 ? 20 : 3;
    Coordinate[] ring = new Coordinate[count + 1];
    for (int i = 0; i < count; i++) {
      ring[i] = place(offset, scale);
    }
    ring[count] = ring[0].copy();
    return random.nextBoolean()
        ? GEOMETRIES.createPolygon(ring)
        : GEOMETRIES.createLineString(Arrays.copyOf(ring, count));
  }

  /** Returns a distance near a tie: to the geometry or to one of its vertices. */
  private double distance(Geometry from, Geometry point) {
    Coordinate[] vertices = from.getCoordinates();
    double exact =
        random.nextBoolean()
            ? PlanarDistance.between(from, point)
            : vertices[random.nextInt(vertices.length)].distance(point.getCoordinate());
    double near = Math.max(0, exact + (random.nextInt(9) - 4) * Math.ulp(exact));
    return random.nextInt(3) == 0 ? near * (1 + random.nextInt(3) * 0x1p-40) : near;
  }

  private void compare(int rounds) {
    for (int round = 0; round < rounds; round++) {
      double scale = Math.pow(2, random.nextInt(5) == 0 ? random.nextInt(800) - 400 : 0);
      double offset = random.nextInt(3) == 0 ? 1e6 * scale : 0;
      Geometry from = geometry(offset, scale);
      PointDistances distances = new PointDistances(from);
      for (int i = 0; i < 10; i++) {
        Geometry point = GEOMETRIES.createPoint(place(offset, scale));
        Coordinate at = point.getCoordinate();
        double distance = distance(from, point);
        assertThat(distances.within(at.x, at.y, distance))
            .as(() -> from + " " + point + " " + distance)
            .isEqualTo(PlanarDistance.within(from, point, distance));
        assertThat(distances.to(at.x, at.y)).isEqualTo(PlanarDistance.between(from, point));
      }
    }
  }

  @Test
  void distancesAreThoseBetweenGeometries() {
    compare(20_000);
  }

  @Test
  @Tag("long")
  void tenMillionDistancesAreThoseBetweenGeometries() {
    compare(1_000_000);
  }
}
