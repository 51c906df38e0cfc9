package org.flashgrove.spark.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.SerializableConfiguration;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.dataset.TableChange;

/**
 * Writes rows that are divided already: each partition of Spark becomes one sealed table. The
 * driver commits by a manifest that names the tables of those attempts that Spark says have won; an
 * abort deletes all that the job has written.
 */
public final class TilesWrite implements Write, BatchWrite {
  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.spark");

  private final TableReplacement change;
  private final Configuration configuration;
  private final DatasetDirectory dataset;
  private final String job = UUID.randomUUID().toString();

  /** Creates a job. */
  public TilesWrite(TableReplacement change, Configuration configuration) throws IOException {
    this.change = change;
    this.configuration = configuration;
    dataset = new DatasetDirectory(new Path(change.path()), configuration);
  }

  @Override
  public String description() {
    return "flashgrove " + change.path();
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public TableWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new TableWriterFactory(
        change.path(),
        new SerializableConfiguration(configuration),
        job,
        change.columns(),
        change.settings());
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    commit(change.tables(), messages);
  }

  /** Commits the tables of tasks in place of those that a change replaces. */
  void commit(TableChange replacement, WriterCommitMessage[] messages) {
    List<SealedTable> tables = new ArrayList<>();
    for (WriterCommitMessage each : messages) {
      tables.addAll(((TableMessage) each).tables());
    }
    try {
      dataset.commit(change.base(), replacement, tables);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      dataset.deleteLosers(job, tables.stream().map(SealedTable::file).toList());
    } catch (IOException e) {
      // The commit stands; what is left of attempts that lost no manifest names.
      LOGGER.log(System.Logger.Level.WARNING, "{0}: {1}", dataset, e.getMessage());
    }
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    try {
      dataset.deleteJob(job);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
