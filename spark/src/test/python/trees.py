"""Writes trees as a dataset and asks for some. Arguments: a directory, class path of Flashgrove."""
import struct
import sys

from pyspark.sql import SparkSession, functions as f

directory, classes = sys.argv[1:3]
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.driver.extraClassPath", classes)
    .config("spark.ui.enabled", "false")
    .config("spark.sql.catalog.flashgrove", "org.flashgrove.spark.FlashgroveCatalog")
    .config("spark.sql.extensions", "org.flashgrove.spark.FlashgroveExtensions")
    .getOrCreate()
)


@f.udf("binary")
def point(x, y):
    return struct.pack("<BIdd", 1, 1, x, y)


def window(x, y, side):
    ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
    wkb = struct.pack("<BIII", 1, 3, 1, len(ring)) + b"".join(struct.pack("<dd", *p) for p in ring)
    return "X'" + wkb.hex() + "'"


rows = (
    spark.range(20_000)
    .select("id", (f.rand(1) * 1000).alias("x"), (f.rand(2) * 1000).alias("y"))
    .select("id", "x", "y", (5 + f.col("id") % 30).alias("height"), point("x", "y").alias("geom"))
    .localCheckpoint()  # computed once: a write goes through its rows twice
)
(
    rows.write.format("flashgrove").option("geometry", "geom").option("partitions", 4)
    .mode("overwrite").save(directory + "/trees")
)
trees = spark.read.format("flashgrove").load(directory + "/trees")
tall = trees.where(f"flashgrove.st_within(geom, {window(100, 100, 90)}) AND height > 20")
expected = rows.where("x > 100 AND x < 190 AND y > 100 AND y < 190 AND height > 20")
print("plan has", [part for part in ("st_within", "height > 20") if part in
                   tall._jdf.queryExecution().executedPlan().toString()])
print("tall trees of the park:", tall.count(), "of", expected.count())
near = (
    trees.where("geom IS NOT NULL")
    .orderBy(f.expr("flashgrove.st_distance(geom, X'01010000000000000000407F400000000000407F40')"))
    .limit(5)
)
brute = rows.orderBy(f.expr("pow(x - 500, 2) + pow(y - 500, 2)")).limit(5)
print("nearest trees:", [r.id for r in near.collect()], "of", [r.id for r in brute.collect()])
spark.sql(f"DELETE FROM flashgrove.`{directory}/trees` WHERE height > 20")
print("trees left:", spark.read.format("flashgrove").load(directory + "/trees").count(),
      "of", rows.where("height <= 20").count())
spark.stop()
