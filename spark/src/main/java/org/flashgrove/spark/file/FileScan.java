package org.flashgrove.spark.file;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexedQuery;
import org.flashgrove.spark.read.PlanText;
import org.flashgrove.spark.read.ScanSize;

/** Scan of an indexed file after planning. The index has found the rows that may match. */
final class FileScan implements Scan, Batch, SupportsReportStatistics {
  private final FileRead read;
  private final StructType schema;
  private final List<IndexedQuery.Part> parts;
  private final long rows;
  private final long rowCount;
  private final long bytes;

  private FileScan(
      FileRead read,
      StructType schema,
      List<IndexedQuery.Part> parts,
      long rows,
      long rowCount,
      long bytes) {
    this.read = read;
    this.schema = schema;
    this.parts = parts;
    this.rows = rows;
    this.rowCount = rowCount;
    this.bytes = bytes;
  }

  /** Asks the index which rows may match, and divides these rows among tasks. */
  static FileScan plan(StructType wanted, FileRead read) {
    try (FileIndex index = read.location().open(read.version())) {
      IndexedQuery query = read.condition().query(index);
      long rows = query.candidateCount();
      boolean isWhole = read.counts() && query.countsWithoutReading() || read.nearest() != null;
      double bytes = (double) rows / Math.max(1, index.rowCount()) * index.bytes();
      List<IndexedQuery.Part> parts =
          isWhole ? List.of(IndexedQuery.ALL) : new ArrayList<>(query.parts(tasksFor(bytes)));
      if (parts.isEmpty() && read.counts()) {
        parts.add(IndexedQuery.NONE);
      }
      return new FileScan(
          read,
          read.counts() ? new StructType().add("count", DataTypes.LongType) : wanted,
          parts,
          rows,
          index.rowCount(),
          index.bytes());
    }
  }

  /**
   * Returns the number of tasks in which Spark reads this many bytes of files of its own formats.
   */
  private static int tasksFor(double bytes) {
    SparkSession session = SparkSession.active();
    SQLConf settings = session.sessionState().conf();
    double atOnce = bytes / session.sparkContext().defaultParallelism();
    double each =
        Math.min(
            settings.filesMaxPartitionBytes(), Math.max(settings.filesOpenCostInBytes(), atOnce));
    return (int) Math.max(1, Math.ceil(bytes / each));
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public String description() {
    List<String> shown = new ArrayList<>();
    if (read.conditions().length > 0) {
      shown.add(PlanText.of(read.conditions()));
    }
    if (read.nearest() != null) {
      shown.add("nearest " + read.limit() + " to " + PlanText.ofGeometry(read.nearest()));
    } else if (read.limit() >= 0) {
      shown.add("limit " + read.limit());
    }
    if (read.counts()) {
      shown.add("count");
    }
    shown.add("rows " + rows + " of " + rowCount);
    return "flashgrove " + read.location() + " [pushed: " + String.join("; ", shown) + "]";
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return parts.stream().map(FileRead.OnePart::new).toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return read;
  }

  /** Returns the rows that may match, and their share of the file. */
  @Override
  public Statistics estimateStatistics() {
    long most = read.limit() < 0 ? rows : Math.min(rows, read.limit());
    double share = rowCount == 0 ? 0 : (double) most / rowCount;
    return ScanSize.of((long) Math.ceil(share * bytes), most);
  }
}
