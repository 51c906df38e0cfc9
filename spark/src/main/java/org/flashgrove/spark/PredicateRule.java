package org.flashgrove.spark;

import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.flashgrove.spark.function.GeometryFunction;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;

/**
 * Optimizer rule that rewrites a function used as a condition to "function is true", and its
 * negation to "function is false". Spark 4.0 passes only these forms on to data sources.
 */
final class PredicateRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.transformDown(
        new AbstractPartialFunction<>() {
          @Override
          public boolean isDefinedAt(LogicalPlan node) {
            return tableOf(node) != null;
          }

          @Override
          public LogicalPlan apply(LogicalPlan node) {
            TableWithPredicates table = tableOf(node);
            return (LogicalPlan)
                node.mapExpressions(
                    new AbstractFunction1<Expression, Expression>() {
                      @Override
                      public Expression apply(Expression condition) {
                        return changed(condition, table);
                      }
                    });
          }
        });
  }

  /**
   * Returns the dataset whose rows a filter or an overwrite selects. Returns null if {@code node}
   * is neither of these, or selects rows of another source.
   */
  private static TableWithPredicates tableOf(LogicalPlan node) {
    LogicalPlan selected = null;
    if (node instanceof Filter filter) {
      selected = filter.child();
    } else if (node instanceof OverwriteByExpression overwrite) {
      selected = (LogicalPlan) overwrite.table();
    }
    return selected instanceof DataSourceV2Relation relation
            && relation.table() instanceof TableWithPredicates table
        ? table
        : null;
  }

  /** Returns a rewritten condition, or the same object if it needs no change. */
  private static Expression changed(Expression condition, TableWithPredicates table) {
    if (condition instanceof And and) {
      Expression left = changed(and.left(), table);
      Expression right = changed(and.right(), table);
      return left == and.left() && right == and.right() ? condition : new And(left, right);
    }
    if (condition instanceof Or or) {
      Expression left = changed(or.left(), table);
      Expression right = changed(or.right(), table);
      return left == or.left() && right == or.right() ? condition : new Or(left, right);
    }
    if (condition instanceof Not not && isOurs(not.child())) {
      return new EqualNullSafe(not.child(), Literal.FalseLiteral());
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
