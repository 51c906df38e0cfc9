package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** One index covers the files of a directory. */
class IndexedDirectoryTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();

  @TempDir private Path folder;
  private final List<Geometry> shapes = new ArrayList<>();

  private void write(Path directory, String partition, int count) throws IOException {
    write(directory, partition, count, "name", CoordinateSystem.UNKNOWN);
  }

  private void write(
      Path directory, String partition, int count, String attribute, CoordinateSystem system)
      throws IOException {
    Path file = directory.resolve("year=" + partition).resolve("part.parquet");
    Files.createDirectories(file.getParent());
    Random random = Seeds.random();
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()).in(system),
            List.of(attribute),
            List.of(AttributeType.TEXT),
            List.of(),
            0,
            List.of());
    try (FeatureWriter writer =
        DataFormats.of("a.parquet", FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (int i = 0; i < count; i++) {
        Geometry shape =
            SHAPES.createPoint(new Coordinate(random.nextDouble(), random.nextDouble()));
        writer.write(shapes.size(), shape, new Object[] {partition});
        shapes.add(shape);
      }
    }
  }

  @Test
  void queriesFindTheFeaturesOfAllFiles() throws IOException {
    Path directory = folder.resolve("parcels");
    write(directory, "2023", 2_000);
    write(directory, "2024", 1);
    write(directory, "2025", 3_000);
    assertThat(FileIndex.supports(directory)).isTrue();
    assertThat(FileIndex.supports(folder)).isTrue();
    FileIndex.build(directory).close();
    assertThat(FileIndex.directoryOf(directory)).isEqualTo(folder.resolve("parcels.flashgrove"));
    Random random = Seeds.random();
    try (FileIndex index = FileIndex.open(directory)) {
      assertThat(index.size()).isEqualTo(5_001);
      for (int i = 0; i < 100; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        Geometry area = SHAPES.toGeometry(new Envelope(x, x + 0.1, y, y + 0.1));
        List<Long> expected = new ArrayList<>();
        for (int row = 0; row < shapes.size(); row++) {
          if (area.intersects(shapes.get(row))) {
            expected.add((long) row);
          }
        }
        List<Long> found = new ArrayList<>();
        index.intersecting(
            area,
            each -> {
              found.add(each.id());
              long year = each.row() < 2_000 ? 2023 : each.row() == 2_000 ? 2024 : 2025;
              assertThat(each.value("year")).isEqualTo(year);
              assertThat(each.value("name")).isEqualTo(Long.toString(year));
              assertThat(each.row()).isEqualTo(each.id());
            });
        assertThat(found).isEqualTo(expected);
        assertThat(index.count(area)).isEqualTo(expected.size());
        Geometry point = SHAPES.createPoint(new Coordinate(x, y));
        assertThat(index.nearest(x, y, 1).get(0).distance())
            .isEqualTo(
                shapes.stream()
                    .map(each -> each.distance(point))
                    .min(Comparator.naturalOrder())
                    .orElseThrow());
      }
    }
  }

  @Test
  void directoriesWithDifferentSchemasAreNotIndexed() throws IOException {
    Path names = folder.resolve("names");
    write(names, "2023", 2);
    write(names, "2024", 2, "title", CoordinateSystem.UNKNOWN);
    requireDifferent(names, "no column name, a further column title");
    Path systems = folder.resolve("systems");
    write(systems, "2023", 2, "name", CoordinateSystem.epsg(25832));
    write(systems, "2024", 2, "name", CoordinateSystem.epsg(25833));
    requireDifferent(systems, "25833 instead of");
  }

  private static void requireDifferent(Path directory, String difference) {
    assertThatThrownBy(() -> FileIndex.build(directory))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(difference, "; allowed: the schema of ");
    assertThatThrownBy(() -> FileIndex.open(directory)).isInstanceOf(StaleIndexException.class);
  }

  private static void requireStale(Path directory) {
    assertThatThrownBy(() -> FileIndex.open(directory).close())
        .isInstanceOf(StaleIndexException.class)
        .hasMessageStartingWith(directory + ": changed after it was indexed");
  }

  @Test
  void changesOfAnyFileAreNoticed() throws IOException {
    Path directory = folder.resolve("parcels");
    write(directory, "2023", 20);
    write(directory, "2024", 30);
    FileIndex.build(directory).close();
    Path file = directory.resolve("year=2024/part.parquet");
    FileTime time = Files.getLastModifiedTime(file);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    requireStale(directory);
    Files.setLastModifiedTime(file, time);
    FileIndex.open(directory).close();
    write(directory, "2025", 1);
    requireStale(directory);
    try (FileIndex index = FileIndex.openOrBuild(directory)) {
      assertThat(index.size()).isEqualTo(51);
    }
    Files.move(file, directory.resolve("year=2024/other.parquet"));
    requireStale(directory);
  }

  /** Renames a file as fast as possible while the index is opened. */
  @Test
  void aFileThatIsRemovedDuringTheOpeningIsAChange() throws Exception {
    Path directory = folder.resolve("parcels");
    for (int year = 2000; year < 2010; year++) {
      write(directory, "" + year, 3);
    }
    FileIndex.build(directory).close();
    Path file = directory.resolve("year=2009/part.parquet");
    Path other = directory.resolve("year=2009/other.parquet");
    AtomicBoolean isOver = new AtomicBoolean();
    FutureTask<Void> renames =
        new FutureTask<>(
            () -> {
              while (!isOver.get()) {
                Files.move(file, other);
                Files.move(other, file);
              }
              return null;
            });
    new Thread(renames).start();
    try {
      for (int i = 0; i < 200; i++) {
        try (FileIndex index = FileIndex.open(directory)) {
          assertThat(index.size()).isEqualTo(30);
        } catch (StaleIndexException e) {
          assertThat(e).hasMessageContaining(": changed ").hasMessageContaining("index --update");
        }
      }
    } finally {
      isOver.set(true);
      renames.get();
    }
  }
}
