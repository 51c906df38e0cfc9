package org.flashgrove.datasets.geopackage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Rows of a GeoPackage that are read by their keys equal those of a scan. */
class GeoPackageRowsTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final GeoPackageFormat FORMAT = new GeoPackageFormat();

  @TempDir private Path folder;

  private Path write(Random random, int rows) throws IOException {
    Path file = folder.resolve("a.gpkg");
    Files.deleteIfExists(file);
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            List.of("name", "size", "count", "bytes"),
            List.of(
                AttributeType.TEXT, AttributeType.REAL, AttributeType.INTEGER, AttributeType.BYTES),
            List.of(),
            0,
            List.of());
    try (FeatureWriter writer = FORMAT.create(file.toString(), schema)) {
      long key = -random.nextInt(50);
      for (int i = 0; i < rows; i++) {
        key += random.nextInt(10) == 0 ? 1 + random.nextInt(1_000_000) : 1;
        Coordinate at = new Coordinate(random.nextDouble(), random.nextDouble());
        writer.write(
            key,
            random.nextInt(20) == 0 ? null : SHAPES.createPoint(at),
            new Object[] {
              "\u00e4".repeat(random.nextInt(40)),
              random.nextInt(9) == 0 ? null : random.nextDouble(),
              random.nextLong(),
              new byte[random.nextInt(9)]
            });
      }
    }
    return file;
  }

  private static void run(Path file, String... statements) throws SQLException {
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = database.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private static String seen(FeatureCursor cursor) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < cursor.attributeNames().size(); i++) {
      Object value = cursor.attribute(i);
      values.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
    }
    return cursor.id() + " " + cursor.geometry() + " " + values;
  }

  private static List<String> scan(Path file, BadRowPolicy policy) {
    List<String> seen = new ArrayList<>();
    try (FeatureCursor all =
        FORMAT.open(
            InputFile.named(file.toString()), policy, RowForms.RECORDS, FormatOptions.BY_ENDING)) {
      while (all.next()) {
        if (!all.bounds().isNull()) {
          seen.add(seen(all));
        }
      }
    }
    return seen;
  }

  private static RowFile open(Path file, byte[] places) {
    return FORMAT.openRows(file, file.toString(), null, places);
  }

  private static byte[] places(Path file) {
    try (RowFile rows = open(file, null)) {
      return rows.places();
    }
  }

  private static List<String> read(RowFile rows, long... numbers) {
    List<String> seen = new ArrayList<>();
    try (FeatureCursor found = rows.rows(numbers)) {
      while (found.next()) {
        seen.add(seen(found));
      }
    }
    return seen;
  }

  @Test
  void rowsAreThoseOfAScan() throws IOException, SQLException {
    for (int repetition = 0; repetition < Repetitions.of(12, 200); repetition++) {
      Random random = Seeds.random();
      Path file = write(random, random.nextInt(700));
      run(
          file,
          "DELETE FROM features WHERE abs(random()) % 7 = 0",
          "UPDATE features SET geom = x'00' WHERE abs(random()) % 30 = 0");
      List<String> problems = new ArrayList<>();
      BadRowPolicy policy = BadRowPolicy.skip(problem -> problems.add(problem.getMessage()));
      List<String> expected = scan(file, policy);
      List<String> named = List.copyOf(problems);
      problems.clear();
      List<Long> numbers = new ArrayList<>();
      byte[] places;
      try (RowFile rows = open(file, null)) {
        rows.forEachBounds(0, policy, (row, minX, minY, maxX, maxY) -> numbers.add(row));
        places = rows.places();
      }
      assertThat(problems).isEqualTo(named);
      long[] all = numbers.stream().mapToLong(each -> each).toArray();
      try (RowFile rows = open(file, places)) {
        assertThat(read(rows, all)).isEqualTo(expected);
        for (int i = 0; i < 5 && all.length > 0; i++) {
          int[] chosen = random.ints(5, 0, all.length).sorted().distinct().toArray();
          assertThat(read(rows, Arrays.stream(chosen).mapToLong(each -> all[each]).toArray()))
              .isEqualTo(Arrays.stream(chosen).mapToObj(expected::get).toList());
        }
      }
    }
  }

  /** Changes a bit wherever a number is in a file. Unused bytes of a page may contain it, too. */
  private static void change(double number, byte[] file, int bit) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    long bits = Double.doubleToRawLongBits(number);
    for (int at = 0; at <= file.length - Long.BYTES; at++) {
      if (bytes.getLong(at) == bits) {
        bytes.putLong(at, bits ^ 1L << bit);
      }
    }
  }

  @Test
  void changedRowsAreNoticed() throws IOException {
    Random random = Seeds.random();
    Path file = write(random, 2_000);
    byte[] places = places(file);
    byte[] good = Files.readAllBytes(file);
    List<Double> ordinates = new ArrayList<>();
    try (RowFile rows = open(file, places)) {
      rows.forEachBounds(
          0, BadRowPolicy.STOP, (row, minX, minY, maxX, maxY) -> ordinates.add(minX));
    }
    for (int i = 0; i < 60; i++) {
      byte[] bad = good.clone();
      change(ordinates.get(random.nextInt(ordinates.size())), bad, random.nextInt(Long.SIZE));
      Files.write(file, bad);
      try (RowFile rows = open(file, places)) {
        assertThatThrownBy(() -> read(rows, LongStream.range(0, rows.rowCount()).toArray()))
            .isInstanceOf(InputException.class)
            .hasMessageStartingWith(file + ", row ")
            .hasMessageContaining("rows that changed after they were indexed");
      }
    }
  }

  @Test
  void changesByOtherProcessesAreNoticed() throws IOException, SQLException {
    Path file = write(Seeds.random(), 100);
    String before;
    try (RowFile rows = open(file, null)) {
      before = rows.fingerprint();
      assertThat(read(rows, 7)).hasSize(1);
      run(file, "UPDATE features SET name = name || 'x'");
      assertThatThrownBy(() -> read(rows, 7))
          .isInstanceOf(InputException.class)
          .hasMessage(file + ": the file changed while it was read; allowed: an unchanged file");
    }
    try (RowFile rows = open(file, null)) {
      assertThat(rows.fingerprint()).isNotEqualTo(before);
    }
  }

  @Test
  void changesInTheWriteAheadLogAreNoticed() throws IOException, SQLException {
    Path file = write(Seeds.random(), 100);
    run(file, "PRAGMA journal_mode = WAL");
    String before;
    try (RowFile rows = open(file, null)) {
      before = rows.fingerprint();
    }
    byte[] main = Files.readAllBytes(file);
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = database.createStatement()) {
      statement.execute("UPDATE features SET name = 'changed'");
      assertThat(Files.readAllBytes(file)).as("the change is only in the log").isEqualTo(main);
      try (RowFile rows = open(file, null)) {
        assertThat(rows.fingerprint()).isNotEqualTo(before);
        assertThat(read(rows, 7).get(0)).contains("changed");
      }
    }
  }

  @Test
  void damagedPlacesEndInOneLine() throws IOException {
    Random random = Seeds.random();
    Path file = write(random, 500);
    byte[] good = places(file);
    for (int i = 0; i < 300; i++) {
      byte[] bad = i % 4 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
      if (i % 4 > 0) {
        bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try (RowFile rows = open(file, bad)) {
        read(rows, LongStream.range(0, Math.min(500, rows.rowCount())).toArray());
      } catch (IllegalArgumentException | InputException e) {
        assertThat(e.getMessage()).doesNotContain("\n");
      }
    }
  }

  @Test
  void aLayerNeedsAKey() throws IOException, SQLException {
    Path file = write(Seeds.random(), 5);
    run(
        file,
        "CREATE TABLE other AS SELECT * FROM features",
        "UPDATE gpkg_geometry_columns SET table_name = 'other'",
        "UPDATE gpkg_contents SET table_name = 'other'");
    assertThatThrownBy(() -> open(file, null))
        .isInstanceOf(InputException.class)
        .hasMessage(
            file + ": the layer has no integer primary key; allowed: a table with such a key");
  }
}
