package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset keeps the columns of its first write: other writes fit them, or are refused. */
class SchemaTest {
  private static final StructType COLUMNS =
      new StructType()
          .add("number", DataTypes.IntegerType)
          .add("name", DataTypes.StringType)
          .add("geom", DataTypes.BinaryType);

  private static final String[][] FITTING = {
    {"name", "geom", "number as NUMBER"}, {"cast(number as bigint) as number", "name", "geom"}
  };

  private static final String[][] OTHER = {
    {"number", "geom"},
    {"number", "name", "geom", "1 as more"},
    {"cast(number as string) as number", "name", "geom"},
    {"number as other", "name", "geom"},
    {"number", "name", "geom as shape"},
    {"number", "name", "number as geom"}
  };

  @TempDir private static Path directory;
  private static String path;
  private static Dataset<Row> rows;

  @BeforeAll
  static void make() {
    path = directory.resolve("dataset").toString();
    rows =
        Session.get()
            .range(3)
            .selectExpr(
                "cast(id as int) as number",
                "concat('n', id) as name",
                "unhex('000000000140590000000000004059000000000000') as geom");
    write(rows, "append");
  }

  private static void write(Dataset<Row> written, String mode) {
    written.write().format("flashgrove").option("geometry", "geom").mode(mode).save(path);
  }

  private static Dataset<Row> read() {
    return Session.get().read().format("flashgrove").load(path);
  }

  @Test
  void rowsThatFitAreWrittenByTheNamesOfColumns() {
    for (String[] columns : FITTING) {
      write(rows.selectExpr(columns), "overwrite");
      assertThat(read().schema()).isEqualTo(COLUMNS);
      assertThat(read().orderBy("number").collectAsList())
          .isEqualTo(rows.orderBy("number").collectAsList());
    }
  }

  @Test
  void rowsOfOtherColumnsAreRefused() {
    for (String[] columns : OTHER) {
      Dataset<Row> others = rows.selectExpr(columns);
      for (String mode : new String[] {"append", "overwrite"}) {
        assertThatThrownBy(() -> write(others, mode))
            .as(mode + " " + String.join(", ", columns))
            .isInstanceOfAny(AnalysisException.class, IllegalArgumentException.class);
      }
    }
    assertThat(read().schema()).isEqualTo(COLUMNS);
    assertThat(read().count()).isEqualTo(3);
  }
}
