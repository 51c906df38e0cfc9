package org.flashgrove.spark.file;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexedQuery;
import org.flashgrove.spark.read.PushedCondition;

/**
 * Conditions of Spark, divided into those that an indexed file answers exactly and those left to
 * Spark.
 *
 * @param test spatial test, or null
 * @param filter condition on attributes, or null
 * @param needsGeometry whether rows must have a geometry
 * @param pushed conditions that the file answers
 * @param left conditions that Spark must evaluate
 */
record FileCondition(
    GeometryTest test, Filter filter, boolean needsGeometry, Predicate[] pushed, Predicate[] left) {
  /** Translates conditions that are combined with AND. */
  static FileCondition of(Predicate[] conditions, FileColumns columns) {
    GeometryTest test = null;
    Filter filter = null;
    boolean needsGeometry = false;
    List<Predicate> pushed = new ArrayList<>();
    List<Predicate> left = new ArrayList<>();
    for (Predicate each : conditions) {
      PushedCondition one = PushedCondition.of(new Predicate[] {each}, columns.columns());
      GeometryTest ownTest = one.query().geometry();
      Filter own = one.query().filter();
      boolean isAnswered =
          one.left().length == 0
              && (ownTest == null || test == null)
              && (own == null || own.attributes().stream().allMatch(columns::isComparable));
      if (isAnswered) {
        test = ownTest == null ? test : ownTest;
        filter = filter == null || own == null ? (own == null ? filter : own) : filter.and(own);
        needsGeometry |= one.needsGeometry();
      }
      (isAnswered ? pushed : left).add(each);
    }
    return new FileCondition(
        test,
        filter,
        needsGeometry,
        pushed.toArray(new Predicate[0]),
        left.toArray(new Predicate[0]));
  }

  /** Returns the query of an indexed file. */
  IndexedQuery query(FileIndex index) {
    return new IndexedQuery(index, test, filter, needsGeometry);
  }
}
