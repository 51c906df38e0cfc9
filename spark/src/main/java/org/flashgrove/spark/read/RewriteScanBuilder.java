package org.flashgrove.spark.read;

import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * Plans the scan of a statement that rewrites tables. Conditions only select tables. A selected
 * table returns all its rows, and Spark decides which rows to keep.
 */
public final class RewriteScanBuilder
    implements ScanBuilder, SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
  private final String path;
  private final SharedConfiguration configuration;
  private final List<SealedTable> tables;
  private final Columns columns;
  private final Consumer<RewriteScan> built;
  private PushedCondition condition;
  private StructType wanted;

  /**
   * Begins the planning of a scan.
   *
   * @param tables all tables of the dataset
   * @param built receives the scan
   */
  public RewriteScanBuilder(
      String path,
      SharedConfiguration configuration,
      List<SealedTable> tables,
      Columns columns,
      Consumer<RewriteScan> built) {
    this.path = path;
    this.configuration = configuration;
    this.tables = tables;
    this.columns = columns;
    this.built = built;
    condition = PushedCondition.of(new Predicate[0], columns);
    wanted = columns.schema();
  }

  /** Returns all conditions, because Spark must evaluate them for each row. */
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    condition = PushedCondition.of(predicates, columns);
    return predicates;
  }

  @Override
  public Predicate[] pushedPredicates() {
    return condition.pushed();
  }

  @Override
  public void pruneColumns(StructType required) {
    wanted = required;
  }

  @Override
  public Scan build() {
    TableRead read =
        new TableRead(
            path,
            configuration,
            columns,
            columns.positions(wanted),
            new Predicate[0],
            -1,
            null,
            false,
            false,
            DatasetScanBuilder.USUAL_GAP);
    RewriteScan scan =
        new RewriteScan(read, wanted, tables, TablePruning.needed(tables, condition.query()));
    built.accept(scan);
    return scan;
  }
}
