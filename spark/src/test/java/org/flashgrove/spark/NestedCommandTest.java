package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run while another command or a streaming query runs in the same thread. */
class NestedCommandTest {
  private static final String GEOMETRY = "cast(null as binary) as geom";

  @TempDir private Path directory;

  private static Dataset<Row> rows(SparkSession session, int count) {
    return session.range(count).selectExpr("id", GEOMETRY);
  }

  private static DataFrameWriter<Row> write(Dataset<Row> rows, String mode) {
    return rows.write().format("flashgrove").option("geometry", "geom").mode(mode);
  }

  private String dataset(String name, int count) {
    String path = directory.resolve(name).toString();
    write(rows(Session.get(), count), "append").save(path);
    return path;
  }

  private static long count(String path) {
    return Session.get().read().format("flashgrove").load(path).count();
  }

  private void runInBatch(VoidFunction2<Dataset<Row>, Long> batch) throws Exception {
    Path source = Files.createDirectory(directory.resolve("source"));
    Files.writeString(source.resolve("lines.txt"), "0\n1\n2\n");
    Session.get()
        .readStream()
        .text(source.toString())
        .selectExpr("cast(value as bigint) as id", GEOMETRY)
        .writeStream()
        .trigger(Trigger.AvailableNow())
        .option("checkpointLocation", directory.resolve("checkpoint").toString())
        .foreachBatch(batch)
        .start()
        .awaitTermination();
  }

  @Test
  void tablesAreReplacedAndCheckedWithinABatchOfAStream() throws Exception {
    String path = dataset("streamed", 5);
    String select = "select id, geom from flashgrove.`" + path + "` where id = 1";
    String replace = "create or replace table streamed using flashgrove";
    try {
      runInBatch(
          (batch, id) -> {
            SparkSession session = batch.sparkSession();
            Dataset<Row> rows = batch.observe("batch", functions.count(functions.lit(1))).cache();
            write(rows, "overwrite").option("path", path).saveAsTable("streamed");
            assertThat(count(path)).isEqualTo(3);
            write(rows, "append").saveAsTable("streamed");
            write(rows, "append").save(path);
            assertThat(count(path)).isEqualTo(9);
            Runnable create =
                () ->
                    write(rows, "errorifexists").option("path", path).saveAsTable("streamed_again");
            assertThatThrownBy(create::run).hasMessageContaining("streamed: is a dataset already");
            // A thread that a batch starts has the local properties of the batch.
            Executor other = task -> new Thread(task).start();
            assertThatThrownBy(CompletableFuture.runAsync(create, other)::join)
                .hasMessageContaining("streamed: is a dataset already");
            assertThatThrownBy(() -> write(rows, "overwrite").saveAsTable("streamed"))
                .hasMessageContaining("option path: is missing");
            SparkSession plain = SaveAsTableTest.plain();
            assertThatThrownBy(() -> plain.sql(replace + " as " + select))
                .hasMessageContaining("option path: is missing");
            assertThat(session.table("streamed").count()).isEqualTo(9);
            session.sql(replace + " location '" + path + "' as " + select);
            assertThat(count(path)).isEqualTo(3);
          });
      assertThat(Session.get().table("streamed").count()).isEqualTo(3);
    } finally {
      Session.get().sql("drop table if exists streamed");
    }
  }

  @Test
  void aWriteWithinACommandThatReplacesATableAppends() {
    String replaced = dataset("replaced", 5);
    String appended = dataset("appended", 5);
    UDF1<Long, Long> append =
        number -> {
          write(rows(Session.get(), 2), "append").save(appended);
          return number;
        };
    Session.get().udf().register("append_rows", append, DataTypes.LongType);
    try {
      // Spark evaluates functions of constant rows while it plans the command.
      Session.get()
          .sql(
              "create or replace table replaced using flashgrove location '"
                  + replaced
                  + "' as select append_rows(id) as id, "
                  + GEOMETRY
                  + " from values (1L) as constants(id)");
      assertThat(count(replaced)).isEqualTo(1);
      assertThat(count(appended)).isGreaterThanOrEqualTo(7).isOdd();
    } finally {
      Session.get().sql("drop table if exists replaced");
      Session.get().sql("drop temporary function if exists append_rows");
    }
  }
}
