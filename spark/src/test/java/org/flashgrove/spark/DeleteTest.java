package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.functions;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code DELETE FROM} takes any condition, and deletes the rows that Spark finds by it. */
class DeleteTest {
  @TempDir private Path directory;
  private String path;
  private List<Row> left;
  private final Random random = Seeds.random();

  @BeforeEach
  void write() {
    path = directory.resolve("dataset").toString();
    left = Session.rows(random, 400);
    plain()
        .write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 4)
        .mode("append")
        .save(path);
  }

  private Dataset<Row> plain() {
    return Session.frame(left, Session.COLUMNS);
  }

  private Dataset<Row> read() {
    return Session.get().read().format("flashgrove").load(path);
  }

  private void delete(String condition) {
    Session.get().sql("delete from flashgrove.`" + path + "` where " + condition);
  }

  private static List<Row> sorted(Dataset<Row> rows) {
    return rows.collectAsList().stream()
        .sorted(Comparator.comparingLong(row -> row.getLong(0)))
        .toList();
  }

  private void deletesAsSparkDoes(String condition) {
    plain().createOrReplaceTempView("left_rows");
    left =
        sorted(
            Session.get()
                .sql(
                    "select * from left_rows where not coalesce("
                        + condition.replace("SELF", "left_rows")
                        + ", false)"));
    delete(condition.replace("SELF", "flashgrove.`" + path + "`"));
    assertThat(ids(sorted(read()))).as(condition).isEqualTo(ids(left));
  }

  private static List<Long> ids(List<Row> rows) {
    return rows.stream().map(row -> row.getLong(0)).toList();
  }

  @Test
  void conditionsThatTablesCannotAnswerDeleteTheRowsThatSparkFinds() {
    String disc = Session.literal(Session.disc(random, 100));
    String window = Session.literal(Session.window(random, 300));
    int before = left.size();
    for (String condition :
        List.of(
            "id % 7 = 3",
            "name is null and height * 2 > id",
            "flashgrove.st_intersects(geom, " + disc + ")",
            "flashgrove.st_distance(geom, "
                + disc
                + ") < 30 and flashgrove.st_within(geom, "
                + window
                + ")",
            "id in (select max(id) from SELF)")) {
      deletesAsSparkDoes(condition);
    }
    assertThat(left).hasSizeBetween(1, before - 50);
    assertThat(read().exceptAll(plain()).count()).isZero();
    deletesAsSparkDoes("id % 2 in (0, 1)");
    assertThat(left).isEmpty();
    assertThat(read().count()).isZero();
  }

  @Test
  void onlyTablesWithMatchingRowsAreRewritten() {
    List<String> before = tables();
    long id = left.get(0).getLong(0);
    String changed = read().where("id = " + id).select("_table").head().getString(0);
    delete("id % 1000 = " + id);
    assertThat(tables()).hasSize(4).doesNotContain(changed);
    assertThat(before).filteredOn(each -> !tables().contains(each)).containsExactly(changed);
  }

  private List<String> tables() {
    return read().select("_table").distinct().collectAsList().stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  @Test
  void conditionsThatTablesCannotAnswerAreOverwritten() throws NoSuchTableException {
    String disc = Session.literal(Session.disc(random, 100));
    String condition =
        "name is null and height * 2 > id or abs(id % 7) = 3 or upper(name) = 'N7'"
            + " or coalesce(-height, id + 0.5) in (-3.5d, -7d) or flashgrove.st_distance(geom, "
            + disc
            + ") < 30";
    Dataset<Row> added = Session.frame(Session.rows(random, 3), Session.COLUMNS);
    plain().createOrReplaceTempView("left_rows");
    List<Row> kept =
        Session.get()
            .sql("select * from left_rows where not coalesce(" + condition + ", false)")
            .collectAsList();
    assertThat(kept).hasSizeBetween(1, left.size() - 50);
    added.writeTo("flashgrove.`" + path + "`").overwrite(functions.expr(condition));
    left = new ArrayList<>(kept);
    left.addAll(added.collectAsList());
    assertThat(ids(sorted(read()))).isEqualTo(ids(sorted(plain())));
    assertThatThrownBy(
            () ->
                plain()
                    .writeTo("flashgrove.`" + path + "`")
                    .overwrite(functions.expr("length(name) = 2")))
        .hasMessageContaining("dataset: overwriting by ")
        .hasMessageContaining("is not supported; delete the rows by DELETE FROM, then append");
    assertThat(ids(sorted(read()))).isEqualTo(ids(sorted(plain())));
  }

  @Test
  void functionsAreConditionsOfOverwrites() throws NoSuchTableException {
    String disc = Session.literal(Session.disc(random, 100));
    String window = Session.literal(Session.window(random, 700));
    for (String condition :
        List.of(
            "flashgrove.st_intersects(geom, " + disc + ")",
            "id % 9 = 4 or flashgrove.st_within(geom, " + disc + ")",
            "not flashgrove.st_intersects(geom, " + window + ") and id % 2 = 1")) {
      plain().createOrReplaceTempView("left_rows");
      List<Row> kept =
          Session.get()
              .sql("select * from left_rows where not coalesce(" + condition + ", false)")
              .collectAsList();
      assertThat(kept).as(condition).hasSizeBetween(1, left.size() - 1);
      Dataset<Row> none = plain().limit(0);
      none.writeTo("flashgrove.`" + path + "`").overwrite(functions.expr(condition));
      left = new ArrayList<>(kept);
      assertThat(ids(sorted(read()))).as(condition).isEqualTo(ids(sorted(plain())));
    }
  }

  @Test
  void otherStatementsByRowAreRefusedWithAnAlternative() {
    assertThatThrownBy(
            () -> Session.get().sql("update flashgrove.`" + path + "` set height = 1 where id = 1"))
        .hasMessageContaining("UPDATE is not supported; delete the old rows and append");
    assertThat(sorted(read())).hasSize(left.size());
  }
}
