package org.flashgrove.spark.example;

import static org.apache.spark.sql.functions.expr;

import java.util.List;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.flashgrove.spark.Datasets;
import org.flashgrove.spark.FlashgroveCatalog;
import org.flashgrove.spark.FlashgroveExtensions;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;

/** Writes trees as a dataset, asks for some, joins them with districts. Argument: a directory. */
public final class Trees {
  private static final String PARK = "POLYGON((0 0, 90 0, 90 90, 0 90, 0 0))";

  private final SparkSession spark;
  private final String directory;

  Trees(SparkSession spark, String directory) {
    this.spark = spark;
    this.directory = directory;
  }

  /** Runs the example on two cores of this machine. */
  public static void main(String[] arguments) {
    SparkSession spark =
        SedonaContext.create(
            SparkSession.builder()
                .master("local[2]")
                .config("spark.sql.catalog.flashgrove", FlashgroveCatalog.class.getName())
                .config("spark.sql.extensions", FlashgroveExtensions.class.getName())
                .getOrCreate());
    new Trees(spark, arguments[0]).run(100_000).forEach(System.out::println);
    spark.stop();
  }

  /** Returns what is printed. */
  List<String> run(int count) {
    write(count);
    Dataset<Row> trees = spark.read().format("flashgrove").load(path("trees"));
    Dataset<Row> tall =
        trees.where(
            "ST_Within(ST_GeomFromWKB(geom), ST_GeomFromText('"
                + PARK
                + "'))"
                + " and height > 20");
    Dataset<Row> near =
        trees
            .where("geom is not null")
            .orderBy(expr("flashgrove.st_distance(geom, ST_AsBinary(ST_Point(500, 500)))"))
            .limit(5);
    Dataset<Row> pairs =
        new SpatialJoin(spark, JoinCondition.contains())
            .ofDatasets(path("districts"), path("trees"))
            .groupBy("left.name")
            .count();
    Dataset<Row> nearest =
        new NearestJoin(spark, 3)
            .ofRows(
                spark.read().format("flashgrove").load(path("districts")), "geom", path("trees"));
    int merged = Datasets.compact(spark, path("trees"), count);
    return List.of(
        "tall trees of the park: " + tall.count(),
        "nearest trees: " + near.count(),
        "districts with trees: " + pairs.count(),
        "pairs of districts and their nearest trees: " + nearest.count(),
        "tables merged: " + merged);
  }

  private String path(String name) {
    return directory + "/" + name;
  }

  private void write(int count) {
    save(
        "trees",
        spark
            .range(count)
            .selectExpr(
                "id",
                "5 + 30 * rand(1) as height",
                "ST_AsBinary(ST_Point(1000 * rand(2), 1000 * rand(3))) as geom"));
    save(
        "districts",
        spark
            .range(100)
            .selectExpr(
                "concat('district ', id) as name",
                "ST_AsBinary(ST_PolygonFromEnvelope(100 * (id % 10), 100 * (id div 10),"
                    + " 100 * (id % 10) + 100, 100 * (id div 10) + 100)) as geom"));
  }

  private void save(String name, Dataset<Row> rows) {
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 4)
        .mode("overwrite")
        .save(path(name));
  }
}
