package org.flashgrove.spark.write;

import static org.apache.spark.sql.functions.lit;

import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.sources.InsertableRelation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.column.GeometryColumn;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.dataset.SomeTables;
import org.flashgrove.spark.dataset.TableChange;
import org.flashgrove.spark.read.ExceptConditions;
import org.flashgrove.spark.read.PlanText;
import org.flashgrove.spark.read.PushedCondition;
import org.flashgrove.spark.read.TablePruning;

/**
 * Builds the write operation that an application requests. To take a sample, this operation needs
 * the rows before they are divided into tiles, and only Spark's {@link V1Write} interface provides
 * them. The divided rows then go through Spark's version 2 interface ({@link TilesWrite}).
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
   * @param base current version of the dataset; version 0 if it does not exist
   */
  public DatasetWriteBuilder(
      String path, Manifest base, Columns columns, CaseInsensitiveStringMap options) {
    this.path = path;
    this.base = base;
    this.columns = columns;
    this.options = options;
  }

  /**
   * Returns true. If a condition is not supported, {@link #overwrite} throws an exception that
   * names it.
   */
  @Override
  public boolean canOverwrite(Predicate[] predicates) {
    return true;
  }

  /**
   * Returns whether a table can find the rows that match the conditions, without help from Spark.
   */
  public boolean isAnsweredByTables(Predicate[] conditions) {
    return isAll(conditions) || PushedCondition.of(conditions, columns).left().length == 0;
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
    if (!isAnsweredByTables(predicates) && RowCondition.of(predicates) == null) {
      throw new UnsupportedOperationException(
          path
              + ": overwriting by "
              + PlanText.of(predicates)
              + " is not supported; delete the rows by DELETE FROM, then append the new ones");
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

  private void insert(Dataset<Row> written) {
    Dataset<Row> rows = GeometryColumn.asWkb(written, columns.geometryName());
    TableSettings settings = TableSettings.of(base.settings());
    if (overwritten == null) {
      TableChange change = truncates ? TableChange.overwrite() : TableChange.append();
      DatasetWriting.run(
          rows, new TableReplacement(path, columns, settings, base, change), options);
    } else {
      List<String> touched = touched(overwritten);
      TableChange change =
          TableChange.overwriteWhere(touched, table -> mayHold(table, overwritten));
      replace(
          rows, overwritten, touched, new TableReplacement(path, columns, settings, base, change));
    }
  }

  /** Deletes the rows that match conditions, by rewriting the tables that may have such rows. */
  public void delete(SparkSession spark, Predicate[] conditions) {
    TableSettings settings = TableSettings.of(base.settings());
    Dataset<Row> none = spark.createDataFrame(List.of(), columns.schema());
    if (isAll(conditions)) {
      TableChange all = TableChange.overwrite();
      DatasetWriting.run(none, new TableReplacement(path, columns, settings, base, all), options);
      return;
    }
    List<String> touched = touched(conditions);
    TableChange change = TableChange.rewrite(touched);
    replace(none, conditions, touched, new TableReplacement(path, columns, settings, base, change));
  }

  private List<String> touched(Predicate[] conditions) {
    return base.tables().stream()
        .filter(table -> mayHold(table, conditions))
        .map(SealedTable::file)
        .toList();
  }

  private boolean mayHold(SealedTable table, Predicate[] conditions) {
    ScanQuery query = PushedCondition.of(conditions, columns).query();
    return !TablePruning.needed(List.of(table), query).isEmpty();
  }

  /**
   * Adds {@code rows} to the dataset, and removes the rows that match conditions. To remove rows,
   * the write replaces the tables {@code touched} by tables with the other rows.
   *
   * @param touched files of the tables that may have matching rows
   */
  private void replace(
      Dataset<Row> rows, Predicate[] conditions, List<String> touched, TableReplacement change) {
    if (touched.isEmpty()) {
      DatasetWriting.run(rows, change, options);
      return;
    }
    DataFrameReader old =
        rows.sparkSession()
            .read()
            .format("flashgrove")
            .option(SomeTables.VERSION, base.version())
            .option(SomeTables.FILES, String.join(",", touched));
    if (!isAnsweredByTables(conditions)) {
      Column stays = functions.not(functions.coalesce(RowCondition.of(conditions), lit(false)));
      DatasetWriting.run(rows.unionByName(old.load(path).where(stays)), change, options);
      return;
    }
    ExceptConditions.during(
        conditions,
        name -> {
          Dataset<Row> kept = old.option(ExceptConditions.OPTION, name).load(path);
          DatasetWriting.run(rows.unionByName(kept), change, options);
        });
  }
}
