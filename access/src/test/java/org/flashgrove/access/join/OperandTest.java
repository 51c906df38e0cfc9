package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.core.shape.FlatShape;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryComponentFilter;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.WKBReader;
import org.locationtech.jts.io.WKBWriter;

/** Checks what threads that compare the same objects rely on. */
class OperandTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final Random random = Seeds.random();

  private Polygon withHole() {
    Coordinate at = new Coordinate(random.nextDouble(), random.nextDouble());
    Geometry disc = GEOMETRIES.createPoint(at).buffer(2, 2);
    return (Polygon) disc.difference(GEOMETRIES.createPoint(at).buffer(1, 1));
  }

  private static byte[] wkb(Geometry geometry) {
    return new WKBWriter(2, 2).write(geometry); // little endian
  }

  /** Returns a geometry whose bounds JTS has not computed yet. */
  private static Geometry fresh(Geometry geometry) throws Exception {
    return new WKBReader().read(wkb(geometry));
  }

  /** Returns the components of a geometry whose bounds are not stored. */
  private static List<Geometry> withoutBounds(Geometry geometry) throws Exception {
    Field bounds = Geometry.class.getDeclaredField("envelope");
    bounds.setAccessible(true);
    List<Geometry> components = new ArrayList<>();
    geometry.apply((GeometryComponentFilter) components::add);
    List<Geometry> without = new ArrayList<>();
    for (Geometry each : components) {
      if (bounds.get(each) == null) {
        without.add(each);
      }
    }
    return without;
  }

  static Operand decoded(ByteBuffer wkb, PairQuestion test) {
    FlatShape shape = FlatShape.ofWkb(wkb, test.comparesShapes() ? Integer.MAX_VALUE : 63);
    return shape == null ? Operand.of(new RecordGeometries().indexed(1, wkb)) : Operand.of(shape);
  }

  /** Returns the memory that a self-join counts for an object. */
  static long bytes(ByteBuffer wkb, PairQuestion test) {
    ByteBuffer ordered = wkb.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    return decoded(ordered, test).bytes(test, wkb.remaining());
  }

  /** JTS stores bounds without a lock, so only one thread may be the first to ask for them. */
  @Test
  void boundsOfEachComponentAreKnownBeforeThreadsShareAnObject() throws Exception {
    Geometry polygon = withHole();
    Geometry collection =
        GEOMETRIES.createGeometryCollection(
            new Geometry[] {withHole(), polygon.getBoundary(), polygon.getCentroid()});
    for (Geometry each : List.of(polygon, polygon.getBoundary(), collection)) {
      assertThat(withoutBounds(fresh(each))).isNotEmpty();
      assertThat(withoutBounds(Operand.of(fresh(each)).geometry())).isEmpty();
    }
    FlatShape shape =
        FlatShape.ofWkb(ByteBuffer.wrap(wkb(polygon)).order(ByteOrder.LITTLE_ENDIAN), 100);
    assertThat(withoutBounds(shape.geometry())).isNotEmpty();
    assertThat(withoutBounds(Operand.of(shape).geometry())).isEmpty();
  }

  @Test
  void anObjectKeepsNoBytesOfTheBufferThatItWasDecodedFrom() {
    Polygon polygon = withHole();
    ByteBuffer page = ByteBuffer.wrap(wkb(polygon)).order(ByteOrder.LITTLE_ENDIAN);
    Operand object = Operand.of(FlatShape.ofWkb(page, 100));
    Operand before = Operand.of(FlatShape.ofWkb(page.duplicate().order(page.order()), 100));
    Geometry known = before.geometry();
    for (int i = 0; i < page.capacity(); i++) {
      page.put(i, (byte) random.nextInt());
    }
    assertThat(object.geometry().equalsExact(polygon)).isTrue();
    assertThat(known.equalsExact(polygon)).isTrue();
    assertThat(Operand.arePair(PairQuestion.DEFAULT, object, before)).isTrue();
  }
}
