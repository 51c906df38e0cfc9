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

/** A declared covering gives the bounds of its rows, and geometries give those of other rows. */
class CoveringTest {
  private static final int ROWS = 600;
  private static final int GROUP = 200;
  private static final int CHECKED = 64;
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

  /** Returns what a reader finds that uses the covering in some row groups. */
  private List<Envelope> expected(boolean isFloat, List<Integer> groups) {
    List<Envelope> expected = new ArrayList<>(boxes);
    for (int i = 0; i < ROWS; i++) {
      double[] sides = coverings.get(i);
      boolean isComplete =
          sides != null
              && sides[0] <= sides[2]
              && sides[1] <= sides[3]
              && sides[3] < Double.POSITIVE_INFINITY;
      if (isComplete && i % GROUP >= CHECKED && groups.contains(i / GROUP)) {
        expected.set(
            i,
            isFloat
                ? new Envelope(
                    Math.nextDown((float) sides[0]),
                    Math.nextUp((float) sides[2]),
                    Math.nextDown((float) sides[1]),
                    Math.nextUp((float) sides[3]))
                : new Envelope(sides[0], sides[2], sides[1], sides[3]));
      }
    }
    return expected;
  }

  @ParameterizedTest
  @ValueSource(strings = {"float", "double"})
  void completeCoveringsReplaceGeometries(String type) throws IOException {
    Path file = write(type, DECLARED);
    List<Envelope> expected = expected(type.equals("float"), List.of(0, 1, 2));
    assertThat(expected).isNotEqualTo(boxes);
    assertThat(read(file, 0)).isEqualTo(expected);
    assertThat(read(file, GROUP)).isEqualTo(expected.subList(GROUP, ROWS));
    assertThat(read(file, GROUP + 100)).isEqualTo(expected.subList(GROUP + 100, ROWS));
  }

  @Test
  void aCoveringThatIsNotDeclaredIsNotUsed() throws IOException {
    assertThat(read(write("double", null), 0)).isEqualTo(boxes);
    String incomplete = DECLARED.replace("\"ymax\": [\"bbox\", \"ymax\"]", "\"z\": []");
    assertThat(read(write("double", incomplete), 0)).isEqualTo(boxes);
    String elsewhere = DECLARED.replace("[\"bbox\", \"ymax\"]", "[\"bbox\", \"other\"]");
    assertThat(read(write("double", elsewhere), 0)).isEqualTo(boxes);
  }

  @Test
  void nullGeometriesHaveNoBoundsWhateverTheirCoveringIs() throws IOException {
    for (int i = GROUP + 100; i < GROUP + 150; i++) {
      boxes.set(i, null);
    }
    assertThat(read(write("double", DECLARED), 0)).isEqualTo(expected(false, List.of(0, 2)));
  }

  @Test
  void aCoveringThatAGeometryExceedsIsNotUsed() throws IOException {
    Envelope box = boxes.get(2 * GROUP + 20);
    coverings.set(
        2 * GROUP + 20, new double[] {box.getMinX(), box.getMinY(), box.getMinX(), box.getMaxY()});
    assertThat(read(write("double", DECLARED), 0)).isEqualTo(expected(false, List.of(0, 1)));
  }

  /** Floats of a writer that rounds to the nearest may be inside the geometry. */
  @Test
  void roundedCoveringsContainTheirGeometries() throws IOException {
    for (int i = 0; i < ROWS; i++) {
      Envelope box = boxes.get(i);
      coverings.set(i, new double[] {box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY()});
    }
    List<Envelope> found = read(write("float", DECLARED), 0);
    assertThat(found).isEqualTo(expected(true, List.of(0, 1, 2)));
    for (int i = 0; i < ROWS; i++) {
      assertThat(found.get(i).covers(boxes.get(i))).isTrue();
    }
  }
}
