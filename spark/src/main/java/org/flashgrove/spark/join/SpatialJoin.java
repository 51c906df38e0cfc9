package org.flashgrove.spark.join;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.plan.QueryPlanner;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.spark.column.GeometryColumn;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.Portable;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.file.IndexedFile;
import org.flashgrove.spark.read.TableUse;
import org.locationtech.jts.geom.Geometry;

/**
 * Joins that use the indexes of tables. The result has the columns {@code left} and {@code right},
 * each with the row of that side. Each row of a dataset is in exactly one table, even if the bounds
 * of tables overlap. Each pair of rows therefore comes from exactly one pair of tables, and there
 * are no duplicates.
 */
public final class SpatialJoin {
  private final SparkSession spark;
  private final JoinCondition condition;
  private final SkipAccumulator skipped;

  /** Creates a join with a condition. */
  public SpatialJoin(SparkSession spark, JoinCondition condition) {
    this.spark = spark;
    this.condition = condition;
    skipped = SkipAccumulator.of(spark);
  }

  /**
   * Returns the rows that this join has skipped so far because no algorithm can evaluate their
   * geometries. If Spark repeats a task, the rows of that task are counted again.
   */
  public SkippedRows skipped() {
    return skipped.value();
  }

  private record TablePair(SealedTable left, SealedTable right) implements Serializable {}

  /**
   * Joins two datasets, or one with itself. Each pair of tables that may contain matching rows,
   * judged by the bounds of the tables, is one task. A task keeps 16 bytes for each pair of rows
   * that it finds.
   *
   * <p>A path may also name an indexed data file. Each row of the other side then searches the
   * index of that file.
   *
   * @throws java.io.UncheckedIOException if one of the datasets does not exist
   * @throws org.flashgrove.sidecar.StaleIndexException if a data file has no index, or changed
   *     after it was indexed
   */
  public Dataset<Row> ofDatasets(String leftPath, String rightPath) {
    IndexedFile leftFile = FileSide.at(spark, leftPath);
    IndexedFile rightFile = FileSide.at(spark, rightPath);
    if (leftFile != null || rightFile != null) {
      boolean isLeft = rightFile == null;
      String other = isLeft ? rightPath : leftPath;
      String geometry =
          !isLeft && leftFile != null
              ? leftFile.geometry()
              : JoinedDataset.of(spark, other).columns().geometryName();
      return new FileSide(isLeft ? leftFile : rightFile, isLeft)
          .join(spark, spark.read().format("flashgrove").load(other), geometry, condition, skipped);
    }
    JoinedDataset left = JoinedDataset.of(spark, leftPath);
    JoinedDataset right = JoinedDataset.of(spark, rightPath);
    List<TablePair> pairs = new ArrayList<>();
    for (SealedTable one : left.tables()) {
      for (SealedTable other : right.tables()) {
        if (condition.mayHold(one.bounds(), other.bounds())) {
          pairs.add(new TablePair(one, other));
        }
      }
    }
    PairedTables join = new PairedTables(left, right, condition, skipped);
    return frame(
        left.columns().schema(), right, pairs, pair -> join.rows(pair.left(), pair.right()));
  }

  /** Work of a task. */
  private interface Part<T> extends Serializable {
    Iterator<InternalRow> rows(T part);
  }

  private <T extends Serializable> Dataset<Row> frame(
      StructType leftColumns, JoinedDataset right, List<T> parts, Part<T> task) {
    StructType columns =
        new StructType().add("left", leftColumns).add("right", right.columns().schema());
    List<Portable<T>> sent = parts.stream().map(Portable::of).toList();
    return InternalRows.frame(
        spark,
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(sent, Math.max(1, sent.size()))
            .flatMap(part -> task.rows(part.value())),
        columns);
  }

  /**
   * Joins a small number of rows with a dataset. The driver collects the rows and sends them to all
   * tasks. Each row searches the indexes of some tables: tables with bounds that allow a match with
   * the row. The searches follow a Hilbert curve, as those of {@link NearestJoin} do. If the path
   * names an indexed data file, the number of rows may be large, because the driver does not
   * collect them.
   *
   * @param geometry column of the left rows with WKB or Sedona geometries; rows without a geometry
   *     are in no pair
   * @throws IllegalArgumentException if there is no such column, or it has another type
   */
  public Dataset<Row> ofRows(Dataset<Row> rows, String geometry, String path) {
    IndexedFile file = FileSide.at(spark, path);
    if (file != null) {
      return new FileSide(file, false).join(spark, rows, geometry, condition, skipped);
    }
    int column = GeometryColumn.require(rows.schema(), geometry);
    JoinedDataset right = JoinedDataset.of(spark, path);
    SkipAccumulator skips = skipped;
    StructType lefts = rows.schema();
    List<InternalRow> collected = new ArrayList<>();
    List<Bounds> boxes = new ArrayList<>();
    new LeftBatches(InternalRows.collected(rows).iterator(), new LeftRows(lefts, column, skips))
        .forEachRemaining(
            left -> {
              collected.add(left.row());
              boxes.add(Bounds.of(left.geometry().getEnvelopeInternal()));
            });
    Bounds[] bounds = boxes.toArray(Bounds[]::new);
    List<SealedTable> needed =
        right.tables().stream()
            .filter(
                table ->
                    Arrays.stream(bounds).anyMatch(each -> condition.mayHold(each, table.bounds())))
            .toList();
    Broadcast<List<InternalRow>> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(collected);
    JoinCondition asked = condition;
    return frame(
        lefts,
        right,
        needed,
        table -> {
          TableUse use = right.use(table);
          List<InternalRow> all = shared.value();
          LeftRows geometries = new LeftRows(lefts, column, skips);
          return IntStream.range(0, all.size())
              .filter(i -> asked.mayHold(bounds[i], table.bounds()))
              .boxed()
              .flatMap(
                  i -> {
                    InternalRow left = all.get(i);
                    Geometry from = geometries.geometry(left);
                    List<InternalRow> found = new ArrayList<>();
                    SkippedRecords skipped = answers(use, asked.of(from), found::add);
                    skips.add(left, lefts, table.file(), skipped);
                    return found.stream().map(each -> InternalRows.row(left, each));
                  })
              .iterator();
        });
  }

  /**
   * Finds the rows of a table that pass a test, and calls {@code found} with each of them. Returns
   * the records that were skipped because no algorithm can evaluate them.
   */
  private static SkippedRecords answers(
      TableUse use, GeometryTest question, Consumer<InternalRow> found) {
    ScanQuery query = ScanQuery.where(question);
    try (RecordCursor cursor = QueryPlanner.of(use.snapshot(), query, null).open()) {
      while (cursor.next()) {
        found.accept(use.row(cursor.record()));
      }
      return cursor.figures().skipped();
    }
  }
}
