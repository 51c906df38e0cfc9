package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.shape.FlatShape;
import org.flashgrove.core.shape.PlainWkb;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateXYM;
import org.locationtech.jts.geom.CoordinateXYZM;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBReader;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTWriter;

/**
 * Tests WKB from untrusted sources. Malformed WKB must be rejected with an exception that says so.
 */
class HostileWkbTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final int ROUNDS = 60_000;

  @TempDir private Path directory;

  private final RecordGeometries geometries = new RecordGeometries();

  private static Coordinate coordinate(Random random, int dimension) {
    double x = random.nextInt(100);
    double y = random.nextInt(100);
    return switch (dimension) {
      case 2 -> new Coordinate(x, y);
      case 3 -> random.nextBoolean() ? new Coordinate(x, y, 7) : new CoordinateXYM(x, y, 8);
      default -> new CoordinateXYZM(x, y, 7, 8);
    };
  }

  private static Coordinate[] path(Random random, int count, int dimension) {
    Coordinate first = coordinate(random, dimension);
    Coordinate[] path = new Coordinate[count];
    for (int i = 0; i < count; i++) {
      path[i] = first.copy();
      path[i].x += random.nextInt(100);
    }
    return path;
  }

  private static LineString line(Random random, int dimension) {
    return GEOMETRIES.createLineString(path(random, 2 + random.nextInt(5), dimension));
  }

  private static Polygon polygon(Random random, int dimension) {
    Coordinate[] ring = path(random, 5, dimension);
    ring[1].y += 100;
    ring[4] = ring[0].copy();
    return GEOMETRIES.createPolygon(ring);
  }

  /** Returns a random geometry of any type, including nested collections. */
  private static Geometry geometry(Random random, int dimension, int deepest) {
    int parts = random.nextInt(4);
    switch (random.nextInt(deepest == 0 ? 6 : 8)) {
      case 0:
        return GEOMETRIES.createPoint(coordinate(random, dimension));
      case 1:
        return line(random, dimension);
      case 2:
        return polygon(random, dimension);
      case 3:
        Point[] points = new Point[parts];
        Arrays.setAll(points, i -> GEOMETRIES.createPoint(coordinate(random, dimension)));
        return GEOMETRIES.createMultiPoint(points);
      case 4:
        LineString[] lines = new LineString[parts];
        Arrays.setAll(lines, i -> line(random, dimension));
        return GEOMETRIES.createMultiLineString(lines);
      case 5:
        Polygon[] polygons = new Polygon[parts];
        Arrays.setAll(polygons, i -> polygon(random, dimension));
        return GEOMETRIES.createMultiPolygon(polygons);
      default:
        Geometry[] all = new Geometry[parts];
        Arrays.setAll(all, i -> geometry(random, dimension, deepest - 1));
        return GEOMETRIES.createGeometryCollection(all);
    }
  }

  private static byte[] wkb(Random random) {
    int dimension = 2 + random.nextInt(3);
    Geometry geometry = geometry(random, dimension, 3);
    boolean srid = random.nextBoolean();
    geometry.setSRID(srid ? random.nextInt() : 0);
    int order = random.nextBoolean() ? ByteOrderValues.BIG_ENDIAN : ByteOrderValues.LITTLE_ENDIAN;
    return new WKBWriter(dimension, order, srid).write(geometry);
  }

  private static byte[] mutated(Random random, byte[] whole) {
    byte[] bytes = whole.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0:
          bytes[at] ^= (byte) (1 << random.nextInt(8));
          break;
        case 1:
          bytes[at] = (byte) random.nextInt();
          break;
        case 2: // a count that cannot be
          ByteBuffer word = ByteBuffer.wrap(bytes);
          word.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
          if (at + 4 <= bytes.length) {
            word.putInt(at, random.nextInt() >>> random.nextInt(24));
          }
          break;
        case 3:
          bytes = Arrays.copyOf(bytes, 1 + at);
          break;
        case 4: // another type, with or without flags
          if (bytes.length > 5) {
            bytes[1 + random.nextInt(4)] = (byte) (random.nextInt(8) << random.nextInt(6));
          }
          break;
        default: // the beginning once more in its middle
          byte[] doubled = Arrays.copyOf(bytes, at + bytes.length);
          System.arraycopy(bytes, 0, doubled, at, bytes.length);
          bytes = doubled;
      }
    }
    return bytes;
  }

  /** Any exception other than the one for bad input fails the test, including errors of the JVM. */
  @Test
  void whateverTheBytesAreTheyAreReadOrRefused() {
    Random random = Seeds.random();
    int read = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutated(random, wkb(random));
      try {
        assertThat(geometries.parse(ByteBuffer.wrap(bytes))).isNotNull();
        read++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("WKB: ");
        refused++;
      }
    }
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }

  /** A ring that begins with NaN cannot be closed, because NaN equals nothing. */
  @Test
  void aRingThatCannotBeClosedIsRefused() {
    Polygon polygon = polygon(new Random(1), 2);
    polygon.getExteriorRing().getCoordinateSequence().setOrdinate(0, 0, Double.NaN);
    ByteBuffer bytes = ByteBuffer.wrap(new WKBWriter().write(polygon));
    assertThatThrownBy(() -> geometries.parse(bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("WKB: ");
  }

  @Test
  void whatIsWellKnownBinaryIsReadAsBefore() throws Exception {
    Random random = Seeds.random();
    for (int round = 0; round < 2_000; round++) {
      byte[] bytes = wkb(random);
      Geometry expected = new WKBReader().read(bytes);
      Geometry found = geometries.parse(ByteBuffer.wrap(bytes));
      assertThat(found.equalsExact(expected)).isTrue();
      assertThat(found.getSRID()).isEqualTo(expected.getSRID());
    }
  }

  /** The fast reader must return what JTS's reader returns, for sound and for changed bytes. */
  @Test
  void plainBytesAreReadInPlaceAsJtsReadsThem() throws Exception {
    Random random = Seeds.random();
    PlainWkb plain = new PlainWkb();
    int read = 0;
    int left = 0;
    int shapes = 0;
    for (int round = 0; round < ROUNDS / 4; round++) {
      byte[] bytes = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN).write(geometry(random, 2, 1));
      bytes = random.nextInt(3) == 0 ? mutated(random, bytes) : bytes;
      ByteBuffer within = ByteBuffer.allocate(bytes.length + 9).order(ByteOrder.LITTLE_ENDIAN);
      within.position(3).limit(3 + bytes.length).put(3, bytes);
      Geometry found = plain.read(within);
      assertThat(within.remaining()).isEqualTo(bytes.length);
      boolean isLineOrArea = found instanceof LineString || found instanceof Polygon;
      boolean isFinite = isLineOrArea && GeometryForm.isFinite(found);
      boolean isWhole = isFinite && FlatShape.ofWkb(within, Integer.MAX_VALUE) != null;
      assertThat(plain.isFinite(within, 3, 3 + bytes.length)).isIn(isFinite, isWhole);
      shapes += isWhole ? 1 : 0;
      if (found == null) {
        left++;
        continue;
      }
      read++;
      Geometry expected = new WKBReader().read(bytes);
      assertThat(found.equalsExact(expected)).isTrue();
      assertThat(found.getSRID()).isEqualTo(expected.getSRID());
      assertThat(found.getClass()).isEqualTo(expected.getClass());
      assertThat(found.getCoordinate().getClass()).isEqualTo(expected.getCoordinate().getClass());
    }
    assertThat(read).isGreaterThan(ROUNDS / 10);
    assertThat(left).isGreaterThan(100);
    assertThat(shapes).isGreaterThan(100);
  }

  /**
   * Returns WKB of a type with a count that would need all memory, but without the counted content.
   */
  private static byte[] claiming(int type, int count, int length, ByteOrder order) {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(order);
    bytes.put((byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 0)).putInt(type).putInt(count);
    return bytes.array();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 1002, 3007, 0x80000002, 0xC0000003})
  void countsAreBoundedByTheBytesThatAreThere(int type) {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      for (int count : new int[] {Integer.MAX_VALUE, -1, 1 << 28, 100}) {
        byte[] bytes = claiming(type, count, 57, order);
        assertThatThrownBy(() -> geometries.parse(ByteBuffer.wrap(bytes)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContainingAll("WKB: ", "at byte 5", "allowed: 0 to ");
      }
    }
  }

  private static byte[] nested(int collections) {
    ByteBuffer bytes = ByteBuffer.allocate(9 * collections).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 1; i <= collections; i++) {
      bytes.put((byte) 1).putInt(7).putInt(i < collections ? 1 : 0);
    }
    return bytes.array();
  }

  @Test
  void collectionsAreNestedTo64Levels() {
    assertThat(geometries.parse(ByteBuffer.wrap(nested(64))).isEmpty()).isTrue();
    for (int levels : new int[] {65, 5_000, 2_000_000}) {
      assertThatThrownBy(() -> geometries.parse(ByteBuffer.wrap(nested(levels))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("nested too deep (allowed: at most 64 levels)");
    }
  }

  @Test
  void aRecordWithSuchBytesIsDamage() {
    ByteBuffer bytes = ByteBuffer.wrap(nested(5_000));
    assertThatThrownBy(() -> geometries.stored(7, bytes))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContainingAll("record 7", "nested too deep");
  }

  private Table table() {
    return Table.create(
        directory,
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(512)
            .withCache(8 * 512)
            .withFlash("none:frames=64,log=64K")
            .withIndex("geom", "rtree"));
  }

  @Test
  void aTableRefusesThemAndGoesOn() {
    try (Table table = table()) {
      try (TableBatch batch = table.begin()) {
        for (byte[] bytes :
            new byte[][] {nested(5_000), claiming(7, 1 << 30, 57, ByteOrder.LITTLE_ENDIAN)}) {
          assertThatThrownBy(() -> batch.insertWkb(1, ByteBuffer.wrap(bytes), NOTHING))
              .isInstanceOf(IllegalArgumentException.class);
        }
        batch.insertWkb(2, ByteBuffer.wrap(nested(3)), NOTHING);
        batch.commit();
      }
      Geometry deep = GEOMETRIES.createPoint(new Coordinate(1, 2));
      for (int i = 0; i < 5_000; i++) {
        deep = GEOMETRIES.createGeometryCollection(new Geometry[] {deep});
      }
      Geometry tooDeep = deep;
      assertThatThrownBy(() -> table.requireHoldable(tooDeep))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("nested too deep");
      assertThat(table.size()).isEqualTo(1);
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xy", "xyz", "xym", "xyzm"})
  void zAndMAndSridAreKept(String ordinates) {
    Coordinate at =
        switch (ordinates) {
          case "xyz" -> new Coordinate(1, 2, 3);
          case "xym" -> new CoordinateXYM(1, 2, 3);
          case "xyzm" -> new CoordinateXYZM(1, 2, 3, 4);
          default -> new Coordinate(1, 2);
        };
    Geometry point = GEOMETRIES.createPoint(at);
    Geometry two = GEOMETRIES.createGeometryCollection(new Geometry[] {point, point.copy()});
    two.setSRID(4326);
    try (Table table = table()) {
      long rid = table.insert(1, GEOMETRIES.createPoint(new Coordinate(8, 9)), NOTHING);
      for (Geometry each : new Geometry[] {point, two}) {
        assertThat(table.byRid().updateGeometry(rid, each)).isTrue();
        HeapRecord record = new HeapRecord();
        assertThat(table.byRid().get(rid, record)).isTrue();
        Geometry found = new RecordGeometries().parse(record.wkb());
        assertThat(found.getSRID()).isEqualTo(each.getSRID());
        assertThat(new WKTWriter(4).write(found)).isEqualTo(new WKTWriter(4).write(each));
      }
      assertThat(table.check().ok()).isTrue();
    }
  }

  @Test
  void anotherSridWithinACollectionIsRefused() {
    Geometry point = GEOMETRIES.createPoint(new Coordinate(1, 2));
    point.setSRID(25833);
    Geometry whole = GEOMETRIES.createGeometryCollection(new Geometry[] {point});
    whole.setSRID(4326);
    try (Table table = table()) {
      assertThatThrownBy(() -> table.insert(2, whole, NOTHING))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("SRID 25833", "; set the same SRID");
      try (TableLoader loader = table.loader(1 << 20, directory)) {
        assertThatThrownBy(() -> loader.append(1, whole, NOTHING)).hasMessageContaining("25833");
        loader.append(2, GEOMETRIES.createPoint(new Coordinate(1, 2)), NOTHING);
        loader.commit();
      }
      assertThat(table.size()).isEqualTo(1);
    }
  }
}
