package org.flashgrove.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.ColumnDefinition;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpec;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTablePlan;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.DataSource;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.file.FileLocation;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Checks a command that replaces a table of Spark's own catalog. Spark drops the entry of the
 * catalog before it asks the data source for the new table, so a new table that this data source
 * refuses would cost the entry.
 */
final class ReplacedEntry {
  private ReplacedEntry() {}

  /**
   * Throws an exception if a command replaces a table by one that this data source refuses.
   *
   * @param command analyzed command, or null for none
   */
  static void require(LogicalPlan command, SparkSession spark) {
    if (command instanceof ReplaceTableAsSelect replaced) {
      require(replaced, replaced.tableSpec(), spark);
    } else if (command instanceof ReplaceTable replaced) {
      require(replaced, replaced.tableSpec(), spark);
    }
  }

  private static void require(V2CreateTablePlan command, TableSpecBase spec, SparkSession spark) {
    boolean isChecked =
        spec instanceof TableSpec
            && command.name() instanceof ResolvedIdentifier name
            && CatalogV2Util.isSessionCatalog(name.catalog())
            && isOurs(spec, spark);
    if (!isChecked) {
      return;
    }
    FlashgroveSource.requireNoPartitions(command.partitioning().size());
    // Spark's catalog ignores the property option.path, and does not keep the property path.
    String path =
        FlashgroveSource.requirePath(
            CollectionConverters.asJava(CatalogV2Util.convertTableProperties((TableSpec) spec))
                .get(TableCatalog.PROP_LOCATION));
    Configuration configuration = spark.sessionState().newHadoopConf();
    try {
      if (FileLocation.of(path, configuration) != null) {
        return;
      }
      if (new DatasetDirectory(new Path(path), configuration).newest() == null) {
        throw FlashgroveSource.cannotCreate(path);
      }
      StructType wanted = columns(command);
      StructType own =
          FlashgroveSource.table(path, wanted, configuration, CaseInsensitiveStringMap.empty())
              .schema();
      if (!wanted.isEmpty() && !DataType.equalsIgnoreNullability(own, wanted)) {
        throw new IllegalArgumentException(
            path
                + ": the columns of the new table ("
                + wanted.toDDL()
                + ") are not those of the dataset ("
                + own.toDDL()
                + "); cast or rename columns");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StructType columns(V2CreateTablePlan command) {
    StructType columns = new StructType();
    for (ColumnDefinition each : CollectionConverters.asJava(command.columns())) {
      columns = columns.add(each.name(), each.dataType());
    }
    return columns;
  }

  /** Returns whether the provider of a table is this data source, by its name or its class. */
  private static boolean isOurs(TableSpecBase spec, SparkSession spark) {
    String provider =
        spec.provider().isDefined()
            ? spec.provider().get()
            : spark.sessionState().conf().defaultDataSourceName();
    try {
      return DataSource.lookupDataSource(provider, spark.sessionState().conf())
          == FlashgroveSource.class;
    } catch (Exception e) { // Spark throws checked exceptions, too, and reports an unknown provider
      return false;
    }
  }
}
