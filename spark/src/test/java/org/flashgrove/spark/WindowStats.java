package org.flashgrove.spark;

import static org.apache.spark.sql.functions.expr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.flashgrove.spark.remote.OpenTables;
import org.locationtech.jts.io.WKBWriter;
import scala.collection.Iterator;

/**
 * Windows over points, of a dataset and of GeoParquet through Sedona, as it comes and sorted by
 * place: what is read, how long it takes, and whether all find the same. Arguments: directory,
 * points, windows, share of the space in a window. What an earlier run has written is not written
 * again; with 0 windows nothing else is done.
 */
final class WindowStats {
  private final SparkSession spark =
      SedonaContext.create(
          SparkSession.builder()
              .master("local[2]")
              .config("spark.ui.enabled", "false")
              .config("spark.sql.shuffle.partitions", "8")
              .config("spark.sql.catalog.flashgrove", FlashgroveCatalog.class.getName())
              .getOrCreate());
  private static final String BOX =
      "struct(ST_XMin(geom) as xmin, ST_YMin(geom) as ymin, ST_XMax(geom) as xmax,"
          + " ST_YMax(geom) as ymax)";

  private final Path directory;
  private final int points;

  private WindowStats(Path directory, int points) {
    this.directory = directory;
    this.points = points;
  }

