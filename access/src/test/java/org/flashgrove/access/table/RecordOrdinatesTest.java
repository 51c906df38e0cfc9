package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateXY;
import org.locationtech.jts.geom.CoordinateXYM;
import org.locationtech.jts.geom.CoordinateXYZM;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.impl.PackedCoordinateSequenceFactory;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.Ordinate;
import org.locationtech.jts.io.WKBWriter;

/** Tests that records keep Z and M if the parts of a geometry have different ordinates. */
class RecordOrdinatesTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final PackedCoordinateSequenceFactory PACKED =
      PackedCoordinateSequenceFactory.DOUBLE_FACTORY;

  private static CoordinateSequence packed(int dimension, int measures, double... numbers) {
    return PACKED.create(numbers, dimension, measures);
  }

  private static Geometry kept(Geometry geometry) {
    RecordGeometries geometries = new RecordGeometries();
    ByteBuffer wkb = geometries.wkb(geometry).order(ByteOrder.LITTLE_ENDIAN);
    return geometries.parse(wkb);
  }

  @Test
  void aLineWithoutHeightsBesideAPointWithOneHasNone() {
    Point point = SHAPES.createPoint(packed(3, 0, 1, 2, 3));
    LineString line = SHAPES.createLineString(packed(2, 0, 4, 5, 6, 7));
    Geometry read = kept(SHAPES.createGeometryCollection(new Geometry[] {point, line}));
    assertThat(read.getGeometryN(0).getCoordinate().getZ()).isEqualTo(3);
    for (Coordinate vertex : read.getGeometryN(1).getCoordinates()) {
      assertThat(vertex.getZ()).isNaN();
    }
  }

  @Test
  void aMeasureIsNoHeight() {
    Point high = SHAPES.createPoint(packed(3, 0, 1, 2, 3));
    Point measured = SHAPES.createPoint(packed(3, 1, 4, 5, 6));
    Geometry read = kept(SHAPES.createGeometryCollection(new Geometry[] {high, measured}));
    assertThat(read.getGeometryN(1).getCoordinate().getZ()).isNaN();
    assertThat(read.getGeometryN(1).getCoordinate().getM()).isEqualTo(6);
    assertThat(read.getGeometryN(0).getCoordinate().getM()).isNaN();
  }

  @Test
  void aMeasureBehindAnAbsentHeightIsKept() {
    Geometry read = kept(SHAPES.createPoint(new CoordinateXYZM(1, 2, Double.NaN, 7)));
    assertThat(read.getCoordinate().getM()).isEqualTo(7);
    assertThat(read.getCoordinate().getZ()).isNaN();
  }

  @Test
  void theSystemOfAPlainGeometryIsKept() {
    Geometry line = SHAPES.createLineString(packed(2, 0, 4, 5, 6, 7));
    Geometry two = SHAPES.createMultiPointFromCoords(new Coordinate[] {new Coordinate(1, 2)});
    for (Geometry each : new Geometry[] {line, two, line.buffer(1)}) {
      each.setSRID(25832);
      Geometry read = kept(each);
      assertThat(read.equalsExact(each)).isTrue();
      assertThat(read.getSRID()).isEqualTo(25832);
      assertThat(read.getGeometryN(0).getSRID()).isEqualTo(25832);
    }
  }

  @Test
  void pointsHaveTheWkbThatJtsWrites() {
    for (Coordinate place :
        new Coordinate[] {
          new CoordinateXY(-0.0, 1e300),
          new Coordinate(1.5, -2.5),
          new Coordinate(1.5, -2.5, 3.5),
          new CoordinateXYM(1.5, -2.5, Double.NaN),
          new CoordinateXYM(1.5, -2.5, 7),
          new CoordinateXYZM(1.5, -2.5, Double.NaN, Double.NaN),
          new CoordinateXYZM(1.5, -2.5, 3.5, 7),
        }) {
      boolean hasZ = !Double.isNaN(place.getZ());
      boolean hasM = !Double.isNaN(place.getM());
      for (int srid : new int[] {0, 4326}) {
        Point point = SHAPES.createPoint(place);
        point.setSRID(srid);
        WKBWriter jts =
            new WKBWriter(
                2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0), ByteOrderValues.LITTLE_ENDIAN, srid != 0);
        EnumSet<Ordinate> written = EnumSet.of(Ordinate.X, Ordinate.Y);
        if (hasZ) {
          written.add(Ordinate.Z);
        }
        if (hasM) {
          written.add(Ordinate.M);
        }
        jts.setOutputOrdinates(written);
        ByteBuffer wkb = new RecordGeometries().wkb(point);
        assertThat(wkb).as("%s", place).isEqualTo(ByteBuffer.wrap(jts.write(point)));
      }
    }
  }
}
