package org.flashgrove.spark.join;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.scan.RecordCursor;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.Portable;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.read.TableUse;
import org.flashgrove.spark.remote.Cancellation;
import org.flashgrove.storage.heap.HeapRecord;
import org.locationtech.jts.geom.Geometry;

/**
 * Joins by the indices of tables. The result has two columns, {@code left} and {@code right}, each
 * a row of its side. A row of a dataset is in one table alone, whatever the bounds of tables share,
 * so that a pair of tables gives pairs of rows that no other pair of tables gives: there are no
 * duplicates to be removed.
 */
public final class SpatialJoin {
  private final SparkSession spark;
  private final JoinCondition condition;

  /** Creates joins by a condition. */
  public SpatialJoin(SparkSession spark, JoinCondition condition) {
    this.spark = spark;
    this.condition = condition;
  }

  private record TablePair(SealedTable left, SealedTable right) implements Serializable {}

  /**
   * Joins two datasets, or one with itself: each pair of tables whose bounds may hold pairs of rows
   * is a task, which joins their indices. A task keeps 16 bytes for each pair that it finds.
   *
   * @throws java.io.UncheckedIOException if one of them is no dataset
   */
  public Dataset<Row> ofDatasets(String leftPath, String rightPath) {
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
    JoinCondition asked = condition;
    return frame(
        left.columns().schema(),
        right,
        pairs,
        pair -> joined(left.use(pair.left()), right.use(pair.right()), left, right, asked));
  }

  /** What a task does with its part, where it runs. */
  private interface Part<T> extends Serializable {
    Iterator<Row> rows(T part);
  }

  private <T extends Serializable> Dataset<Row> frame(
      StructType leftColumns, JoinedDataset right, List<T> parts, Part<T> task) {
    StructType columns =
        new StructType().add("left", leftColumns).add("right", right.columns().schema());
    List<Portable<T>> sent = parts.stream().map(Portable::of).toList();
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(sent, Math.max(1, sent.size()))
            .flatMap(part -> task.rows(part.value())),
        columns);
  }

  private static Iterator<Row> joined(
      TableUse left, TableUse right, JoinedDataset one, JoinedDataset other, JoinCondition asked) {
    long[][] pairs = {new long[16]};
    int[] size = {0};
    asked.join(
        left.snapshot(),
        right.snapshot(),
        (leftRid, rightRid) -> {
          Cancellation.check();
          if (size[0] == pairs[0].length) {
            pairs[0] = Arrays.copyOf(pairs[0], 2 * size[0]);
          }
          pairs[0][size[0]++] = leftRid;
          pairs[0][size[0]++] = rightRid;
        });
    HeapRecord record = new HeapRecord();
    Function<Object, Row> leftRows = one.rows();
    Function<Object, Row> rightRows = other.rows();
    return IntStream.range(0, size[0] / 2)
        .mapToObj(
            i ->
                RowFactory.create(
                    row(left, pairs[0][2 * i], record, leftRows),
                    row(right, pairs[0][2 * i + 1], record, rightRows)))
        .iterator();
  }

  private static Row row(
      TableUse use, long rid, HeapRecord record, Function<Object, Row> converter) {
    if (!use.snapshot().get(rid, record)) {
      throw new IllegalStateException("record " + rid + " of an index is not there");
    }
    return converter.apply(use.row(record.body()));
  }

  /**
   * Joins few rows, which the driver collects and every task gets, with a dataset: each row asks
   * the index of each table whose bounds may hold answers.
   *
   * @param geometry the column of the rows with geometries as WKB; rows without one are in no pair
   */
  public Dataset<Row> ofRows(Dataset<Row> rows, String geometry, String path) {
    JoinedDataset right = JoinedDataset.of(spark, path);
    List<Row> collected = new ArrayList<>(rows.collectAsList());
    int column = rows.schema().fieldIndex(geometry);
    Bounds[] bounds = bounds(collected, column);
    List<SealedTable> needed =
        right.tables().stream()
            .filter(
                table ->
                    Arrays.stream(bounds).anyMatch(each -> condition.mayHold(each, table.bounds())))
            .toList();
    Broadcast<List<Row>> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(collected);
    JoinCondition asked = condition;
    return frame(
        rows.schema(),
        right,
        needed,
        table -> {
          TableUse use = right.use(table);
          Function<Object, Row> converter = right.rows();
          List<Row> lefts = shared.value();
          return IntStream.range(0, lefts.size())
              .filter(i -> asked.mayHold(bounds[i], table.bounds()))
              .boxed()
              .flatMap(i -> answers(lefts.get(i), column, use, asked, converter))
              .iterator();
        });
  }

  private static Bounds[] bounds(List<Row> rows, int column) {
    LeftRows reader = new LeftRows(column);
    return rows.stream().map(row -> Bounds.of(reader.bounds(row))).toArray(Bounds[]::new);
  }

  private static Stream<Row> answers(
      Row left, int column, TableUse use, JoinCondition asked, Function<Object, Row> converter) {
    Geometry geometry = new LeftRows(column).geometry(left);
    ScanQuery query = ScanQuery.where(asked.of(geometry));
    List<Row> found = new ArrayList<>();
    try (RecordCursor cursor =
        TableScan.open(use.snapshot(), query, TableScan.usual(use.snapshot().indices(), query))) {
      while (cursor.next()) {
        found.add(RowFactory.create(left, converter.apply(use.row(cursor.record()))));
      }
    }
    return found.stream();
  }
}
