package org.flashgrove.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.TableChange;
import org.flashgrove.spark.read.RewriteScan;
import org.flashgrove.spark.read.RewriteScanBuilder;
import org.flashgrove.spark.read.SharedConfiguration;
import org.flashgrove.spark.read.TableColumn;
import org.flashgrove.spark.write.RewriteWrite;
import org.flashgrove.spark.write.TableReplacement;
import org.flashgrove.spark.write.TableSettings;

/**
 * A {@code DELETE} statement whose condition Spark must evaluate row by row. The operation reads
 * the tables that may have matching rows, and replaces each of them by a table with the remaining
 * rows.
 */
final class DeleteOperation implements RowLevelOperation {
  private final String path;
  private final SharedConfiguration shared;
  private final Configuration configuration;
  private final Manifest base;
  private final Columns columns;
  private RewriteScan scan;

  DeleteOperation(
      String path,
      SharedConfiguration shared,
      Configuration configuration,
      Manifest base,
      Columns columns) {
    this.path = path;
    this.shared = shared;
    this.configuration = configuration;
    this.base = base;
    this.columns = columns;
  }

  @Override
  public String description() {
    return "flashgrove " + path;
  }

  @Override
  public Command command() {
    return Command.DELETE;
  }

  @Override
  public NamedReference[] requiredMetadataAttributes() {
    return new NamedReference[] {Expressions.column(TableColumn.NAME)};
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return new RewriteScanBuilder(path, shared, base.tables(), columns, built -> scan = built);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    TableReplacement change =
        new TableReplacement(
            path, columns, TableSettings.of(base.settings()), base, TableChange.rewrite(List.of()));
    return new WriteBuilder() {
      @Override
      public Write build() {
        try {
          return new RewriteWrite(change, configuration, () -> scan.files());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }
}
