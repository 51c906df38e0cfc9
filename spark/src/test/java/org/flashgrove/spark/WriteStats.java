package org.flashgrove.spark;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/**
 * Size and processor time of writing points with four attributes, compared with GeoParquet through
 * Sedona, and processor time of reads. Arguments: a directory, the number of points, the number of
 * rounds. The last round counts; earlier ones compile the code.
 */
final class WriteStats {
  private static final int WINDOWS = 100;
  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final SparkSession spark;
  private final Path directory;
  private final Random random = new Random(59);

  private WriteStats(SparkSession spark, Path directory) {
    this.spark = spark;
    this.directory = directory;
  }

  public static void main(String[] arguments) throws IOException {
    SparkSession spark =
        SedonaContext.create(
            SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.catalog.flashgrove", FlashgroveCatalog.class.getName())
                .config("spark.sql.adaptive.enabled", "false")
                .config("spark.sql.shuffle.partitions", "4")
                .getOrCreate());
    WriteStats figures = new WriteStats(spark, Path.of(arguments[0]).toAbsolutePath());
    long points = Long.parseLong(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    for (int i = 1; i <= rounds; i++) {
      figures.round(points, i == rounds);
    }
    spark.stop();
  }

  private Dataset<Row> points(long count) {
    return spark
        .range(0, count, 1, 4)
        .selectExpr("id", "1000 * rand(1) as x", "1000 * rand(2) as y", "rand(3) as r")
        .selectExpr(
            "id",
            "cast(id % 1000 as int) as kind",
            "concat('name ', cast(100000 * r as int)) as name",
            "floor(5000 * r) / 100 as height",
            "ST_AsBinary(ST_Point(x, y)) as geom");
  }

  private void round(long count, boolean counts) throws IOException {
    Path ours = directory.resolve("ours");
    Path theirs = directory.resolve("theirs");
    delete(ours);
    delete(theirs);
    Dataset<Row> rows = points(count).persist();
    rows.count();
    double write =
        seconds(
            () ->
                rows.write()
                    .format("flashgrove")
                    .option("geometry", "geom")
                    .mode("append")
                    .save(ours.toString()));
    double parquet =
        seconds(
            () ->
                rows.selectExpr("id", "kind", "name", "height", "ST_GeomFromWKB(geom) as geom")
                    .write()
                    .format("geoparquet")
                    .save(theirs.toString()));
    rows.unpersist();
    if (counts) {
      System.out.printf(
          "%d points: %d bytes, GeoParquet %d (%.2f times); %.2f s of processor, %.2f (%.2f"
              + " times)%n",
          count,
          bytes(ours),
          bytes(theirs),
          bytes(ours) / (double) bytes(theirs),
          write,
          parquet,
          write / parquet);
    }
    reads(ours, counts);
  }

  private void reads(Path ours, boolean counts) {
    Dataset<Row> read = spark.read().format("flashgrove").load(ours.toString());
    List<Row> places = points(200).selectExpr("id as place", "geom").collectAsList();
    Dataset<Row> few =
        spark.createDataFrame(places, points(1).selectExpr("id as place", "geom").schema());
    double windows =
        seconds(
            () -> {
              for (int i = 0; i < WINDOWS; i++) {
                double x = 990 * random.nextDouble();
                double y = 990 * random.nextDouble();
                String window =
                    Session.literal(
                        new GeometryFactory().toGeometry(new Envelope(x, x + 10, y, y + 10)));
                read.where("flashgrove.st_within(geom, " + window + ") is true").collectAsList();
              }
            });
    double nearest =
        seconds(
            () -> {
              for (Row place : places.subList(0, WINDOWS)) {
                String from = "X'" + WKBWriter.toHex(place.getAs("geom")) + "'";
                read.orderBy(
                        org.apache
                            .spark
                            .sql
                            .functions
                            .expr("flashgrove.st_distance(geom, " + from + ")")
                            .asc_nulls_last())
                    .limit(10)
                    .collectAsList();
              }
            });
    double near =
        seconds(
            () ->
                new NearestJoin(spark, 5)
                    .ofRows(
                        points(20_000).selectExpr("id as place", "geom"), "geom", ours.toString())
                    .count());
    double join =
        seconds(
            () ->
                new SpatialJoin(spark, JoinCondition.dwithin(3))
                    .ofRows(few, "geom", ours.toString())
                    .count());
    double scan =
        seconds(
            () -> read.selectExpr("sum(height)", "max(name)", "sum(length(geom))").collectAsList());
    if (counts) {
      System.out.printf(
          "processor: %d windows %.2f s, %d nearest %.2f s, nearest join %.2f s, join %.2f s, full"
              + " scan %.2f s%n",
          WINDOWS, windows, WINDOWS, nearest, near, join, scan);
    }
  }

  private static double seconds(Runnable run) {
    long start = MACHINE.getProcessCpuTime();
    run.run();
    return (MACHINE.getProcessCpuTime() - start) / 1e9;
  }

  private static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(all::add);
    }
    for (Path each : all) {
      try {
        Files.delete(each);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
