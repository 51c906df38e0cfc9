package org.flashgrove.spark.write;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.flashgrove.spark.column.WkbBounds;
import org.flashgrove.spark.dataset.Portable;
import org.flashgrove.spark.dataset.Tiles;
import org.locationtech.jts.geom.Envelope;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * Statistics of rows before the driver divides them: the number of rows, and a sample of their
 * geometries with its bounds. Each partition takes one geometry of each stride of its rows ({@link
 * Strides}), and samples these with a reservoir (K.-H. Li, 1994, algorithm L). The weight of a
 * sampled geometry's centre is the length of its stride, multiplied by the number of strides of its
 * partition and divided by the size of the partition's sample. Only sampled geometries are parsed.
 */
final class SpaceSketch {
  private static final int SAMPLED = 200_000;
  private static final int FEW = 32;
  private static final int LEAST_OF_PARTITION = 200;
  private static final int MOST_OF_PARTITION = 50_000;

  /**
   * Number of sampled centres per tile. With so many, the number of rows of a tile has an error of
   * about 1 %; further centres are left out.
   */
  private static final int SAMPLED_OF_TILE = 10_000;

  private final List<Tiles.Sample> samples = new ArrayList<>();
  private final Envelope bounds = new Envelope();
  private long rows;

  private SpaceSketch() {}

  /**
   * Statistics of one partition.
   *
   * @param xs x coordinates of the centres of the sampled geometries; NaN for an empty geometry
   * @param ys y coordinates of these centres
   * @param weights weights of these centres
   */
  private record Part(long rows, double[] xs, double[] ys, double[] weights, Envelope bounds)
      implements Serializable {}

  /**
   * Function of the tasks. It is a lambda of Java because Spark reads the whole classes of Scala's
   * lambdas whenever it starts a job.
   */
  private interface Sampling
      extends Function2<TaskContext, scala.collection.Iterator<InternalRow>, Portable<Part>>,
          Serializable {}

  /**
   * Computes the statistics in one pass over the rows.
   *
   * @param tileRows number of rows from which a tile is worthwhile
   */
  static SpaceSketch of(Dataset<Row> rows, String geometry, long tileRows) {
    Dataset<Row> geometries = rows.select(functions.col(quoted(geometry)));
    RDD<InternalRow> read = geometries.queryExecution().toRdd();
    int partitions = Math.max(1, read.getNumPartitions());
    int kept = Math.max(LEAST_OF_PARTITION, Math.min(MOST_OF_PARTITION, SAMPLED / partitions));
    int stride = (int) Math.max(1, Math.min(Integer.MAX_VALUE, tileRows / SAMPLED_OF_TILE));
    Sampling sampling =
        (task, some) ->
            Portable.of(
                part(
                    new Sampler(geometry, task.partitionId(), kept, stride),
                    CollectionConverters.asJava(some)));
    SpaceSketch sketch = new SpaceSketch();
    Object parts =
        read.sparkContext().runJob(read, sampling, ClassTag$.MODULE$.apply(Portable.class));
    for (Object each : (Object[]) parts) {
      sketch.add((Part) ((Portable<?>) each).value());
    }
    return sketch;
  }

  /** Returns the name of a column in backquotes, for use in a Spark expression. */
  static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  private static Part part(Sampler sampler, Iterator<InternalRow> rows) {
    while (rows.hasNext()) {
      sampler.addSome(rows);
    }
    return sampler.part();
  }

  /** Samples the geometries of a partition. */
  private static final class Sampler {
    private final Strides strides;
    private final Reservoir reservoir;
    private final WkbBounds reader;
    private final Envelope bounds = new Envelope();
    private final double[] xs;
    private final double[] ys;
    private final double[] weights;
    private long count;
    private long filled;
    private long taken;

    Sampler(String column, int number, int kept, int stride) {
      reader = new WkbBounds(column);
      strides = new Strides(number, stride);
      reservoir = new Reservoir(number, kept);
      xs = new double[kept];
      ys = new double[kept];
      weights = new double[kept];
    }

    /**
     * Adds the next {@link #FEW} rows. The JIT compiler compiles this method once and early, which
     * it does not do with a loop over all rows.
     */
    void addSome(Iterator<InternalRow> rows) {
      for (int i = 0; i < FEW && rows.hasNext(); i++) {
        add(rows.next());
      }
    }

    private void add(InternalRow row) {
      count++;
      if (!row.isNullAt(0) && strides.contains(filled++)) {
        int place = reservoir.place(taken++);
        if (place >= 0) {
          keep(row.getBinary(0), place);
        }
      }
    }

    private void keep(byte[] wkb, int place) {
      boolean isPlaced = reader.read(wkb);
      if (isPlaced) {
        bounds.expandToInclude(reader.minX(), reader.minY());
        bounds.expandToInclude(reader.maxX(), reader.maxY());
      }
      xs[place] = isPlaced ? reader.centreX() : Double.NaN;
      ys[place] = isPlaced ? reader.centreY() : Double.NaN;
      weights[place] = strides.step();
    }

    Part part() {
      int size = (int) Math.min(xs.length, taken);
      for (int i = 0; i < size; i++) {
        weights[i] *= (double) taken / size;
      }
      return new Part(
          count,
          Arrays.copyOf(xs, size),
          Arrays.copyOf(ys, size),
          Arrays.copyOf(weights, size),
          bounds);
    }
  }

  private void add(Part part) {
    rows += part.rows();
    bounds.expandToInclude(part.bounds());
    for (int i = 0; i < part.xs().length; i++) {
      if (!Double.isNaN(part.xs()[i])) {
        samples.add(new Tiles.Sample(part.xs()[i], part.ys()[i], part.weights()[i]));
      }
    }
  }

  long rows() {
    return rows;
  }

  /** Returns the bounds of the sample. They are empty if all sampled geometries are empty. */
  Envelope bounds() {
    return bounds;
  }

  /**
   * Divides the plane into tiles with about the same number of rows.
   *
   * @param most maximum number of tiles
   */
  Tiles tiles(int most) {
    return Tiles.of(some(most), most);
  }

  /** Returns as many points of the sample as so many tiles need, or all. */
  private List<Tiles.Sample> some(int tiles) {
    int step = (int) Math.max(1, Math.round((double) samples.size() / SAMPLED_OF_TILE / tiles));
    List<Tiles.Sample> some = new ArrayList<>(samples.size() / step + 1);
    for (int i = 0; i < samples.size(); i += step) {
      some.add(samples.get(i));
    }
    return some;
  }
}
