package org.flashgrove.spark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** The one session of Spark that all tests share, and made data. */
public final class Session {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static SparkSession session;

  private Session() {}

  /** Returns the session, which is created at the first call. */
  public static synchronized SparkSession get() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[2,2]")
              .appName("flashgrove")
              .config("spark.ui.enabled", "false")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.default.parallelism", "2")
              // compiling code costs more than it gains for few rows
              .config("spark.sql.codegen.wholeStage", "false")
              .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
              // and so do pages of many megabytes for each aggregate
              .config("spark.buffer.pageSize", "1m")
              .config("spark.sql.catalog.flashgrove", FlashgroveCatalog.class.getName())
              .config("spark.hadoop.fs.file.impl", JavaPermissions.Checked.class.getName())
              .config("spark.hadoop.fs.watched.impl", WatchedFileSystem.class.getName())
              .config("spark.hadoop.flashgrove.commit.watched", "rename")
              .config("spark.sql.extensions", FlashgroveExtensions.class.getName())
              // as Sedona's documents ask for it; without it its joins move geometries slowly
              .config("spark.serializer", KryoSerializer.class.getName())
              .config(
                  "spark.kryo.registrator", "org.apache.sedona.core.serde.SedonaKryoRegistrator")
              .config("spark.sql.sources.v2.bucketing.enabled", "true")
              .config("spark.sql.session.timeZone", "UTC")
              // Spark ends a process whose heartbeats fail, as they do after a long pause of it
              .config("spark.executor.heartbeat.maxFailures", Integer.toString(Integer.MAX_VALUE))
              .config("spark.sql.warehouse.dir", "target/warehouse")
              .getOrCreate();
    }
    return session;
  }

  static final StructType COLUMNS =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("name", DataTypes.StringType)
          .add("height", DataTypes.DoubleType)
          .add("geom", DataTypes.BinaryType);

  /** Rows of small rectangles and points. */
  static List<Row> rows(Random random, int count) {
    return rows(random, count, 5);
  }

  /** Rows of points and of rectangles whose sides are at most a length. */
  static List<Row> rows(Random random, int count, double side) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double x = 1000 * random.nextDouble();
      double y = 1000 * random.nextDouble();
      Geometry geometry =
          random.nextBoolean()
              ? FACTORY.createPoint(new Coordinate(x, y))
              : FACTORY.toGeometry(
                  new Envelope(
                      x, x + side * random.nextDouble(), y, y + side * random.nextDouble()));
      rows.add(
          RowFactory.create(
              (long) i,
              random.nextInt(20) == 0 ? null : "n" + random.nextInt(50),
              random.nextInt(20) == 0 ? null : random.nextInt(100) / 2.0,
              random.nextInt(50) == 0 ? null : wkb(geometry)));
    }
    return rows;
  }

  static byte[] wkb(Geometry geometry) {
    return new WKBWriter().write(geometry);
  }

  static Geometry window(Random random, double side) {
    double x = 1000 * random.nextDouble();
    double y = 1000 * random.nextDouble();
    return FACTORY.toGeometry(new Envelope(x, x + side, y, y + side));
  }

  static Geometry disc(Random random, double radius) {
    return FACTORY
        .createPoint(new Coordinate(1000 * random.nextDouble(), 1000 * random.nextDouble()))
        .buffer(radius);
  }

  static Dataset<Row> frame(Collection<Row> rows, StructType columns) {
    return get().createDataFrame(List.copyOf(rows), columns);
  }

  /** A geometry as a literal of SQL. */
  static String literal(Geometry geometry) {
    return "X'" + WKBWriter.toHex(wkb(geometry)) + "'";
  }
}
