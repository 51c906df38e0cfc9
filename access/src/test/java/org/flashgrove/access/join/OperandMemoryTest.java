package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.core.shape.HeapBounds;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Polygon;

/** Compares the memory that joins count for objects with the bytes that the objects reach. */
class OperandMemoryTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final double WIDTH = 30;

  /** Maximum factor by which the counted memory of a large object that was compared is too high. */
  private static final int MOST_TIMES = 6;

  /** Number of bytes of WKB from which an object is large. */
  private static final int LARGE = 2_000;

  private final Random random = Seeds.random();
  private final RecordGeometries geometries = new RecordGeometries();
  private final List<PairQuestion> tests =
      List.of(
          PairQuestion.DEFAULT,
          PairQuestion.within(3),
          PairQuestion.of(Predicate.OVERLAP, Semantics.OGC),
          PairQuestion.of(Predicate.OVERLAP, Semantics.EXCLUSIVE),
          PairQuestion.of(Predicate.MEET, Semantics.OGC),
          PairQuestion.of(Predicate.EQUALS, Semantics.OGC));

  private Coordinate place() {
    return new Coordinate(WIDTH * random.nextDouble(), WIDTH * random.nextDouble());
  }

  private Polygon box(double x, double y, double size) {
    return (Polygon) GEOMETRIES.toGeometry(new Envelope(x, x + size, y, y + size));
  }

  /** Returns vertices from left to right that go up and down, or a smooth arc. */
  private Coordinate[] path(int vertices) {
    boolean isZigzag = random.nextBoolean();
    Coordinate[] path = new Coordinate[vertices];
    for (int i = 0; i < vertices; i++) {
      double angle = Math.PI * i / vertices;
      double x = 1 + WIDTH * i / vertices;
      path[i] =
          isZigzag
              ? new Coordinate(x, 1 + i % 2 + random.nextDouble())
              : new Coordinate(15 - 14 * Math.cos(angle), 1 + 20 * Math.sin(angle));
    }
    return path;
  }

  private LineString line(int vertices) {
    return GEOMETRIES.createLineString(path(vertices));
  }

  private Polygon polygon(int vertices) {
    Coordinate[] ring = Arrays.copyOf(path(vertices), vertices + 2);
    ring[vertices] = new Coordinate(15, -40);
    ring[vertices + 1] = ring[0];
    return GEOMETRIES.createPolygon(ring);
  }

  private Polygon withHoles(int count) {
    LinearRing[] holes = new LinearRing[count];
    for (int i = 0; i < count; i++) {
      Coordinate[] corners = box(2 * i + 1, 2 * i + 1, 1).getCoordinates();
      Coordinate[] ring = {corners[0], corners[1], corners[2], corners[0]};
      holes[i] = GEOMETRIES.createLinearRing(random.nextBoolean() ? ring : corners);
    }
    return GEOMETRIES.createPolygon(box(0, 0, 2 * count + 1).getExteriorRing(), holes);
  }

  private Geometry collection(int count) {
    boolean isMixed = random.nextBoolean();
    int kind = random.nextInt(3);
    List<Geometry> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(
          switch (isMixed ? random.nextInt(3) : kind) {
            case 0 -> GEOMETRIES.createPoint(place());
            case 1 -> GEOMETRIES.createLineString(new Coordinate[] {place(), place()});
            default -> GEOMETRIES.createPoint(new Coordinate(3 * i, 3 * i)).buffer(1, 1);
          });
    }
    return isMixed
        ? GEOMETRIES.createGeometryCollection(parts.toArray(new Geometry[0]))
        : GEOMETRIES.buildGeometry(parts);
  }

  /** Returns an object of each kind that is not a point. */
  private List<Geometry> objects(int size) {
    return List.of(
        line(size),
        polygon(size),
        withHoles(size),
        collection(size),
        box(1, 1, random.nextDouble() + 1));
  }

  private Operand decoded(Geometry geometry, PairQuestion test) {
    return OperandTest.decoded(geometries.wkb(geometry).order(ByteOrder.LITTLE_ENDIAN), test);
  }

  /** Compares an object with objects of all kinds, as a self-join does. */
  private void compare(Operand object, Geometry geometry, PairQuestion test) {
    List<Geometry> others = new ArrayList<>(objects(4 + random.nextInt(20)));
    others.add(geometry);
    others.add(geometry.getEnvelope());
    others.add(geometry.getEnvelope().getBoundary());
    others.add(GEOMETRIES.createMultiPolygon(new Polygon[] {box(2, 2, 3), box(9, 2, 3)}));
    others.add(
        GEOMETRIES.createGeometryCollection(
            new Geometry[] {geometry.getEnvelope(), geometry.getInteriorPoint()}));
    others.removeIf(Geometry::isEmpty); // the boundary of a point
    for (Geometry each : others) {
      Operand other = decoded(each, test);
      Operand.arePair(test, object, other);
      Operand.arePair(test, other, object);
    }
    for (Coordinate each : List.of(geometry.getCoordinate(), place(), place())) {
      Operand point = Operand.ofPoint(each.x, each.y);
      Operand.arePair(test, object, point);
      Operand.arePair(test, point, object);
    }
  }

  @Test
  void objectsThatWereComparedNeedAtMostTheirCountedMemory() {
    for (int size : new int[] {2, 3, 5, 8, 20, 24, 25, 60, 64, 130, 500}) {
      for (PairQuestion test : tests) {
        for (Geometry geometry : objects(size + random.nextInt(3))) {
          int wkbBytes = geometries.wkb(geometry).remaining();
          Operand object = decoded(geometry, test);
          long counted = object.bytes(test, wkbBytes);
          compare(object, geometry, test);
          long needed = HeapBytes.of(object);
          String name = test + ", " + wkbBytes + " bytes of " + geometry.getGeometryType();
          assertThat(counted).as(name).isGreaterThanOrEqualTo(needed);
          if (wkbBytes >= LARGE) {
            assertThat(counted).as(name).isLessThanOrEqualTo(MOST_TIMES * needed);
          }
        }
      }
    }
  }

  @Test
  void objectsWhoseDistancesWereMeasuredNeedAtMostTheirCountedMemory() {
    for (int size : new int[] {2, 3, 5, 8, 20, 24, 25, 60, 64, 130, 500}) {
      for (Geometry geometry : objects(size + random.nextInt(3))) {
        Operand object = decoded(geometry, PairQuestion.within(3));
        Coordinate inside = geometry.getInteriorPoint().getCoordinate();
        object.distances().to(inside.x, inside.y);
        ByteBuffer wkb = geometries.wkb(geometry);
        long counted = HeapBounds.ofDistances(wkb.remaining());
        assertThat(counted).isGreaterThanOrEqualTo(HeapBytes.of(object));
      }
    }
    Operand point = Operand.ofPoint(3, 4);
    point.distances().to(1, 2);
    assertThat(HeapBounds.ofDistances(0)).isGreaterThanOrEqualTo(HeapBytes.of(point));
  }

  /** The other bytes of an entry are those of arrays. */
  @Test
  void pointsPrepareNothing() {
    for (PairQuestion test : tests) {
      Operand point = Operand.ofPoint(3, 4);
      compare(point, GEOMETRIES.createPoint(new Coordinate(3, 4)), test);
      assertThat(HeapBytes.of(point)).isEqualTo(HeapBytes.of(Operand.ofPoint(3, 4)));
      assertThat(HeapBytes.of(point)).isLessThanOrEqualTo(SelfRun.ENTRY_BYTES / 2);
    }
  }

  @Test
  void pointsArePairsAsTheirGeometriesAre() {
    double[] places = {0, -0.0, 1, 1 + 0x1p-52, 3, 0x1p-500, 0x1p499, -0x1p1023, Double.MIN_VALUE};
    for (PairQuestion test : tests) {
      for (int i = 0; i < 2_000; i++) {
        double x = places[random.nextInt(places.length)];
        double y = places[random.nextInt(places.length)];
        double toX = random.nextBoolean() ? x : places[random.nextInt(places.length)];
        double toY = random.nextBoolean() ? y : places[random.nextInt(places.length)];
        Operand point = Operand.ofPoint(x, y);
        assertThat(Operand.arePair(test, point, Operand.ofPoint(toX, toY)))
            .as("%s: %s %s, %s %s", test, x, y, toX, toY)
            .isEqualTo(point.asks(test, true).matchesPoint(toX, toY));
      }
    }
  }
}
