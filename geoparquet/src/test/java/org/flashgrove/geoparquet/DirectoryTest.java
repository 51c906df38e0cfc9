package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** The files of a directory are one dataset, by scans and by row numbers. */
class DirectoryTest {
  @TempDir private Path folder;

  private static FeatureSchema schema(
      CoordinateSystem system, List<String> names, List<AttributeType> types) {
    GeometryFacts facts =
        GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()).in(system);
    return new FeatureSchema(facts, names, types, List.of(), 0, List.of());
  }

  private Path write(String name, FeatureSchema schema, int first, int count) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (FeatureWriter writer =
        DataFormats.of(name, FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (int i = first; i < first + count; i++) {
        Object[] values =
            schema.types().stream()
                .map(type -> type == AttributeType.TEXT ? (Object) "name" : 0.5)
                .toArray();
        writer.write(i, new GeometryFactory().createPoint(new Coordinate(i, -i)), values);
      }
    }
    return file;
  }

  private Path writeNames(String name, int first, int count) throws IOException {
    return write(
        name,
        schema(CoordinateSystem.WGS84, List.of("name"), List.of(AttributeType.TEXT)),
        first,
        count);
  }

  private FeatureCursor open() {
    return DataFiles.open(folder.toString(), BadRowPolicy.STOP);
  }

  private static List<List<Object>> rows(FeatureCursor cursor) {
    List<List<Object>> rows = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        List<Object> row = new ArrayList<>(List.of(cursor.id(), cursor.minX()));
        for (int i = 0; i < cursor.attributeNames().size(); i++) {
          row.add(cursor.attribute(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private void writePartitions() throws IOException {
    writeNames("year=2024/kind=a%20b/x.parquet", 100, 30);
    writeNames("year=2024/kind=__HIVE_DEFAULT_PARTITION__/x.parquet", 0, 20);
    writeNames("year=2025/kind=c/x.parquet", 200, 0);
    writeNames("year=2025/kind=c/y.parquet", 300, 7);
    Files.writeString(folder.resolve("_SUCCESS"), "");
    Files.writeString(folder.resolve("year=2025/.hidden.parquet"), "no parquet");
    Files.writeString(folder.resolve("readme.md"), "text");
    Files.createDirectories(folder.resolve("old.parquet.flashgrove"));
    Files.writeString(folder.resolve("old.parquet.flashgrove/a.parquet"), "an index");
  }

  private static List<Object> row(int number, long year, String kind) {
    return Arrays.asList((long) number, (double) number, year, kind, "name");
  }

  @Test
  void partitionsAreAttributes() throws IOException {
    writePartitions();
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      expected.add(row(i, 2024, null));
    }
    for (int i = 100; i < 130; i++) {
      expected.add(row(i, 2024, "a b"));
    }
    for (int i = 300; i < 307; i++) {
      expected.add(row(i, 2025, "c"));
    }
    try (FeatureCursor cursor = open()) {
      assertThat(cursor.attributeNames()).containsExactly("year", "kind", "name");
      assertThat(List.of(0, 1, 2))
          .extracting(cursor::declaredType)
          .containsExactly(AttributeType.INTEGER, AttributeType.TEXT, AttributeType.TEXT);
      assertThat(cursor.coordinateSystem()).isEqualTo(CoordinateSystem.WGS84);
    }
    assertThat(rows(open())).isEqualTo(expected);
    RowFormat format = (RowFormat) DataFormats.of(folder.toString(), FormatOptions.BY_ENDING);
    byte[] places;
    String fingerprint;
    try (RowFile rows = format.openRows(folder, "data", null, null)) {
      assertThat(rows.rowCount()).isEqualTo(57);
      List<Long> numbers = new ArrayList<>();
      rows.forEachBounds(
          0,
          BadRowPolicy.STOP,
          (row, minX, minY, maxX, maxY) -> {
            assertThat(minX).isEqualTo(expected.get((int) row).get(1));
            numbers.add(row);
          });
      assertThat(numbers).hasSize(57).doesNotHaveDuplicates();
      places = rows.places();
      fingerprint = rows.fingerprint();
    }
    try (RowFile rows = format.openRows(folder, "data", null, places)) {
      assertThat(rows.fingerprint()).isEqualTo(fingerprint);
      assertThat(rows(rows.rows(new long[] {3, 19, 20, 49, 50, 56})))
          .isEqualTo(List.of(3, 19, 20, 49, 50, 56).stream().map(expected::get).toList());
      assertThat(rows(rows.rows(new long[0]))).isEmpty();
      try (FeatureCursor none = rows.rows(new long[0])) {
        assertThat(none.attributeNames()).containsExactly("year", "kind", "name");
      }
    }
    writeNames("year=2025/kind=c/z.parquet", 400, 1);
    RowFormat more = (RowFormat) DataFormats.of(folder.toString(), FormatOptions.BY_ENDING);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> more.openRows(folder, "data", null, places).close());
  }

  private void refused(String file, String problem) {
    assertThatThrownBy(() -> rows(open()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder.resolve(file) + ": " + problem);
  }

  @Test
  void differencesOfSchemasAreNamed() throws IOException {
    Path first = writeNames("a.parquet", 0, 3);
    CoordinateSystem wgs84 = CoordinateSystem.WGS84;
    String allowed = "; allowed: the schema of " + first;
    write("b.parquet", schema(wgs84, List.of("name"), List.of(AttributeType.REAL)), 0, 3);
    refused("b.parquet", "column name of real instead of text" + allowed);
    write("b.parquet", schema(wgs84, List.of("size"), List.of(AttributeType.REAL)), 0, 3);
    refused("b.parquet", "no column name, a further column size" + allowed);
    write(
        "b.parquet",
        schema(CoordinateSystem.epsg(25832), List.of("name"), List.of(AttributeType.TEXT)),
        0,
        3);
    refused("b.parquet", "coordinate system EPSG:25832 instead of EPSG:4326" + allowed);
    Files.delete(folder.resolve("b.parquet"));
    writeNames("year=2024/b.parquet", 0, 3);
    refused("year=2024/b.parquet", "partition keys [year]; allowed: those of " + first + ", []");
  }

  @Test
  void directoriesOfOtherFilesAreRefused() throws IOException {
    Files.writeString(folder.resolve("readme.md"), "text");
    assertThatThrownBy(this::open)
        .isInstanceOf(InputException.class)
        .hasMessage(
            folder
                + ": is a directory without data files; allowed: a file, or a directory of data"
                + " files of one format");
    writeNames("a.parquet", 0, 3);
    Files.writeString(folder.resolve("b.csv"), "id,x,y\n1,2,3\n");
    assertThatThrownBy(this::open)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(folder + ": files of geoparquet and csv; allowed: ");
    FormatOptions named = FormatOptions.named("geoparquet");
    assertThat(rows(DataFiles.open(folder.toString(), named, BadRowPolicy.STOP))).hasSize(3);
    Files.delete(folder.resolve("a.parquet"));
    RowFormat csv = (RowFormat) DataFormats.of(folder.toString(), FormatOptions.BY_ENDING);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> csv.openRows(folder, "data", null, null))
        .withMessage("data: files of format csv cannot be indexed; use geoparquet files");
  }

  @Test
  void featuresWithoutIdsAreNumberedThrough() throws IOException {
    for (String each : List.of("a", "b")) {
      Files.writeString(
          folder.resolve(each + ".geojson"),
          "{\"type\":\"FeatureCollection\",\"features\":["
              + "{\"type\":\"Feature\",\"properties\":{\""
              + each
              + "\":1},\"geometry\":"
              + "{\"type\":\"Point\",\"coordinates\":[1,2]}},"
              + "{\"type\":\"Feature\",\"properties\":{\"n\":2},\"geometry\":"
              + "{\"type\":\"Point\",\"coordinates\":[3,4]}}]}");
    }
    assertThat(rows(open()))
        .containsExactly(
            Arrays.asList(1L, 1.0, 1L),
            Arrays.asList(2L, 3.0, null, 2L),
            Arrays.asList(3L, 1.0, null, null, 1L),
            Arrays.asList(4L, 3.0, null, 2L, null));
    FreshIds used = new FreshIds();
    used.use(10);
    FeatureCursor cursor = open();
    cursor.makeIdsFrom(() -> used);
    assertThat(rows(cursor)).extracting(row -> row.get(0)).containsExactly(11L, 12L, 13L, 14L);
    Files.writeString(
        folder.resolve("c.geojson"),
        "{\"type\":\"Feature\",\"id\":7,\"properties\":{},\"geometry\":"
            + "{\"type\":\"Point\",\"coordinates\":[1,2]}}");
    assertThatThrownBy(() -> rows(open()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has an id; allowed: ids of all features of the directory");
  }
}
