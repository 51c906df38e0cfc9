package org.flashgrove.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.column.GeometryColumn;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.read.DatasetScanBuilder;
import org.flashgrove.spark.read.SharedConfiguration;
import org.flashgrove.spark.read.TableColumn;
import org.flashgrove.spark.write.DatasetWriteBuilder;

/** One version of a dataset as a table of Spark's data source API. */
final class DatasetTable
    implements TableWithPredicates,
        SupportsRead,
        SupportsWrite,
        SupportsDeleteV2,
        SupportsRowLevelOperations,
        SupportsMetadataColumns {
  private final String path;
  private final Configuration configuration;
  private final Manifest manifest;
  private final List<SealedTable> tables;
  private final Columns columns;

  /**
   * For a read, the columns that the reader specifies. For a write, the columns of the rows to
   * write. Empty if Spark specifies none.
   */
  private final StructType given;

  /**
   * Identifier of the catalog's new table if {@code CREATE TABLE AS SELECT} has loaded this object
   * to fill that table. Null otherwise.
   */
  private final Identifier created;

  /**
   * File system settings in the form of a broadcast variable. The first query creates this object,
   * and later queries reuse it. Null before the first query.
   */
  private SharedConfiguration shared;

  /**
   * Creates a table for the command that runs in the calling thread.
   *
   * @param tables sealed tables of this version that queries read
   * @param given for a read, the columns that the reader specifies; for a write, the columns of the
   *     rows to write; empty if Spark specifies none
   */
  DatasetTable(
      String path,
      Configuration configuration,
      Manifest manifest,
      List<SealedTable> tables,
      StructType given) {
    this.path = path;
    this.configuration = configuration;
    this.manifest = manifest;
    this.tables = tables;
    this.given = given;
    created = RunningCommand.created(SparkSession.active());
    columns = new Columns(manifest.schema(), manifest.geometry());
  }

  @Override
  public boolean hasEmptyGeometries() {
    String geometry = manifest.geometry();
    return tables.stream()
        .anyMatch(
            table -> table.located() + table.columns().get(geometry).nulls() < table.records());
  }

  @Override
  public String name() {
    return "flashgrove " + path;
  }

  @Override
  public String toString() {
    return name();
  }

  /**
   * Returns the columns. If the rows to write have geometries of a JTS type, the geometry column
   * has this type, so that Spark accepts the rows. The write then converts the geometries to WKB.
   */
  @Override
  @SuppressWarnings("deprecation") // the default columns() of Spark calls it
  public StructType schema() {
    return GeometryColumn.likeWritten(columns.schema(), columns.geometryName(), given);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        TableCapability.BATCH_READ,
        TableCapability.BATCH_WRITE,
        TableCapability.V1_BATCH_WRITE,
        TableCapability.TRUNCATE,
        TableCapability.OVERWRITE_BY_FILTER);
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return new MetadataColumn[] {new TableColumn()};
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    if (manifest.version() == 0) {
      throw new IllegalArgumentException(
          path
              + ": is not a Flashgrove dataset; choose a directory that format flashgrove has"
              + " written");
    }
    KnownOptions.READ.require(options);
    requireGiven();
    return new DatasetScanBuilder(path, shared(), tables, columns, options);
  }

  /**
   * Throws an exception if the columns that a reader specifies differ from the columns of the
   * dataset.
   */
  private void requireGiven() {
    StructType own = columns.schema();
    boolean fits = given.isEmpty() || Arrays.equals(given.fieldNames(), own.fieldNames());
    for (int i = 0; fits && i < given.size(); i++) {
      fits = given.apply(i).dataType().equals(own.apply(i).dataType());
    }
    if (!fits) {
      throw new IllegalArgumentException(
          path
              + ": the reader's schema ("
              + given.toDDL()
              + ") is not that of the dataset ("
              + own.toDDL()
              + "); read without schema(...), then select or cast columns");
    }
  }

  /**
   * Throws an exception if the rows to write lack a column of the dataset. Spark 4.1 would write
   * nulls for it, even for the geometry.
   */
  private void requireAllColumns() {
    List<String> missing =
        Stream.of(columns.schema().fieldNames())
            .filter(own -> Stream.of(given.fieldNames()).noneMatch(own::equalsIgnoreCase))
            .toList();
    if (!given.isEmpty() && !missing.isEmpty()) {
      throw new IllegalArgumentException(
          path
              + ": the rows to write lack columns of the dataset: "
              + String.join(", ", missing)
              + "; add them, perhaps as nulls");
    }
  }

  private synchronized SharedConfiguration shared() {
    if (shared == null) {
      shared = new SharedConfiguration(SparkSession.active(), configuration);
    }
    return shared;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    KnownOptions.WRITE.require(info.options());
    requireAllColumns();
    if (manifest.version() > 0
        && created != null
        && RunningCommand.writesTo(created, SparkSession.active())) {
      throw new IllegalArgumentException(
          path
              + ": is a dataset already, and a new table of the catalog would add rows to it; make"
              + " the table by CREATE TABLE name USING flashgrove LOCATION 'path', then insert");
    }
    return new DatasetWriteBuilder(path, manifest, columns, info.options());
  }

  @Override
  public boolean canDeleteWhere(Predicate[] predicates) {
    return changed().isAnsweredByTables(predicates);
  }

  @Override
  public void deleteWhere(Predicate[] predicates) {
    changed().delete(SparkSession.active(), predicates);
  }

  /** Plans a {@code DELETE} whose condition Spark must evaluate row by row. */
  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    if (info.command() != RowLevelOperation.Command.DELETE) {
      throw new UnsupportedOperationException(
          path
              + ": "
              + info.command()
              + " is not supported; delete the old rows and append the new ones, or overwrite by a"
              + " predicate");
    }
    return () -> new DeleteOperation(path, shared(), configuration, manifest, columns);
  }

  private DatasetWriteBuilder changed() {
    return new DatasetWriteBuilder(path, manifest, columns, CaseInsensitiveStringMap.empty());
  }

  @Override
  public boolean truncateTable() {
    deleteWhere(new Predicate[0]);
    return true;
  }
}
