package org.flashgrove.spark.write;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.sources.InsertableRelation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.dataset.SomeTables;
import org.flashgrove.spark.read.ExceptConditions;
import org.flashgrove.spark.read.PushedCondition;
import org.flashgrove.spark.read.TablePruning;

/**
 * A write that an application asks for. It needs the rows before they are divided, for a sample of
 * them, which Spark's interface for writes gives in the form of {@link V1Write} alone; the divided
 * rows go through the other interface ({@link TilesWrite}).
 */
public final class DatasetWriteBuilder implements WriteBuilder, SupportsOverwriteV2 {
  private final String path;
  private final Manifest base;
  private final Columns columns;
  private final CaseInsensitiveStringMap options;
  private Predicate[] overwritten;
  private boolean truncates;

  /**
   * Begins a write.
   *
   * @param base the dataset as it is; version 0 if there is none
   */
  public DatasetWriteBuilder(
      String path, Manifest base, Columns columns, CaseInsensitiveStringMap options) {
    this.path = path;
    this.base = base;
    this.columns = columns;
    this.options = options;
  }

  @Override
  public boolean canOverwrite(Predicate[] predicates) {
    return isAll(predicates) || PushedCondition.of(predicates, columns).left().length == 0;
  }

  private static boolean isAll(Predicate[] predicates) {
    for (Predicate each : predicates) {
      if (!each.name().equals("ALWAYS_TRUE")) {
        return false;
      }
    }
    return true;
  }

  @Override
  public WriteBuilder overwrite(Predicate[] predicates) {
    if (isAll(predicates)) {
      return truncate();
    }
    overwritten = predicates;
    return this;
  }

  @Override
  public WriteBuilder truncate() {
    truncates = true;
    return this;
  }

  @Override
  public V1Write build() {
    return new V1Write() {
      @Override
      public String description() {
        return "flashgrove " + path;
      }

      @Override
      public InsertableRelation toInsertableRelation() {
        return (rows, overwrite) -> insert(rows);
      }
    };
  }

  private void insert(Dataset<Row> rows) {
    TableSettings settings = TableSettings.of(base.settings());
    if (overwritten == null) {
      List<String> gone = truncates ? files(base.tables()) : List.of();
      DatasetWriting.run(rows, new Replacement(path, columns, settings, gone, base), options);
    } else {
      replace(rows, overwritten, path, base, columns, options);
    }
  }

  private static List<String> files(List<SealedTable> tables) {
    return tables.stream().map(SealedTable::file).toList();
  }

  /**
   * Writes rows in place of those that fulfil conditions: tables that may have such rows are
   * written anew without them.
   */
  public static void replace(
      Dataset<Row> rows,
      Predicate[] conditions,
      String path,
      Manifest base,
      Columns columns,
      CaseInsensitiveStringMap options) {
    TableSettings settings = TableSettings.of(base.settings());
    PushedCondition condition = PushedCondition.of(conditions, columns);
    List<String> touched = files(TablePruning.needed(base.tables(), condition.query()));
    Replacement change = new Replacement(path, columns, settings, touched, base);
    if (touched.isEmpty()) {
      DatasetWriting.run(rows, change, options);
      return;
    }
    ExceptConditions.during(
        conditions,
        name -> {
          Dataset<Row> kept =
              rows.sparkSession()
                  .read()
                  .format("flashgrove")
                  .option(SomeTables.VERSION, base.version())
                  .option(SomeTables.FILES, String.join(",", touched))
                  .option(ExceptConditions.OPTION, name)
                  .load(path);
          DatasetWriting.run(rows.unionByName(kept), change, options);
        });
  }
}
