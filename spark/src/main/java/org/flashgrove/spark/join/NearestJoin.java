package org.flashgrove.spark.join;

import java.util.Iterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.column.GeometryColumn;

/**
 * Joins each row with the nearest rows of a dataset. For each left row, the join searches the
 * indexes of the dataset's tables, in the order of the distances to their bounds. The search stops
 * when the next table is farther away than all rows already found. Rows are not sent to other
 * tasks, and each left row may search any table. A task takes its left rows in batches of at most
 * {@value LeftBatches#MOST_ROWS}, and searches for those of a batch in the order of a Hilbert
 * curve, so that one search reads the pages of the one before. Left rows that are near each other
 * from the start, such as those of a dataset, share even more pages.
 */
public final class NearestJoin {
  private final SparkSession spark;
  private final int count;
  private final SkipAccumulator skipped;

  /**
   * Creates a join.
   *
   * @param count number of nearest rows to find for each left row, from 1. Fewer are found if fewer
   *     rows of the dataset have geometries
   * @throws IllegalArgumentException for a count below 1
   */
  public NearestJoin(SparkSession spark, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count " + count + " (allowed: 1 or more)");
    }
    this.spark = spark;
    this.count = count;
    skipped = SkipAccumulator.of(spark);
  }

  /**
   * Returns the rows that the tasks of this join have skipped so far. If Spark repeats a task, the
   * rows of that task are counted again.
   */
  public SkippedRows skipped() {
    return skipped.value();
  }

  /**
   * Joins rows with a dataset. The result has three columns. {@code left} and {@code right} hold
   * the row of each side, and {@code distance} is in units of the coordinates. The nearest right
   * row of each left row comes first. Among right rows at the same distance, any may be returned.
   *
   * @param geometry column of the left rows with WKB or Sedona geometries. A row whose geometry is
   *     missing or empty is in no pair. {@link #skipped} reports the rows that no algorithm can
   *     evaluate
   * @throws IllegalArgumentException if there is no such column, or it has another type
   * @throws java.io.UncheckedIOException if there is no dataset
   */
  public Dataset<Row> ofRows(Dataset<Row> rows, String geometry, String path) {
    int column = GeometryColumn.require(rows.schema(), geometry);
    JoinedDataset right = JoinedDataset.of(spark, path);
    StructType lefts = rows.schema();
    StructType columns =
        new StructType()
            .add("left", lefts)
            .add("right", right.columns().schema())
            .add("distance", DataTypes.DoubleType);
    int wanted = count;
    SkipAccumulator skips = skipped;
    JavaRDD<InternalRow> pairs =
        InternalRows.of(rows)
            .mapPartitions(
                part ->
                    joined(
                        new LeftBatches(part, new LeftRows(lefts, column, skips)),
                        new NearestSearch(lefts, right, wanted, skips)));
    return InternalRows.frame(spark, pairs, columns);
  }

  private static Iterator<InternalRow> joined(
      Iterator<LeftBatches.Left> lefts, NearestSearch search) {
    Stream<InternalRow> rows =
        StreamSupport.stream(Spliterators.spliteratorUnknownSize(lefts, 0), false)
            .flatMap(
                left ->
                    search.near(left.row(), left.geometry()).stream()
                        .map(each -> InternalRows.row(left.row(), each.row(), each.distance())));
    return rows.iterator();
  }
}
