package org.flashgrove.spark.join;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.TaskCompletionListener;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.read.DatasetScanBuilder;
import org.flashgrove.spark.read.SharedConfiguration;
import org.flashgrove.spark.read.TableUse;

/**
 * Dataset in a join, at the version that was newest when the join was planned.
 *
 * @param path path of the dataset
 * @param configuration settings of the file system
 * @param columns all columns, which the join returns
 * @param tables all tables
 */
record JoinedDataset(
    String path, SharedConfiguration configuration, Columns columns, List<SealedTable> tables)
    implements Serializable {
  /**
   * Returns the newest version of a dataset.
   *
   * @throws UncheckedIOException if there is no dataset
   */
  static JoinedDataset of(SparkSession spark, String path) {
    Configuration configuration = spark.sessionState().newHadoopConf();
    try {
      Manifest manifest = new DatasetDirectory(new Path(path), configuration).require();
      return new JoinedDataset(
          path,
          new SharedConfiguration(spark, configuration),
          new Columns(manifest.schema(), manifest.geometry()),
          List.copyOf(manifest.tables()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a table, which is closed when the task ends. */
  TableUse use(SealedTable table) {
    TableUse use = opened(table);
    TaskCompletionListener close = task -> use.close();
    TaskContext.get().addTaskCompletionListener(close);
    return use;
  }

  /** Opens a table, which the caller must close. */
  TableUse opened(SealedTable table) {
    int[] all = IntStream.range(0, columns.schema().size()).toArray();
    try {
      return new TableUse(path, configuration, table, columns, all, DatasetScanBuilder.USUAL_GAP);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
