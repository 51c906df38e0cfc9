package org.flashgrove.spark;

import org.apache.spark.sql.SparkSession;

/**
 * A write by a driver and executors that are processes of their own. Arguments: path of the
 * dataset, directory of orders to kill some of them, first and last row.
 */
final class KilledWrite {
  private KilledWrite() {}

  public static void main(String[] arguments) {
    SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[2,1,512]")
            .appName("flashgrove")
            .config("spark.ui.enabled", "false")
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.default.parallelism", "2")
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.hadoop.fs.watched.impl", WatchedFileSystem.class.getName())
            .config("spark.hadoop.flashgrove.commit.watched", "rename")
            .config("spark.hadoop." + WatchedFileSystem.ORDERS, arguments[1])
            .getOrCreate();
    write(spark, arguments[0], Long.parseLong(arguments[2]), Long.parseLong(arguments[3]));
    spark.stop();
  }

  /** Adds rows. */
  static void write(SparkSession spark, String path, long first, long last) {
    spark
        .range(first, last, 1, 2)
        .selectExpr("id", "concat('n', id) as name", rowGeometry())
        .write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 4)
        .mode("append")
        .save(path);
  }

  /** WKB of a point, by what Spark has itself. */
  private static String rowGeometry() {
    return "unhex(concat('0000000001', '4059', lpad(hex(id * 7919 % 65521), 4, '0'), '00000000',"
        + " '4059', lpad(hex(id * 104729 % 65519), 4, '0'), '00000000')) as geom";
  }
}