  public static void main(String[] arguments) throws IOException {
    WindowStats figures = new WindowStats(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    figures.write();
    if (Integer.parseInt(arguments[2]) > 0) {
      figures.query(Integer.parseInt(arguments[2]), Double.parseDouble(arguments[3]));
    }
    figures.spark.stop();
  }

  private String path(String name) {
    return directory.resolve(name + "-" + points).toString();
  }

  private void write() {
    Dataset<Row> made =
        spark
            .range(0, points, 1, 8)
            .selectExpr("id", "1000 * rand(1) as x", "1000 * rand(2) as y")
            .selectExpr("id", "cast(id % 1000 as int) as kind", "ST_Point(x, y) as geom");
    timed(
        "write flashgrove",
        "flashgrove",
        () ->
            made.selectExpr("id", "kind", "ST_AsBinary(geom) as geom")
                .write()
                .format("flashgrove")
                .option("geometry", "geom")
                .option("partitions", 10)
                .mode("overwrite")
                .save(path("flashgrove")));
    timed(
        "write geoparquet",
        "geoparquet",
        () ->
            made.withColumn("bbox", expr(BOX))
                .write()
                .format("geoparquet")
                .option("geoparquet.covering", "bbox")
                .mode("overwrite")
                .save(path("geoparquet")));
    timed(
        "write geoparquet sorted",
        "geoparquet-sorted",
        () ->
            made.withColumn("h", expr("ST_GeoHash(ST_Point(ST_X(geom) / 6, ST_Y(geom) / 12), 12)"))
                .orderBy("h")
                .drop("h")
                .withColumn("bbox", expr(BOX))
                .write()
                .format("geoparquet")
                .option("geoparquet.covering", "bbox")
                .mode("overwrite")
                .save(path("geoparquet-sorted")));
  }

  private void timed(String what, String name, Runnable run) {
    Path path = Path.of(path(name));
    if (!Files.exists(path.resolve("_SUCCESS")) && !Files.exists(path.resolve("manifests"))) {
      long start = System.nanoTime();
      run.run();
      System.out.printf("%s: %d points, %.1f s%n", what, points, seconds(start));
    }
  }

  /** Returns how many files a directory has, and their bytes. */
  private long[] size(String name) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(path(name)))) {
      long[] sizes =
          files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).toArray();
      return new long[] {sizes.length, Arrays.stream(sizes).sum()};
    }
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void query(int windows, double share) throws IOException {
    Dataset<Row> ours = spark.read().format("flashgrove").load(path("flashgrove"));
    Dataset<Row> parquet = spark.read().format("geoparquet").load(path("geoparquet"));
    Dataset<Row> sorted = spark.read().format("geoparquet").load(path("geoparquet-sorted"));
    for (String each : List.of("flashgrove", "geoparquet", "geoparquet-sorted")) {
      System.out.printf("%s: %d files, %d bytes%n", each, size(each)[0], size(each)[1]);
    }
    Map<String, double[]> sums = new LinkedHashMap<>();
    int unequal = 0;
    long[] before = size("flashgrove");
    // the first round is for the compilers; the last asks the windows of the one before it again
    for (String round : List.of("warm-up", "first", "again")) {
      boolean isWarmUp = round.equals("warm-up");
      Random random = new Random(isWarmUp ? 2 : 1);
      if (!round.equals("again")) {
        OpenTables.closeUnused();
      }
      for (int i = 0; i < (isWarmUp ? 2 : windows); i++) {
        Window window = new Window(random, 1000 * Math.sqrt(share), spark);
        List<Long> found = run(round + " flashgrove", ours.where(window.ours), sums);
        if (!round.equals("again")) {
          List<Long> same = run(round + " geoparquet", parquet.where(window.theirs), sums);
          List<Long> third = run(round + " geoparquet sorted", sorted.where(window.theirs), sums);
          unequal += found.equals(same) && found.equals(third) ? 0 : 1;
        }
      }
    }
    sums.forEach(
        (name, sum) ->
            System.out.printf(
                "%s: %.0f queries, each %.1f rows, %.3f s, %.0f bytes read by the file system, %.1f"
                    + " record pages, %.1f index pages, %.1f requests, %.0f bytes asked, %.1f tables%n",
                name,
                sum[0],
                sum[1] / sum[0],
                sum[2] / sum[0],
                sum[3] / sum[0],
                sum[4] / sum[0],
                sum[5] / sum[0],
                sum[6] / sum[0],
                sum[7] / sum[0],
                sum[8] / sum[0]));
    compare(sums, "first flashgrove", "first geoparquet");
    compare(sums, "first flashgrove", "first geoparquet sorted");
    System.out.printf(
        "answers that differ: %d; files and bytes of the dataset before queries %s, after %s%n",
        unequal, Arrays.toString(before), Arrays.toString(size("flashgrove")));
  }

  private static void compare(Map<String, double[]> sums, String ours, String theirs) {
    double[] one = sums.get(ours);
    double[] other = sums.get(theirs);
    System.out.printf(
        "%s / %s: time 1/%.1f, bytes 1/%.1f%n",
        ours, theirs, other[2] / one[2], other[3] / Math.max(1, one[3]));
  }

  /** A window as conditions on both kinds of files. */
  private static final class Window {
    private final String ours;
    private final String theirs;

    Window(Random random, double side, SparkSession spark) {
      double x = (1000 - side) * random.nextDouble();
      double y = (1000 - side) * random.nextDouble();
      String polygon = "ST_PolygonFromEnvelope(%s, %s, %s, %s)".formatted(x, y, x + side, y + side);
      byte[] wkb = (byte[]) spark.sql("select ST_AsBinary(" + polygon + ")").head().get(0);
      ours = "flashgrove.st_intersects(geom, X'" + WKBWriter.toHex(wkb) + "') IS TRUE";
      theirs =
          ("ST_Intersects(geom, %s) and bbox.xmin <= %s and bbox.xmax >= %s and bbox.ymin <= %s"
                  + " and bbox.ymax >= %s")
              .formatted(polygon, x + side, x, y + side, y);
    }
  }

  private static List<Long> run(String name, Dataset<Row> rows, Map<String, double[]> sums) {
    Dataset<Row> ids = rows.select("id");
    long before = bytesRead();
    long start = System.nanoTime();
    List<Long> found =
        new ArrayList<>(ids.collectAsList().stream().map(r -> r.getLong(0)).toList());
    double[] sum = sums.computeIfAbsent(name, key -> new double[9]);
    sum[0]++;
    sum[1] += found.size();
    sum[2] += seconds(start);
    sum[3] += bytesRead() - before;
    String[] metrics = {"recordPages", "indexPages", "requests", "bytesRead", "tablesRead"};
    for (int i = 0; i < metrics.length; i++) {
      sum[4 + i] += metric(ids.queryExecution().executedPlan(), metrics[i]);
    }
    found.sort(null);
    return found;
  }

  @SuppressWarnings("deprecation") // the counters by scheme are those that Spark itself shows
  private static long bytesRead() {
    return FileSystem.getAllStatistics().stream()
        .mapToLong(FileSystem.Statistics::getBytesRead)
        .sum();
  }

  /** Returns a metric of the scan in a plan; 0 if it has none. */
  static long metric(SparkPlan plan, String name) {
    Iterator<SparkPlan> leaves = plan.collectLeaves().iterator();
    long value = 0;
    while (leaves.hasNext()) {
      scala.Option<SQLMetric> found = leaves.next().metrics().get(name);
      value += found.isDefined() ? found.get().value() : 0;
    }
    return value;
  }
}
