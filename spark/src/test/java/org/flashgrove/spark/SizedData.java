package org.flashgrove.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Assumptions;

/**
 * Data of full size for tests of this module's profile: points at random places, and real data
 * beside the checkout. Datasets are written once into a directory and found there by later runs:
 * {@code -Dflashgrove.spark.directory}, {@code -Dflashgrove.spark.points} (1,000,000 unless given).
 */
public final class SizedData {
  /** How many points there are. */
  static final long POINTS = Long.getLong("flashgrove.spark.points", 1_000_000);

  private static final Path DIRECTORY =
      Path.of(System.getProperty("flashgrove.spark.directory", "target/sized"));
  private static SparkSession session;

  private SizedData() {}

  /** Returns a session that compiles its code, with Sedona's functions. */
  public static synchronized SparkSession session() {
    if (session == null) {
      SparkSession fresh = Session.get().newSession();
      fresh.conf().set("spark.sql.adaptive.enabled", "false");
      session = SedonaContext.create(fresh);
      compiling(true);
    }
    return session;
  }

  /** Sets whether Spark compiles code for the queries that follow. */
  static void compiling(boolean compiles) {
    session.conf().set("spark.sql.codegen.wholeStage", Boolean.toString(compiles));
    session.conf().set("spark.sql.codegen.factoryMode", compiles ? "FALLBACK" : "NO_CODEGEN");
  }

  /** Points of a square of side 1000; the same ones each time. */
  static Dataset<Row> points() {
    return session()
        .range(0, POINTS, 1, 8)
        .selectExpr("id", "1000 * rand(1) as x", "1000 * rand(2) as y")
        .selectExpr("id", "cast(id % 1000 as int) as kind", "ST_AsBinary(ST_Point(x, y)) as geom");
  }

  /** Parcels of a town in degrees. */
  static Dataset<Row> parcels() {
    return session()
        .read()
        .option("header", true)
        .csv(file("polygons/br_contagem_parcels.csv.gz"))
        .selectExpr(
            "cast(id as bigint) as id",
            "cast(id % 1000 as int) as kind",
            "ST_AsBinary(ST_GeomFromText(wkt)) as geom");
  }

  /** Addresses of the same town in degrees. */
  static Dataset<Row> addresses() {
    return session()
        .read()
        .option("header", true)
        .csv(file("points/br_contagem_addresses.csv.gz"))
        .selectExpr(
            "cast(id as bigint) as id",
            "cast(id % 1000 as int) as kind",
            "ST_AsBinary(ST_Point(cast(lon as double), cast(lat as double))) as geom");
  }

  private static String file(String name) {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      Path file = folder.resolve("shared/data").resolve(name);
      if (Files.isRegularFile(file)) {
        return file.toString();
      }
    }
    return Assumptions.abort("skipped: no shared/data/" + name + " beside the checkout");
  }

  /** Returns where a dataset of rows is, which is written if it is not there. */
  static String written(String name, Dataset<Row> rows, int tables) {
    Path path = DIRECTORY.toAbsolutePath().resolve(name);
    if (!Files.isDirectory(path.resolve("manifests"))) {
      long start = System.nanoTime();
      rows.write()
          .format("flashgrove")
          .option("geometry", "geom")
          .option("partitions", tables)
          .mode("append")
          .save(path.toString());
      System.out.printf("%s: written in %.1f s%n", name, (System.nanoTime() - start) / 1e9);
    }
    return path.toString();
  }

  /** Returns where the dataset of points is. */
  static String pointsDataset() {
    return written("points-" + POINTS, points(), 10);
  }

  /** Returns where the dataset of parcels is. */
  static String parcelsDataset() {
    return written("parcels", parcels(), 8);
  }

  /** Returns where the dataset of addresses is. */
  static String addressesDataset() {
    return written("addresses", addresses(), 4);
  }
}
