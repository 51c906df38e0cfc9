package org.flashgrove.spark.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

/** Scan of a dataset after planning. The tables to read are already selected. */
final class DatasetScan
    implements Scan, Batch, SupportsReportStatistics, SupportsReportPartitioning {
  private final TableRead read;
  private final StructType schema;
  private final KnownAggregates known;
  private final List<SealedTable> needed;
  private final int pruned;

  /** Result of {@link #description}, which Spark calls several times for each query, or null. */
  private String description;

  /**
   * Creates a scan.
   *
   * @param known result of the scan if the manifest provides all aggregates of the query; otherwise
   *     null
   * @param needed tables to read
   * @param pruned number of tables that are not read, because the manifest shows that they have no
   *     matching rows
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
    if (description == null) {
      description = describe();
    }
    return description;
  }

  private String describe() {
    List<String> parts = new ArrayList<>();
    if (read.conditions().length > 0) {
      parts.add(PlanText.of(read.conditions()));
    }
    if (read.nearest() != null) {
      parts.add(
          "nearest "
              + read.nearest().limit()
              + " to "
              + new PlanText().geometry(read.nearest().from()));
    }
    if (read.limit() >= 0) {
      parts.add("limit " + read.limit());
    }
    if (read.counts()) {
      parts.add("count");
    }
    if (known != null) {
      parts.add("aggregates of the manifest");
    }
    parts.add("tables " + needed.size() + " of " + (needed.size() + pruned));
    return "flashgrove " + read.path() + " [pushed: " + String.join("; ", parts) + "]";
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

  /**
   * Returns the rows and bytes of all tables to read. This is an upper bound, because conditions
   * may exclude rows.
   */
  @Override
  public Statistics estimateStatistics() {
    long rows = needed.stream().mapToLong(SealedTable::records).sum();
    long bytes = needed.stream().mapToLong(SealedTable::bytes).sum();
    return ScanSize.of(bytes, rows);
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
