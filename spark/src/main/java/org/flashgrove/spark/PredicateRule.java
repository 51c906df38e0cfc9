package org.flashgrove.spark;

import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.flashgrove.spark.function.GeometryFunction;
import scala.runtime.AbstractPartialFunction;

/**
 * Optimizer rule that rewrites a function used as a condition to "function is true". Spark 4.0
 * passes only this form on to data sources.
 */
final class PredicateRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.transformDown(
        new AbstractPartialFunction<>() {
          @Override
          public boolean isDefinedAt(LogicalPlan node) {
            return node instanceof Filter filter
                && filter.child() instanceof DataSourceV2Relation relation
                && relation.table() instanceof DatasetTable table
                && changed(filter.condition(), table) != filter.condition();
          }

          @Override
          public LogicalPlan apply(LogicalPlan node) {
            Filter filter = (Filter) node;
            DatasetTable table = (DatasetTable) ((DataSourceV2Relation) filter.child()).table();
            return new Filter(changed(filter.condition(), table), filter.child());
          }
        });
  }

  /** Returns a rewritten condition, or the same object if it needs no change. */
  private static Expression changed(Expression condition, DatasetTable table) {
    if (condition instanceof And and) {
      Expression left = changed(and.left(), table);
      Expression right = changed(and.right(), table);
      return left == and.left() && right == and.right() ? condition : new And(left, right);
    }
    Expression known =
        isOurs(condition) ? condition : SedonaPredicate.ours(condition, table.hasEmptyGeometries());
    return known == null ? condition : new EqualNullSafe(known, Literal.TrueLiteral());
  }

  private static boolean isOurs(Expression condition) {
    return condition instanceof ApplyFunctionExpression call
        && GeometryFunction.ofCanonicalName(call.function().canonicalName()) != null;
  }
}
