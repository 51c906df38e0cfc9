package org.flashgrove.spark.file;

import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.sidecar.FileIndex;

/**
 * Data file with an index, in one version.
 *
 * @param location place of the file
 * @param version version of the file and its index
 * @param columns columns of the file
 * @param isLocated whether every row has a geometry
 */
public record IndexedFile(
    FileLocation location, String version, FileColumns columns, boolean isLocated)
    implements Serializable {
  /**
   * Opens the index of a file to read its columns.
   *
   * @param path path or address
   * @return null if the path does not name a data file, as {@link FileLocation#of} decides
   */
  public static IndexedFile at(String path, Configuration configuration) {
    FileLocation location = FileLocation.of(path, configuration);
    return location == null ? null : of(location);
  }

  /**
   * Opens the index of a file to read its columns.
   *
   * @throws IllegalArgumentException if the application lacks the module {@code sidecar}
   * @throws org.flashgrove.sidecar.StaleIndexException if the file has no index, changed after it
   *     was indexed, or has a damaged index
   */
  public static IndexedFile of(FileLocation location) {
    try {
      Class.forName("org.flashgrove.sidecar.FileIndex", false, IndexedFile.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          location + ": is a data file; to read it, add the artifact flashgrove-sidecar", e);
    }
    try (FileIndex index = location.open()) {
      return new IndexedFile(
          location, index.version(), new FileColumns(index), index.size() == index.rowCount());
    }
  }

  /** Returns the columns and their Spark types. */
  public StructType schema() {
    return columns.schema();
  }

  /** Returns the name of the geometry column. */
  public String geometry() {
    return FileColumns.GEOMETRY;
  }

  /**
   * Opens the file for searches. The caller must close the result.
   *
   * @throws IllegalStateException if the file was indexed again
   */
  public FileSearch search() {
    return new FileSearch(location.open(version), columns);
  }

  /** Begins the planning of a query. */
  public ScanBuilder query() {
    return new FileScanBuilder(this);
  }
}
