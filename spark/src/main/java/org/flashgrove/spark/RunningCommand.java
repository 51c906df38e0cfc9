package org.flashgrove.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;

/**
 * Finds the Spark command whose write runs in the calling thread. A data source needs this, because
 * Spark does not tell it whether {@code saveAsTable} creates or replaces a table. In both cases
 * Spark loads the new table and appends to it.
 */
final class RunningCommand {
  private RunningCommand() {}

  /**
   * Returns whether the running command is {@code CREATE TABLE AS SELECT}, which must fail if the
   * table exists.
   */
  static boolean createsTable(SparkSession spark) {
    return of(spark) instanceof CreateTableAsSelect;
  }

  /** Returns whether the running command is {@code REPLACE TABLE AS SELECT}. */
  static boolean replacesTable(SparkSession spark) {
    return of(spark) instanceof ReplaceTableAsSelect;
  }

  /** Returns the plan of the running command, or null if the thread runs none. */
  static LogicalPlan of(SparkSession spark) {
    String id = spark.sparkContext().getLocalProperty(SQLExecution.EXECUTION_ROOT_ID_KEY());
    QueryExecution running = id == null ? null : SQLExecution.getQueryExecution(Long.parseLong(id));
    return running == null ? null : running.logical();
  }
}
