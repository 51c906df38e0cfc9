package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Answers through an index equal a scan of the file; an index of another version is named. */
class FileIndexTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();

  @TempDir private Path folder;
  private final List<Geometry> shapes = new ArrayList<>();
  private Path file;

  @BeforeEach
  void writeAFile() {
    file = folder.resolve("parcels.parquet");
    Random random = Seeds.random();
    for (int i = 0; i < 6_000; i++) {
      shapes.add(i % 50 == 0 ? null : shape(random));
    }
    write(shapes);
  }

  private static Geometry shape(Random random) {
    Coordinate center = new Coordinate(random.nextGaussian() * 10, random.nextGaussian() * 10);
    Geometry point = SHAPES.createPoint(center);
    return random.nextBoolean() ? point : point.buffer(random.nextDouble(), 2);
  }

  private void write(List<Geometry> geometries) {
    SampleFile.write(file, geometries);
  }

  private List<Long> scan(Geometry area) {
    List<Long> found = new ArrayList<>();
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i) != null && area.intersects(shapes.get(i))) {
        found.add((long) i);
      }
    }
    return found;
  }

  private static Geometry area(Random random) {
    Coordinate corner = new Coordinate(random.nextGaussian() * 10, random.nextGaussian() * 10);
    double size = Math.pow(10, random.nextDouble() * 3 - 2);
    return switch (random.nextInt(3)) {
      case 0 ->
          SHAPES.toGeometry(new Envelope(corner.x, corner.x + size, corner.y, corner.y + size / 2));
      case 1 -> SHAPES.createPoint(corner).buffer(size, 3);
      default ->
          SHAPES.createLineString(
              new Coordinate[] {corner, new Coordinate(corner.x + size, corner.y - size)});
    };
  }

  @Test
  void areasFindWhatAScanFindsInASortedFile() {
    HilbertCurve curve = new HilbertCurve(-50, -50, 50, 50);
    shapes.sort(
        Comparator.comparingLong(
            each -> {
              Envelope box = each == null ? new Envelope() : each.getEnvelopeInternal();
              return each == null
                  ? -1
                  : curve.valueOfCentre(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
            }));
    try (FileIndex unsorted = FileIndex.build(file)) {
      assertThat(unsorted.store().size()).isEqualTo(unsorted.size());
    }
    write(shapes);
    areasFindWhatAScanFinds();
    try (FileIndex sorted = FileIndex.open(file)) {
      assertThat(sorted.store().size()).isLessThan(sorted.size() / 4);
    }
    neighboursEqualThoseOfAScan();
  }

  @Test
  void areasFindWhatAScanFinds() {
    Random random = Seeds.random();
    try (FileIndex index = FileIndex.build(file)) {
      assertThat(index.size()).isEqualTo(5_880);
      long results = 0;
      for (int i = 0; i < 300; i++) {
        Geometry area = area(random);
        List<Long> rows = new ArrayList<>();
        index.intersecting(
            area,
            feature -> {
              assertThat(feature.id()).isEqualTo(1_000 + feature.row());
              assertThat(feature.value("name")).isEqualTo("parcel " + feature.row());
              assertThat(feature.geometry()).isEqualTo(shapes.get((int) feature.row()));
              rows.add(feature.row());
            });
        assertThat(rows).isEqualTo(scan(area));
        assertThat(index.count(area)).isEqualTo(rows.size());
        results += rows.size();
      }
      assertThat(results).isGreaterThan(5_000);
    }
  }

  @Test
  void neighboursEqualThoseOfAScan() {
    Random random = Seeds.random();
    FileIndex.build(file).close();
    try (FileIndex index = FileIndex.open(file)) {
      for (int i = 0; i < 60; i++) {
        Coordinate from = new Coordinate(random.nextGaussian() * 10, random.nextGaussian() * 10);
        Geometry point = SHAPES.createPoint(from);
        int k = i == 0 ? 10_000 : 1 + random.nextInt(40);
        double[] distances =
            shapes.stream()
                .mapToDouble(each -> each == null ? Double.NaN : each.distance(point))
                .toArray();
        List<Long> expected =
            Stream.iterate(0L, row -> row + 1)
                .limit(shapes.size())
                .filter(row -> shapes.get(row.intValue()) != null)
                .sorted(Comparator.comparingDouble(row -> distances[row.intValue()]))
                .limit(k)
                .toList();
        assertThat(index.nearest(from.x, from.y, k).stream().map(each -> each.feature().row()))
            .containsExactlyElementsOf(expected);
      }
      assertThatIllegalArgumentException().isThrownBy(() -> index.nearest(0, 0, 0));
    }
  }

  @Test
  void anIndexNeedsFewBytesARow() throws IOException {
    Random random = Seeds.random();
    List<Geometry> parcels = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      double x = 13 + 0.0002 * random.nextInt(245) + 0.00005 * random.nextDouble();
      double y = 52 + 0.0002 * random.nextInt(245) + 0.00005 * random.nextDouble();
      parcels.add(SHAPES.toGeometry(new Envelope(x, x + 0.0002, y, y + 0.00021)));
    }
    write(parcels);
    FileIndex.build(file).close();
    assertThat(Files.size(FileIndex.directoryOf(file).resolve("1.blocks-0.pages")))
        .isLessThan(12 * parcels.size());
  }

  private void requireStale(String problem) {
    assertThatThrownBy(() -> FileIndex.open(file).close())
        .isInstanceOf(StaleIndexException.class)
        .hasMessage(file + ": " + problem + "; run 'flashgrove index --update " + file + "'");
  }

  @Test
  void otherVersionsOfTheFileAreNamed() throws IOException {
    requireStale("has no index");
    FileIndex.build(file).close();
    byte[] good = Files.readAllBytes(file);
    FileTime time = Files.getLastModifiedTime(file);

    Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 5_000));
    requireStale("changed after it was indexed");

    write(shapes.subList(0, 5_999));
    Files.setLastModifiedTime(file, time);
    requireStale("changed after it was indexed");

    List<Geometry> moved = new ArrayList<>(shapes);
    moved.set(7, SHAPES.createPoint(new Coordinate(1, 1)));
    write(moved);
    Files.setLastModifiedTime(file, time);
    requireStale("changed after it was indexed");

    Files.write(file, good);
    Files.setLastModifiedTime(file, time);
    FileIndex.open(file).close();

    Files.write(file, Arrays.copyOf(good, good.length - 1));
    Files.setLastModifiedTime(file, time);
    assertThatThrownBy(() -> FileIndex.open(file).close()).isInstanceOf(InputException.class);
  }

  @Test
  void aPageThatChangedInPlaceEndsAQuery() throws IOException {
    FileIndex.build(file).close();
    FileTime time = Files.getLastModifiedTime(file);
    byte[] bad = Files.readAllBytes(file);
    for (int i = 0; i < 2_000; i++) {
      bad[100 + i * (bad.length / 3) / 2_000] ^= 1;
    }
    Files.write(file, bad);
    Files.setLastModifiedTime(file, time);
    try (FileIndex index = FileIndex.open(file)) {
      Geometry all = SHAPES.toGeometry(new Envelope(-100, 100, -100, 100));
      assertThatThrownBy(() -> index.intersecting(all, feature -> {}))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("a page that changed after it was indexed");
    }
  }

  @Test
  void aDamagedIndexIsNamedAndBuiltAgain() throws IOException {
    FileIndex.build(file).close();
    Path directory = FileIndex.directoryOf(file);
    Random random = Seeds.random();
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(Files::isRegularFile).filter(each -> sizeOf(each) > 0).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(4);
    Geometry area = SHAPES.toGeometry(new Envelope(-2, 2, -2, 2));
    for (Path each : files) {
      for (int i = 0; i < 3; i++) {
        byte[] good = Files.readAllBytes(each);
        byte[] bad = i == 0 ? Arrays.copyOf(good, good.length / 2) : good.clone();
        if (i > 0) {
          bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(each, bad);
        try (FileIndex index = FileIndex.open(file)) {
          List<Long> rows = new ArrayList<>();
          index.intersecting(area, feature -> rows.add(feature.row()));
          assertThat(rows).as(each.toString()).isEqualTo(scan(area));
        } catch (StaleIndexException | StoreException e) {
          assertThat(e.getMessage()).doesNotContain("\n");
        }
        Files.write(each, good);
      }
    }
    Files.write(directory.resolve("1.places"), new byte[3]);
    requireStale("has a damaged index");
    try (FileIndex index = FileIndex.openOrBuild(file)) {
      assertThat(index.count(area)).isEqualTo(scan(area).size());
    }
  }

  @Test
  void anIndexOfAnotherFormatIsBuiltAgain() throws IOException {
    FileIndex.build(file).close();
    Path description = FileIndex.directoryOf(file).resolve(IndexDirectory.DESCRIPTION);
    String text = Files.readString(description);
    assertThat(text).contains("format=3");
    Files.writeString(description, text.replace("format=3", "format=2"));
    requireStale("has an index of another format");
    FileIndex.openOrBuild(file).close();
    assertThat(description).content().contains("format=3");
    Geometry area = SHAPES.toGeometry(new Envelope(-2, 2, -2, 2));
    try (FileIndex index = FileIndex.open(file)) {
      assertThat(index.count(area)).isEqualTo(scan(area).size());
    }
  }

  private static long sizeOf(Path each) {
    try {
      return Files.size(each);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void onlyAnIndexIsReplaced() throws IOException {
    Path directory = FileIndex.directoryOf(file);
    Files.createDirectory(directory);
    Files.writeString(directory.resolve("my.txt"), "mine");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.openOrBuild(file))
        .withMessage(directory + ": is no index of a file (allowed: an index, or nothing)");
    assertThat(directory.resolve("my.txt")).hasContent("mine");
  }

  @Test
  void aStoreInThePlaceOfAnIndexIsKept() {
    Path directory = FileIndex.directoryOf(file);
    SpatialStore.create(directory, StoreOptions.defaults()).close();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(file))
        .withMessageContaining("is no index of a file");
    SpatialStore.open(directory).close();
  }

  @Test
  void readersFindAnIndexWhileItIsReplaced() throws Exception {
    FileIndex.build(file).close();
    Geometry area = SHAPES.toGeometry(new Envelope(-2, 2, -2, 2));
    long expected = scan(area).size();
    AtomicBoolean ends = new AtomicBoolean();
    Callable<Integer> reader =
        () -> {
          int opened = 0;
          for (; !ends.get() || opened < 10; opened++) {
            try (FileIndex index = FileIndex.open(file)) {
              assertThat(index.count(area)).isEqualTo(expected);
            }
          }
          return opened;
        };
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Integer> reads = thread.submit(reader);
      for (int i = 0; i < 10; i++) {
        FileIndex.build(file).close();
      }
      ends.set(true);
      assertThat(reads.get()).isGreaterThanOrEqualTo(10);
    } finally {
      ends.set(true);
      thread.shutdown();
    }
  }

  @Test
  void aBuildDeletesWhatAnInterruptedBuildLeft() throws IOException {
    FileIndex.build(file).close();
    Path directory = FileIndex.directoryOf(file);
    List<String> before = namesIn(directory);
    Files.writeString(directory.resolve("2.places"), "interrupted");
    Files.writeString(directory.resolve("bulk7.spill"), "interrupted");
    Files.writeString(directory.resolve("source.properties.new"), "interrupted");
    FileIndex.open(file).close();
    FileIndex.build(file).close();
    assertThat(namesIn(directory))
        .containsExactlyInAnyOrderElementsOf(
            before.stream().map(each -> each.replaceFirst("^1\\.", "2.")).toList());
  }

  private static List<String> namesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(each -> each.getFileName().toString()).toList();
    }
  }

  @Test
  void aFirstBuildThatFailsLeavesNothing() throws IOException {
    byte[] bad = Files.readAllBytes(file);
    for (int i = 0; i < bad.length / 2; i++) {
      bad[4 + i] = 0;
    }
    Files.write(file, bad);
    assertThatThrownBy(() -> FileIndex.build(file)).isInstanceOf(InputException.class);
    assertThat(namesIn(folder)).containsExactly("parcels.parquet");
  }

  @Test
  void anUpdateKeepsTheLayer() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(file, "other", BadRowPolicy.STOP));
    FileIndex.build(file, "geometry", BadRowPolicy.STOP).close();
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    FileIndex.openOrBuild(file).close();
    assertThat(FileIndex.directoryOf(file).resolve("source.properties"))
        .content()
        .contains("layer=geometry");
  }

  @Test
  void aFailedBuildKeepsTheOlderIndex() throws IOException {
    FileIndex.build(file).close();
    byte[] good = Files.readAllBytes(file);
    FileTime time = Files.getLastModifiedTime(file);
    Files.write(file, Arrays.copyOf(good, 1_000));
    assertThatThrownBy(() -> FileIndex.build(file)).isInstanceOf(InputException.class);
    Files.write(file, good);
    Files.setLastModifiedTime(file, time);
    FileIndex.open(file).close();
    assertThat(namesIn(folder))
        .containsExactlyInAnyOrder("parcels.parquet", "parcels.parquet.flashgrove");
  }

  @Test
  void otherFormatsAreRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("a.wkt"), "POINT (1 2)\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(text))
        .withMessage(
            text
                + ": files of format wkt cannot be indexed (allowed: csv, geojson, flatgeobuf,"
                + " geopackage, geoparquet)");
  }
}
