package org.flashgrove.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * One rule of Catalyst, by {@code spark.sql.extensions} set to the name of this class: conditions
 * on datasets may be functions alone, without {@code IS TRUE}, and functions of Sedona over {@code
 * ST_GeomFromWKB} of the geometry column and a constant. Nothing else of this module needs it.
 */
public final class FlashgroveExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** Called by Spark. */
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
