package org.flashgrove.spark.join;

import java.io.Serializable;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import org.flashgrove.spark.column.GeometryColumn;
import org.flashgrove.spark.file.FileSearch;
import org.flashgrove.spark.file.IndexedFile;

/**
 * Indexed data file as a side of a join. Each row of the other side searches the index. Rows are
 * not sent to other tasks.
 *
 * @param file the file
 * @param isLeft whether the file is the left side
 */
record FileSide(IndexedFile file, boolean isLeft) implements Serializable {
  /** Returns the data file at a path. Returns null if the path names no data file. */
  static IndexedFile at(SparkSession spark, String path) {
    return IndexedFile.at(path, spark.sessionState().newHadoopConf());
  }

  /** Opens the file for the searches of the current task, which closes it. */
  static FileSearch search(IndexedFile file) {
    FileSearch search = file.search();
    TaskCompletionListener close = task -> search.close();
    TaskContext.get().addTaskCompletionListener(close);
    return search;
  }

  /**
   * Joins rows with the file.
   *
   * @param geometry column of the rows with WKB or Sedona geometries
   * @param condition condition between the left and the right side
   */
  Dataset<Row> join(
      SparkSession spark,
      Dataset<Row> rows,
      String geometry,
      JoinCondition condition,
      SkipAccumulator skipped) {
    int column = GeometryColumn.require(rows.schema(), geometry);
    StructType others = rows.schema();
    StructType columns =
        new StructType()
            .add("left", isLeft ? file.schema() : others)
            .add("right", isLeft ? others : file.schema());
    JoinCondition asked = isLeft ? condition.reversed() : condition;
    return InternalRows.frame(
        spark,
        InternalRows.of(rows)
            .mapPartitions(
                part -> pairs(part, new LeftRows(others, column, skipped), others, asked, skipped)),
        columns);
  }

  private Iterator<InternalRow> pairs(
      Iterator<InternalRow> part,
      LeftRows geometries,
      StructType others,
      JoinCondition asked,
      SkipAccumulator skipped) {
    FileSearch search = search(file);
    Iterator<LeftBatches.Left> batches = new LeftBatches(part, geometries);
    Stream<LeftBatches.Left> stream =
        StreamSupport.stream(Spliterators.spliteratorUnknownSize(batches, 0), false);
    return stream
        .flatMap(
            one ->
                search
                    .matching(
                        asked.of(one.geometry()),
                        reason -> skipped.add(one.row(), others, "with " + reason))
                    .stream()
                    .map(
                        found ->
                            isLeft
                                ? InternalRows.row(found, one.row())
                                : InternalRows.row(one.row(), found)))
        .iterator();
  }
}
