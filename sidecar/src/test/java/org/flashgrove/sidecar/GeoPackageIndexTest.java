package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** The index of a GeoPackage notices other versions of the file. */
class GeoPackageIndexTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final Geometry ALL = SHAPES.toGeometry(new Envelope(0, 100, 0, 100));

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeAFile() {
    List<Geometry> shapes = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      shapes.add(SHAPES.createPoint(new Coordinate(i % 40, i % 25)));
    }
    file = SampleFile.write(folder.resolve("parcels.gpkg"), shapes);
  }

  private void run(String... statements) throws SQLException {
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = database.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private void requireStale() {
    assertThatThrownBy(() -> FileIndex.open(file).close())
        .isInstanceOf(StaleIndexException.class)
        .hasMessageStartingWith(file + ": changed after it was indexed; run ");
  }

  @Test
  void changesOfRowsAreNoticedAtEqualSizeAndTime() throws IOException, SQLException {
    FileIndex.build(file).close();
    long size = Files.size(file);
    FileTime time = Files.getLastModifiedTime(file);
    run("UPDATE features SET name = 'PARCEL 7' WHERE id = 1007");
    Files.setLastModifiedTime(file, time);
    assertThat(Files.size(file)).isEqualTo(size);
    requireStale();
    try (FileIndex index = FileIndex.openOrBuild(file)) {
      List<Object> names = new ArrayList<>();
      index.intersecting(ALL, each -> names.add(each.value("name")));
      assertThat(names).hasSize(1_000).contains("PARCEL 7").doesNotContain("parcel 7");
    }
    run("DELETE FROM features WHERE id % 3 = 0");
    requireStale();
    try (FileIndex index = FileIndex.openOrBuild(file)) {
      assertThat(index.count(ALL)).isEqualTo(667);
      index.intersecting(ALL, each -> assertThat(each.id() % 3).isPositive());
    }
  }

  @Test
  void changesWhileTheIndexIsOpenAreNoticed() throws SQLException {
    try (FileIndex index = FileIndex.build(file)) {
      assertThat(index.count(ALL)).isEqualTo(1_000);
      run("DELETE FROM features WHERE id = 1001");
      assertThatThrownBy(() -> index.intersecting(ALL, each -> {}))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file + ": the file changed while it was read; ");
    }
  }

  @Test
  void truncatedFilesAreNoticed() throws IOException {
    FileIndex.build(file).close();
    byte[] good = Files.readAllBytes(file);
    FileTime time = Files.getLastModifiedTime(file);
    for (int left : new int[] {0, 50, 100, good.length / 2, good.length - 1}) {
      Files.write(file, Arrays.copyOf(good, left));
      Files.setLastModifiedTime(file, time);
      assertThatThrownBy(() -> FileIndex.open(file).close())
          .isInstanceOfAny(StaleIndexException.class, InputException.class)
          .message()
          .startsWith(file.toString())
          .doesNotContain("\n");
    }
  }

  @Test
  void oneOfSeveralLayersIsIndexed() throws SQLException {
    run(
        "CREATE TABLE other (nr INTEGER PRIMARY KEY, geom BLOB, label TEXT)",
        "INSERT INTO other SELECT id, geom, 'copy' FROM features WHERE id < 1010",
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)"
            + " SELECT 'other', 'features', 'other', srs_id FROM gpkg_contents LIMIT 1",
        "INSERT INTO gpkg_geometry_columns"
            + " SELECT 'other', 'geom', geometry_type_name, srs_id, z, m"
            + " FROM gpkg_geometry_columns LIMIT 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileIndex.build(file))
        .withMessage(file + ": has several layers; add --layer with one of features, other");
    try (FileIndex index = FileIndex.build(file, "other", BadRowPolicy.STOP)) {
      assertThat(index.size()).isEqualTo(10);
      assertThat(index.attributeNames()).containsExactly("label");
    }
    try (FileIndex index = FileIndex.openOrBuild(file)) {
      assertThat(index.size()).isEqualTo(10);
    }
  }
}
