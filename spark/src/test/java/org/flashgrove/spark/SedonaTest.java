package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.SpatialJoin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries and joins give what Sedona finds in the same rows. */
class SedonaTest {
  @TempDir private Path directory;
  private final Random random = Seeds.random();

  private Dataset<Row> made(String name, int count) {
    Dataset<Row> rows = Session.frame(Session.rows(random, count, 80), Session.COLUMNS);
    rows.createOrReplaceTempView(name);
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 3)
        .mode("append")
        .save(path(name));
    return rows;
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static List<String> ids(Dataset<Row> rows) {
    return rows.collectAsList().stream()
        .map(row -> row.get(0) + " " + row.get(row.size() - 1))
        .sorted()
        .toList();
  }

  @Test
  void predicatesAndJoinsAreThoseOfSedona() {
    SedonaContext.create(Session.get());
    made("a", 400);
    made("b", 300);
    Dataset<Row> ours = Session.get().read().format("flashgrove").load(path("a"));
    for (String[] each :
        new String[][] {
          {"st_intersects(geom, %s) IS TRUE", "ST_Intersects(ST_GeomFromWKB(geom), g)"},
          {"st_within(geom, %s) IS TRUE", "ST_Within(ST_GeomFromWKB(geom), g)"},
          {"st_contains(geom, %s) IS TRUE", "ST_Contains(ST_GeomFromWKB(geom), g)"},
          {"st_dwithin(geom, %s, 40d) IS TRUE", "ST_DWithin(ST_GeomFromWKB(geom), g, 40d)"}
        }) {
      String literal = Session.literal(Session.disc(random, 120));
      Dataset<Row> theirs =
          Session.get()
              .sql(
                  "select id from a where "
                      + each[1]
                          .replace("g)", "ST_GeomFromWKB(" + literal + "))")
                          .replace("g,", "ST_GeomFromWKB(" + literal + "),"));
      String our = "flashgrove." + String.format(each[0], literal);
      assertThat(ids(ours.where(our).select("id"))).as(each[0]).isEqualTo(ids(theirs));
      String condition =
          each[1]
              .replace("g)", "ST_GeomFromWKB(" + literal + "))")
              .replace("g,", "ST_GeomFromWKB(" + literal + "),");
      Dataset<Row> turned = ours.where(condition).select("id");
      assertThat(turned.queryExecution().executedPlan().toString())
          .contains("[pushed: ")
          .containsIgnoringCase(each[0].substring(0, each[0].indexOf('(')))
          .doesNotContain("Filter ");
      assertThat(ids(turned)).as(each[1]).isEqualTo(ids(theirs));
    }
    joins("ST_Intersects(%s, %s)", JoinCondition.intersects());
    joins("ST_Contains(%s, %s)", JoinCondition.contains());
    joins("ST_Within(%s, %s)", JoinCondition.within());
    joins("ST_DWithin(%s, %s, 7)", JoinCondition.dwithin(7));
  }

  private void joins(String theirs, JoinCondition condition) {
    Dataset<Row> expected =
        Session.get()
            .sql(
                "select a.id as one, b.id as two from (select * from a where geom is not null) a,"
                    + " (select * from b where geom is not null) b where "
                    + String.format(theirs, "ST_GeomFromWKB(a.geom)", "ST_GeomFromWKB(b.geom)"));
    List<String> pairs = ids(expected);
    SpatialJoin join = new SpatialJoin(Session.get(), condition);
    assertThat(ids(join.ofDatasets(path("a"), path("b")).select("left.id", "right.id")))
        .as(theirs)
        .isNotEmpty()
        .isEqualTo(pairs);
    Dataset<Row> few = Session.get().table("a");
    assertThat(ids(join.ofRows(few, "geom", path("b")).select("left.id", "right.id")))
        .as(theirs)
        .isEqualTo(pairs);
    System.out.printf("%s: %d pairs%n", theirs, pairs.size());
  }
}
