package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flashgrove.geoparquet.EventWriter.field;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** The bounds of rows are those of their geometries, whatever the declared covering states. */
class CoveringTest {
  private static final int ROWS = 600;
  private static final int GROUP = 200;
  private static final String DECLARED =
      """
      {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": {
        "encoding": "WKB", "geometry_types": [], "covering": {"bbox": {
          "xmin": ["bbox", "xmin"], "ymin": ["bbox", "ymin"],
          "xmax": ["bbox", "xmax"], "ymax": ["bbox", "ymax"]}}}}}
      """;

  @TempDir private Path folder;
  private final Random random = Seeds.random();
  private final List<Envelope> boxes = new ArrayList<>();

  /** Sides of the covering of each row; null for none. */
  private final List<double[]> coverings = new ArrayList<>();

  @BeforeEach
  void makeRows() {
    for (int i = 0; i < ROWS; i++) {
      double x = random.nextDouble() * 1_000 - 500;
      double y = random.nextDouble() * 1_000 - 500;
      Envelope box = new Envelope(x, x + random.nextDouble(), y, y + random.nextDouble());
      boxes.add(box);
      double[] sides = {box.getMinX() - 1, box.getMinY(), box.getMaxX(), box.getMaxY() + 2};
      switch (random.nextInt(8)) {
        case 0 -> sides = null;
        case 1 -> sides[random.nextInt(4)] = Double.NaN;
        case 2 -> sides = new double[] {sides[2] + 1, sides[1], sides[0], sides[3]}; // antimeridian
        case 3 -> sides[3] = Double.POSITIVE_INFINITY;
        case 4 -> sides = new double[] {x + 3, y, x + 4, y}; // beside the geometry
        default -> {}
      }
      coverings.add(sides);
    }
  }

  private Path write(String type, String geo) throws IOException {
    String schema =
        "message m { optional binary geometry; optional group bbox { required t xmin;"
            + " required t ymin; required t xmax; required t ymax; } }";
    Path file = folder.resolve("a.parquet");
    try (var writer =
        EventWriter.to(file, schema.replace(" t ", " " + type + " "), geo)
            .withRowGroupRowCountLimit(GROUP)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(row(i, type.equals("float")));
      }
    }
    return file;
  }

  private Consumer<RecordConsumer> row(int number, boolean isFloat) {
    Envelope box = boxes.get(number);
    double[] sides = coverings.get(number);
    return out -> {
      if (box != null) {
        byte[] wkb = new WKBWriter().write(new GeometryFactory().toGeometry(box));
        field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(wkb)));
      }
      if (sides != null) {
        field(
            out,
            "bbox",
            1,
            () -> {
              out.startGroup();
              for (int i = 0; i < sides.length; i++) {
                double side = sides[i];
                Runnable value = () -> out.addDouble(side);
                field(
                    out,
                    GeometryColumn.BOX.get(i),
                    i,
                    isFloat ? () -> out.addFloat((float) side) : value);
              }
              out.endGroup();
            });
      }
    };
  }

  /** Returns the bounds of the rows from one on, by row; null for none. */
  private static List<Envelope> read(Path file, int firstRow) {
    List<Envelope> found = new ArrayList<>();
    try (RowFile rows = new GeoParquetFormat().openRows(file, file.toString(), null, null)) {
      assertThat(rows.rowCount()).isEqualTo(ROWS);
      rows.forEachBounds(
          firstRow,
          BadRowPolicy.STOP,
          (row, minX, minY, maxX, maxY) -> {
            while (found.size() < row - firstRow) {
              found.add(null);
            }
            found.add(new Envelope(minX, maxX, minY, maxY));
          });
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"float", "double"})
  void boundsAreThoseOfTheGeometries(String type) throws IOException {
    Path file = write(type, DECLARED);
    assertThat(read(file, 0)).isEqualTo(boxes);
    for (int firstRow : new int[] {1, GROUP, GROUP + 100, ROWS - 1, ROWS}) {
      assertThat(read(file, firstRow)).isEqualTo(boxes.subList(firstRow, ROWS));
    }
  }

  @Test
  void rowsWithoutGeometryHaveNoBounds() throws IOException {
    for (int i = 10; i < ROWS - 1; i += 1 + random.nextInt(9)) {
      boxes.set(i, random.nextBoolean() ? null : new Envelope());
    }
    Path file = write("double", DECLARED);
    boxes.replaceAll(box -> box == null || box.isNull() ? null : box);
    assertThat(read(file, 0)).isEqualTo(boxes);
  }
}
