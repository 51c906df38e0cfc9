package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.shape.FlatShape;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.geom.prep.PreparedPolygon;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;

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
    LinearRing[] holes = new LinearRing[Math.max(0, random.nextInt(4) - 1)];
    Arrays.setAll(holes, i -> ring(unit));
    return GEOMETRIES.createPolygon(ring(unit), holes);
  }

  private LinearRing ring(double unit) {
    Coordinate[] ring = path(4 + random.nextInt(4), unit);
    ring[ring.length - 1] = ring[0];
    return GEOMETRIES.createLinearRing(ring);
  }

  private static FlatShape ofWkb(Geometry geometry) {
    WKBWriter writer = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN, geometry.getSRID() != 0);
    byte[] wkb = writer.write(geometry);
    return FlatShape.ofWkb(ByteBuffer.wrap(wkb).order(ByteOrder.LITTLE_ENDIAN), Integer.MAX_VALUE);
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
      FlatShape shape = location.quickShape(object);
      if (shape != null) {
        boolean expected = prepared.intersects(object);
        FlatShape one = ofWkb(area);
        FlatShape other = ofWkb(object);
        if (location.intersects(shape) != expected
            || !one.isQuickFor(other)
            || one.intersects(other) != expected) {
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
  void locationsAreThoseOfPreparedPolygons() {
    int[] locations = new int[3];
    for (int i = 0; i < 50_000; i++) {
      Polygon[] parts = {(Polygon) area(1), (Polygon) area(1)};
      Geometry area = random.nextBoolean() ? parts[0] : GEOMETRIES.createMultiPolygon(parts);
      PreparedPolygon prepared = new PreparedPolygon((Polygonal) area);
      Coordinate at = new Coordinate(ordinate(1), ordinate(1));
      int expected =
          area.getEnvelopeInternal().covers(at)
              ? prepared.getPointLocator().locate(at)
              : Location.EXTERIOR;
      assertThat(new AreaLocation(prepared).locate(at.x, at.y))
          .as("%s at %s", area, at)
          .isEqualTo(expected);
      locations[expected]++;
    }
    for (int times : locations) {
      assertThat(times).isGreaterThan(1000);
    }
  }

  private static boolean hasHoleOutside(Geometry geometry) {
    Envelope all = new Envelope();
    for (Coordinate each : geometry.getCoordinates()) {
      all.expandToInclude(each);
    }
    return !geometry.getEnvelopeInternal().covers(all);
  }

  @Test
  void shapesOfWkbHaveTheGeometryThatWasWritten() {
    for (int i = 0; i < 10_000; i++) {
      Geometry geometry =
          random.nextBoolean() ? area(1) : GEOMETRIES.createLineString(path(2, 0.1));
      geometry.setSRID(random.nextInt(2));
      FlatShape shape = ofWkb(geometry);
      boolean isPoint = geometry.getEnvelopeInternal().getDiameter() == 0;
      assertThat(shape == null).as("%s", geometry).isEqualTo(isPoint || hasHoleOutside(geometry));
      if (shape != null) {
        assertThat(shape.geometry().equalsExact(geometry)).as("%s", geometry).isTrue();
      }
    }
  }

  @Test
  void otherWkbHasNoShape() throws ParseException {
    for (String text :
        new String[] {
          "POINT (1 2)",
          "POINT EMPTY",
          "LINESTRING EMPTY",
          "POLYGON EMPTY",
          "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))",
          "GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1))",
          "LINESTRING (1 1, 1 1)",
          "POLYGON ((1 1, 1 1, 1 1, 1 1))"
        }) {
      assertThat(ofWkb(new WKTReader().read(text))).as(text).isNull();
    }
    Geometry line = new WKTReader().read("LINESTRING Z (0 0 1, 1 1 2)");
    byte[] wkb = new WKBWriter(3, ByteOrderValues.LITTLE_ENDIAN).write(line);
    assertThat(FlatShape.ofWkb(ByteBuffer.wrap(wkb).order(ByteOrder.LITTLE_ENDIAN), 63)).isNull();
    wkb = new WKBWriter(2, ByteOrderValues.BIG_ENDIAN).write(line);
    assertThat(FlatShape.ofWkb(ByteBuffer.wrap(wkb).order(ByteOrder.LITTLE_ENDIAN), 63)).isNull();
    Geometry large = line.buffer(1, 64);
    wkb = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN).write(large);
    assertThat(large.getNumPoints()).isGreaterThan(63);
    assertThat(FlatShape.ofWkb(ByteBuffer.wrap(wkb).order(ByteOrder.LITTLE_ENDIAN), 63)).isNull();
  }

  @Test
  void damagedWkbHasNoShapeOrAShapeOfItsBytes() {
    for (int i = 0; i < 100_000; i++) {
      Geometry geometry =
          random.nextBoolean() ? area(1) : GEOMETRIES.createLineString(path(2, 0.1));
      byte[] wkb = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN).write(geometry);
      int at = random.nextInt(Math.min(wkb.length, 16));
      wkb[at] = (byte) (random.nextBoolean() ? wkb[at] + random.nextInt(5) - 2 : random.nextInt());
      int length = random.nextInt(4) == 0 ? random.nextInt(wkb.length + 1) : wkb.length;
      ByteBuffer bytes = ByteBuffer.wrap(wkb, 0, length).order(ByteOrder.LITTLE_ENDIAN);
      FlatShape shape = FlatShape.ofWkb(bytes, Integer.MAX_VALUE);
      if (shape != null) {
        assertThat(length).isGreaterThanOrEqualTo(16 * shape.geometry().getNumPoints());
      }
      assertThat(bytes.position()).isZero();
      assertThat(bytes.limit()).isEqualTo(length);
    }
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
