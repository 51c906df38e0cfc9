package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options and columns that a read or write cannot obey are refused. */
class OptionsTest {
  @TempDir private static Path directory;
  private static Dataset<Row> rows;
  private static String path;

  @BeforeAll
  static void make() {
    path = directory.resolve("dataset").toString();
    rows =
        Session.get()
            .range(3)
            .selectExpr(
                "cast(id as int) as number",
                "unhex('000000000140590000000000004059000000000000') as geom");
    write().save(path);
  }

  private static DataFrameWriter<Row> write() {
    return rows.write().format("flashgrove").option("geometry", "geom").mode("append");
  }

  private static DataFrameReader read() {
    return Session.get().read().format("flashgrove");
  }

  @Test
  void unknownOptionsAreRefused() {
    assertThatThrownBy(() -> read().option("versoin", 1).load(path).collectAsList())
        .hasMessage(
            "option versoin is no option of a read (allowed: gapBytes, geometry, tables, version,"
                + " and settings of Hadoop)");
    assertThatThrownBy(() -> read().option("partitions", 1).load(path).collectAsList())
        .hasMessageContaining("option partitions is no option of a read");
    for (String name : new String[] {"partition", "version", "compression"}) {
      assertThatThrownBy(() -> write().option(name, "1").save(path))
          .hasMessageContaining("option " + name + " is no option of a write (allowed: geometry,");
    }
    assertThatThrownBy(() -> rows.writeTo("flashgrove.`" + path + "`").option("rows", "1").append())
        .hasMessageContaining("option rows is no option of a write");
    Dataset<Row> read =
        read().option("VERSION", 1).option("fs.file.impl.disable.cache", "false").load(path);
    assertThat(read.count()).isEqualTo(3);
    assertThat(read().load(path).count()).isEqualTo(3);
  }

  @Test
  void optionsThatAreNoNumbersOfTheirRangeAreRefused() {
    for (String option : new String[] {"partitions", "rowsPerTable", "pageSize"}) {
      int least = option.equals("pageSize") ? 512 : 1;
      for (String value : new String[] {"0", "-1", "many", "1.5", "99999999999999999999"}) {
        String other = directory.resolve("other").toString();
        assertThatThrownBy(() -> write().option(option, value).save(other))
            .hasMessageContaining("option " + option + " = " + value + " (allowed: " + least + " ");
      }
    }
    for (String value : new String[] {"-1", "wide"}) {
      assertThatThrownBy(() -> read().option("gapBytes", value).load(path).collectAsList())
          .hasMessageContaining("option gapBytes = " + value + " (allowed: 0 ");
    }
    assertThat(read().load(path).count()).isEqualTo(3);
  }

  @Test
  void aMalformedGeometryIsRefusedByTheNameOfItsColumn() {
    Dataset<Row> malformed = rows.selectExpr("number", "X'0102' as geom");
    assertThatThrownBy(
            () ->
                malformed
                    .write()
                    .format("flashgrove")
                    .option("geometry", "geom")
                    .mode("append")
                    .save(path))
        .hasMessageContaining("column 'geom': WKB: ends within a geometry");
  }

  @Test
  void aSchemaOfAReaderIsThatOfTheDatasetOrRefused() {
    assertThat(read().schema("number int, geom binary").load(path).count()).isEqualTo(3);
    for (String schema :
        new String[] {
          "number bigint, geom binary", "geom binary, number int", "number int", "other string"
        }) {
      assertThatThrownBy(() -> read().schema(schema).load(path).collectAsList())
          .as(schema)
          .hasMessageContaining("dataset: the reader's schema (")
          .hasMessageContaining(
              ") is not that of the dataset (number INT,geom BINARY); read without schema(...)");
    }
  }
}
