package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.flashgrove.geoparquet.EventWriter.field;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.io.api.Binary;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Bounds of the rows of a file equal the bounds of its geometries, however pages encode them. */
class GeometryBoundsTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int ROWS = 5_000;

  @TempDir private Path folder;

  private static Geometry shape(Random random, int kinds) {
    int kind = random.nextInt(kinds);
    if (kind % 10 == 3) {
      return SHAPES.createLineString();
    }
    double x = kind + (kind % 2 == 0 ? 0.25 : 0);
    Envelope box = new Envelope(x, x + kind % 5, -kind, kind % 7);
    return kind % 3 == 0 ? SHAPES.createPoint(new Coordinate(x, kind)) : SHAPES.toGeometry(box);
  }

  private Path write(List<Geometry> shapes, boolean isSecond, boolean hasDictionary)
      throws IOException {
    String repetition = shapes.stream().anyMatch(Objects::isNull) ? "optional" : "required";
    Path file = folder.resolve("a.parquet");
    try (var writer =
        EventWriter.to(
                file, "message m { required int32 n; " + repetition + " binary geometry; }", null)
            .withWriterVersion(isSecond ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0)
            .withDictionaryEncoding(hasDictionary)
            .withDictionaryPageSize(20_000)
            .withRowGroupRowCountLimit(2_000)
            .build()) {
      for (int i = 0; i < shapes.size(); i++) {
        int row = i;
        byte[] wkb = shapes.get(i) == null ? null : new WKBWriter().write(shapes.get(i));
        writer.write(
            out -> {
              field(out, "n", 0, () -> out.addInteger(row));
              if (wkb != null) {
                field(out, "geometry", 1, () -> out.addBinary(Binary.fromConstantByteArray(wkb)));
              }
            });
      }
    }
    return file;
  }

  /** A dictionary holds 50 shapes, but not 5,000: then pages without a dictionary follow. */
  @ParameterizedTest
  @CsvSource({
    "false, false, 5000, true",
    "false, true, 50, true",
    "false, true, 5000, false",
    "true, false, 5000, true",
    "true, false, 5000, false",
    "true, true, 50, true",
    "true, true, 5000, true"
  })
  void boundsEqualThoseOfTheGeometries(
      boolean isSecond, boolean hasDictionary, int kinds, boolean hasNulls) throws IOException {
    Random random = Seeds.random();
    List<Geometry> shapes = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      shapes.add(hasNulls && random.nextInt(4) == 0 ? null : shape(random, kinds));
    }
    Path file = write(shapes, isSecond, hasDictionary);
    for (int first : new int[] {0, 1, 1_999, 2_000, random.nextInt(ROWS), ROWS - 1, ROWS}) {
      Map<Long, Envelope> expected = new TreeMap<>();
      for (int i = first; i < ROWS; i++) {
        if (shapes.get(i) != null && !shapes.get(i).isEmpty()) {
          expected.put((long) i, shapes.get(i).getEnvelopeInternal());
        }
      }
      Map<Long, Envelope> found = new TreeMap<>();
      try (RowFile rows = new GeoParquetFormat().openRows(file, file.toString(), null, null)) {
        rows.forEachBounds(
            first,
            BadRowPolicy.STOP,
            (row, minX, minY, maxX, maxY) -> found.put(row, new Envelope(minX, maxX, minY, maxY)));
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void anExceptionOfTheConsumerIsPassedOnUnchanged() throws IOException {
    Path file = write(List.of(SHAPES.createPoint(new Coordinate(1, 2))), false, false);
    IllegalStateException own = new IllegalStateException("of the consumer");
    try (RowFile rows = new GeoParquetFormat().openRows(file, file.toString(), null, null)) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(
              () ->
                  rows.forEachBounds(
                      0,
                      BadRowPolicy.STOP,
                      (row, minX, minY, maxX, maxY) -> {
                        throw own;
                      }))
          .isSameAs(own);
    }
  }
}
