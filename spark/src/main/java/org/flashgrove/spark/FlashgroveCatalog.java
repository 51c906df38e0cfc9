package org.flashgrove.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.file.FileLocation;
import org.flashgrove.spark.file.IndexedFile;
import org.flashgrove.spark.function.GeometryFunction;

/**
 * Catalog of geometry functions, and of datasets by path. Set {@code spark.sql.catalog.flashgrove}
 * to the name of this class. The functions are then {@code flashgrove.st_intersects} and so on, and
 * a dataset is {@code flashgrove.`/path`}.
 */
public final class FlashgroveCatalog implements FunctionCatalog, TableCatalog {
  private String name = "flashgrove";

  /** Creates the catalog. Spark calls this constructor by reflection. */
  public FlashgroveCatalog() {}

  @Override
  public void initialize(String newName, CaseInsensitiveStringMap options) {
    name = newName;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String[] defaultNamespace() {
    return new String[0];
  }

  @Override
  public Identifier[] listFunctions(String[] namespace) {
    GeometryFunction[] all = GeometryFunction.values();
    Identifier[] functions = new Identifier[namespace.length == 0 ? all.length : 0];
    for (int i = 0; i < functions.length; i++) {
      functions[i] = Identifier.of(namespace, all[i].name().toLowerCase(java.util.Locale.ROOT));
    }
    return functions;
  }

  @Override
  public UnboundFunction loadFunction(Identifier function) throws NoSuchFunctionException {
    GeometryFunction found =
        function.namespace().length == 0 ? GeometryFunction.named(function.name()) : null;
    if (found == null) {
      throw new NoSuchFunctionException(function);
    }
    return found;
  }

  /** Returns an empty list, because datasets may be in any directory. */
  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }

  @Override
  public Table loadTable(Identifier table) throws NoSuchTableException {
    Configuration configuration = SparkSession.active().sessionState().newHadoopConf();
    try {
      boolean isPath = table.namespace().length == 0;
      FileLocation file = isPath ? FileLocation.of(table.name(), configuration) : null;
      if (file != null) {
        return new IndexedFileTable(
            IndexedFile.of(file), new StructType(), CaseInsensitiveStringMap.empty());
      }
      if (!isPath || new DatasetDirectory(new Path(table.name()), configuration).newest() == null) {
        throw new NoSuchTableException(table);
      }
      return FlashgroveSource.table(
          table.name(), new StructType(), configuration, CaseInsensitiveStringMap.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Table createTable(
      Identifier table, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    throw refused("creating a dataset by the catalog");
  }

  @Override
  public Table alterTable(Identifier table, TableChange... changes) {
    throw refused("altering a dataset");
  }

  @Override
  public boolean dropTable(Identifier table) {
    throw refused("dropping a dataset, as saveAsTable does to overwrite it");
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw refused("renaming a dataset");
  }

  private static UnsupportedOperationException refused(String what) {
    return new UnsupportedOperationException(
        what
            + ": not supported; use queries, INSERT, DELETE or INSERT OVERWRITE, and create"
            + " datasets by write().format(\"flashgrove\").mode(\"append\").save(path)");
  }
}
