package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flashgrove.geoparquet.EventWriter.field;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns as other writers encode them: GeoArrow, nested columns, all types and page versions. */
class EncodingsTest {
  private static final byte[] POINT = {
    1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -16, 63, 0, 0, 0, 0, 0, 0, 0, 64
  };

  @TempDir private Path folder;

  /** Writes a file of points with lists, whose pages are so small that they divide lists. */
  static Path lists(Path file, boolean isSecondVersion) throws IOException {
    List<Consumer<RecordConsumer>> rows = new java.util.ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      int row = i;
      rows.add(
          out -> {
            field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(POINT)));
            if (row % 7 > 0) {
              field(
                  out,
                  "r",
                  1,
                  () -> {
                    for (int k = 0; k < row % 90; k++) {
                      out.addInteger(row * k);
                    }
                    out.addInteger(row);
                  });
            }
          });
    }
    return write(
        file,
        "message m { required binary geometry; repeated int32 r; }",
        null,
        isSecondVersion ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0,
        rows);
  }

  private Path write(
      String schema, String geo, WriterVersion version, List<Consumer<RecordConsumer>> rows)
      throws IOException {
    return write(folder.resolve("a.parquet"), schema, geo, version, rows);
  }

  private static Path write(
      Path file,
      String schema,
      String geo,
      WriterVersion version,
      List<Consumer<RecordConsumer>> rows)
      throws IOException {
    try (var writer = EventWriter.to(file, schema, geo).withWriterVersion(version).build()) {
      for (Consumer<RecordConsumer> row : rows) {
        writer.write(row);
      }
    }
    return file;
  }

  private static void vertex(RecordConsumer out, double... ordinates) {
    out.startGroup();
    String[] names = {"x", "y", "z"};
    for (int i = 0; i < ordinates.length; i++) {
      double value = ordinates[i];
      field(out, names[i], i, () -> out.addDouble(value));
    }
    out.endGroup();
  }

  /** Writes a list, whose elements are written by the given actions. */
  private static void list(RecordConsumer out, List<Runnable> elements) {
    out.startGroup();
    if (!elements.isEmpty()) {
      field(
          out,
          "list",
          0,
          () ->
              elements.forEach(
                  each -> {
                    out.startGroup();
                    field(out, "element", 0, each);
                    out.endGroup();
                  }));
    }
    out.endGroup();
  }

  private static Runnable ring(RecordConsumer out, double x) {
    return () ->
        list(
            out,
            List.of(
                () -> vertex(out, x, 0),
                () -> vertex(out, x + 1, 0),
                () -> vertex(out, x, 1),
                () -> vertex(out, x, 0)));
  }

  private static String lists(int depth, String element) {
    return depth == 0
        ? element
        : "optional group element (LIST) { repeated group list { "
            + lists(depth - 1, element)
            + " } }";
  }

  private static String schema(int depth) {
    String vertex =
        "optional group element { required double x; required double y; optional double z; }";
    return "message m { " + lists(depth, vertex).replaceFirst("element", "geometry") + " }";
  }

  private static String geo(String encoding) {
    return "{\"version\":\"1.1.0\",\"primary_column\":\"geometry\",\"columns\":{\"geometry\":"
        + "{\"encoding\":\""
        + encoding
        + "\",\"geometry_types\":[]}}}";
  }

  private String read(int depth, String encoding, Consumer<RecordConsumer> value)
      throws IOException {
    Path file =
        write(
            schema(depth),
            geo(encoding),
            WriterVersion.PARQUET_1_0,
            List.of(out -> field(out, "geometry", 0, () -> value.accept(out)), out -> {}));
    List<GeoParquetFiles.Row> rows = GeoParquetFiles.read(file).rows();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(1).geometry()).isNull();
    return rows.get(0).text();
  }

  @Test
  void encodingsOfGeoArrowAreRead() throws IOException {
    assertThat(read(0, "point", out -> vertex(out, 1, 2))).isEqualTo("POINT (1 2)");
    assertThat(read(0, "point", out -> vertex(out, 1, 2, 3))).isEqualTo("POINT Z(1 2 3)");
    assertThat(read(1, "linestring", out -> ring(out, 0).run()))
        .isEqualTo("LINESTRING (0 0, 1 0, 0 1, 0 0)");
    assertThat(read(1, "multipoint", out -> list(out, List.of(() -> vertex(out, 1, 2)))))
        .isEqualTo("MULTIPOINT ((1 2))");
    assertThat(read(2, "polygon", out -> list(out, List.of(ring(out, 0), ring(out, 5)))))
        .isEqualTo("POLYGON ((0 0, 1 0, 0 1, 0 0), (5 0, 6 0, 5 1, 5 0))");
    assertThat(read(2, "multilinestring", out -> list(out, List.of(ring(out, 0)))))
        .isEqualTo("MULTILINESTRING ((0 0, 1 0, 0 1, 0 0))");
    assertThat(
            read(
                3,
                "multipolygon",
                out -> list(out, List.of(() -> list(out, List.of(ring(out, 0)))))))
        .isEqualTo("MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)))");
  }

  @Test
  void aRingOfThreePointsIsNamedByItsRow() {
    assertThatThrownBy(
            () ->
                read(
                    2,
                    "polygon",
                    out -> list(out, List.of(() -> list(out, List.of(() -> vertex(out, 1, 1)))))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 1: a ring of 1 points; allowed: geometries of encoding polygon");
  }

  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void attributesOfAllTypesAreRead(WriterVersion version) throws IOException {
    String schema =
        "message m { required binary geometry; required int32 i (INTEGER(8,true)); required int32 u"
            + " (INTEGER(32,false)); required int64 big (INTEGER(64,false)); required float f;"
            + " required boolean b; required int32 d (DATE); required int64 t"
            + " (TIMESTAMP(MILLIS,true)); required int64 local (TIMESTAMP(NANOS,false)); required"
            + " int32 time (TIME(MILLIS,true)); required int32 dec (DECIMAL(9,2)); required binary"
            + " text (STRING); required binary raw; required int64 id; }";
    Consumer<RecordConsumer> row =
        out -> {
          field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(POINT)));
          field(out, "i", 1, () -> out.addInteger(-5));
          field(out, "u", 2, () -> out.addInteger(-1));
          field(out, "big", 3, () -> out.addLong(-1));
          field(out, "f", 4, () -> out.addFloat(1.5f));
          field(out, "b", 5, () -> out.addBoolean(true));
          field(out, "d", 6, () -> out.addInteger(-1));
          field(out, "t", 7, () -> out.addLong(-1));
          field(out, "local", 8, () -> out.addLong(1));
          field(out, "time", 9, () -> out.addInteger(1));
          field(out, "dec", 10, () -> out.addInteger(-105));
          field(out, "text", 11, () -> out.addBinary(Binary.fromString("\u00e4")));
          field(out, "raw", 12, () -> out.addBinary(Binary.fromConstantByteArray(new byte[] {7})));
          field(out, "id", 13, () -> out.addLong(42));
        };
    Path file = write(schema, null, version, java.util.Collections.nCopies(500, row));
    GeoParquetFiles.Content content = GeoParquetFiles.read(file);
    assertThat(content.rows()).hasSize(500);
    GeoParquetFiles.Row read = content.rows().get(499);
    assertThat(read.text()).isEqualTo("POINT (1 2)");
    assertThat(read.id()).isEqualTo(42);
    assertThat(read.attributes().get("raw")).isEqualTo(new byte[] {7});
    read.attributes().remove("raw");
    assertThat(read.attributes())
        .hasToString(
            "{b=true, big=18446744073709551615, d=1969-12-31, dec=-1.05, f=1.5, i=-5,"
                + " local=1970-01-01T00:00:00.000000001, t=1969-12-31T23:59:59.999Z,"
                + " text=\u00e4, time=00:00:00.001, u=4294967295}");
    assertThat(content.notes())
        .containsExactly(
            "columns are kept as text: local (timestamp without zone), time (time), dec (decimal)",
            "numbers above 2^63 - 1 in column big are kept as text");
  }

  @Test
  void nestedColumnsBecomeJson() throws IOException {
    String schema =
        "message m { required binary geometry; optional group s { optional int32 z; optional group"
            + " l (LIST) { repeated group list { optional binary element (STRING); } } optional"
            + " int32 a; } repeated int32 r; optional group m (MAP) { repeated group key_value {"
            + " required binary key (STRING); optional double value; } } }";
    Consumer<RecordConsumer> row =
        out -> {
          field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(POINT)));
          field(
              out,
              "s",
              1,
              () -> {
                out.startGroup();
                field(out, "z", 0, () -> out.addInteger(1));
                field(
                    out,
                    "l",
                    1,
                    () -> list(out, List.of(() -> out.addBinary(Binary.fromString("x")))));
                out.endGroup();
              });
          field(
              out,
              "r",
              2,
              () -> {
                out.addInteger(1);
                out.addInteger(2);
              });
          field(
              out,
              "m",
              3,
              () -> {
                out.startGroup();
                field(
                    out,
                    "key_value",
                    0,
                    () -> {
                      out.startGroup();
                      field(out, "key", 0, () -> out.addBinary(Binary.fromString("k")));
                      field(out, "value", 1, () -> out.addDouble(0.5));
                      out.endGroup();
                    });
                out.endGroup();
              });
        };
    Path file = write(schema, null, WriterVersion.PARQUET_2_0, List.of(row));
    GeoParquetFiles.Content content = GeoParquetFiles.read(file);
    assertThat(content.rows().get(0).attributes())
        .hasToString("{m={\"k\":0.5}, r=[1,2], s={\"z\":1,\"l\":[\"x\"],\"a\":null}}");
    assertThat(content.notes())
        .containsExactly("nested values kept as JSON text: 3, in the attributes: m, r, s");
  }

  /** A scan and a query of some rows must agree, although a query sees few rows without an id. */
  @Test
  void rowsWithoutAnIdHaveTheSameIdInEachQuery() throws IOException {
    List<Consumer<RecordConsumer>> rows = new java.util.ArrayList<>();
    for (int i = 0; i < 100; i++) {
      long id = 1_000 + i;
      rows.add(
          out -> {
            field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(POINT)));
            if (id % 3 > 0) {
              field(out, "id", 1, () -> out.addLong(id));
            }
          });
    }
    Path file =
        write(
            "message m { required binary geometry; optional int64 id; }",
            null,
            WriterVersion.PARQUET_1_0,
            rows);
    List<GeoParquetFiles.Row> all = GeoParquetFiles.read(file).rows();
    assertThat(all.stream().map(GeoParquetFiles.Row::id)).doesNotHaveDuplicates();
    try (RowFile chosen = new GeoParquetFormat().openRows(file, "a", null, null)) {
      for (int row = 99; row >= 0; row -= 7) {
        try (FeatureCursor found = chosen.rows(new long[] {row})) {
          assertThat(found.next()).isTrue();
          assertThat(found.id()).isEqualTo(all.get(row).id());
        }
      }
    }
  }

  @Test
  void textThatIsNotUtf8IsNamedByItsRow() throws IOException {
    Path file =
        write(
            "message m { required binary geometry; required binary text (STRING); }",
            null,
            WriterVersion.PARQUET_1_0,
            List.of(
                out -> {
                  field(
                      out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(POINT)));
                  field(
                      out,
                      "text",
                      1,
                      () -> out.addBinary(Binary.fromConstantByteArray(new byte[] {-1})));
                }));
    assertThatThrownBy(() -> GeoParquetFiles.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 1: column text: text that is not UTF-8");
  }

  @Test
  void theLayerSelectsAGeometryColumn() throws IOException {
    Path file =
        write(
            "message m { required binary a (GEOMETRY); required binary b (GEOMETRY); }",
            null,
            WriterVersion.PARQUET_1_0,
            List.of(
                out -> {
                  field(out, "a", 0, () -> out.addBinary(Binary.fromConstantByteArray(POINT)));
                  byte[] other = POINT.clone();
                  other[12] = -64;
                  field(out, "b", 1, () -> out.addBinary(Binary.fromConstantByteArray(other)));
                }));
    assertThat(GeoParquetFiles.read(file).rows().get(0).text()).isEqualTo("POINT (1 2)");
    FormatOptions other = FormatOptions.BY_ENDING.withLayer("b");
    assertThat(GeoParquetFiles.read(file, other).rows().get(0).attributes())
        .containsEntry("a", POINT);
    assertThat(GeoParquetFiles.read(file, other).rows().get(0).text()).isNotEqualTo("POINT (1 2)");
    assertThatThrownBy(() -> GeoParquetFiles.read(file, FormatOptions.BY_ENDING.withLayer("c")))
        .hasMessage("layer c (allowed: --layer a, b)");
  }
}
