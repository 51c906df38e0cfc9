package org.flashgrove.spark.read;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.dataset.SealedTable;

/** A query whose tables are known. */
final class DatasetScan
    implements Scan, Batch, SupportsReportStatistics, SupportsReportPartitioning {
  /** What plans show of a geometry. */
  private static final String LONG_LITERAL = "(0x[0-9A-F]{18})[0-9A-F]+";

  private final TableRead read;
  private final StructType schema;
  private final KnownAggregates known;
  private final List<SealedTable> needed;
  private final int pruned;

  /**
   * Creates a scan.
   *
   * @param known what the manifest answers, or null
   */
  DatasetScan(
      TableRead read,
      StructType schema,
      KnownAggregates known,
      List<SealedTable> needed,
      int pruned) {
    this.read = read;
    this.schema = schema;
    this.known = known;
    this.needed = known == null ? needed : List.of();
    this.pruned = known == null ? pruned : pruned + needed.size();
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public String description() {
    return "flashgrove "
        + read.path()
        + " [pushed: "
        + Arrays.stream(read.conditions())
            .map(each -> each.toString().replaceAll(LONG_LITERAL, "$1..."))
            .collect(Collectors.joining(", "))
        + (read.nearest() == null ? "" : "; nearest " + read.nearest().limit())
        + (read.limit() < 0 ? "" : "; limit " + read.limit())
        + (read.counts() ? "; count" : "")
        + (known == null ? "" : "; aggregates of the manifest")
        + "; tables "
        + needed.size()
        + " of "
        + (needed.size() + pruned)
        + "]";
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return known != null
        ? known.partitions()
        : needed.stream().map(TableRead.OneTable::new).toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return known == null ? read : new KnownAggregates.Factory();
  }

  @Override
  public Partitioning outputPartitioning() {
    if (known != null || read.columns().indexOf(TableColumn.NAME) >= 0 || !asksForTables()) {
      return new UnknownPartitioning(known == null ? needed.size() : 1);
    }
    return new KeyGroupedPartitioning(
        new Expression[] {Expressions.column(TableColumn.NAME)}, needed.size());
  }

  private boolean asksForTables() {
    return Arrays.asList(schema.fieldNames()).contains(TableColumn.NAME);
  }

  /** An upper bound: what tables have that are read, whatever the conditions let through. */
  @Override
  public Statistics estimateStatistics() {
    long rows = needed.stream().mapToLong(SealedTable::records).sum();
    long bytes = needed.stream().mapToLong(SealedTable::bytes).sum();
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of(bytes);
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.of(rows);
      }
    };
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetric.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return new CustomTaskMetric[] {
      new ReadMetric.TablesRead().of(needed.size()), new ReadMetric.TablesPruned().of(pruned)
    };
  }
}
