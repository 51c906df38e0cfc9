package org.flashgrove.spark.read;

import java.util.List;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.NumberOption;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * Plans a scan. Finds the parts of a Spark query that the tables of a dataset, or its manifest, can
 * evaluate instead of Spark.
 */
public final class DatasetScanBuilder
    implements ScanBuilder,
        SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownLimit,
        SupportsPushDownTopN,
        SupportsPushDownAggregates {
  /** Option: maximum gap in bytes between two ranges that one request reads together. */
  public static final String GAP = "gapBytes";

  /** Default of the option {@link #GAP}, the same as in Hadoop's file systems for object stores. */
  public static final long USUAL_GAP = 128 << 10;

  private final String path;
  private final SharedConfiguration configuration;
  private final List<SealedTable> tables;
  private final Columns columns;
  private final long gap;
  private final Predicate[] excepted;
  private PushedCondition condition;
  private StructType wanted;
  private int limit = -1;
  private PushedNearest nearest;
  private KnownAggregates known;
  private boolean counts;

  /**
   * Begins the planning of a query.
   *
   * @param tables tables that may be read
   */
  public DatasetScanBuilder(
      String path,
      SharedConfiguration configuration,
      List<SealedTable> tables,
      Columns columns,
      CaseInsensitiveStringMap options) {
    this.path = path;
    this.configuration = configuration;
    this.tables = tables;
    this.columns = columns;
    gap = NumberOption.of(options, GAP, USUAL_GAP, 0, Long.MAX_VALUE);
    String except = options.get(ExceptConditions.OPTION);
    excepted = except == null ? null : ExceptConditions.named(except);
    condition = PushedCondition.of(new Predicate[0], columns);
    wanted = columns.schema();
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    if (excepted != null) {
      return predicates;
    }
    condition = PushedCondition.of(predicates, columns);
    return condition.left();
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
  public boolean pushLimit(int most) {
    limit = most;
    return true;
  }

  @Override
  public boolean pushTopN(SortOrder[] orders, int most) {
    boolean isOfGeometry = condition.query().geometry() != null;
    boolean allLocated = tables.stream().allMatch(this::isLocated);
    // nearest-neighbour search supports conditions on attributes, but not on geometries
    nearest =
        isOfGeometry || excepted != null
            ? null
            : PushedNearest.of(orders, most, columns, allLocated);
    return nearest != null;
  }

  /**
   * Returns whether each row of a table has a non-empty geometry. Rows without a geometry are
   * ignored if the condition excludes them.
   */
  private boolean isLocated(SealedTable table) {
    long without =
        condition.needsGeometry() ? table.columns().get(columns.geometryName()).nulls() : 0;
    return table.located() == table.records() - without;
  }

  /**
   * Returns true, because {@code LIMIT} is applied twice: each table returns at most as many rows
   * as the limit allows, and Spark then limits the combined rows.
   */
  @Override
  public boolean isPartiallyPushed() {
    return true;
  }

  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    if (excepted != null) {
      return false;
    }
    if (condition.pushed().length == 0) {
      known = KnownAggregates.of(aggregation, tables, columns);
      return known != null;
    }
    AggregateFunc[] functions = aggregation.aggregateExpressions();
    counts =
        aggregation.groupByExpressions().length == 0
            && functions.length == 1
            && functions[0] instanceof CountStar;
    return counts;
  }

  @Override
  public Scan build() {
    List<SealedTable> needed = TablePruning.needed(tables, condition.query());
    if (nearest != null && condition.query().filter() == null) {
      needed = nearest.near(needed);
    }
    StructType schema =
        known != null
            ? known.schema()
            : counts ? new StructType().add("count", DataTypes.LongType) : wanted;
    if (counts && needed.isEmpty()) {
      known = KnownAggregates.ofNoRows(schema);
    }
    TableRead read =
        new TableRead(
            path,
            configuration,
            columns,
            columns.positions(wanted),
            excepted == null ? condition.pushed() : excepted,
            excepted == null ? limit : -1,
            nearest,
            excepted != null,
            counts,
            gap);
    return new DatasetScan(read, schema, known, needed, tables.size() - needed.size());
  }
}
