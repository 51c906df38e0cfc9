package org.flashgrove.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds an optional optimizer rule to Spark. To enable the rule, set {@code spark.sql.extensions} to
 * the name of this class. Without the rule, a dataset can evaluate a function of this module only
 * if the condition is written as {@code FUNCTION(...) IS TRUE}; Spark evaluates any other form row
 * by row. With the rule, {@code IS TRUE} may be omitted. The condition may then also be a Sedona
 * predicate whose arguments are {@code ST_GeomFromWKB} of the geometry column and a constant
 * geometry.
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
          public PredicateRule apply(org.apache.spark.sql.SparkSession session) {
            return new PredicateRule();
          }
        });
    return BoxedUnit.UNIT;
  }
}
