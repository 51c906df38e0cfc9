package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that commands write: never the file that is read, and either complete or as before. */
@Timeout(120)
class WrittenFilesTest {
  @TempDir private Path folder;

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private String points(String name, int count) throws IOException {
    StringBuilder rows = new StringBuilder("id,x,y,name\n");
    for (int i = 0; i < count; i++) {
      rows.append(i + ",").append(i % 100 + 0.5).append(",").append(i / 100 + 0.25);
      rows.append(",point number " + i + "\n");
    }
    return Files.writeString(folder.resolve(name), rows.toString()).toString();
  }

  private static void refused(String wrong, String... arguments) {
    Run run = Run.of(arguments);
    assertThat(run.err()).contains(wrong).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "csv.gz", "tsv", "geojson", "geojsonl", "wkt", "fgb", "gpkg"})
  void aFileIsNotConvertedToItselfUnderAnyName(String ending) throws IOException {
    String in = file("data." + ending);
    Run.ok("convert", points("points.csv", 3_000), in);
    byte[] bytes = Files.readAllBytes(Path.of(in));
    Files.createSymbolicLink(folder.resolve("link." + ending), Path.of("data." + ending));
    Files.createLink(folder.resolve("hard." + ending), Path.of(in));
    Files.createDirectory(folder.resolve("sub"));
    for (String out :
        List.of(
            in,
            file("link." + ending),
            file("hard." + ending),
            file("sub/../data." + ending),
            file("./data." + ending))) {
      refused("is the same file as IN", "convert", in, out);
      refused("is the same file as IN", "convert", out, in);
      assertThat(Path.of(in)).hasBinaryContent(bytes);
    }
    assertThat(names()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson", "wkt", "fgb", "gpkg"})
  void aFailedConversionLeavesTheEarlierFile(String ending) throws IOException {
    Path out = folder.resolve("out." + ending);
    Run.ok("convert", points("points.csv", 50), out.toString());
    byte[] bytes = Files.readAllBytes(out);
    Path bad = Files.writeString(folder.resolve("bad.csv"), "id,x,y\n1,1,1\n2,x,2\n");
    refused("line 3", "convert", bad.toString(), out.toString());
    assertThat(out).hasBinaryContent(bytes);
    assertThat(names()).hasSize(3);
  }

  @Test
  void aFileThatFailsWhileItIsWrittenLeavesTheEarlierFile() throws IOException {
    Path out = folder.resolve("out.gpkg");
    Run.ok("convert", points("points.csv", 50), out.toString());
    byte[] bytes = Files.readAllBytes(out);
    Path twice = Files.writeString(folder.resolve("twice.csv"), "id,x,y\n1,1,1\n1,2,2\n");
    refused("an id occurs twice", "convert", twice.toString(), out.toString());
    assertThat(out).hasBinaryContent(bytes);
    assertThat(names()).containsExactly("out.gpkg", "points.csv", "twice.csv");
  }

  @Test
  void aLinkStaysAndItsTargetKeepsItsPermissions() throws IOException {
    Path target = Files.writeString(folder.resolve("target.csv"), "earlier");
    Set<PosixFilePermission> mine =
        Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    Files.setPosixFilePermissions(target, mine);
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("target.csv"));
    Path fresh = Files.createSymbolicLink(folder.resolve("fresh.csv"), Path.of("made.csv"));
    for (Path out : List.of(link, fresh)) {
      Run.ok("convert", points("points.csv", 2), out.toString());
      assertThat(out).isSymbolicLink();
      assertThat(Files.readAllLines(out)).hasSize(3);
    }
    assertThat(Files.getPosixFilePermissions(target)).isEqualTo(mine);
    assertThat(folder.resolve("made.csv")).isRegularFile();
  }

  @Test
  void devicesAndPipesAreWrittenAtOnce() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/null")), "skipped: no /dev/null here");
    Run.ok("convert", points("points.csv", 2), "/dev/null");
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    Path pipe = folder.resolve("pipe.csv");
    Process making = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assumeTrue(making.waitFor(10, TimeUnit.SECONDS) && making.exitValue() == 0, "no mkfifo here");
    CompletableFuture<List<String>> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllLines(pipe);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    Run.ok("convert", file("points.csv"), pipe.toString());
    assertThat(read.get(30, TimeUnit.SECONDS)).hasSize(3);
    assertThat(names()).containsExactly("pipe.csv", "points.csv");
  }

  private static List<String> texts(Path database, String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection opened = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = opened.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private static void execute(Path database, String... statements) throws SQLException {
    try (Connection opened = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = opened.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  /** A GeoPackage whose layer is called roads, with the spatial index that GDAL would make. */
  private Path withRoads() throws IOException, SQLException {
    Path out = folder.resolve("out.gpkg");
    Run.ok("convert", points("points.csv", 20), out.toString());
    execute(
        out,
        "ALTER TABLE features RENAME TO roads",
        "UPDATE gpkg_contents SET table_name = 'roads', identifier = 'roads'",
        "UPDATE gpkg_geometry_columns SET table_name = 'roads'",
        "CREATE TABLE gpkg_ogr_contents (table_name TEXT PRIMARY KEY, feature_count INTEGER)",
        "INSERT INTO gpkg_ogr_contents VALUES ('roads', 20)",
        "CREATE VIRTUAL TABLE rtree_roads_geom USING rtree(id, minx, maxx, miny, maxy)");
    return out;
  }

  @Test
  void aGeoPackageKeepsItsOtherLayers() throws IOException, SQLException {
    Path out = withRoads();
    Run.ok("convert", points("more.csv", 7), out.toString());
    assertThat(texts(out, "SELECT table_name FROM gpkg_contents ORDER BY 1"))
        .containsExactly("features", "roads");
    Run.ok("convert", points("again.csv", 5), out.toString());
    assertThat(texts(out, "SELECT count(*) FROM roads")).containsExactly("20");
    assertThat(texts(out, "SELECT count(*) FROM features")).containsExactly("5");
    assertThat(texts(out, "SELECT table_name FROM gpkg_ogr_contents")).containsExactly("roads");
    for (String layer : List.of("roads", "features")) {
      Run run = Run.ok("convert", out.toString(), file(layer + ".csv"), "--layer", layer, "--json");
      assertThat(run.json().get("features").asInt()).isEqualTo(layer.equals("roads") ? 20 : 5);
    }
  }

  @Test
  void aReplacedLayerTakesItsSpatialIndexAlong() throws IOException, SQLException {
    Path out = folder.resolve("out.gpkg");
    Run.ok("convert", points("points.csv", 20), out.toString());
    execute(
        out,
        "CREATE VIRTUAL TABLE rtree_features_geom USING rtree(id, minx, maxx, miny, maxy)",
        "CREATE TRIGGER rtree_features_geom_insert AFTER INSERT ON features BEGIN INSERT INTO"
            + " rtree_features_geom VALUES (NEW.id, ST_MinX(NEW.geom), 1, 1, 1); END",
        "CREATE TABLE gpkg_extensions (table_name TEXT, extension_name TEXT)",
        "INSERT INTO gpkg_extensions VALUES ('features', 'gpkg_rtree_index')");
    Run.ok("convert", points("more.csv", 7), out.toString());
    assertThat(texts(out, "SELECT name FROM sqlite_master WHERE name LIKE 'rtree%'")).isEmpty();
    assertThat(texts(out, "SELECT extension_name FROM gpkg_extensions")).isEmpty();
    assertThat(texts(out, "SELECT count(*) FROM features")).containsExactly("7");
  }

  @Test
  void aGeoPackageThatIsBeingWrittenIsRefused() throws IOException, SQLException {
    Path out = withRoads();
    byte[] bytes = Files.readAllBytes(out);
    Files.writeString(folder.resolve("out.gpkg-wal"), "pages");
    refused("another program is writing it", "convert", file("points.csv"), out.toString());
    assertThat(out).hasBinaryContent(bytes);
  }

  @Test
  void outputsAreNeitherInputsNorFilesOfTheStoreNorEachOther() throws IOException {
    String data = points("points.csv", 30);
    String store = file("store");
    Run.ok("build", store, "--data", data);
    refused(
        "--out " + data + ": is the same file as --data",
        "generate",
        "queries",
        "--data",
        data,
        "--percent",
        "1",
        "--count",
        "2",
        "--out",
        data);
    try (Stream<Path> files = Files.list(Path.of(store))) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(each);
        refused("is the same file as DIR", "export", store, "--out", each.toString(), "--to=csv");
        assertThat(each).hasBinaryContent(bytes);
      }
    }
    String moves = file("moves.csv");
    refused(
        "same file",
        "generate",
        "moves",
        "--objects=3",
        "--points",
        moves,
        "--count",
        "3",
        "--out",
        moves);
    Run.ok("check", store);
  }
}
