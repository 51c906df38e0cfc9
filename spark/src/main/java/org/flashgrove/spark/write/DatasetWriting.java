package org.flashgrove.spark.write;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.spark.column.WkbBounds;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.Tiles;
import org.locationtech.jts.geom.Envelope;

/**
 * Writes rows as new tables. It divides them into tiles with about the same number of rows each,
 * and sorts each tile along a Hilbert curve. Each tile is a partition, whose task writes one table.
 * The driver commits.
 */
public final class DatasetWriting {
  /** Option: number of tables. */
  public static final String PARTITIONS = "partitions";

  /** Option: number of rows of a table, if the number of tables is not given. */
  public static final String ROWS = "rowsPerTable";

  /** Option of the inner write that receives the divided rows. */
  public static final String JOB = "flashgrove.job";

  /** Default number of rows of a table. */
  public static final long USUAL_ROWS = 1_000_000;

  private static final String PLACE = "flashgrove.place";

  /**
   * Number of low bits of a place, which order the rows of a tile. The bits above them are the key
   * of the tile.
   */
  private static final int CURVE_BITS = 41;

  /** Number of bits of a position on the Hilbert curve. */
  private static final int VALUE_BITS = 62;

  private static final int MOST_TABLES = 100_000;

  /** Seed of Spark's hash partitioning. */
  private static final int HASH_SEED = 42;

  private static final Map<String, TableReplacement> JOBS = new ConcurrentHashMap<>();

  private DatasetWriting() {}

  /**
   * Returns the change of an inner write.
   *
   * @throws IllegalArgumentException if there is no such write
   */
  public static TableReplacement job(String id) {
    TableReplacement job = JOBS.get(id);
    if (job == null) {
      throw new IllegalArgumentException(
          "option " + JOB + " is internal (allowed: writing without it)");
    }
    return job;
  }

  /**
   * Writes rows as new tables of a dataset, and commits them together with the removal of replaced
   * tables. Spark computes the rows twice, first for a sample.
   *
   * @param options options of the write
   */
  public static void run(
      Dataset<Row> rows, TableReplacement change, CaseInsensitiveStringMap options) {
    int asked = tables(options);
    long usual = rowsPerTable(options);
    requireCommits(rows.sparkSession(), change.path());
    String geometry = change.columns().geometryName();
    SpaceSketch sketch = SpaceSketch.of(rows, geometry);
    long wanted = asked > 0 ? asked : (sketch.rows() + usual - 1) / usual;
    Dataset<Row> divided =
        divided(rows, sketch, (int) Math.max(1, Math.min(MOST_TABLES, wanted)), change);
    String id = UUID.randomUUID().toString();
    JOBS.put(id, change);
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
    int asked = options.getInt(PARTITIONS, 0);
    if (asked < 0 || asked > MOST_TABLES) {
      throw new IllegalArgumentException(
          "option " + PARTITIONS + " = " + asked + " (allowed: 1 to " + MOST_TABLES + ")");
    }
    return asked;
  }

  /** Returns the number of rows for a table. */
  public static long rowsPerTable(CaseInsensitiveStringMap options) {
    long usual = options.getLong(ROWS, USUAL_ROWS);
    if (usual < 1) {
      throw new IllegalArgumentException(
          "option " + ROWS + " = " + usual + " (allowed: 1 or more)");
    }
    return usual;
  }

  private static Dataset<Row> divided(
      Dataset<Row> rows, SpaceSketch sketch, int most, TableReplacement change) {
    Tiles tiles = sketch.tiles(most);
    int[] keys = keys(tiles.count());
    Column geometry = col(SpaceSketch.quoted(change.columns().geometryName()));
    Column placed =
        functions
            .udf(new Placing(tiles, keys, sketch.bounds()), DataTypes.LongType)
            .apply(geometry);
    Column[] columns = new Column[rows.columns().length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = col(SpaceSketch.quoted(rows.columns()[i]));
    }
    Column place = col(SpaceSketch.quoted(PLACE));
    return rows.withColumn(PLACE, placed)
        .repartition(tiles.count(), functions.shiftright(place, CURVE_BITS).cast("int"))
        .sortWithinPartitions(place)
        .select(columns);
  }

  /**
   * Returns a key for each tile that Spark's hash partitioning maps to the partition with the
   * number of the tile. {@code repartition(n, column)} puts a row into partition {@code
   * pmod(hash(column), n)}. For {@value #MOST_TABLES} tiles, the largest key has 21 bits.
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

  /**
   * Computes the place of a row: the key of its tile, followed by the first bits of its curve
   * position.
   */
  private static final class Placing implements UDF1<byte[], Long> {
    private static final long serialVersionUID = 1;

    private final Tiles tiles;
    private final int[] keys;
    private final double[] domain;
    private transient WkbBounds reader;
    private transient HilbertCurve curve;

    Placing(Tiles tiles, int[] keys, Envelope bounds) {
      this.tiles = tiles;
      this.keys = keys;
      domain =
          bounds.isNull()
              ? new double[] {0, 0, 1, 1}
              : new double[] {
                bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY()
              };
    }

    @Override
    public Long call(byte[] wkb) {
      if (reader == null) {
        reader = new WkbBounds();
        curve = new HilbertCurve(domain[0], domain[1], domain[2], domain[3]);
      }
      Envelope box = reader.of(wkb);
      if (box.isNull()) {
        return place(0, 0);
      }
      double x = SpaceSketch.centre(box.getMinX(), box.getMaxX());
      double y = SpaceSketch.centre(box.getMinY(), box.getMaxY());
      return place(tiles.tileOf(x, y), curve.value(x, y));
    }

    private long place(int tile, long value) {
      return (long) keys[tile] << CURVE_BITS | value >>> (VALUE_BITS - CURVE_BITS);
    }
  }
}
