package org.flashgrove.core.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.geom.prep.PreparedPolygon;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;

/**
 * Compares shapes of many vertices with the prepared polygons of JTS. Many vertices lie on a grid,
 * or next to a place of the grid, so that rounding matters. Some rings cross themselves or each
 * other.
 */
class FlatShapeTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int MOST_GRID = 60;

  private final Random random = Seeds.random();

  /**
   * The least place of a centre. At 0, some vertices are so near an axis that products underflow.
   */
  private int origin;

  private double snapped(double value, double unit) {
    double place = unit * Math.rint(value);
    return switch (random.nextInt(12)) {
      case 0 -> Math.nextUp(place);
      case 1 -> Math.nextDown(place);
      default -> place;
    };
  }

  /** Returns a ring around a centre, in units of a grid. */
  private LinearRing ring(double x, double y, double radius, int corners, double unit) {
    Coordinate[] ring = new Coordinate[corners + 1];
    double spread = random.nextInt(3) / 2.0;
    for (int i = 0; i < corners; i++) {
      double angle = 2 * Math.PI * i / corners;
      double far = radius * (1 - spread * random.nextDouble());
      ring[i] =
          new Coordinate(
              snapped(x + far * Math.cos(angle), unit), snapped(y + far * Math.sin(angle), unit));
    }
    ring[corners] = ring[0];
    return GEOMETRIES.createLinearRing(ring);
  }

  private int corners() {
    return random.nextInt(3) == 0 ? 3 + random.nextInt(20) : 20 + random.nextInt(160);
  }

  private Polygon area(double unit) {
    double x = origin + random.nextInt(MOST_GRID);
    double y = origin + random.nextInt(MOST_GRID);
    double radius = 1 + random.nextInt(MOST_GRID / 2);
    LinearRing[] holes = new LinearRing[Math.max(0, random.nextInt(5) - 2)];
    Arrays.setAll(
        holes,
        i ->
            ring(
                x + radius * (random.nextDouble() - 0.5) / 2,
                y + radius * (random.nextDouble() - 0.5) / 2,
                radius * random.nextDouble() / 2,
                corners(),
                unit));
    return GEOMETRIES.createPolygon(ring(x, y, radius, corners(), unit), holes);
  }

  private Geometry line(double unit) {
    Coordinate[] path = new Coordinate[2 + random.nextInt(100)];
    double x = origin + random.nextInt(MOST_GRID);
    double y = origin + random.nextInt(MOST_GRID);
    for (int i = 0; i < path.length; i++) {
      path[i] = new Coordinate(snapped(x, unit), snapped(y, unit));
      x += random.nextInt(5) - 2;
      y += random.nextInt(5) - 2;
    }
    return GEOMETRIES.createLineString(path);
  }

  private static FlatShape ofWkb(Geometry geometry) {
    byte[] wkb = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN).write(geometry);
    return FlatShape.ofWkb(ByteBuffer.wrap(wkb).order(ByteOrder.LITTLE_ENDIAN), Integer.MAX_VALUE);
  }

  private void assertSameAsJts(int pairs, double unit) {
    int[] results = new int[2];
    for (int i = 0; i < pairs; ) {
      origin = random.nextInt(2) * 2 * MOST_GRID;
      Geometry area = area(unit);
      Geometry object = random.nextInt(4) == 0 ? line(unit) : area(unit);
      FlatShape one = ofWkb(area);
      FlatShape other = FlatShape.of(object, Integer.MAX_VALUE);
      if (one != null && other != null && one.isQuickFor(other)) {
        boolean expected = new PreparedPolygon((Polygonal) area).intersects(object);
        if (one.intersects(other) != expected) {
          assertThat(!expected).as("%s and %s", area, object).isEqualTo(expected);
        }
        results[expected ? 1 : 0]++;
        i++;
      }
    }
    assertThat(results[0]).isGreaterThan(pairs / 20);
    assertThat(results[1]).isGreaterThan(pairs / 20);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.1, 1e-4, 0x1p-299, 1e-160, 1e-310, 1e100, 1e150})
  void intersectionIsThatOfPreparedPolygons(double unit) {
    assertSameAsJts(4_000, unit);
  }

  @Test
  @Tag("long")
  void intersectionOfAMillionPairsIsThatOfPreparedPolygons() {
    assertSameAsJts(500_000, 1);
    assertSameAsJts(500_000, 0.1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.1, 1e-4, 0x1p-299, 1e-160, 1e-310, 1e100, 1e150})
  void locationsAreThoseOfPreparedPolygons(double unit) {
    int[] locations = new int[3];
    for (int i = 0; i < 1_000; i++) {
      origin = random.nextInt(2) * 2 * MOST_GRID;
      Geometry area = random.nextBoolean() ? area(unit) : areas(unit);
      PreparedPolygon prepared = new PreparedPolygon((Polygonal) area);
      FlatShape shape = FlatShape.of(area, Integer.MAX_VALUE);
      Coordinate[] vertices = area.getCoordinates();
      for (int j = 0; j < 20 && shape != null; j++) {
        Coordinate a = vertices[random.nextInt(vertices.length)];
        Coordinate b = vertices[random.nextInt(vertices.length)];
        double share = random.nextInt(3) / 2.0;
        double x = snapped((a.x + share * (b.x - a.x)) / unit, unit);
        double y = j % 2 == 0 ? b.y : snapped(origin + random.nextInt(MOST_GRID), unit);
        int expected =
            area.getEnvelopeInternal().covers(x, y)
                ? prepared.getPointLocator().locate(new Coordinate(x, y))
                : Location.EXTERIOR;
        if (shape.locate(x, y) != expected) {
          assertThat(shape.locate(x, y)).as("%s at %s %s", area, x, y).isEqualTo(expected);
        }
        locations[expected]++;
      }
    }
    assertThat(locations[Location.BOUNDARY]).isGreaterThan(300);
    if (unit > 1e-200) { // for lesser units, products underflow, and JTS finds only boundaries
      assertThat(locations[Location.INTERIOR]).isGreaterThan(300);
      assertThat(locations[Location.EXTERIOR]).isGreaterThan(300);
    }
  }

  private Geometry areas(double unit) {
    return GEOMETRIES.createMultiPolygon(new Polygon[] {area(unit), area(unit)});
  }

  @Test
  void shapesOfWkbHaveTheGeometryThatWasWritten() {
    for (int i = 0; i < 2_000; i++) {
      Geometry geometry = random.nextBoolean() ? area(1) : line(0.1);
      FlatShape shape = ofWkb(geometry);
      if (shape != null) {
        assertThat(shape.geometry().equalsExact(geometry)).as("%s", geometry).isTrue();
      }
      assertThat(shape == null).isEqualTo(FlatShape.of(geometry, Integer.MAX_VALUE) == null);
      assertThat(FlatShape.of(geometry, geometry.getNumPoints() - 1)).isNull();
    }
  }
}
