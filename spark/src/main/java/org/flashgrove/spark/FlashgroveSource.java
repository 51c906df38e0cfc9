package org.flashgrove.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.column.GeometryColumn;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SomeTables;
import org.flashgrove.spark.file.FileLocation;
import org.flashgrove.spark.file.IndexedFile;
import org.flashgrove.spark.write.DatasetWriting;
import org.flashgrove.spark.write.TableSettings;

/**
 * Data source {@code flashgrove}, which reads and writes datasets, and reads data files that have
 * an index. A dataset is a directory of sealed tables.
 *
 * <pre>{@code
 * rows.write().format("flashgrove").option("geometry", "geom").mode("append").save(path);
 * spark.read().format("flashgrove").load(path).where("flashgrove.st_intersects(geom, X'...')");
 * }</pre>
 */
public final class FlashgroveSource implements TableProvider, DataSourceRegister {
  /** Option: name of the column with WKB geometries. */
  public static final String GEOMETRY = "geometry";

  static final String PATH = "path";

  /** Creates the data source. Spark calls this constructor by reflection. */
  public FlashgroveSource() {}

  @Override
  public String shortName() {
    return "flashgrove";
  }

  private static String path(CaseInsensitiveStringMap options) {
    return requirePath(options.get(PATH));
  }

  /** Returns a path, or throws an exception if it is null or blank. */
  static String requirePath(String path) {
    if (path == null || path.isBlank()) {
      throw new IllegalArgumentException(
          "option path: is missing; use load(path) or save(path), and instead of saveAsTable"
              + " save(path), then CREATE TABLE name USING flashgrove LOCATION 'path'");
    }
    return path;
  }

  /** Throws an exception if a table is to be partitioned by columns. */
  static void requireNoPartitions(int partitions) {
    if (partitions > 0) {
      throw new IllegalArgumentException(
          "partitioning by columns: not supported, because rows are divided by their geometries;"
              + " omit the columns");
    }
  }

  /** Returns the exception for a table of a catalog at a path without a dataset. */
  static IllegalArgumentException cannotCreate(String path) {
    return new IllegalArgumentException(
        path
            + ": is not a dataset, and saveAsTable cannot create one; write it by save(path), then"
            + " CREATE TABLE name USING flashgrove LOCATION 'path'");
  }

  private static Configuration configuration(CaseInsensitiveStringMap options) {
    return SparkSession.active().sessionState().newHadoopConfWithOptions(scala(options));
  }

  private static scala.collection.immutable.Map<String, String> scala(
      CaseInsensitiveStringMap options) {
    return scala.collection.immutable.Map$.MODULE$.from(
        scala.jdk.javaapi.CollectionConverters.asScala(options.asCaseSensitiveMap()));
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    FileLocation file = FileLocation.of(path(options), configuration(options));
    if (file != null) {
      return IndexedFile.of(file).schema();
    }
    try {
      return new DatasetDirectory(new Path(path(options)), configuration(options))
          .require()
          .schema();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
    Configuration configuration = configuration(options);
    String job = options.get(DatasetWriting.JOB);
    if (job != null) {
      return new DividedTable(DatasetWriting.job(job), configuration);
    }
    SparkSession spark = SparkSession.active();
    ReplacedEntry.require(RunningCommand.of(spark), spark); // Spark loads a table to drop it
    requireNoPartitions(partitioning.length);
    FileLocation file = FileLocation.of(path(options), configuration);
    if (file != null) {
      return new IndexedFileTable(IndexedFile.of(file), schema, options);
    }
    try {
      return table(path(options), schema, configuration, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the dataset in a directory. If the directory has no dataset, returns a table for the
   * dataset that a write would create.
   */
  static DatasetTable table(
      String path, StructType schema, Configuration configuration, CaseInsensitiveStringMap options)
      throws IOException {
    DatasetDirectory directory = new DatasetDirectory(new Path(path), configuration);
    String version = options.get(SomeTables.VERSION);
    Manifest found = version == null ? directory.newest() : directory.read(number(version));
    if (found == null) {
      if (options.containsKey(
          TableCatalog.PROP_OWNER)) { // Spark is creating a table, and passes no options of its own
        throw cannotCreate(path);
      }
      String geometry = options.getOrDefault(GEOMETRY, GEOMETRY);
      found =
          Manifest.empty(
              GeometryColumn.asWkb(schema.asNullable(), geometry),
              geometry,
              TableSettings.of(options).map());
      TableSettings.of(found.settings())
          .options(new Columns(found.schema(), found.geometry())); // rejects invalid settings
    } else {
      String geometry = options.getOrDefault(GEOMETRY, found.geometry());
      if (!geometry.equals(found.geometry())) {
        throw new IllegalArgumentException(
            "option geometry: '" + geometry + "' (allowed: '" + found.geometry() + "')");
      }
    }
    return new DatasetTable(
        path, configuration, found, SomeTables.of(found, options.get(SomeTables.FILES)), schema);
  }

  private static long number(String version) {
    try {
      return Long.parseLong(version);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "option version: '" + version + "' (allowed: version numbers of the dataset)", e);
    }
  }

  /** Returns true, because a new dataset takes its columns from the rows written. */
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }
}
