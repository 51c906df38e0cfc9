package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.source.RangeServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/** An index keeps the delimiter and the columns of a CSV file for queries and later builds. */
class CsvOptionsTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final FormatOptions OPTIONS =
      new FormatOptions(null, ';', Map.of("id", "gid", "wkt", "shape = a:b"), null, List.of());

  @TempDir private Path folder;
  private final List<Point> points = new ArrayList<>();

  private String rows(Random random, int count) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < count; i++) {
      Point point = SHAPES.createPoint(new Coordinate(random.nextInt(100), random.nextInt(100)));
      rows.append("a,b;").append(7 * points.size()).append(';').append(point).append(";9\n");
      points.add(point);
    }
    return rows.toString();
  }

  private Path file(Random random) throws IOException {
    Path file = folder.resolve("points.csv");
    return Files.writeString(file, "name;gid;shape = a:b;id\n" + rows(random, 3_000));
  }

  private List<Long> scan(Geometry area) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      if (area.intersects(points.get(i))) {
        ids.add(7L * i);
      }
    }
    return ids;
  }

  private void compare(FileIndex index, Random random) {
    for (int i = 0; i < 10; i++) {
      Envelope box = new Envelope(new Coordinate(random.nextInt(100), random.nextInt(100)));
      box.expandBy(random.nextInt(30));
      Geometry area = SHAPES.toGeometry(box);
      List<Long> found = new ArrayList<>();
      index.intersecting(
          area,
          each -> {
            assertThat(each.names()).containsExactly("name", "id");
            assertThat(each.values().get(0)).isEqualTo("a,b");
            found.add(each.id());
          });
      assertThat(found).isEqualTo(scan(area));
      assertThat(index.count(area)).isEqualTo(found.size());
    }
  }

  @Test
  void queriesAndUpdatesUseTheOptionsOfTheFirstBuild() throws IOException {
    Random random = Seeds.random();
    Path file = file(random);
    try (FileIndex built = FileIndex.build(file, BadRowPolicy.STOP, OPTIONS)) {
      compare(built, random);
    }
    try (FileIndex opened = FileIndex.open(file);
        RangeServer server = new RangeServer(folder);
        FileIndex remote = FileIndex.open(server.address("points.csv"))) {
      compare(opened, random);
      compare(remote, random);
    }
    Files.writeString(file, rows(random, 500), StandardOpenOption.APPEND);
    try (FileIndex updated = FileIndex.openOrBuild(file)) {
      compare(updated, random);
    }
    points.clear();
    try (FileIndex again = FileIndex.openOrBuild(file(random))) {
      compare(again, random);
    }
  }

  @Test
  void optionsThatDoNotFitAreRefused() throws IOException {
    Path file = file(Seeds.random());
    FormatOptions missing = new FormatOptions(null, ';', Map.of("id", "number"), null, List.of());
    assertThatThrownBy(() -> FileIndex.build(file, BadRowPolicy.STOP, missing))
        .hasMessage(
            file + ", line 1: no column \"number\"; allowed: one of name,gid,shape = a:b,id");
    FormatOptions odd = new FormatOptions(null, 'x', Map.of(), null, List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(file, BadRowPolicy.STOP, odd))
        .withMessage("--delimiter x (allowed: , ; | : tab)");
    Path other =
        SampleFile.write(
            folder.resolve("a.geojson"), List.of(SHAPES.createPoint(new Coordinate(1, 2))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(other, BadRowPolicy.STOP, OPTIONS))
        .withMessage(other + ": has no delimiter or columns; set them only for csv");
    assertThat(FileIndex.directoryOf(file)).doesNotExist();
    assertThat(FileIndex.directoryOf(other)).doesNotExist();
  }
}
