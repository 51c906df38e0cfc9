package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;
import scala.collection.immutable.Map$;

/** A table of Spark's catalog may be an existing dataset. */
class SaveAsTableTest {
  @TempDir private Path directory;

  private static DataFrameWriter<Row> write(String mode) {
    Dataset<Row> rows =
        Session.get()
            .range(5)
            .selectExpr("id", "unhex('000000000140590000000000004059000000000000') as geom");
    return rows.write().format("flashgrove").option("geometry", "geom").mode(mode);
  }

  @Test
  void tablesOfDatasetsAreReadAndAppendedTo() {
    String path = directory.resolve("dataset").toString();
    try {
      write("append").option("indexed", "id").save(path);
      Session.get().sql("create table saved using flashgrove location '" + path + "'");
      assertThat(Session.get().table("saved").where("id > 2").count()).isEqualTo(2);
      write("append").saveAsTable("saved");
      assertThat(Session.get().table("saved").count()).isEqualTo(10);
      assertThat(Session.get().read().format("flashgrove").load(path).count()).isEqualTo(10);
    } finally {
      Session.get().sql("drop table if exists saved");
    }
  }

  @Test
  void newTablesAreRefusedWithAnAlternative() {
    assertThatThrownBy(() -> write("errorifexists").saveAsTable("saved_nowhere"))
        .hasMessageContaining(
            "option path: is missing; use load(path) or save(path), and instead of saveAsTable");
    String path = directory.resolve("other").toString();
    assertThatThrownBy(() -> write("errorifexists").option("path", path).saveAsTable("saved_new"))
        .hasMessageContaining(
            "other: is not a dataset, and saveAsTable cannot create one; write it by save");
    assertThatThrownBy(() -> write("append").saveAsTable("flashgrove.`" + path + "`"))
        .hasMessageContaining(
            "creating a dataset by the catalog: not supported; use queries, INSERT")
        .hasMessageContaining("mode(\"append\").save(path)");
    assertThat(directory.resolve("other")).doesNotExist();
  }

  @Test
  void aNewTableOverAnExistingDatasetIsRefusedOrReplacesItsRows() {
    String path = directory.resolve("taken").toString();
    write("append").save(path);
    for (String mode : new String[] {"errorifexists", "ignore"}) {
      assertThatThrownBy(() -> write(mode).save(path))
          .hasMessageContaining("Please use either the \"Append\" or \"Overwrite\" mode instead");
      assertThatThrownBy(() -> write(mode).option("path", path).saveAsTable("saved_taken"))
          .as(mode)
          .hasMessageContaining("taken: is a dataset already")
          .hasMessageContaining("CREATE TABLE name USING flashgrove LOCATION");
    }
    String select = "select * from flashgrove.`" + path + "`";
    assertThatThrownBy(
            () ->
                Session.get()
                    .sql(
                        "create table saved_taken using flashgrove location '"
                            + path
                            + "' as "
                            + select))
        .hasMessageContaining("taken: is a dataset already");
    assertThat(Session.get().sql(select).count()).isEqualTo(5);
    assertThat(Session.get().catalog().tableExists("saved_taken")).isFalse();
    try {
      write("overwrite").option("path", path).saveAsTable("saved_taken");
      assertThat(Session.get().table("saved_taken").count()).isEqualTo(5);
    } finally {
      Session.get().sql("drop table if exists saved_taken");
    }
  }

  /** Session that shares the catalog and has no extension. */
  static SparkSession plain() {
    org.apache.spark.sql.classic.SparkSession session =
        (org.apache.spark.sql.classic.SparkSession) Session.get();
    return new org.apache.spark.sql.classic.SparkSession(
        session.sparkContext(),
        Option.apply(session.sharedState()),
        Option.empty(),
        new SparkSessionExtensions(),
        Map$.MODULE$.empty(),
        Map$.MODULE$.empty());
  }

