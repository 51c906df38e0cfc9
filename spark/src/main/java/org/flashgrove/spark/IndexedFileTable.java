package org.flashgrove.spark;

import java.util.Arrays;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.file.IndexedFile;

/** Data file with an index as a read-only table of Spark's data source API. */
final class IndexedFileTable implements SupportsRead, SupportsWrite, TableWithPredicates {
  private final IndexedFile file;

  /**
   * Creates a table.
   *
   * @param given columns that the reader specifies; empty if it specifies none
   * @throws IllegalArgumentException if these columns or the options do not fit the file
   */
  IndexedFileTable(IndexedFile file, StructType given, CaseInsensitiveStringMap options) {
    this.file = file;
    String geometry = options.getOrDefault(FlashgroveSource.GEOMETRY, file.geometry());
    if (!geometry.equals(file.geometry())) {
      throw new IllegalArgumentException(
          "option geometry: '" + geometry + "' (allowed: '" + file.geometry() + "')");
    }
    if (!given.isEmpty() && !Arrays.equals(given.fields(), file.schema().fields())) {
      throw new IllegalArgumentException(
          file.location()
              + ": the columns ("
              + given.toDDL()
              + ") are not those of the file ("
              + file.schema().toDDL()
              + "); read without schema(...), then select or cast columns");
    }
  }

  @Override
  public String name() {
    return "flashgrove " + file.location();
  }

  @Override
  public String toString() {
    return name();
  }

  @Override
  @SuppressWarnings("deprecation") // the default columns() of Spark calls it
  public StructType schema() {
    return file.schema();
  }

  /**
   * Returns also the capabilities of writing, because this class then names the file to the user.
   */
  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        TableCapability.BATCH_READ, TableCapability.BATCH_WRITE, TableCapability.TRUNCATE);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    throw new UnsupportedOperationException(
        file.location() + ": is a data file, which is only read; choose the path of a dataset");
  }

  /** Returns false, because a file's empty geometries are read as nulls. */
  @Override
  public boolean hasEmptyGeometries() {
    return false;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    KnownOptions.FILE.require(options);
    return file.query();
  }
}
