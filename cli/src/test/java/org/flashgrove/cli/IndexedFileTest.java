package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.datasets.source.RangeServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries of an indexed file print what queries of a table with the same features print. */
class IndexedFileTest {
  @TempDir private Path folder;
  private String file;
  private String table;

  @BeforeEach
  void build() throws IOException {
    String csv = folder.resolve("a.csv").toString();
    file = folder.resolve("a.parquet").toString();
    table = folder.resolve("table").toString();
    Run.ok("generate", "polygons", "--count", "2000", "--seed", "7", "--out", csv);
    List<String> lines = Files.readAllLines(Path.of(csv));
    List<String> withAttributes = new ArrayList<>(List.of(lines.get(0) + ",kind,size"));
    for (int i = 1; i < lines.size(); i++) {
      withAttributes.add(lines.get(i) + "," + "abc".charAt(i % 3) + "," + i % 100);
    }
    Files.write(Path.of(csv), withAttributes);
    Run.ok("convert", csv, file);
    Run.ok("build", table, "--table", "--attributes", "all", "--data", file);
  }

  private static List<String> sorted(String text) {
    return text.lines().sorted().toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--window; 0.2,0.2,0.4,0.3; --limit; 100000",
        "--point; 0.5,0.5; --predicate; intersects",
        "--geometry; LINESTRING (0 0, 1 1); --semantics; exclusive",
        "--window; 5,5,6,6; --predicate; intersects",
        "--window; 0.2,0.2,0.4,0.3; --predicate; within",
        "--point; 0.5,0.5; --predicate; containing",
        "--window; 0.2,0.2,0.4,0.3; --predicate; disjoint",
        "--point; 0.5,0.5; --radius; 0.1",
        "--window; 0.2,0.2,0.9,0.9; --where; kind = 'a' or size < '30'"
      })
  void queriesPrintWhatATablePrints(String option, String value, String more, String with)
      throws IOException {
    Run.ok("index", file);
    for (String format : List.of("csv", "geojson", "wkt")) {
      String ofFile = Run.ok("query", file, option, value, more, with, "--format", format).out();
      String ofTable = Run.ok("query", table, option, value, more, with, "--format", format).out();
      assertThat(sorted(ofFile.replace(",\n", "\n")))
          .isEqualTo(sorted(ofTable.replace(",\n", "\n")));
    }
    String count = Run.ok("query", file, option, value, more, with, "--count").out();
    assertThat(count).isEqualTo(Run.ok("query", table, option, value, more, with, "--count").out());
    JsonNode json = Run.of("query", file, option, value, more, with, "--json").json();
    assertThat(json.get("rows")).hasSize(Integer.parseInt(count.strip()));
    assertThat(json.get("results").asInt()).isEqualTo(Integer.parseInt(count.strip()));
  }

  @Test
  void neighboursAreThoseOfATable() throws IOException {
    Run.ok("index", file);
    JsonNode ofFile = Run.of("nearest", file, "--point", "0.3,0.7", "-k", "25", "--json").json();
    JsonNode ofTable = Run.of("nearest", table, "--point", "0.3,0.7", "-k", "25", "--json").json();
    assertThat(ofFile.get("rows").findValuesAsText("id"))
        .hasSize(25)
        .isEqualTo(ofTable.get("rows").findValuesAsText("id"))
        .isEqualTo(ofTable.get("neighbours").findValuesAsText("id"));
    for (String format : List.of("geojson", "wkt")) {
      String near = "0.3,0.7";
      assertThat(Run.ok("nearest", file, "--point", near, "--format", format).out())
          .isEqualTo(Run.ok("nearest", table, "--point", near, "--format", format).out());
    }
    assertThat(ofTable.get("rows").get(0).get("attributes").fieldNames())
        .toIterable()
        .containsExactly("distance", "kind", "size");
  }

  @Test
  void aSortedFileHasTheSameFeatures() {
    String sorted = folder.resolve("sorted.parquet").toString();
    Run.ok("convert", "--sort", file, sorted);
    Run.ok("index", file);
    Run.ok("index", sorted);
    String unsorted = Run.ok("query", file, "--window", "0,0,1,1").out();
    String found = Run.ok("query", sorted, "--window", "0,0,1,1").out();
    assertThat(found).isNotEqualTo(unsorted);
    assertThat(sorted(found)).isEqualTo(sorted(unsorted));
    assertThat(Run.of("convert", "--sort", file, "-", "--to", "csv").exitCode()).isEqualTo(2);
  }

  @Test
  void neighboursHaveDistancesAndSatisfyAFilter() throws IOException {
    Run.ok("index", file);
    String where = "size < '40'";
    List<String> ofFile =
        Run.ok("nearest", file, "--point", "0.3,0.7", "-k", "9", "--where", where)
            .out()
            .lines()
            .toList();
    assertThat(ofFile.get(0)).isEqualTo("id,wkt,distance,kind,size");
    JsonNode ofTable =
        Run.of("nearest", table, "--point", "0.3,0.7", "-k", "9", "--where", where, "--json")
            .json();
    List<String> distances = ofTable.get("neighbours").findValuesAsText("distance");
    assertThat(distances).hasSize(9);
    for (int i = 0; i < 9; i++) {
      assertThat(ofFile.get(i + 1)).contains("," + distances.get(i) + ",");
    }
  }

  @ParameterizedTest
  @CsvSource({"--predicate, intersects", "--predicate, contains", "--radius, 0.01"})
  void pairsAreThoseOfTables(String option, String value) {
    Run.ok("index", file);
    String ofFiles = Run.ok("join", file, file, option, value).out();
    assertThat(sorted(ofFiles))
        .isEqualTo(sorted(Run.ok("join", table, table, option, value).out()));
    String count = Run.ok("join", file, "--count", option, value).out();
    assertThat(count.strip()).isEqualTo(Long.toString(ofFiles.lines().count() - 1));
  }

  @ParameterizedTest
  @CsvSource({"--predicate, intersects", "--predicate, contains", "--radius, 0.01"})
  void aFileIsJoinedWithATableOrAStore(String option, String value) {
    Run.ok("index", file);
    List<String> ofTables = sorted(Run.ok("join", table, table, option, value).out());
    assertThat(sorted(Run.ok("join", file, table, option, value).out())).isEqualTo(ofTables);
    assertThat(sorted(Run.ok("join", table, file, option, value).out())).isEqualTo(ofTables);
    String count = Run.ok("join", table, file, "--count", option, value).out();
    assertThat(count.strip()).isEqualTo(Integer.toString(ofTables.size() - 1));
    String points = folder.resolve("points.csv").toString();
    String store = folder.resolve("store").toString();
    String indexed = folder.resolve("points").toString();
    Run.ok("generate", "points", "--count", "500", "--seed", "3", "--out", points);
    Run.ok("build", store, "--data", points);
    Run.ok("build", indexed, "--table", "--data", points);
    assertThat(sorted(Run.ok("join", file, store, option, value).out()))
        .isEqualTo(sorted(Run.ok("join", table, indexed, option, value).out()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fgb", "csv", "geojson", "gpkg"})
  void otherFormatsAnswerAsGeoParquet(String ending) {
    String other = folder.resolve("other." + ending).toString();
    Run.ok("convert", file, other);
    Run.ok("index", file);
    Run.ok("index", other);
    for (List<String> question :
        List.of(
            List.of("query", "--window", "0.2,0.2,0.4,0.3", "--where", "kind = 'b'"),
            List.of("query", "--window", "0.2,0.2,0.8,0.7", "--predicate", "within", "--count"),
            List.of("nearest", "--point", "0.3,0.7", "-k", "12"),
            List.of("join", "--radius", "0.01"))) {
      List<String> ofOther = new ArrayList<>(question);
      ofOther.add(1, other);
      List<String> ofFile = new ArrayList<>(question);
      ofFile.add(1, file);
      assertThat(sorted(Run.ok(ofOther.toArray(String[]::new)).out()))
          .isEqualTo(sorted(Run.ok(ofFile.toArray(String[]::new)).out()));
    }
  }

  @Test
  void badRowsStopOrAreSkipped() throws IOException {
    String csv = folder.resolve("points.csv").toString();
    String flat = folder.resolve("points.fgb").toString();
    Files.writeString(Path.of(csv), "id,x,y\n1,0.5,0.5\n2,0.75,0.25\n3,0.125,0.5\n");
    Run.ok("convert", csv, flat);
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(Path.of(flat))).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i <= bytes.limit() - Double.BYTES; i++) {
      if (bytes.getDouble(i) == 0.75) {
        bytes.putDouble(i, Double.NaN);
      }
    }
    Files.write(Path.of(flat), bytes.array());
    Run stopped = Run.of("index", flat);
    assertThat(stopped.exitCode()).isEqualTo(2);
    assertThat(stopped.err())
        .startsWith("flashgrove: " + flat + ", feature ")
        .contains("not finite")
        .hasLineCount(1);
    Run skipping = Run.ok("index", flat, "--on-error", "skip", "--json");
    assertThat(skipping.err())
        .startsWith("flashgrove: left out: " + flat + ", feature ")
        .contains("not finite")
        .hasLineCount(1);
    assertThat(skipping.json().get("features").asInt()).isEqualTo(2);
    assertThat(skipping.json().get("skippedRows").asInt()).isEqualTo(1);
    assertThat(Run.ok("query", flat, "--window", "0,0,1,1", "--count").out()).isEqualTo("2\n");
    assertThat(Run.of("index", flat, "--on-error", "fail").exitCode()).isEqualTo(2);
  }

  @Test
  void otherCoordinateSystemsAreNamed() throws IOException {
    String json = folder.resolve("projected.geojson").toString();
    String projected = folder.resolve("projected.parquet").toString();
    Files.writeString(
        Path.of(json),
        "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":"
            + "\"urn:ogc:def:crs:EPSG::25832\"}},\"features\":[{\"type\":\"Feature\",\"id\":1,"
            + "\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[500000,5400000]}}"
            + "]}");
    Run.ok("convert", json, projected);
    Run.ok("index", projected);
    Run listed = Run.of("query", projected, "--point", "500000,5400000", "--format", "geojson");
    assertThat(listed.exitCode()).isEqualTo(2);
    assertThat(listed.err())
        .startsWith("flashgrove: --format geojson: records are in EPSG:25832, but geojson requires")
        .contains("'convert' with --reproject")
        .hasLineCount(1);
    assertThat(Run.ok("query", projected, "--point", "500000,5400000").out()).hasLineCount(2);
    assertThat(Run.ok("join", projected, projected, "--count").out()).isEqualTo("1\n");
    String other = folder.resolve("other.parquet").toString();
    Run.ok("convert", "--reproject", projected, other);
    Run.ok("index", other);
    Run joined = Run.of("join", projected, other, "--count");
    assertThat(joined.exitCode()).isEqualTo(2);
    assertThat(joined.err())
        .startsWith(
            "flashgrove: "
                + projected
                + " is in EPSG:25832, and "
                + other
                + " is in EPSG:4326; write one of them in the other system with")
        .hasLineCount(1);
    Run.ok("index", file);
    assertThat(Run.ok("join", projected, file, "--count").out())
        .as("a file that names no system fits any")
        .isEqualTo("0\n");
  }

  @ParameterizedTest
  @CsvSource({"key,9", "key:desc,100000", "kind,50", "kind:desc,7", "size,0", "size:desc,100000"})
  void orderedQueriesPrintWhatATablePrints(String order, String limit) {
    Run.ok("index", file);
    String[] options = {"--window", "0,0,1,1", "--order", order, "--limit", limit};
    assertThat(Run.ok(query(file, options)).out()).isEqualTo(Run.ok(query(table, options)).out());
  }

  private static String[] query(String target, String... options) {
    return Stream.concat(Stream.of("query", target), Stream.of(options)).toArray(String[]::new);
  }

  @Test
  void indexesKeepTheDelimiterAndTheColumnsOfCsvFiles() throws IOException {
    Path csv = folder.resolve("points.csv");
    Files.writeString(csv, "gid;east;north;name\n5;1;2;a\n6;3;4;b\n");
    String name = csv.toString();
    String[] options = {"--delimiter", ";", "--columns", "id=gid,x=east,y=north"};
    Run.ok(Stream.concat(Stream.of("index", name), Stream.of(options)).toArray(String[]::new));
    String expected = "id,wkt,name\n6,\"POINT (3 4)\",b\n";
    assertThat(Run.ok("query", name, "--window", "2,2,5,5").out()).isEqualTo(expected);
    Files.writeString(csv, "7;9;9;c\n", StandardOpenOption.APPEND);
    Run.ok("index", name, "--update");
    assertThat(Run.ok("query", name, "--window", "2,2,5,5").out()).isEqualTo(expected);
    assertThat(Run.ok("query", name, "--window", "0,0,9,9", "--count").out()).isEqualTo("3\n");
    assertThat(Run.of("index", name, "--update", "--delimiter", ";").err())
        .isEqualTo(
            "flashgrove: --layer, --delimiter, --columns: cannot be combined with --update, which"
                + " uses those of the index; omit them\n");
    assertThat(Run.of("index", file, "--delimiter", ";").err())
        .isEqualTo(
            "flashgrove: " + file + ": has no delimiter or columns; set them only for csv\n");
  }

  @Test
  void badOrdersAndLimitsAreNamed() {
    Run.ok("index", file);
    assertThat(Run.of(query(file, "--window", "0,0,1,1", "--order", "nothing")).err())
        .isEqualTo("flashgrove: attribute nothing (allowed: kind, size)\n");
    assertThat(Run.of(query(file, "--window", "0,0,1,1", "--limit", "-1")).err())
        .isEqualTo("flashgrove: --limit -1 (allowed: 0 or more)\n");
    assertThat(Run.of(query(file, "--window", "0,0,1,1", "--explain")).err())
        .startsWith("flashgrove: --explain: unknown in a query of a data file (allowed: ");
  }

  @Test
  void aLimitEndsAList() {
    Run.ok("index", file);
    assertThat(Run.ok("query", file, "--window", "0,0,1,1", "--count", "--limit", "5").out())
        .isEqualTo("5\n");
    String all = Run.ok("query", file, "--window", "0,0,1,1").out();
    String some = Run.ok("query", file, "--window", "0,0,1,1", "--limit", "5").out();
    assertThat(some.lines()).containsExactlyElementsOf(all.lines().limit(6).toList());
  }

  @Test
  void aDirectoryIsOneDataset() throws IOException {
    Path directory = folder.resolve("parts");
    for (String part : List.of("part=7", "part=8")) {
      Files.createDirectories(directory.resolve(part));
      Files.copy(Path.of(file), directory.resolve(part).resolve("a.parquet"));
    }
    String parts = directory.toString();
    String joined = folder.resolve("joined.parquet").toString();
    Run.ok("convert", parts, joined);
    Run.ok("index", joined);
    Run.ok("index", parts);
    for (String area : List.of("0.2,0.2,0.4,0.3", "0,0,1,1")) {
      assertThat(Run.ok("query", parts, "--window", area).out())
          .isEqualTo(Run.ok("query", joined, "--window", area).out());
    }
    assertThat(
            Run.ok("query", parts, "--window", "0,0,1,1", "--where", "part = 8", "--count").out())
        .isEqualTo("2000\n");
    Run empty = Run.of("index", Files.createDirectory(folder.resolve("empty")).toString());
    assertThat(empty.exitCode()).isEqualTo(2);
    assertThat(empty.err())
        .startsWith("flashgrove: " + folder.resolve("empty") + ": is a directory without data")
        .hasLineCount(1);
  }

  @Test
  void filesOnServersAreReadByRanges() throws IOException {
    Run.ok("index", file);
    String area = "0.2,0.2,0.4,0.3";
    try (RangeServer server = new RangeServer(folder)) {
      String address = server.address("a.parquet").toString();
      assertThat(Run.ok("query", address, "--window", area).out())
          .isEqualTo(Run.ok("query", file, "--window", area).out());
      assertThat(Run.ok("query", address, "--window", area, "--count").out())
          .isEqualTo(Run.ok("query", file, "--window", area, "--count").out());
      String near = Run.ok("nearest", file, "--point", "0.3,0.7", "-k", "5").out();
      assertThat(Run.ok("nearest", address, "--point", "0.3,0.7", "-k", "5").out()).isEqualTo(near);
      String index = file + ".flashgrove";
      assertThat(
              Run.ok("nearest", address, "--point", "0.3,0.7", "-k", "5", "--index", index).out())
          .isEqualTo(near);
      JsonNode json = Run.of("query", address, "--window", area, "--json").json();
      assertThat(json.get("roundTrips").asInt()).isEqualTo(3);
      assertThat(json.get("requests").asInt()).isPositive();
      assertThat(json.get("receivedBytes").asInt()).isPositive();
      requireRefused(address + "x", ": no format has the ending .parquetx");
      requireRefused(server.address("b.parquet").toString(), ": no such file; allowed: ");
      requireRefused("http://a b/c.parquet", ": is not a valid address; use http://HOST/PATH");
    }
    Run local = Run.of("query", file, "--window", area, "--index", folder.toString());
    assertThat(local.exitCode()).isEqualTo(2);
    assertThat(local.err())
        .isEqualTo(
            "flashgrove: --index "
                + folder
                + ": works only with the address of a data file on a server; omit --index\n");
  }

  private static void requireRefused(String address, String problem) {
    Run run = Run.of("query", address, "--window", "0,0,1,1");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).startsWith("flashgrove: " + address + problem).hasLineCount(1);
  }

  @Test
  void anIndexIsBuiltAgainWhenTheFileChanged() throws IOException {
    JsonNode built = Run.of("index", file, "--json").json();
    assertThat(built.get("features").asInt()).isEqualTo(2_000);
    assertThat(built.get("built").asBoolean()).isTrue();
    assertThat(built.get("bytes").asLong()).isPositive();
    assertThat(Run.of("index", file, "--update", "--json").json().get("built").asBoolean())
        .isFalse();
    Files.setLastModifiedTime(Path.of(file), FileTime.fromMillis(1_000_000));
    Run stale = Run.of("query", file, "--point", "0,0");
    assertThat(stale.exitCode()).isEqualTo(2);
    assertThat(stale.err())
        .isEqualTo(
            "flashgrove: "
                + file
                + ": changed after it was indexed; run 'flashgrove index --update "
                + file
                + "'\n");
    assertThat(Run.of("index", file, "--update", "--json").json().get("built").asBoolean())
        .isTrue();
    Run.ok("query", file, "--point", "0,0");
  }

  @Test
  void whatFilesDoNotHaveIsRefused() {
    for (List<String> command :
        List.of(
            List.of("index", folder.resolve("none.parquet").toString()),
            List.of("index", table),
            List.of("index", file, "--layer", "nothing"),
            List.of("query", file, "--point", "0,0"),
            List.of("query", file, "--keys", "1"),
            List.of("query", file, "--point", "0,0", "--where", "nothing = 1"),
            List.of("query", file, "--point", "0,0", "--radius", "1", "--predicate", "within"),
            List.of("join", file, file, "--explain"),
            List.of("join", file, table, "--left", "x"),
            List.of("join", file, table, "--predicate", "disjoint"),
            List.of("join", table, file, "--explain"),
            List.of("query", file, "--point", "0,0", "--order", "key"),
            List.of("query", file, "--point", "0,0", "--structure", "x"),
            List.of("query", file, "--point", "0,0", "--explain"),
            List.of("query", file),
            List.of("index", folder.toString()),
            List.of("nearest", file, "--point", "0,0", "--ids"))) {
      Run run = Run.of(command.toArray(String[]::new));
      assertThat(run.exitCode()).as(command + run.err()).isEqualTo(2);
      assertThat(run.err()).startsWith("flashgrove: ").hasLineCount(1);
      assertThat(run.out()).isEmpty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("a.csv", "a.parquet", "table");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
