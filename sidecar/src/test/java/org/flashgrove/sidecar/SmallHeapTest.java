package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Files of 5,000,000 rows are indexed and queried in a heap of 64 MiB. */
@Tag("long")
class SmallHeapTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int SIDE = 2_500;
  private static final int ROWS = 2 * SIDE * 1_000;

  /** Has no common factor with the number of rows, so each cell has one row. */
  private static final long STEP = 1_234_577;

  private static final int LOW = 300;
  private static final int HIGH = 399;
  private static final int NEIGHBOURS = 10;

  @TempDir private Path folder;

  /** Writes a point for each cell of a grid. */
  private Path write(boolean isSorted) {
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            List.of("cell", "name"),
            List.of(AttributeType.INTEGER, AttributeType.TEXT),
            List.of(),
            0,
            List.of());
    String name = folder.resolve("points.parquet").toString();
    try (FeatureWriter writer =
        DataFormats.of(name, FormatOptions.BY_ENDING).create(name, schema)) {
      for (int i = 0; i < ROWS; i++) {
        long cell = isSorted ? i : i * STEP % ROWS;
        Coordinate at = new Coordinate(cell % SIDE, cell / SIDE);
        writer.write((long) i, SHAPES.createPoint(at), new Object[] {cell, "cell " + cell});
      }
    }
    return Path.of(name);
  }

  /** Indexes a file and prints the answers of queries. */
  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    Geometry window = SHAPES.toGeometry(new Envelope(LOW, HIGH, LOW, HIGH));
    try (FileIndex index = FileIndex.build(file)) {
      System.out.println(index.size());
      System.out.println(index.count(SHAPES.toGeometry(new Envelope(-1, SIDE, -1, ROWS))));
      long[] cells = new long[1];
      long found =
          index.intersecting(
              window,
              feature -> {
                long cell = (long) feature.value("cell");
                cells[0] += feature.value("name").equals("cell " + cell) ? cell : 0;
              });
      System.out.println(found + " " + cells[0]);
      List<FileIndex.Neighbour> nearest = index.nearest(LOW + 0.25, HIGH, NEIGHBOURS, null);
      System.out.println(
          Arrays.toString(nearest.stream().mapToDouble(FileIndex.Neighbour::distance).toArray()));
    }
  }

  private static List<String> expected() {
    long cells = 0;
    List<Double> distances = new ArrayList<>();
    for (int y = 0; y < ROWS / SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        cells += x >= LOW && x <= HIGH && y >= LOW && y <= HIGH ? (long) y * SIDE + x : 0;
        distances.add(Math.sqrt((x - LOW - 0.25) * (x - LOW - 0.25) + (y - HIGH) * (y - HIGH)));
      }
    }
    double[] nearest =
        distances.stream().mapToDouble(each -> each).sorted().limit(NEIGHBOURS).toArray();
    int side = HIGH - LOW + 1;
    return List.of("" + ROWS, "" + ROWS, side * side + " " + cells, Arrays.toString(nearest));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fiveMillionRowsFitASmallHeap(boolean isSorted) throws Exception {
    Path file = write(isSorted);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SmallHeapTest.class.getName(), file.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(output.lines().toList()).isEqualTo(expected());
  }
}
