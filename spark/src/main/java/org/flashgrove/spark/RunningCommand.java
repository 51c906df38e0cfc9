package org.flashgrove.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Finds the Spark command that runs in the calling thread. Spark does not tell a data source that
 * {@code saveAsTable} creates a table, but loads the new table and appends to it.
 *
 * <p>Commands nest. A batch of a streaming query, a user function or a listener of the catalog may
 * run further commands, and {@code CREATE TABLE AS SELECT} runs a command that writes the rows. The
 * running command is the innermost one.
 */
final class RunningCommand {
  private RunningCommand() {}

  /** Returns the plan of the running command, or null if the thread runs none. */
  static LogicalPlan of(SparkSession spark) {
    String id = spark.sparkContext().getLocalProperty(SQLExecution.EXECUTION_ID_KEY());
    QueryExecution running = id == null ? null : SQLExecution.getQueryExecution(Long.parseLong(id));
    return running == null ? null : running.logical();
  }

  /**
   * Returns the identifier of the table that the running command {@code CREATE TABLE AS SELECT}
   * creates, or null if another command runs.
   */
  static Identifier created(SparkSession spark) {
    return of(spark) instanceof CreateTableAsSelect create
            && create.name() instanceof ResolvedIdentifier name
        ? name.identifier()
        : null;
  }

  /** Returns whether the running command writes rows to a table of a catalog. */
  static boolean writesTo(Identifier table, SparkSession spark) {
    return of(spark) instanceof V2WriteCommand write
        && write.table() instanceof DataSourceV2Relation relation
        && relation.identifier().isDefined()
        && relation.identifier().get().equals(table);
  }
}
