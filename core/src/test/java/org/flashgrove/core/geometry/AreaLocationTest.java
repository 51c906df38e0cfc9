package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.geom.prep.PreparedPolygon;

/**
 * Compares {@link AreaLocation} with the prepared polygons of JTS. Some shapes cross themselves, or
 * have no area. Many vertices lie on the line of an edge, or so close to it that rounding matters.
 */
class AreaLocationTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final Random random = Seeds.random();

  private double ordinate(double unit) {
    double value = unit * random.nextInt(7);
    return switch (random.nextInt(8)) {
      case 0 -> Math.nextUp(value);
      case 1 -> Math.nextDown(value);
      default -> value;
    };
  }

  private Coordinate[] path(int vertices, double unit) {
    Coordinate[] path = new Coordinate[vertices];
    for (int i = 0; i < vertices; i++) {
      path[i] = new Coordinate(ordinate(unit), ordinate(unit));
    }
    return path;
  }

  private Geometry area(double unit) {
    Coordinate[] ring = path(4 + random.nextInt(4), unit);
    ring[ring.length - 1] = ring[0];
    return GEOMETRIES.createPolygon(ring);
  }

  private void assertSameAsJts(int pairs) {
    int supported = 0;
    int[] results = new int[2];
    while (supported < pairs) {
      double unit = random.nextBoolean() ? 1 : 0.1;
      Geometry area = area(unit);
      Geometry object =
          random.nextInt(3) == 0
              ? GEOMETRIES.createLineString(path(2 + random.nextInt(2), unit))
              : area(unit);
      PreparedPolygon prepared = new PreparedPolygon((Polygonal) area);
      AreaLocation location = new AreaLocation(prepared);
      if (location.isQuickFor(object)) {
        boolean expected = prepared.intersects(object);
        if (location.intersects(object) != expected) {
          assertThat(!expected).as("%s and %s", area, object).isEqualTo(expected);
        }
        results[expected ? 1 : 0]++;
        supported++;
      }
    }
    assertThat(results[0]).isGreaterThan(pairs / 50);
    assertThat(results[1]).isGreaterThan(pairs / 50);
  }

  @Test
  void intersectionIsThatOfPreparedPolygons() {
    assertSameAsJts(100_000);
  }

  @Test
  @Tag("long")
  void intersectionOfAMillionPairsIsThatOfPreparedPolygons() {
    assertSameAsJts(1_000_000);
  }
}