  @Test
  void anEntryIsKeptIfItsReplacementIsRefused() {
    String path = directory.resolve("kept").toString();
    write("append").save(path);
    Session.get().sql("create table kept using flashgrove location '" + path + "'");
    String nowhere = directory.resolve("nowhere").toString();
    try {
      String[][] refused = {
        {"replace table kept (id bigint) using flashgrove", "option path: is missing"},
        {"create or replace table kept using FLASHGROVE as select 1", "option path: is missing"},
        {
          "replace table kept using " + FlashgroveSource.class.getName() + " as select 1",
          "option path: is missing"
        },
        {
          "replace table kept (id bigint) using flashgrove tblproperties ('option.path' = 'x')",
          "option path: is missing"
        },
        {
          "replace table kept using flashgrove location '" + path + "' as select 1 as id",
          "the columns of the new table (id INT) are not those of the dataset"
        },
        {
          "create or replace table kept (id bigint) using flashgrove location '" + nowhere + "'",
          "nowhere: is not a dataset"
        },
        {
          "replace table kept (id bigint) using flashgrove partitioned by (id)",
          "partitioning by columns: not supported"
        }
      };
      SparkSession plain = plain();
      for (String[] each : refused) {
        for (SparkSession session : new SparkSession[] {plain, Session.get()}) {
          assertThatThrownBy(() -> session.sql(each[0])).as(each[0]).hasMessageContaining(each[1]);
        }
        assertThat(Session.get().sql("explain " + each[0]).first().getString(0))
            .as(each[0])
            .contains("ReplaceTable");
      }
      assertThatThrownBy(() -> write("overwrite").saveAsTable("kept"))
          .hasMessageContaining("option path: is missing");
      assertThat(Session.get().table("kept").count()).isEqualTo(5);
    } finally {
      Session.get().sql("drop table kept");
    }
  }

  @Test
  void entriesAreReplacedByTablesWithALocation() {
    String path = directory.resolve("located").toString();
    write("append").save(path);
    Session.get().sql("create table located using flashgrove location '" + path + "'");
    SparkSession plain = plain();
    try {
      for (String place : new String[] {"location '", "options (PATH = '"}) {
        String end = place.startsWith("location") ? "'" : "')";
        plain.sql(
            "create or replace table located (id bigint, geom binary) using FlashGrove "
                + place
                + path
                + end);
        assertThat(plain.table("located").count()).as(place).isEqualTo(5);
      }
      Session.get()
          .range(2)
          .selectExpr("id", "cast(null as binary) as geom")
          .writeTo("located")
          .using("flashgrove")
          .tableProperty("location", path)
          .createOrReplace();
      assertThat(Session.get().table("located").count()).isEqualTo(2);
    } finally {
      Session.get().sql("drop table if exists located");
    }
  }

  @Test
  void tablesOfParquetAreReplacedByDatasetsAndDatasetsByTablesOfParquet() {
    String path = directory.resolve("exchanged").toString();
    write("append").save(path);
    String ours = "table exchanged using flashgrove location '" + path;
    Dataset<Row> rows = Session.get().range(3).toDF();
    rows.write().format("parquet").saveAsTable("exchanged");
    try {
      for (String refused : new String[] {"replace ", "create or replace "}) {
        assertThatThrownBy(() -> Session.get().sql(refused + ours + "' as select 1 as id"))
            .hasMessageContaining("the columns of the new table (id INT) are not those");
        assertThatThrownBy(
                () -> Session.get().sql(refused + "table exchanged using flashgrove as select 1"))
            .hasMessageContaining("option path: is missing");
      }
      assertThat(Session.get().table("exchanged").count()).isEqualTo(3);
      String select = "' as select * from flashgrove.`" + path + "` where id > 0";
      Session.get().sql("replace " + ours + select);
      assertThat(Session.get().table("exchanged").count()).isEqualTo(4);
      assertThatThrownBy(
              () -> Session.get().sql("replace table exchanged using parquet as select 1"))
          .hasMessageContaining("exchanged");
      assertThat(Session.get().table("exchanged").count()).isEqualTo(4);
      rows.write().format("parquet").mode("overwrite").saveAsTable("exchanged");
      assertThat(Session.get().table("exchanged").count()).isEqualTo(3);
      assertThat(Session.get().read().format("flashgrove").load(path).count()).isEqualTo(4);
    } finally {
      Session.get().sql("drop table if exists exchanged");
    }
  }
}
