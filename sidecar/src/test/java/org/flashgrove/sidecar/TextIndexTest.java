package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.source.RangeServer;
import org.flashgrove.datasets.source.ReadCounts;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** The index of a text file finds its rows, and notices other versions of the file. */
class TextIndexTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final Geometry ALL = SHAPES.toGeometry(new Envelope(-100, 100, -100, 100));
  private static final int ROWS = 5_000;

  @TempDir private Path folder;
  private Path file;

  private void write(String ending) {
    Random random = Seeds.random();
    List<Geometry> shapes = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Coordinate at = new Coordinate(random.nextGaussian() * 10, random.nextGaussian() * 10);
      shapes.add(SHAPES.createPoint(at).buffer(random.nextDouble(), 1));
    }
    file = SampleFile.write(folder.resolve("parcels." + ending), shapes);
  }

  private static String rowOf(long id, Geometry geometry, List<Object> values) {
    return id + " " + geometry + " " + values;
  }

  private List<String> scan(Geometry area, BadRowPolicy policy) {
    List<String> found = new ArrayList<>();
    try (FeatureCursor all =
        DataFiles.open(
            InputFile.named(file.toString()),
            file.toString(),
            FormatOptions.BY_ENDING,
            policy,
            RowForms.RECORDS)) {
      while (all.next()) {
        if (area.intersects(all.geometry())) {
          found.add(
              rowOf(all.id(), all.geometry(), Arrays.asList(all.attribute(0), all.attribute(1))));
        }
      }
    }
    return found;
  }

  private static List<String> found(FileIndex index, Geometry area) {
    List<String> found = new ArrayList<>();
    index.intersecting(area, each -> found.add(rowOf(each.id(), each.geometry(), each.values())));
    return found;
  }

  private static Geometry window(Random random, double side) {
    double x = random.nextGaussian() * 10;
    double y = random.nextGaussian() * 10;
    return SHAPES.toGeometry(new Envelope(x, x + side, y, y + side));
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void rowsAreThoseOfAScanInTheOrderOfTheFile(String ending) {
    write(ending);
    Random random = Seeds.random();
    try (FileIndex index = FileIndex.build(file)) {
      assertThat(index.size()).isEqualTo(ROWS);
      assertThat(index.attributeNames()).containsExactly("name", "weight");
      for (int i = 0; i < 20; i++) {
        Geometry area = window(random, 5);
        assertThat(found(index, area)).isEqualTo(scan(area, BadRowPolicy.STOP));
      }
      Filter light = Filter.parse("weight < 7 and name like 'parcel 1%'");
      long expected =
          scan(ALL, BadRowPolicy.STOP).stream()
              .filter(each -> each.matches("(?s).*parcel 1.*, [0-6]\\]"))
              .count();
      assertThat(expected).isPositive();
      assertThat(index.count(new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, ALL), light))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void skippedRowsAreInNoResult(String ending) throws IOException {
    write(ending);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    for (int row : new int[] {0, 17, 18, 2_000, ROWS - 1}) {
      lines.set(row + 1, lines.get(row + 1).replaceFirst("POLYGON|Polygon", "Unknown"));
    }
    Files.write(file, lines);
    assertThatThrownBy(() -> FileIndex.build(file)).isInstanceOf(InputException.class);
    List<String> problems = new ArrayList<>();
    BadRowPolicy policy = BadRowPolicy.skip(problem -> problems.add(problem.getMessage()));
    List<String> expected = scan(ALL, policy);
    assertThat(expected).hasSize(ROWS - 5);
    List<String> named = List.copyOf(problems);
    problems.clear();
    try (FileIndex index = FileIndex.build(file, null, policy)) {
      assertThat(problems).isEqualTo(named).hasSize(5);
      assertThat(index.size()).isEqualTo(ROWS - 5);
      assertThat(found(index, ALL)).isEqualTo(expected);
    }
  }

  private void rewrite(byte[] bytes, FileTime time) throws IOException {
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);
  }

  private void requireStale() {
    assertThatThrownBy(() -> FileIndex.open(file).close())
        .isInstanceOf(StaleIndexException.class)
        .hasMessageStartingWith(file + ": changed after it was indexed; run ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void otherVersionsOfTheFileAreNoticed(String ending) throws IOException {
    write(ending);
    FileIndex.build(file).close();
    byte[] good = Files.readAllBytes(file);
    FileTime time = Files.getLastModifiedTime(file);
    for (int cut : new int[] {1, 100, good.length / 2, good.length - 1, good.length}) {
      rewrite(Arrays.copyOf(good, good.length - cut), time);
      requireStale();
    }
    rewrite(
        (new String(good, StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8), time);
    requireStale();
    rewrite(good, FileTime.fromMillis(time.toMillis() + 5_000));
    requireStale();
    Random random = Seeds.random();
    for (int i = 0; i < 40; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(good.length)] ^= (byte) (1 << random.nextInt(8));
      rewrite(bad, time);
      assertThatThrownBy(
              () -> {
                try (FileIndex index = FileIndex.open(file)) {
                  index.intersecting(ALL, each -> {});
                }
              })
          .isInstanceOfAny(InputException.class, StaleIndexException.class)
          .hasMessageContaining("changed after")
          .message()
          .doesNotContain("\n");
    }
    rewrite(good, time);
    FileIndex.open(file).close();
    rewrite(Arrays.copyOf(good, good.length / 2), time);
    assertThatThrownBy(() -> FileIndex.openOrBuild(file))
        .as("the last row is cut")
        .isInstanceOf(InputException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void anUpdateFindsAppendedRows(String ending) throws IOException {
    write(ending);
    FileIndex.build(file).close();
    String text = Files.readString(file);
    String more =
        ending.equals("csv")
            ? "77,POINT (50 50),new,\n"
            : "{\"type\":\"Feature\",\"id\":77,\"properties\":{\"name\":\"new\",\"more\":true},"
                + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[50,50]}}\n";
    Files.writeString(file, text + more);
    requireStale();
    byte[] places = Files.readAllBytes(FileIndex.directoryOf(file).resolve("1.places"));
    try (RowFile rows = SourceFile.open(file, FormatOptions.BY_ENDING, null)) {
      assertThat(rows.keepRows(places)).isEqualTo(ROWS);
    }
    try (FileIndex index = FileIndex.openOrBuild(file)) {
      assertThat(index.size()).isEqualTo(ROWS + 1);
      assertThat(index.nearest(50, 50, 1).get(0).feature().value("name")).isEqualTo("new");
      assertThat(index.attributeNames()).hasSize(ending.equals("csv") ? 2 : 3);
      assertThat(found(index, window(new Random(1), 9)))
          .isEqualTo(
              scan(window(new Random(1), 9), BadRowPolicy.STOP).stream()
                  .map(each -> ending.equals("csv") ? each : each.replaceFirst("]$", ", null]"))
                  .toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void rangesAreReadFromServers(String ending) throws IOException {
    write(ending);
    FileIndex.build(file).close();
    try (RangeServer server = new RangeServer(folder);
        FileIndex local = FileIndex.open(file);
        FileIndex remote = FileIndex.open(server.address("parcels." + ending))) {
      assertThat(remote.requests().trips()).isLessThanOrEqualTo(3);
      Random random = Seeds.random();
      for (int i = 0; i < 10; i++) {
        Geometry area = window(random, 3);
        ReadCounts before = remote.requests();
        assertThat(found(remote, area)).isEqualTo(found(local, area));
        assertThat(remote.requests().since(before).trips()).isLessThanOrEqualTo(2);
      }
      assertThat(found(remote, ALL)).isEqualTo(found(local, ALL));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void aTextFileHasNoLayers(String ending) {
    write(ending);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(file, "other", BadRowPolicy.STOP));
  }
}
