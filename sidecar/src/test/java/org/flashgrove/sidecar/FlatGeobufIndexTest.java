package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** The index of a FlatGeobuf file finds its features, and notices other versions of the file. */
class FlatGeobufIndexTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final Geometry ALL = SHAPES.toGeometry(new Envelope(-100, 100, -100, 100));

  @TempDir private Path folder;
  private final List<Geometry> shapes = new ArrayList<>();
  private Path file;

  @BeforeEach
  void writeAFile() {
    Random random = Seeds.random();
    for (int i = 0; i < 5_000; i++) {
      Coordinate at = new Coordinate(random.nextGaussian() * 10, random.nextGaussian() * 10);
      shapes.add(SHAPES.createPoint(at).buffer(random.nextDouble(), 2));
    }
    file = SampleFile.write(folder.resolve("parcels.fgb"), shapes);
  }

  private static String rowOf(long id, Geometry geometry, Object name) {
    return id + " " + geometry + " " + name;
  }

  private List<String> scan(Geometry area) throws IOException {
    return scan(area, BadRowPolicy.STOP);
  }

  private List<String> scan(Geometry area, BadRowPolicy policy) throws IOException {
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
          found.add(rowOf(all.id(), all.geometry(), all.attribute(0)));
        }
      }
    }
    return found;
  }

  @Test
  void featuresAreThoseOfAScanInTheOrderOfTheFile() throws IOException {
    Random random = Seeds.random();
    try (FileIndex index = FileIndex.build(file)) {
      assertThat(index.size()).isEqualTo(5_000);
      assertThat(index.store().size()).as("runs of a sorted file").isLessThan(1_250);
      for (int i = 0; i < 20; i++) {
        Coordinate at = new Coordinate(random.nextGaussian() * 10, random.nextGaussian() * 10);
        Geometry area = SHAPES.createPoint(at).buffer(random.nextDouble() * 5, 3);
        List<String> found = new ArrayList<>();
        index.intersecting(
            area, each -> found.add(rowOf(each.id(), each.geometry(), each.value("name"))));
        assertThat(found).isEqualTo(scan(area));
      }
    }
  }

  /** Sets an ordinate of a feature to NaN. */
  private void damage(int feature) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    long ordinate = Double.doubleToRawLongBits(shapes.get(feature).getCoordinate().x);
    for (int i = 0; i <= bytes.limit() - Long.BYTES; i++) {
      if (bytes.getLong(i) == ordinate) {
        bytes.putDouble(i, Double.NaN);
      }
    }
    Files.write(file, bytes.array());
  }

  @Test
  void skippedFeaturesAreInNoResult() throws IOException {
    for (int feature : new int[] {0, 17, 18, 2_000, 4_999}) {
      damage(feature);
    }
    assertThatThrownBy(() -> FileIndex.build(file))
        .isInstanceOf(InputException.class)
        .hasMessageMatching(".*parcels.fgb, feature [0-9]+: .*");
    List<String> problems = new ArrayList<>();
    BadRowPolicy policy = BadRowPolicy.skip(problem -> problems.add(problem.getMessage()));
    List<String> expected = scan(ALL, policy);
    assertThat(expected).hasSize(4_995);
    List<String> named = List.copyOf(problems);
    problems.clear();
    try (FileIndex index = FileIndex.build(file, null, policy)) {
      assertThat(problems).isEqualTo(named).hasSize(5);
      assertThat(index.size()).isEqualTo(4_995);
      List<String> found = new ArrayList<>();
      index.intersecting(
          ALL, each -> found.add(rowOf(each.id(), each.geometry(), each.value("name"))));
      assertThat(found).isEqualTo(expected);
      assertThat(index.count(ALL)).isEqualTo(4_995);
    }
    problems.clear();
    FileIndex.openOrBuild(file, policy).close();
    assertThat(problems).as("the index is up to date").isEmpty();
  }

  private void rewrite(byte[] bytes, FileTime time) throws IOException {
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);
  }

  @Test
  void otherVersionsOfTheFileAreNoticed() throws IOException {
    FileIndex.build(file).close();
    byte[] good = Files.readAllBytes(file);
    FileTime time = Files.getLastModifiedTime(file);
    for (int cut : new int[] {1, 100, good.length / 2}) {
      rewrite(Arrays.copyOf(good, good.length - cut), time);
      assertThatThrownBy(() -> FileIndex.open(file).close())
          .isInstanceOf(StaleIndexException.class)
          .hasMessageContaining("changed after it was indexed");
    }
    rewrite(good, FileTime.fromMillis(time.toMillis() + 5_000));
    assertThatThrownBy(() -> FileIndex.open(file).close()).isInstanceOf(StaleIndexException.class);
    Random random = Seeds.random();
    for (int i = 0; i < 40; i++) {
      byte[] bad = good.clone();
      int begin = good.length / 2; // behind the header and the index of the file
      bad[begin + random.nextInt(good.length - begin)] ^= (byte) (1 << random.nextInt(8));
      rewrite(bad, time);
      assertThatThrownBy(
              () -> {
                try (FileIndex index = FileIndex.open(file)) {
                  index.intersecting(ALL, each -> {});
                }
              })
          .isInstanceOfAny(InputException.class, StaleIndexException.class)
          .hasMessageContaining("changed after");
    }
    rewrite(good, time);
    FileIndex.open(file).close();
  }

  @Test
  void damagedPositionsAreNoticed() throws IOException {
    FileIndex.build(file).close();
    Path places = FileIndex.directoryOf(file).resolve("1.places");
    byte[] good = Files.readAllBytes(places);
    Random random = Seeds.random();
    for (int i = 0; i < 100; i++) {
      byte[] bad = i % 4 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
      if (i % 4 > 0) {
        bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(places, bad);
      assertThatThrownBy(() -> FileIndex.open(file).close())
          .isInstanceOf(StaleIndexException.class)
          .hasMessageContaining("damaged");
    }
  }

  @Test
  void aFileHasOneLayer() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(file, "other", BadRowPolicy.STOP));
  }
}
