package org.flashgrove.spark.write;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.TableChange;
import org.flashgrove.spark.read.TableColumn;

/**
 * Writes the remaining rows of tables that a statement rewrites. A task receives all rows of a
 * table consecutively, so each table becomes at most one new table.
 */
public final class RewriteWrite implements RequiresDistributionAndOrdering, BatchWrite {
  private final TilesWrite tiles;
  private final Supplier<List<String>> replaced;

  /**
   * Creates a write.
   *
   * @param change change to commit, except for its list of tables to replace, which is not used
   * @param replaced returns the files of the tables to replace; called after all rows have been
   *     written
   * @throws IOException if the file system does not support commits
   */
  public RewriteWrite(
      TableReplacement change, Configuration configuration, Supplier<List<String>> replaced)
      throws IOException {
    new DatasetDirectory(new Path(change.path()), configuration).requireCommits();
    tiles = new TilesWrite(change, Bounds.ofDomain(change.base().space()), configuration);
    this.replaced = replaced;
  }

  @Override
  public String description() {
    return tiles.description();
  }

  @Override
  public Distribution requiredDistribution() {
    return Distributions.clustered(new Expression[] {Expressions.column(TableColumn.NAME)});
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return new SortOrder[] {
      Expressions.sort(Expressions.column(TableColumn.NAME), SortDirection.ASCENDING)
    };
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    TableWriterFactory tables = tiles.createBatchWriterFactory(info);
    return (partition, task) -> new RewriteWriter(tables, partition, task);
  }

  @Override
  public boolean useCommitCoordinator() {
    return tiles.useCommitCoordinator();
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    tiles.commit(TableChange.rewrite(replaced.get()), messages);
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    tiles.abort(messages);
  }
}
