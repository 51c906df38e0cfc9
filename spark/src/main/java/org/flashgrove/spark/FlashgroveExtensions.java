package org.flashgrove.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Optional optimizer rule, enabled by setting {@code spark.sql.extensions} to the name of this
 * class. A condition on a dataset may then be a function without {@code IS TRUE}. It may also be a
 * Sedona predicate whose arguments are {@code ST_GeomFromWKB} of the geometry column and a constant
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
