package org.flashgrove.spark;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.util.AffineTransformation;

/** Random queries of a dataset give what Spark finds in the same rows in memory. */
class PushDownTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final int ROWS = 300;
  private static final int MOST = Integer.MAX_VALUE;

  private static final StructType COLUMNS =
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

  /** Columns that conditions and aggregates are on, but for the geometry. */
  private static final int ATTRIBUTES = COLUMNS.size() - 1;

  private static final int NAME = COLUMNS.fieldIndex("name");

  private static final String[] NAMES = {
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

  @TempDir private static Path directory;
  private static Dataset<Row> plain;
  private static Dataset<Row> read;

  /** Beyond it Spark sorts rows instead of making an array of twice the limit. */
  private static final String TOP_K = "spark.sql.execution.topKSortFallbackThreshold";

  @AfterAll
  static void restore() {
    Session.get().conf().unset(TOP_K);
  }

  @BeforeAll
  static void write() {
    Session.get().conf().set(TOP_K, 10_000);
    Random random = Seeds.random();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(random, i));
    }
    plain = Session.frame(rows, COLUMNS);
    read = written(plain, "mixed");
  }

  private static Dataset<Row> written(Dataset<Row> rows, String name) {
    String path = directory.resolve(name).toString();
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 3)
        .option("indexed", "number,name")
        .mode("append")
        .save(path);
    return Session.get().read().format("flashgrove").load(path);
  }

  private static Row row(Random random, long id) {
    Object[] values = new Object[COLUMNS.size()];
    values[0] = id;
    for (int i = 1; i < ATTRIBUTES; i++) {
      values[i] = random.nextInt(9) == 0 ? null : value(random, i);
    }
    Geometry geometry = random.nextInt(10) == 0 ? null : geometry(random);
    values[ATTRIBUTES] = geometry == null ? null : Session.wkb(geometry);
    return RowFactory.create(values);
  }

  private static Object value(Random random, int column) {
    return switch (COLUMNS.apply(column).name()) {
      case "id" -> (long) random.nextInt(ROWS);
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

  private static Geometry geometry(Random random) {
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
      case 6 -> FACTORY.createMultiPoint(new Point[] {point, FACTORY.createPoint()});
      case 7 -> FACTORY.createMultiPolygon(new Polygon[] {box, FACTORY.createPolygon(), far});
      case 8 -> box.difference(box.getCentroid().buffer(0.4));
      default -> point;
    };
  }

  private static Column condition(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 14 : 10);
    int column = random.nextInt(ATTRIBUTES);
    Column attribute = col(COLUMNS.apply(column).name());
    return switch (kind) {
      case 0, 1, 2, 3 -> comparison(random, attribute, constant(random, column));
      case 4 -> membership(random, column, 1 + random.nextInt(15));
      case 5 -> random.nextBoolean() ? attribute.isNull() : attribute.isNotNull();
      case 6 -> like(random, col(COLUMNS.apply(NAME).name()));
      case 7 -> random.nextBoolean() ? col("geom").isNull() : col("geom").isNotNull();
      case 8, 9 -> spatial(random);
      case 10 -> not(condition(random, depth - 1));
      case 11 -> condition(random, depth - 1).or(condition(random, depth - 1));
      default -> condition(random, depth - 1).and(condition(random, depth - 1));
    };
  }

  private static Column constant(Random random, int column) {
    return lit(value(random, column)).cast(COLUMNS.apply(column).dataType());
  }

  private static Column comparison(Random random, Column one, Column other) {
    return switch (random.nextInt(8)) {
      case 0 -> one.lt(other);
      case 1 -> one.leq(other);
      case 2 -> one.gt(other);
      case 3 -> one.geq(other);
      case 4 -> one.notEqual(other);
      case 5 -> other.lt(one);
      case 6 -> one.eqNullSafe(other);
      default -> one.equalTo(other);
    };
  }

  private static Column membership(Random random, int column, int count) {
    Column[] values = new Column[count];
    for (int i = 0; i < count; i++) {
      values[i] = constant(random, column);
    }
    return col(COLUMNS.apply(column).name()).isin((Object[]) values);
  }

  private static Column like(Random random, Column name) {
    String text = NAMES[random.nextInt(NAMES.length)];
    return switch (random.nextInt(4)) {
      case 0 -> name.startsWith(text);
      case 1 -> name.endsWith(text);
      case 2 -> name.contains(text);
      default -> name.like(text.replace("\\", "\\\\") + "%");
    };
  }

  private static Column spatial(Random random) {
    Column constant = lit(Session.wkb(geometry(random)));
    boolean turned = random.nextInt(4) == 0;
    Column one = turned ? constant : col("geom");
    Column other = turned ? col("geom") : constant;
    Column asked =
        switch (random.nextInt(5)) {
          case 0 -> function("st_intersects", one, other);
          case 1 -> function("st_within", one, other);
          case 2 -> function("st_contains", one, other);
          case 3 -> function("st_dwithin", one, other, lit((double) random.nextInt(30)));
          default -> function("st_distance", one, other).leq(lit((double) random.nextInt(30)));
        };
    return random.nextBoolean() ? asked : asked.eqNullSafe(lit(true));
  }

  private static Column function(String name, Column... arguments) {
    return call_function("flashgrove." + name, arguments);
  }

  private static Dataset<Row> where(Dataset<Row> rows, List<Column> conditions) {
    Dataset<Row> result = rows;
    for (Column each : conditions) {
      result = result.where(each);
    }
    return result;
  }

  private static List<Long> ids(Dataset<Row> rows) {
    return rows.select("id").collectAsList().stream().map(row -> row.getLong(0)).sorted().toList();
  }

  private static void filters(List<Column> asked) {
    assertThat(ids(where(read, asked)))
        .as(() -> asked.toString())
        .isEqualTo(ids(where(plain, asked)));
  }

  private static int limit(Random random) {
    int[] limits = {0, 1, 2, 9, ROWS / 2, ROWS - 20, ROWS - 1, ROWS, ROWS + 1, 1 << 28, MOST - 1};
    return random.nextInt(8) == 0 ? MOST : limits[random.nextInt(limits.length)];
  }

  private static void limits(Random random, List<Column> asked) {
    int limit = limit(random);
    List<Long> all = ids(where(plain, asked));
    List<Long> found = ids(where(read, asked).limit(limit));
    assertThat(found)
        .as("%s limit %d", asked, limit)
        .hasSize(Math.min(limit, all.size()))
        .doesNotHaveDuplicates();
    assertThat(all).as("%s limit %d", asked, limit).containsAll(found);
  }

  private static void nearest(Random random, List<Column> asked) {
    int limit = limit(random);
    Column distance = function("st_distance", col("geom"), lit(Session.wkb(geometry(random))));
    Column order =
        switch (random.nextInt(5)) {
          case 0 -> distance.asc_nulls_first();
          case 1 -> distance.desc();
          case 2 -> distance.asc();
          default -> distance.asc_nulls_last();
        };
    int skipped = random.nextInt(3) == 0 ? random.nextInt(ROWS) : 0;
    assertThat(distances(where(read, asked), order, distance, limit, skipped))
        .as("%s order by %s limit %d offset %d", asked, order, limit, skipped)
        .isEqualTo(distances(where(plain, asked), order, distance, limit, skipped));
  }

  private static List<Row> distances(
      Dataset<Row> rows, Column order, Column distance, int limit, int skipped) {
    Dataset<Row> ordered = rows.orderBy(order).limit(limit);
    return (skipped == 0 ? ordered : ordered.offset(skipped)).select(distance).collectAsList();
  }

  private static void aggregates(Random random, List<Column> asked) {
    Column[] wanted = new Column[1 + random.nextInt(3)];
    for (int i = 0; i < wanted.length; i++) {
      Column column = col(COLUMNS.apply(random.nextInt(COLUMNS.size())).name());
      wanted[i] =
          switch (random.nextInt(6)) {
            case 0 -> functions.count(lit(1));
            case 1 -> functions.count(column);
            case 2 -> functions.countDistinct(column);
            case 3, 4 -> functions.min(column);
            default -> functions.max(column);
          };
    }
    List<Column> conditions = random.nextBoolean() ? List.of() : asked;
    assertThat(where(read, conditions).select(wanted).collectAsList())
        .as("%s of %s", List.of(wanted), conditions)
        .isEqualTo(where(plain, conditions).select(wanted).collectAsList());
  }

  private static void queries(Random random, int count) {
    for (int i = 0; i < count; i++) {
      List<Column> asked = new ArrayList<>();
      for (int j = random.nextInt(3); j >= 0; j--) {
        asked.add(condition(random, 2));
      }
      switch (i % 4) {
        case 0 -> filters(asked);
        case 1 -> limits(random, random.nextBoolean() ? asked : List.of());
        case 2 -> nearest(random, random.nextBoolean() ? asked : List.of());
        default -> aggregates(random, asked);
      }
    }
  }

  @Test
  void queriesGiveWhatSparkFinds() {
    queries(Seeds.random(), 48);
  }

  private static Object[] tenThousandValues(String name) {
    Random random = Seeds.random();
    Object[] values = new Object[10_000];
    for (int i = 0; i < values.length; i++) {
      boolean isFar = name.equals("number") && random.nextInt(100) > 0;
      values[i] = isFar ? 100 + i : value(random, COLUMNS.fieldIndex(name));
    }
    return values;
  }

  @Test
  void membershipsOfTenThousandValues() {
    Object[] values = tenThousandValues("number");
    Set<Object> asked = Set.copyOf(new HashSet<>(List.of(values)));
    List<Long> expected =
        plain.where("number is not null").select("id", "number").collectAsList().stream()
            .filter(row -> asked.contains(row.get(1)))
            .map(row -> row.getLong(0))
            .toList();
    assertThat(ids(read.where(col("number").isin(values)))).isNotEmpty().isEqualTo(expected);
  }

  @Test
  void rowsWithoutDistanceFollowTheNearestWhereTheseAreFew() {
    Column distance =
        function(
            "st_distance",
            col("geom"),
            lit(new byte[] {0, 0, 0, 0, 1, 64, 1, 0, 0, 0, 0, 0, 0, 64, 1, 0, 0, 0, 0, 0, 0}));
    for (int limit : new int[] {1, ROWS / 2, ROWS - 1, ROWS, MOST}) {
      Column order = distance.asc_nulls_last();
      assertThat(distances(read, order, distance, limit, 0))
          .as("limit %d", limit)
          .hasSize(Math.min(limit, ROWS))
          .isEqualTo(distances(plain, order, distance, limit, 0));
    }
  }

  @Test
  @Tag("long")
  void aHundredThousandQueriesGiveWhatSparkFinds() {
    Random random = Seeds.random();
    filters(List.of(col("length").isin(tenThousandValues("length"))));
    int count = Integer.getInteger("flashgrove.spark.queries", 100_000);
    for (int done = 0; done < count; done += 1000) {
      queries(random, Math.min(1000, count - done));
      System.out.printf("%d queries%n", Math.min(done + 1000, count));
    }
  }
}
