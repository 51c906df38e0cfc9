package org.flashgrove.spark.write;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.NumberOption;
import org.flashgrove.spark.dataset.Tiles;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * Writes rows as new tables. It divides them into tiles with about the same number of rows each.
 * The tasks that read the rows also encode them. Spark then sends each tile, as blocks of encoded
 * rows, to the task that writes its table. The driver commits.
 */
public final class DatasetWriting {
  /**
   * Option: number of tables that a write creates. It creates fewer if too many geometries have the
   * same centre.
   */
  public static final String PARTITIONS = "partitions";

  /** Option: target number of rows of each table. Not used if {@link #PARTITIONS} is given. */
  public static final String ROWS = "rowsPerTable";

  /**
   * Internal option of the write to which Spark passes the divided rows. Its value is the id of a
   * {@link Job}.
   */
  public static final String JOB = "flashgrove.job";

  /** Default of the option {@link #ROWS}. */
  public static final long USUAL_ROWS = 1_000_000;

  private static final int MOST_TABLES = 100_000;

  /** Seed of Spark's hash partitioning. */
  private static final int HASH_SEED = 42;

  private static final Map<String, Job> JOBS = new ConcurrentHashMap<>();

  private DatasetWriting() {}

  /**
   * Arguments of the internal write to which Spark passes the rows after their division into tiles.
   *
   * @param space approximate bounds of the rows
   */
  public record Job(TableReplacement change, Bounds space) {}

  /**
   * Returns the job with an id.
   *
   * @throws IllegalArgumentException if there is no such job
   */
  public static Job job(String id) {
    Job job = JOBS.get(id);
    if (job == null) {
      throw new IllegalArgumentException(
          "option " + JOB + " is internal (allowed: writing without it)");
    }
    return job;
  }

  /**
   * Writes rows as new tables of a dataset. The same commit removes the tables to replace. Spark
   * computes the rows twice, the first time for a sample.
   *
   * @param options options of the write
   */
  public static void run(
      Dataset<Row> rows, TableReplacement change, CaseInsensitiveStringMap options) {
    int asked = tables(options);
    long usual = rowsPerTable(options);
    requireCommits(rows.sparkSession(), change.path());
    String geometry = change.columns().geometryName();
    SpaceSketch sketch = SpaceSketch.of(rows, geometry, asked > 0 ? 1 : usual);
    long wanted = asked > 0 ? asked : (sketch.rows() + usual - 1) / usual;
    Tiles tiles = sketch.tiles((int) Math.max(1, Math.min(MOST_TABLES, wanted)));
    Bounds space = Bounds.ofDomain(sketch.bounds());
    Dataset<Row> divided = divided(rows, tiles, space, change);
    String id = UUID.randomUUID().toString();
    JOBS.put(id, new Job(change, space));
    try {
      divided
          .write()
          .format("flashgrove")
          .option(JOB, id)
          .mode(SaveMode.Append)
          .save(change.path());
    } finally {
      JOBS.remove(id);
    }
  }

  private static void requireCommits(SparkSession spark, String path) {
    try {
      new DatasetDirectory(new Path(path), spark.sessionState().newHadoopConf()).requireCommits();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int tables(CaseInsensitiveStringMap options) {
    return (int) NumberOption.of(options, PARTITIONS, 0, 1, MOST_TABLES);
  }

  /** Returns the value of the option {@link #ROWS}, or its default if the option is not set. */
  public static long rowsPerTable(CaseInsensitiveStringMap options) {
    return NumberOption.of(options, ROWS, USUAL_ROWS, 1, Long.MAX_VALUE);
  }

  /**
   * Returns the columns of the rows that Spark passes to the tasks that write tables. Each of these
   * rows is a block of encoded rows.
   */
  public static StructType blockColumns() {
    return RowBlock.COLUMNS;
  }

  /**
   * Function of the tasks. It is a lambda of Java because Spark reads the whole classes of Scala's
   * lambdas, which Spark's interface for Java wraps around functions.
   */
  private interface Mapping
      extends Function1<
              scala.collection.Iterator<InternalRow>, scala.collection.Iterator<InternalRow>>,
          Serializable {}

  private static Dataset<Row> divided(
      Dataset<Row> rows, Tiles tiles, Bounds space, TableReplacement change) {
    TileBlocks encoding = new TileBlocks(change.columns(), tiles, space, keys(tiles.count()));
    Mapping mapping =
        some -> CollectionConverters.asScala(encoding.call(CollectionConverters.asJava(some)));
    RDD<InternalRow> blocks =
        rows.queryExecution()
            .toRdd()
            .mapPartitions(mapping, false, ClassTag$.MODULE$.apply(InternalRow.class));
    return ((org.apache.spark.sql.classic.SparkSession) rows.sparkSession())
        .internalCreateDataFrame(blocks, RowBlock.COLUMNS, false)
        .repartition(tiles.count(), col("tile"));
  }

  /**
   * Returns a key for each tile. Spark's hash partitioning maps the key of tile i to partition i,
   * because {@code repartition(n, column)} puts a row into partition {@code pmod(hash(column), n)}.
   */
  private static int[] keys(int tiles) {
    int[] keys = new int[tiles];
    boolean[] known = new boolean[tiles];
    int left = tiles;
    for (int key = 0; left > 0; key++) {
      int partition = Math.floorMod(Murmur3_x86_32.hashInt(key, HASH_SEED), tiles);
      if (!known[partition]) {
        known[partition] = true;
        keys[partition] = key;
        left--;
      }
    }
    return keys;
  }
}
