package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.flashgrove.geoparquet.EventWriter.field;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.parquet.io.api.Binary;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Rows that cannot be read are named, and a policy that skips them keeps the other rows. */
class BadRowsTest {
  private static final int ROWS = 700;
  private static final List<Long> BAD = List.of(0L, 99L, 300L, 301L, 699L);

  @TempDir private Path folder;
  private Path file;

  /** Row 99 has a ring of three points, which have bounds; the other bad rows end too early. */
  @BeforeEach
  void writeAFile() throws IOException {
    file = folder.resolve("a.parquet");
    try (var writer =
        EventWriter.to(file, "message m { optional binary geometry; }", null)
            .withRowGroupRowCountLimit(200)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        byte[] wkb = wkb(i);
        writer.write(
            out -> {
              if (wkb != null) {
                field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(wkb)));
              }
            });
      }
    }
  }

  private static byte[] wkb(int row) {
    if (row == 99) {
      byte[] line =
          new WKBWriter()
              .write(
                  new GeometryFactory()
                      .createMultiPointFromCoords(
                          new Coordinate[] {new Coordinate(0, 0), new Coordinate(1, 1)}));
      line[4] = 3; // a polygon, whose rings are points
      return line;
    }
    if (BAD.contains((long) row)) {
      return new byte[] {1, 1, 0};
    }
    return row % 7 == 3
        ? null
        : new WKBWriter().write(new GeometryFactory().createPoint(new Coordinate(row, -row)));
  }

  private RowFile open() {
    return new GeoParquetFormat().openRows(file, file.toString(), null, null);
  }

  @Test
  void stoppingNamesTheFirstRowThatHasNoBounds() {
    try (RowFile rows = open()) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> rows.forEachBounds(0, BadRowPolicy.STOP, (row, a, b, c, d) -> {}))
          .withMessageContaining("a.parquet, row 1: cannot be read (");
    }
  }

  @Test
  void skippingKeepsTheRowsThatQueriesCanRead() {
    List<String> problems = new ArrayList<>();
    List<Long> kept = new ArrayList<>();
    List<Long> expected =
        LongStream.range(150, ROWS)
            .filter(row -> !BAD.contains(row) && row % 7 != 3)
            .boxed()
            .toList();
    try (RowFile rows = open()) {
      rows.forEachBounds(
          150,
          BadRowPolicy.skip(problem -> problems.add(problem.getMessage())),
          (row, minX, minY, maxX, maxY) -> {
            assertThat(List.of(minX, minY, maxX, maxY))
                .containsExactly((double) row, (double) -row, (double) row, (double) -row);
            kept.add(row);
          });
      assertThat(kept).isEqualTo(expected);
      assertThat(problems).hasSize(BAD.size());
      for (int i = 0; i < BAD.size(); i++) {
        assertThat(problems.get(i)).contains("a.parquet, row " + (BAD.get(i) + 1) + ": ");
      }
      try (FeatureCursor features = rows.rows(kept.stream().mapToLong(each -> each).toArray())) {
        for (long row : kept) {
          assertThat(features.next()).isTrue();
          assertThat(features.geometry().getCoordinate().x).isEqualTo(row);
        }
      }
    }
  }
}
