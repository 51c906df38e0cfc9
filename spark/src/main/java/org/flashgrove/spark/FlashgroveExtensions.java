package org.flashgrove.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTablePlan;
import org.apache.spark.sql.execution.command.ExplainCommand;
import scala.Function1;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds an optional optimizer rule to Spark. To enable the rule, set {@code spark.sql.extensions} to
 * the name of this class. Without the rule, a dataset can evaluate a function of this module only
 * if the condition is written as {@code FUNCTION(...) IS TRUE}; Spark evaluates any other form row
 * by row. With the rule, {@code IS TRUE} may be omitted. The condition may then also be a Sedona
 * predicate whose arguments are {@code ST_GeomFromWKB} of the geometry column and a constant
 * geometry.
 *
 * <p>The extension also checks commands that replace a table of Spark's catalog by a dataset.
 * Without it, the data source checks them only if the replaced table is a dataset, too.
 */
public final class FlashgroveExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** Creates the extension. Spark calls this constructor by reflection. */
  public FlashgroveExtensions() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectOptimizerRule(
        new AbstractFunction1<>() {
          @Override
          public PredicateRule apply(SparkSession session) {
            return new PredicateRule();
          }
        });
    extensions.injectCheckRule(
        new AbstractFunction1<>() {
          @Override
          public Function1<LogicalPlan, BoxedUnit> apply(SparkSession session) {
            return new AbstractFunction1<>() {
              @Override
              public BoxedUnit apply(LogicalPlan plan) {
                boolean isExplained =
                    RunningCommand.of(session) instanceof ExplainCommand explain
                        && explain.logicalPlan() instanceof V2CreateTablePlan;
                if (!isExplained) {
                  ReplacedEntry.require(plan, session);
                }
                return BoxedUnit.UNIT;
              }
            };
          }
        });
    return BoxedUnit.UNIT;
  }
}
