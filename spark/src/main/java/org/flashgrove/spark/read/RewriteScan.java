package org.flashgrove.spark.read;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * Scan of all rows of the tables that a statement rewrites. Before the scan starts, Spark may pass
 * a runtime filter with the tables that have matching rows. The scan then reads only these tables.
 */
public final class RewriteScan implements SupportsRuntimeV2Filtering, SupportsReportStatistics {
  private final TableRead read;
  private final StructType schema;
  private final List<SealedTable> tables;
  private List<SealedTable> needed;

  RewriteScan(
      TableRead read, StructType schema, List<SealedTable> tables, List<SealedTable> needed) {
    this.read = read;
    this.schema = schema;
    this.tables = tables;
    this.needed = needed;
  }

  /** Returns the files of the tables to read. */
  public synchronized List<String> files() {
    return needed.stream().map(SealedTable::file).toList();
  }

  @Override
  public NamedReference[] filterAttributes() {
    return new NamedReference[] {Expressions.column(TableColumn.NAME)};
  }

  @Override
  public synchronized void filter(Predicate[] predicates) {
    for (Predicate each : predicates) {
      if (each.name().equals("IN") && isTableColumn(each)) {
        Set<String> matching = new HashSet<>();
        Arrays.stream(each.children())
            .skip(1)
            .forEach(child -> matching.add(String.valueOf(((Literal<?>) child).value())));
        needed = needed.stream().filter(table -> matching.contains(table.file())).toList();
      }
    }
  }

  private static boolean isTableColumn(Predicate condition) {
    return condition.children()[0] instanceof NamedReference reference
        && Arrays.equals(reference.fieldNames(), new String[] {TableColumn.NAME});
  }

  private synchronized DatasetScan scan() {
    return new DatasetScan(read, schema, null, needed, tables.size() - needed.size());
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public String description() {
    return scan().description();
  }

  @Override
  public Batch toBatch() {
    return scan();
  }

  @Override
  public Statistics estimateStatistics() {
    return scan().estimateStatistics();
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetric.all();
  }
}
