package org.flashgrove.spark.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.util.SerializableConfiguration;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.DatasetDirectory;

/** Creates the writer of a task, in the process that runs the task. */
final class TableWriterFactory implements DataWriterFactory {
  private static final long serialVersionUID = 1;

  private final String path;
  private final SerializableConfiguration configuration;
  private final String job;
  private final Columns columns;
  private final Map<String, String> settings;
  private final Bounds space;

  /**
   * Creates a factory.
   *
   * @param space domain of the Hilbert curve along which tables sort their records
   */
  TableWriterFactory(
      String path,
      SerializableConfiguration configuration,
      String job,
      Columns columns,
      TableSettings settings,
      Bounds space) {
    this.path = path;
    this.configuration = configuration;
    this.job = job;
    this.columns = columns;
    this.settings = settings.map();
    this.space = space;
  }

  /** Creates a writer. Each attempt of a task has its own file, whose name contains the task id. */
  @Override
  public DataWriter<InternalRow> createWriter(int partition, long task) {
    return writer(partition, task, 0);
  }

  /**
   * Creates a writer for one of several tables of a task.
   *
   * @param number number of the table within the task, from 0
   */
  TableWriter writer(int partition, long task, int number) {
    try {
      DatasetDirectory dataset = new DatasetDirectory(new Path(path), configuration.value());
      String which = number == 0 ? "" : "-" + number;
      String file = String.format(Locale.ROOT, "%05d-%d%s.table", partition, task, which);
      return new TableWriter(
          dataset,
          DatasetDirectory.nameOf(job, file),
          columns,
          TableSettings.of(settings),
          space.curve());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
