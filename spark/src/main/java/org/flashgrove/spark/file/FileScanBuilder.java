package org.flashgrove.spark.file;

import java.nio.ByteBuffer;
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
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.spark.read.PushedNearest;
import org.locationtech.jts.geom.Point;

/** Plans a scan. Finds the parts of a Spark query that an indexed file can answer. */
final class FileScanBuilder
    implements ScanBuilder,
        SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownLimit,
        SupportsPushDownTopN,
        SupportsPushDownAggregates {
  private final IndexedFile file;
  private FileCondition condition;
  private StructType wanted;
  private int limit = -1;
  private byte[] nearest;
  private boolean counts;

  FileScanBuilder(IndexedFile file) {
    this.file = file;
    condition = FileCondition.of(new Predicate[0], file.columns());
    wanted = file.schema();
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    condition = FileCondition.of(predicates, file.columns());
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

  /** Accepts a search for the nearest rows to a point. Nothing else has an order. */
  @Override
  public boolean pushTopN(SortOrder[] orders, int most) {
    PushedNearest asked =
        condition.test() != null || most < 1
            ? null
            : PushedNearest.of(
                orders,
                most,
                file.columns().columns(),
                file.isLocated() || condition.needsGeometry());
    boolean isPoint =
        asked != null
            && new RecordGeometries().parse(ByteBuffer.wrap(asked.from())) instanceof Point;
    if (isPoint) {
      nearest = asked.from();
      limit = most;
    }
    return isPoint;
  }

  /** Returns true, because Spark orders and limits the combined rows of all parts again. */
  @Override
  public boolean isPartiallyPushed() {
    return true;
  }

  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    AggregateFunc[] functions = aggregation.aggregateExpressions();
    counts =
        aggregation.groupByExpressions().length == 0
            && functions.length == 1
            && functions[0] instanceof CountStar;
    return counts;
  }

  @Override
  public Scan build() {
    return FileScan.plan(
        wanted,
        new FileRead(
            file.location(),
            file.version(),
            file.columns(),
            file.columns().columns().positions(wanted),
            condition.pushed(),
            limit,
            nearest,
            counts));
  }
}
