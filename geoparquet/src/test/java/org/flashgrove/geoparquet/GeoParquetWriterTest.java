package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeometryLogicalTypeAnnotation;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.feature.Losses;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.source.DiskSource;
import org.flashgrove.geoparquet.page.ParquetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateXYM;
import org.locationtech.jts.geom.CoordinateXYZM;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Written files are read back without a loss, and are described as the standard asks. */
class GeoParquetWriterTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final List<AttributeType> TYPES = List.of(AttributeType.values());

  @TempDir private Path folder;

  private static FeatureSchema schema(CoordinateSystem system, List<String> names) {
    return new FeatureSchema(
        GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()).in(system),
        names,
        TYPES.subList(0, names.size()),
        List.of(),
        0,
        List.of());
  }

  private static List<String> names() {
    return TYPES.stream().map(type -> "of " + type).toList();
  }

  private Path write(FeatureSchema schema, List<GeoParquetFiles.Row> rows) {
    Path file = folder.resolve("a.parquet");
    try (FeatureWriter writer =
        DataFormats.of("a.parquet", FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (GeoParquetFiles.Row row : rows) {
        writer.write(
            row.id(), row.geometry(), schema.names().stream().map(row.attributes()::get).toArray());
      }
    }
    return file;
  }

  private static Object value(AttributeType type, Random random) {
    return switch (type) {
      case TEXT -> "\u00e4\u4e2d\ud83c\udf0d " + random.nextInt(5);
      case INTEGER -> random.nextLong();
      case REAL -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
      case BOOLEAN -> random.nextBoolean();
      case BYTES -> {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case DATE -> LocalDate.ofEpochDay(random.nextInt());
      case MOMENT -> Instant.ofEpochSecond(random.nextInt(), 1_000L * random.nextInt(1_000_000));
    };
  }

  private static Coordinate corner(Random random, int form) {
    double x = random.nextGaussian() * 100;
    double y = random.nextGaussian() * 100;
    return switch (form) {
      case 0 -> new Coordinate(x, y);
      case 1 -> new Coordinate(x, y, random.nextInt(9));
      case 2 -> new CoordinateXYM(x, y, random.nextInt(9));
      default -> new CoordinateXYZM(x, y, random.nextInt(9), random.nextInt(9));
    };
  }

  private static Geometry shape(Random random) {
    int form = random.nextInt(4);
    Coordinate a = corner(random, form);
    Coordinate b = corner(random, form);
    Coordinate c = corner(random, form);
    return switch (random.nextInt(8)) {
      case 0 -> null;
      case 1 -> SHAPES.createPoint(a);
      case 2 -> SHAPES.createLineString(new Coordinate[] {a, b, c});
      case 3 -> SHAPES.createPolygon(new Coordinate[] {a, b, c, a});
      case 4 -> SHAPES.createMultiPointFromCoords(new Coordinate[] {a, b});
      case 5 ->
          SHAPES.createMultiLineString(
              new org.locationtech.jts.geom.LineString[] {
                SHAPES.createLineString(new Coordinate[] {a, b})
              });
      case 6 ->
          SHAPES.createMultiPolygon(
              new org.locationtech.jts.geom.Polygon[] {
                SHAPES.createPolygon(new Coordinate[] {a, b, c, a})
              });
      default ->
          SHAPES.createGeometryCollection(
              new Geometry[] {
                SHAPES.createPoint(a), SHAPES.createLineString(new Coordinate[] {b, c})
              });
    };
  }

  private static List<GeoParquetFiles.Row> rows(Random random, int count) {
    List<GeoParquetFiles.Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var attributes = new java.util.TreeMap<String, Object>();
      for (AttributeType type : TYPES) {
        attributes.put("of " + type, random.nextInt(4) == 0 ? null : value(type, random));
      }
      rows.add(new GeoParquetFiles.Row(random.nextLong(), shape(random), attributes));
    }
    return rows;
  }

  private static String text(GeoParquetFiles.Row row) {
    List<String> values = new ArrayList<>(List.of(row.id() + " " + row.text()));
    row.attributes()
        .forEach(
            (name, value) ->
                values.add(
                    name
                        + "="
                        + (value instanceof byte[] bytes
                            ? HexFormat.of().formatHex(bytes)
                            : value)));
    return String.join(", ", values);
  }

  @Test
  void nothingIsLost() {
    Random random = Seeds.random();
    for (int count : new int[] {0, 1, 2_000}) {
      List<GeoParquetFiles.Row> rows = rows(random, count);
      Path file = write(schema(CoordinateSystem.WGS84, names()), rows);
      GeoParquetFiles.Content content = GeoParquetFiles.read(file);
      assertThat(content.rows().stream().map(GeoParquetWriterTest::text))
          .containsExactlyElementsOf(rows.stream().map(GeoParquetWriterTest::text).toList());
      assertThat(content.system().isWgs84()).isTrue();
      assertThat(content.notes()).isEmpty();
    }
  }

  @Test
  void rowsOfSeveralGroupsKeepTheirOrder() {
    Random random = Seeds.random();
    List<GeoParquetFiles.Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      byte[] bytes = new byte[1 << 20];
      random.nextBytes(bytes);
      rows.add(
          new GeoParquetFiles.Row(
              i,
              SHAPES.createPoint(new Coordinate(i, i)),
              java.util.Map.of("of text", HexFormat.of().formatHex(bytes))));
    }
    Path file = write(schema(CoordinateSystem.UNKNOWN, List.of("of text")), rows);
    try (ParquetFile parquet = new ParquetFile(new DiskSource(file, "a.parquet"))) {
      assertThat(parquet.groupCount()).isGreaterThan(1);
    }
    assertThat(GeoParquetFiles.read(file).rows()).isEqualTo(rows);
  }

  @Test
  void systemsAreKeptByTheirCode() {
    List<GeoParquetFiles.Row> rows =
        List.of(
            new GeoParquetFiles.Row(
                1, SHAPES.createPoint(new Coordinate(1, 2)), java.util.Map.of()));
    for (CoordinateSystem system :
        List.of(
            CoordinateSystem.epsg(25832),
            CoordinateSystem.epsg(4979),
            CoordinateSystem.of("ESRI", "102001"),
            CoordinateSystem.UNKNOWN)) {
      Path file = write(schema(system, List.of()), rows);
      assertThat(GeoParquetFiles.read(file).system()).isEqualTo(system);
      assertThat(Losses.of(new GeoParquetFormat(), schema(system, List.of())))
          .hasSize(system.isKnown() ? 1 : 0);
    }
  }

  /** The covering is read by programs that skip rows, so it must never be too small. */
  @Test
  void metadataDescribeTheGeometriesAndTheirCovering() {
    double third = 1.0 / 3;
    List<GeoParquetFiles.Row> rows =
        List.of(
            new GeoParquetFiles.Row(
                1, SHAPES.createPoint(new Coordinate(third, -third)), java.util.Map.of()),
            new GeoParquetFiles.Row(
                2, SHAPES.createPoint(new Coordinate(-third, third, 5)), java.util.Map.of()));
    Path file = write(schema(CoordinateSystem.WGS84, List.of()), rows);
    try (ParquetFile parquet = new ParquetFile(new DiskSource(file, "a.parquet"))) {
      assertThat(parquet.text("geo"))
          .isEqualTo(
              "{\"version\":\"1.1.0\",\"primary_column\":\"geometry\",\"columns\":{\"geometry\":"
                  + "{\"encoding\":\"WKB\",\"geometry_types\":[\"Point\",\"Point Z\"],\"bbox\":"
                  + Arrays.toString(new double[] {-third, -third, third, third}).replace(" ", "")
                  + ",\"covering\":{\"bbox\":{\"xmin\":[\"bbox\",\"xmin\"],\"ymin\":[\"bbox\","
                  + "\"ymin\"],\"xmax\":[\"bbox\",\"xmax\"],\"ymax\":[\"bbox\",\"ymax\"]}}}}}");
      assertThat(parquet.schema().getType("geometry").getLogicalTypeAnnotation())
          .isInstanceOf(GeometryLogicalTypeAnnotation.class);
      var rowsOfBoxes = new org.flashgrove.geoparquet.value.RowReader(parquet, parquet.schema());
      assertThat(rowsOfBoxes.next()).isTrue();
      var box = (java.util.Map<?, ?>) rowsOfBoxes.value(2);
      assertThat((Double) box.get("xmin")).isLessThanOrEqualTo(third).isGreaterThan(third - 1e-7);
      assertThat((Double) box.get("xmax")).isGreaterThanOrEqualTo(third).isLessThan(third + 1e-7);
      assertThat((Double) box.get("ymin")).isLessThanOrEqualTo(-third).isGreaterThan(-third - 1e-7);
      assertThat((Double) box.get("ymax")).isGreaterThanOrEqualTo(-third).isLessThan(-third + 1e-7);
    }
  }

  @Test
  void valuesThatParquetCannotHoldAreRefused() {
    FeatureSchema schema = schema(CoordinateSystem.WGS84, names());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                write(
                    schema,
                    List.of(
                        new GeoParquetFiles.Row(
                            1, null, java.util.Map.of("of moment", Instant.ofEpochSecond(0, 1))))))
        .withMessage(
            "attribute of moment: 1970-01-01T00:00:00.000000001Z (allowed in GeoParquet: whole"
                + " microseconds)");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                write(
                    schema,
                    List.of(
                        new GeoParquetFiles.Row(
                            1, null, java.util.Map.of("of date", LocalDate.MAX)))))
        .withMessageContaining("allowed in GeoParquet: years");
  }
}
