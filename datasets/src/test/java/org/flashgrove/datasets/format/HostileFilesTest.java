package org.flashgrove.datasets.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.zip.GZIPOutputStream;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wololo.flatgeobuf.Constants;
import org.wololo.flatgeobuf.generated.Column;
import org.wololo.flatgeobuf.generated.Feature;
import org.wololo.flatgeobuf.generated.Geometry;
import org.wololo.flatgeobuf.generated.GeometryType;
import org.wololo.flatgeobuf.generated.Header;

/** Small files of several formats that ask for much memory or work end in one line, or are read. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFilesTest {
  @TempDir private Path folder;

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static List<String> read(Path file, BadRowPolicy policy) {
    List<String> found = new ArrayList<>();
    try (FeatureCursor cursor = DataFiles.open(file.toString(), policy)) {
      while (cursor.next()) {
        found.add(cursor.geometry().toText());
      }
    }
    return found;
  }

  private static void refused(Path file, String wrong) {
    assertThatThrownBy(() -> read(file, BadRowPolicy.STOP))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContainingAll(wrong, "; allowed: ")
        .message()
        .doesNotContain("\n");
  }

  /** A FlatGeobuf file without an index, of features that a function adds to a builder. */
  private Path flatGeobuf(int type, String... columns) throws IOException {
    FlatBufferBuilder header = new FlatBufferBuilder();
    int[] made = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      made[i] =
          i > 0 && columns[i].equals(columns[i - 1]) ? made[i - 1] : column(header, columns[i]);
    }
    int all = Header.createColumnsVector(header, made);
    Header.startHeader(header);
    Header.addGeometryType(header, type);
    Header.addColumns(header, all);
    header.finishSizePrefixed(Header.endHeader(header));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(Constants.MAGIC_BYTES);
    bytes.writeBytes(header.sizedByteArray());
    return Files.write(folder.resolve("a.fgb"), bytes.toByteArray());
  }

  private static int column(FlatBufferBuilder header, String name) {
    int text = header.createString(name);
    Column.startColumn(header);
    Column.addName(header, text);
    return Column.endColumn(header);
  }

  private static void add(Path file, ToIntFunction<FlatBufferBuilder> geometry) throws IOException {
    FlatBufferBuilder builder = new FlatBufferBuilder(1024);
    int shape = geometry.applyAsInt(builder);
    Feature.startFeature(builder);
    Feature.addGeometry(builder, shape);
    builder.finishSizePrefixed(Feature.endFeature(builder));
    Files.write(file, builder.sizedByteArray(), java.nio.file.StandardOpenOption.APPEND);
  }

  private static int part(FlatBufferBuilder builder, int type, double... xy) {
    int places = Geometry.createXyVector(builder, xy);
    Geometry.startGeometry(builder);
    Geometry.addXy(builder, places);
    Geometry.addType(builder, type);
    return Geometry.endGeometry(builder);
  }

  private static int collection(FlatBufferBuilder builder, int type, int... parts) {
    int all = Geometry.createPartsVector(builder, parts);
    Geometry.startGeometry(builder);
    Geometry.addParts(builder, all);
    Geometry.addType(builder, type);
    return Geometry.endGeometry(builder);
  }

  @Test
  void collectionsOfFlatGeobufAreRead() throws IOException {
    Path file = flatGeobuf(GeometryType.GeometryCollection);
    add(
        file,
        builder ->
            collection(
                builder,
                GeometryType.GeometryCollection,
                part(builder, GeometryType.Point, 1, 2),
                part(builder, GeometryType.LineString, 1, 2, 3, 4)));
    add(
        file,
        builder ->
            collection(
                builder,
                GeometryType.GeometryCollection,
                collection(
                    builder,
                    GeometryType.GeometryCollection,
                    part(builder, GeometryType.Polygon, 0, 0, 1, 0, 1, 1, 0, 0))));
    add(
        file,
        builder ->
            collection(
                builder,
                GeometryType.GeometryCollection,
                collection(
                    builder,
                    GeometryType.MultiPolygon,
                    part(builder, GeometryType.Polygon, 0, 0, 1, 0, 1, 1, 0, 0))));
    assertThat(read(file, BadRowPolicy.STOP))
        .containsExactly(
            "GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 2, 3 4))",
            "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 0))))",
            "GEOMETRYCOLLECTION (MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0))))");
  }

  /** Parts that are the same table with many rings: each is charged. */
  @Test
  void sharedRingsOfFlatGeobufAreCharged() throws IOException {
    int count = 4_000;
    Path file = flatGeobuf(GeometryType.MultiPolygon);
    add(
        file,
        builder -> {
          int ends = Geometry.createEndsVector(builder, new long[count]);
          int places = Geometry.createXyVector(builder, new double[0]);
          Geometry.startGeometry(builder);
          Geometry.addEnds(builder, ends);
          Geometry.addXy(builder, places);
          int shared = Geometry.endGeometry(builder);
          int[] parts = new int[count];
          java.util.Arrays.fill(parts, shared);
          return collection(builder, GeometryType.MultiPolygon, parts);
        });
    long before = allocatedBytes();
    refused(file, "feature 1: ");
    assertThat(allocatedBytes() - before).isLessThan(100 * Files.size(file));
  }

  @Test
  void emptyRingsOfFlatGeobufAreCharged() throws IOException {
    Path file = flatGeobuf(GeometryType.Polygon);
    add(
        file,
        builder -> {
          int ends = Geometry.createEndsVector(builder, new long[200_000]);
          int places = Geometry.createXyVector(builder, new double[] {0, 0});
          Geometry.startGeometry(builder);
          Geometry.addEnds(builder, ends);
          Geometry.addXy(builder, places);
          return Geometry.endGeometry(builder);
        });
    refused(file, "more empty rings than its bytes are worth");
  }

  @Test
  void sharedNamesOfColumnsAreCharged() throws IOException {
    String[] names = new String[1_000];
    java.util.Arrays.fill(names, "n".repeat(100_000));
    Path file = flatGeobuf(GeometryType.Point, names);
    long before = allocatedBytes();
    refused(file, "columns whose names are longer than the header");
    assertThat(allocatedBytes() - before).isLessThan(20_000_000);
  }

  /** A GeoPackage with one geometry of well-known binary. */
  private Path geoPackage(byte[] wkb) throws SQLException {
    Path file = folder.resolve("a.gpkg");
    ByteBuffer blob = ByteBuffer.allocate(8 + wkb.length).order(ByteOrder.LITTLE_ENDIAN);
    blob.put((byte) 'G').put((byte) 'P').put((byte) 0).put((byte) 1).putInt(4326).put(wkb);
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = database.createStatement()) {
      statement.execute(
          "CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER)");
      statement.execute("INSERT INTO gpkg_geometry_columns VALUES ('a', 'geom', 4326)");
      statement.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, geom BLOB)");
      try (PreparedStatement insertion = database.prepareStatement("INSERT INTO a VALUES (1, ?)")) {
        insertion.setBytes(1, blob.array());
        insertion.execute();
      }
    }
    return file;
  }

  /** Collections within collections, whose inner byte orders are marks that mean nothing. */
  @ParameterizedTest
  @ValueSource(ints = {2, 0x7f, -1, 1})
  void deepGeometriesOfGeoPackageAreRefused(int mark) throws SQLException {
    int levels = 100_000;
    ByteBuffer wkb = ByteBuffer.allocate(9 * levels).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < levels; i++) {
      // 0x11250007 is a collection in little endian; in big endian it would be a point
      wkb.put((byte) (i == 0 ? 1 : mark)).putInt(i == 0 ? 7 : 0x1125_0007);
      wkb.putInt(i == levels - 1 ? 0 : 1);
    }
    refused(geoPackage(wkb.array()), "row 1: ");
  }

  @Test
  void endlessViewsOfGeoPackageEnd() throws SQLException {
    Path file = geoPackage(new byte[0]);
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = database.createStatement()) {
      statement.execute("DROP TABLE a");
      statement.execute(
          "CREATE VIEW a AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
              + " SELECT i AS id, NULL AS geom FROM n WHERE i < 0");
    }
    refused(file, "asks for far more work than its size explains");
  }

  /** Text that packs a thousand times is read piece by piece. */
  @ParameterizedTest
  @ValueSource(strings = {"[[[]]],", "[[]],", "[],"})
  void emptyPartsOfPackedGeoJsonTakeNoMemory(String part) throws IOException {
    Path file = folder.resolve("a.geojson.gz");
    String parts = part.repeat(2_000_000 / part.length());
    String text =
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":["
            + parts
            + "[[[0,0],[1,0],[1,1],[0,0]]]]}}";
    try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      gzip.write(text.getBytes());
    }
    assertThat(read(file, BadRowPolicy.STOP))
        .containsExactly("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))");
  }
}
