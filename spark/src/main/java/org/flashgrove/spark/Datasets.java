package org.flashgrove.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.dataset.SomeTables;
import org.flashgrove.spark.dataset.TableChange;
import org.flashgrove.spark.write.DatasetWriting;
import org.flashgrove.spark.write.TableReplacement;
import org.flashgrove.spark.write.TableSettings;

/** Maintenance operations on datasets. */
public final class Datasets {
  private Datasets() {}

  private static DatasetDirectory directory(SparkSession spark, String path) throws IOException {
    return new DatasetDirectory(new Path(path), spark.sessionState().newHadoopConf());
  }

  /**
   * Rewrites small tables as new, larger tables. A table is small if it has less than half of
   * {@code rowsPerTable} rows. Queries can run during the call and always see the same rows.
   *
   * <p>If a concurrent write replaces some of the small tables, Spark throws a {@code
   * SparkException} whose cause is a {@link org.flashgrove.spark.dataset.ConflictException}.
   *
   * @param rowsPerTable target number of rows of a table, from 1
   * @return number of tables replaced; 0 if there are fewer than two small ones
   */
  public static int compact(SparkSession spark, String path, long rowsPerTable) {
    try {
      Manifest base = directory(spark, path).require();
      List<String> small =
          base.tables().stream()
              .filter(table -> table.records() < (rowsPerTable + 1) / 2)
              .map(SealedTable::file)
              .toList();
      if (small.size() < 2) {
        return 0;
      }
      Columns columns = new Columns(base.schema(), base.geometry());
      DatasetWriting.run(
          spark
              .read()
              .format("flashgrove")
              .option(SomeTables.VERSION, base.version())
              .option(SomeTables.FILES, String.join(",", small))
              .load(path),
          new TableReplacement(
              path, columns, TableSettings.of(base.settings()), base, TableChange.rewrite(small)),
          new CaseInsensitiveStringMap(Map.of(DatasetWriting.ROWS, Long.toString(rowsPerTable))));
      return small.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Deletes old versions of a dataset, and files that no remaining version names, such as those of
   * failed writes. Only files older than {@code before} are deleted. A query or write that began
   * before this time may still need such a file. So choose a time before the start of the oldest
   * running query or write.
   *
   * @param before milliseconds since 1970
   * @return number of files deleted
   */
  public static int clean(SparkSession spark, String path, long before) {
    try {
      return directory(spark, path).clean(before);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
