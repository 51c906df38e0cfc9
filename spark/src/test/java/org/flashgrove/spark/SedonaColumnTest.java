package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of Sedona's geometry type are written and joined as they are. */
@Tag("sedona")
class SedonaColumnTest {
  @TempDir private static Path directory;

  /** Rows with their geometries as WKB. */
  private static Dataset<Row> plain;

  /** Rows with their geometries as a Sedona column. */
  private static Dataset<Row> ofSedona;

  private static String path;

  @BeforeAll
  static void write() {
    SedonaContext.create(Session.get());
    plain =
        Session.frame(Session.rows(Seeds.random(), 60, 80), Session.COLUMNS)
            .selectExpr(
                "id",
                "if(id = 7, ST_AsBinary(ST_GeomFromText('POINT Z (1 2 3)')),"
                    + " if(id = 8, ST_AsBinary(ST_GeomFromText('POINT EMPTY')), geom)) as geom");
    ofSedona = plain.selectExpr("id", "ST_GeomFromWKB(geom) as geom");
    path = directory.resolve("dataset").toString();
    write(ofSedona, path, "append");
  }

  private static void write(Dataset<Row> rows, String path, String mode) {
    rows.write().format("flashgrove").option("geometry", "geom").mode(mode).save(path);
  }

  private static Dataset<Row> read(String path) {
    return Session.get().read().format("flashgrove").load(path);
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.selectExpr("concat(id, ' ', hex(geom))").orderBy("id").collectAsList().stream()
        .map(row -> String.valueOf(row.get(0)))
        .toList();
  }

  @Test
  void writtenGeometriesAreTheWkbOfSedona() {
    assertThat(read(path).schema().apply("geom").dataType()).isEqualTo(DataTypes.BinaryType);
    assertThat(texts(read(path)))
        .isEqualTo(texts(ofSedona.selectExpr("id", "ST_AsBinary(geom) as geom")));
    String other = directory.resolve("other").toString();
    write(plain.where("id < 30"), other, "append");
    write(ofSedona.where("id >= 30"), other, "append");
    assertThat(read(other).selectExpr("id").orderBy("id").collectAsList())
        .isEqualTo(plain.selectExpr("id").orderBy("id").collectAsList());
    write(ofSedona.where("id < 5"), other, "overwrite");
    assertThat(read(other).count()).isEqualTo(5);
    Dataset<Row> without = ofSedona.withColumnRenamed("id", "key");
    assertThatThrownBy(() -> write(without, other, "append")).hasMessageContaining("id");
  }

  @Test
  void joinsTakeGeometriesOfSedona() {
    SpatialJoin join = new SpatialJoin(Session.get(), JoinCondition.intersects());
    NearestJoin nearest = new NearestJoin(Session.get(), 2);
    assertThat(pairs(join.ofRows(ofSedona, "geom", path)))
        .isNotEmpty()
        .isEqualTo(pairs(join.ofRows(plain, "geom", path)));
    assertThat(pairs(nearest.ofRows(ofSedona, "geom", path)))
        .isEqualTo(pairs(nearest.ofRows(plain, "geom", path)));
  }

  private static List<String> pairs(Dataset<Row> pairs) {
    return pairs.select("left.id", "right.id").collectAsList().stream()
        .map(Row::toString)
        .sorted()
        .toList();
  }

  @Test
  void columnsOfOtherTypesAreRefusedByTheNameOfTheirType() {
    SpatialJoin join = new SpatialJoin(Session.get(), JoinCondition.intersects());
    NearestJoin nearest = new NearestJoin(Session.get(), 2);
    assertThatThrownBy(() -> join.ofRows(ofSedona, "id", path))
        .hasMessage(
            "geometry column 'id' of type bigint; name a binary column of WKB, or one of Sedona's"
                + " geometries");
    assertThatThrownBy(() -> nearest.ofRows(plain, "shape", path))
        .hasMessageContaining("geometry column 'shape': no such column among id, geom; name");
    Dataset<Row> two = ofSedona.selectExpr("*", "geom as shape");
    String other = directory.resolve("two").toString();
    assertThatThrownBy(() -> write(two, other, "append"))
        .hasMessageContaining("column 'shape' of type geometry (user-defined) (allowed: boolean,");
    assertThatThrownBy(() -> ofSedona.selectExpr("flashgrove.st_distance(geom, geom)"))
        .hasMessageContaining("st_distance of (geometry (user-defined), geometry (user-defined))");
  }
}
