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

/** Operations on whole datasets. */
public final class Datasets {
  private Datasets() {}

  private static DatasetDirectory directory(SparkSession spark, String path) throws IOException {
    return new DatasetDirectory(new Path(path), spark.sessionState().newHadoopConf());
  }

  /**
   * Writes the rows of small tables, those with less than half of the rows that a table is to have,
   * as new tables divided anew. Queries go on; the dataset has the same rows at each moment.
   *
   * @param rowsPerTable rows that a table is to have, from 1
   * @return how many tables were replaced; 0 if there are less than two small ones
   * @throws org.apache.spark.SparkException caused by a ConflictException if another write replaced
   *     some of them meanwhile
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
   * Deletes earlier versions, and files that no version left names, as writes that failed leave
   * them, if they are older than a moment. Queries and writes that began before that moment and are
   * under way may need them.
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
