package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/**
 * Tests loads of geometries as WKB: bounds of points that are not parsed, and values from a writer.
 */
class WkbLoadTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  @TempDir private Path directory;
  private final Random random = Seeds.random();

  private Geometry geometry() {
    Coordinate place = new Coordinate(random.nextGaussian(), random.nextGaussian());
    Geometry geometry =
        random.nextInt(3) > 0
            ? FACTORY.createPoint(place)
            : FACTORY.createLineString(new Coordinate[] {place, new Coordinate(1, 2)});
    geometry.setSRID(4326);
    return geometry;
  }

  private byte[] wkb(Geometry geometry) {
    return new WKBWriter(2, 1 + random.nextInt(2), random.nextInt(4) == 0).write(geometry);
  }

  @Test
  void boundsOfPointsAreThoseOfTheGeometry() {
    int points = 0;
    for (int i = 0; i < 2000; i++) {
      Geometry geometry = geometry();
      byte[] wkb = wkb(geometry);
      byte[] padded = Arrays.copyOf(wkb, wkb.length + 3);
      ByteBuffer bytes =
          ByteBuffer.wrap(padded, 0, wkb.length)
              .order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      Envelope bounds = RecordGeometries.pointBounds(bytes);
      if (bounds != null) {
        assertThat(bounds).isEqualTo(geometry.getEnvelopeInternal());
        points++;
      }
    }
    assertThat(points).isGreaterThan(500);
    byte[] empty = new WKBWriter(2, 2).write(FACTORY.createPoint());
    assertThat(RecordGeometries.pointBounds(ByteBuffer.wrap(empty))).isNull();
  }

  @Test
  void valuesOfAWriterAreLoaded() {
    Schema schema = Schema.parse("number:long");
    TableOptions options =
        TableOptions.defaults().withAttributes(schema).withIndex("geometry", "rstar");
    RowWriter values = new RowWriter(Schema.parse("number:long"));
    try (Table table = Table.create(directory.resolve("table"), options)) {
      try (TableLoader loader = table.loader(1 << 20, directory)) {
        for (long i = 0; i < 500; i++) {
          loader.appendWkb(i, ByteBuffer.wrap(wkb(geometry())), values.clear().set(0, i));
        }
        RowWriter others = new RowWriter(Schema.parse("number:int")).set(0, 1);
        assertThatThrownBy(() -> loader.appendWkb(9, ByteBuffer.wrap(wkb(geometry())), others))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("another schema");
        loader.commit();
      }
      assertThat(table.check().ok()).isTrue();
      assertThat(table.size()).isEqualTo(500);
    }
  }
}
