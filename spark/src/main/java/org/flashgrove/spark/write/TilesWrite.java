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
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.dataset.TableChange;

/**
 * Writes rows that are already divided and encoded as {@link RowBlock blocks}. Each partition
 * becomes one sealed table, whose records are sorted along a Hilbert curve. The driver commits by
 * writing a manifest with the tables of the successful task attempts. An abort deletes everything
 * that the job wrote.
 */
public final class TilesWrite implements Write, BatchWrite {
  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.spark");

  private final TableReplacement change;
  private final Bounds space;
  private final Configuration configuration;
  private final DatasetDirectory dataset;
  private final String job = UUID.randomUUID().toString();

  /**
   * Creates a write.
   *
   * @param space domain of the Hilbert curve along which tables sort their records
   */
  public TilesWrite(TableReplacement change, Bounds space, Configuration configuration)
      throws IOException {
    this.change = change;
    this.space = space;
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
        change.settings(),
        space);
  }

  /**
   * Returns false, because each attempt of a task writes its own file. With a coordinator, a second
   * attempt may fail: Spark denies its commit if the driver has not yet learned that the first
   * attempt failed.
   */
  @Override
  public boolean useCommitCoordinator() {
    return false;
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    commit(change.tables(), messages);
  }

  /**
   * Commits a new version of the dataset. It gets the tables that the tasks report, and loses the
   * tables that {@code replacement} replaces.
   */
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
      // The commit stands. No manifest names the files of failed attempts.
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
