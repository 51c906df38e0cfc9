package org.flashgrove.spark.join;

import java.util.Iterator;
import java.util.List;
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
import org.flashgrove.spark.file.FileSearch;
import org.flashgrove.spark.file.IndexedFile;
import org.locationtech.jts.geom.Geometry;

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
   * @param path path of a dataset or of an indexed data file
   * @throws IllegalArgumentException if there is no such column, or it has another type
   * @throws java.io.UncheckedIOException if there is no dataset
   */
  public Dataset<Row> ofRows(Dataset<Row> rows, String geometry, String path) {
    int column = GeometryColumn.require(rows.schema(), geometry);
    IndexedFile file = FileSide.at(spark, path);
    JoinedDataset right = file == null ? JoinedDataset.of(spark, path) : null;
    StructType lefts = rows.schema();
    StructType columns =
        new StructType()
            .add("left", lefts)
            .add("right", file == null ? right.columns().schema() : file.schema())
            .add("distance", DataTypes.DoubleType);
    int wanted = count;
    SkipAccumulator skips = skipped;
    JavaRDD<InternalRow> pairs =
        InternalRows.of(rows)
            .mapPartitions(
                part ->
                    joined(
                        new LeftBatches(part, new LeftRows(lefts, column, skips)),
                        file == null
                            ? new NearestSearch(lefts, right, wanted, skips)
                            : near(FileSide.search(file), wanted, lefts, skips)));
    return InternalRows.frame(spark, pairs, columns);
  }

  /** Search for the rows that are nearest to a left row. */
  interface Search {
    /**
     * Returns the rows nearest to a geometry, in order of distance.
     *
     * @param left left row that contains {@code from}, for messages
     */
    List<FileSearch.Near> near(InternalRow left, Geometry from);
  }

  private static Search near(
      FileSearch file, int count, StructType lefts, SkipAccumulator skipped) {
    return (left, from) ->
        file.nearest(from, count, reason -> skipped.add(left, lefts, "with " + reason));
  }

  private static Iterator<InternalRow> joined(Iterator<LeftBatches.Left> lefts, Search search) {
    Stream<InternalRow> rows =
        StreamSupport.stream(Spliterators.spliteratorUnknownSize(lefts, 0), false)
            .flatMap(
                left ->
                    search.near(left.row(), left.geometry()).stream()
                        .map(each -> InternalRows.row(left.row(), each.row(), each.distance())));
    return rows.iterator();
  }
}
