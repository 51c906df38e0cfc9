package org.flashgrove.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.ColumnRange;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.dataset.TableChange;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.flashgrove.spark.remote.SealedStores;
import org.flashgrove.spark.remote.TableSealer;
import org.flashgrove.spark.write.TableSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Queries and joins leave out a row whose geometry no algorithm can evaluate, name it, and answer
 * for all others. Only a table of an older version has such a row: writers refuse coordinates that
 * are not finite.
 */
class SkippedRowsTest {
  private static final StructType COLUMNS =
      new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType);

  private static final byte[] SOUND = line(0, 0, 1, 1, 2, 2);
  private static final byte[] OTHER = line(0, 2, 1, 1, 2, 0);
  private static final byte[] ODD = line(0, 0, Double.NaN, 1, 2, 2);
  private static final Geometry PLACE =
      new GeometryFactory().createPoint(new Coordinate(2, 2)).buffer(0.5);

  @TempDir private static Path directory;
  private static String path;
  private static Dataset<Row> rows;

  private static byte[] line(double... ordinates) {
    ByteBuffer bytes = ByteBuffer.allocate(9 + Double.BYTES * ordinates.length);
    bytes.put((byte) 0).putInt(2).putInt(ordinates.length / 2);
    for (double each : ordinates) {
      bytes.putDouble(each);
    }
    return bytes.array();
  }

  @BeforeAll
  static void write() throws IOException {
    rows =
        Session.frame(
            List.of(
                RowFactory.create(70L, SOUND),
                RowFactory.create(71L, ODD),
                RowFactory.create(72L, OTHER),
                RowFactory.create(73L, null)),
            COLUMNS);
    path = directory.resolve("dataset").toString();
    Columns columns = new Columns(COLUMNS, "geom");
    TableSettings settings = TableSettings.of(Map.of());
    Path store = directory.resolve("store");
    try (Table table = Table.create(store, settings.options(columns));
        TableBatch batch = table.begin()) {
      RowWriter writer = new RowWriter(columns.attributes());
      for (Row row : rows.collectAsList()) {
        writer.clear().set(0, row.getLong(0));
        byte[] wkb = row.isNullAt(1) ? new byte[0] : row.getAs(1);
        batch.rescue(row.getLong(0), ByteBuffer.wrap(wkb), writer.row());
      }
      batch.commit();
    }
    Configuration configuration = Session.get().sessionState().newHadoopConf();
    DatasetDirectory dataset =
        new DatasetDirectory(new org.apache.hadoop.fs.Path(path), configuration);
    String name = "tables/old/0.table";
    TableSealer.Sealed sealed;
    try (FSDataOutputStream out = dataset.files().create(dataset.table(name), false)) {
      sealed = SealedStores.seal(store, out);
    }
    Map<String, ColumnRange> ranges =
        Map.of(
            "id",
            new ColumnRange(0, "70", "73", true),
            "geom",
            new ColumnRange(1, null, null, false));
    dataset.commit(
        Manifest.empty(COLUMNS, "geom", settings.map()),
        TableChange.append(),
        List.of(
            new SealedTable(
                name, sealed.bytes(), sealed.head(), 4, 3, new Bounds(0, 0, 2, 2), ranges)));
  }

  private static Dataset<Row> read() {
    return Session.get().read().format("flashgrove").load(path);
  }

  private static List<String> pairs(Dataset<Row> joined) {
    return joined.select("left.id", "right.id").collectAsList().stream()
        .map(row -> row.getLong(0) + " " + row.getLong(1))
        .sorted()
        .toList();
  }

  @Test
  void joinsOfDatasetsNameSkippedPairs() {
    for (JoinCondition each : List.of(JoinCondition.intersects(), JoinCondition.dwithin(1))) {
      SpatialJoin join = new SpatialJoin(Session.get(), each);
      assertThat(pairs(join.ofDatasets(path, path)))
          .contains("70 70", "70 72", "72 70", "72 72")
          .allMatch(pair -> pair.length() == 5);
      assertThat(join.skipped().count()).isPositive();
      assertThat(join.skipped().first())
          .anyMatch(
              line -> line.startsWith("row [71, 57 bytes] in tables/old/0.table: with record "))
          .allMatch(line -> line.contains("71"));
    }
  }

  @Test
  void joinsOfRowsNameSkippedRowsAndRecords() {
    SpatialJoin join = new SpatialJoin(Session.get(), JoinCondition.dwithin(1));
    assertThat(pairs(join.ofRows(rows, "geom", path)))
        .contains("70 70", "70 72", "72 70", "72 72")
        .noneMatch(pair -> pair.startsWith("71"));
    assertThat(join.skipped().first())
        .contains("row [71, 57 bytes]: geometry has a vertex with a NaN or infinite coordinate");
  }

  @Test
  void nearestJoinsNameSkippedRowsAndRecords() {
    NearestJoin join = new NearestJoin(Session.get(), 3);
    assertThat(pairs(join.ofRows(rows, "geom", path)))
        .contains("70 70", "70 72", "72 70", "72 72")
        .noneMatch(pair -> pair.startsWith("71"));
    assertThat(join.skipped().first())
        .contains("row [71, 57 bytes]: geometry has a vertex with a NaN or infinite coordinate");
  }

  @Test
  void queriesGiveTheSameWithAndWithoutPushDown() {
    Column constant = lit(Session.wkb(PLACE));
    Column distance = MixedConditions.function("st_distance", col("geom"), constant);
    for (Column each :
        List.of(
            MixedConditions.function("st_intersects", col("geom"), constant),
            MixedConditions.function("st_contains", col("geom"), constant),
            distance.leq(lit(9.0)))) {
      assertThat(read().where(each.eqNullSafe(lit(true))).select("id").collectAsList())
          .as(each.toString())
          .isEqualTo(rows.where(each).select("id").collectAsList());
    }
    for (int limit = 1; limit < 5; limit++) {
      for (Column order : List.of(distance.asc_nulls_last(), distance.asc_nulls_first())) {
        assertThat(read().orderBy(order).limit(limit).select(distance).collectAsList())
            .isEqualTo(rows.orderBy(order).limit(limit).select(distance).collectAsList());
      }
    }
  }
}
