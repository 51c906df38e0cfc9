package org.flashgrove.spark;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.util.AffineTransformation;

/** Random rows of every type of column, with values at which comparisons differ. */
final class MixedRows {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  static final StructType COLUMNS =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("flag", DataTypes.BooleanType)
          .add("tiny", DataTypes.ByteType)
          .add("small", DataTypes.ShortType)
          .add("number", DataTypes.IntegerType)
          .add("real", DataTypes.FloatType)
          .add("length", DataTypes.DoubleType)
          .add("price", DataTypes.createDecimalType(10, 2))
          .add("name", DataTypes.StringType)
          .add("bytes", DataTypes.BinaryType)
          .add("day", DataTypes.DateType)
          .add("moment", DataTypes.TimestampType)
          .add("clock", DataTypes.TimestampNTZType)
          .add("geom", DataTypes.BinaryType);

  /** Values of column {@code id} that conditions ask for are below it. */
  private static final int IDS = 300;

  /** Columns that conditions and aggregates are on, but for the geometry. */
  static final int ATTRIBUTES = COLUMNS.size() - 1;

  static final int NAME = COLUMNS.fieldIndex("name");

  static final String[] NAMES = {
    "",
    "a",
    "A",
    "ab",
    "a_",
    "a%",
    "%",
    "_",
    "\\",
    "a\\%",
    "a\nb",
    "\u00e9",
    "e\u0301",
    "\uffee",
    "\ud83c\udf33",
    "\u0000",
    "a\u0000",
    "zz"
  };
  private static final double[] LENGTHS = {
    0.0,
    -0.0,
    1,
    -1,
    0.1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    1e15
  };

  private MixedRows() {}

  /**
   * Makes a row.
   *
   * @param allLocated whether it has a geometry that is not empty
   * @param allWhole whether no part of the geometry is empty
   */
  static Row row(Random random, long id, boolean allLocated, boolean allWhole) {
    Object[] values = new Object[COLUMNS.size()];
    values[0] = id;
    for (int i = 1; i < ATTRIBUTES; i++) {
      values[i] = random.nextInt(9) == 0 ? null : value(random, i);
    }
    boolean isNull = !allLocated && random.nextInt(10) == 0;
    Geometry geometry = isNull ? null : geometry(random, allWhole);
    while (allLocated && geometry.isEmpty()) {
      geometry = geometry(random, allWhole);
    }
    values[ATTRIBUTES] = geometry == null ? null : Session.wkb(geometry);
    return RowFactory.create(values);
  }

  /** Makes a value of a column, one of few, so that rows share values. */
  static Object value(Random random, int column) {
    return switch (COLUMNS.apply(column).name()) {
      case "id" -> (long) random.nextInt(IDS);
      case "flag" -> random.nextBoolean();
      case "tiny" -> (byte) random.nextInt();
      case "small" -> (short) (random.nextInt(7) - 3);
      case "number" -> random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(40);
      case "real" -> (float) LENGTHS[random.nextInt(LENGTHS.length)];
      case "length" -> LENGTHS[random.nextInt(LENGTHS.length)];
      case "price" -> BigDecimal.valueOf(random.nextInt(400) - 200, random.nextInt(3));
      case "name" -> NAMES[random.nextInt(NAMES.length)];
      case "bytes" -> NAMES[random.nextInt(NAMES.length)].getBytes(StandardCharsets.UTF_16BE);
      case "day" -> LocalDate.ofEpochDay(random.nextInt(20) - 10);
      case "moment" -> Instant.ofEpochSecond(random.nextInt(9) - 4, 1000L * random.nextInt(3));
      default -> LocalDateTime.of(1969, 12, 31, 23, 59, 50).plusSeconds(random.nextInt(20));
    };
  }

  /**
   * Makes a geometry, which may be empty.
   *
   * @param allWhole whether none of several parts is empty. JTS, and so Sedona, fails for some
   *     geometries with an empty part
   */
  static Geometry geometry(Random random, boolean allWhole) {
    double x = random.nextInt(100);
    double y = random.nextInt(100);
    Point point = FACTORY.createPoint(new Coordinate(x, y));
    Polygon box =
        (Polygon)
            FACTORY.toGeometry(
                new Envelope(x, x + 1 + random.nextInt(30), y, y + 1 + random.nextInt(30)));
    LineString line =
        FACTORY.createLineString(
            new Coordinate[] {new Coordinate(x, y), new Coordinate(y + 0.5, x)});
    Polygon far = (Polygon) AffineTransformation.translationInstance(40, 40).transform(box);
    return switch (random.nextInt(12)) {
      case 0 -> FACTORY.createPoint();
      case 1 -> FACTORY.createPolygon();
      case 2 -> FACTORY.createGeometryCollection();
      case 3, 4 -> box;
      case 5 -> line;
      case 6 ->
          FACTORY.createMultiPoint(
              new Point[] {point, allWhole ? box.getCentroid() : FACTORY.createPoint()});
      case 7 ->
          FACTORY.createMultiPolygon(
              allWhole
                  ? new Polygon[] {box, far}
                  : new Polygon[] {box, FACTORY.createPolygon(), far});
      case 8 -> box.difference(box.getCentroid().buffer(0.4));
      default -> point;
    };
  }
}
