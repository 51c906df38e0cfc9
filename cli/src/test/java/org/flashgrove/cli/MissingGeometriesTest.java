package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Features without a geometry are kept by the formats that can hold them, and named by others. */
class MissingGeometriesTest {
  private static final String FEATURES =
      """
      {"type":"Feature","id":1,"properties":{"n":"a"},"geometry":null}
      {"type":"Feature","id":2,"properties":{"n":"b"},"geometry":{"type":"Point","coordinates":[1,2]}}
      {"type":"Feature","id":3,"properties":{"n":"c"},"geometry":%s}
      """;
  private static final String LINE = "{\"type\":\"LineString\",\"coordinates\":[[0,0],[3,4]]}";

  @TempDir private Path folder;

  private String made(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private static List<String> records(String table) {
    return Run.ok("scan", table, "--path", "fts").out().lines().skip(1).sorted().toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "csv | null",
        "csv | LINE",
        "geojson | LINE",
        "gpkg | null",
        "gpkg | LINE",
        "fgb | null",
        "fgb | LINE"
      })
  void theyGoThroughAFormatIntoATableAndBack(String ending, String last) throws IOException {
    String from = made("a.geojsonl", FEATURES.formatted(last.replace("LINE", LINE)));
    String file = at("b." + ending);
    Run convert = Run.ok("convert", from, file, "--json");
    assertThat(convert.json().get("features").asInt()).isEqualTo(3);
    assertThat(convert.json().get("withoutGeometry").asInt())
        .isEqualTo(last.equals("null") ? 2 : 1);
    assertThat(convert.err()).doesNotContain("geometry");
    Run.ok("build", at("t"), "--table", "--data", from);
    Run.ok("build", at("u"), "--table", "--data", file);
    assertThat(records(at("t"))).hasSize(3).anyMatch(line -> line.contains("1,,a"));
    assertThat(records(at("u"))).isEqualTo(records(at("t")));
    Run export = Run.ok("export", at("u"), "--out", at("c." + ending), "--json");
    assertThat(export.json().get("features").asInt()).isEqualTo(3);
    assertThat(export.err()).doesNotContain("geometry");
    Run.ok(
        "build",
        at("v"),
        "--table",
        "--index",
        "geom=rstar",
        "--index",
        "key=bplus:unique=off",
        "--data",
        at("c." + ending));
    assertThat(records(at("v"))).isEqualTo(records(at("t")));
    Run insert = Run.ok("insert", at("v"), "--data", file, "--json");
    assertThat(insert.json().get("inserted").asInt()).isEqualTo(3);
  }

  @Test
  void wellKnownTextNamesThem() throws IOException {
    String from = made("a.geojsonl", FEATURES.formatted(LINE));
    Run convert = Run.ok("convert", from, at("b.wkt"), "--json");
    assertThat(convert.json().get("notes").toString())
        .contains("wkt: 1 feature without a geometry is not written");
    assertThat(convert.json().get("features").asInt()).isEqualTo(2);
    assertThat(Files.readAllLines(Path.of(at("b.wkt")))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.wkt", "a.geojsonl"})
  void emptyGeometriesBecomeNoneWithANote(String name) throws IOException {
    String text =
        switch (name) {
          case "a.csv" -> "id,wkt,n\n1,POINT EMPTY,a\n2,POINT (1 2),b\n3,,c\n";
          case "a.wkt" -> "POINT EMPTY\nPOINT (1 2)\n";
          default -> FEATURES.formatted("{\"type\":\"MultiPoint\",\"coordinates\":[]}");
        };
    String note = "1 feature with an empty geometry is kept without one";
    Run convert = Run.ok("convert", made(name, text), at("b.gpkg"), "--json");
    assertThat(convert.json().get("notes").toString()).contains(note);
    Run build = Run.ok("build", at("t"), "--table", "--data", at(name), "--json");
    assertThat(build.json().get("notes").toString()).contains(note);
    Run refused = Run.of("build", at("s"), "--data", at(name));
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("a table ('build --table') also takes").hasLineCount(1);
  }

  @Test
  void rectanglesMayBeMissingButNotInPart() throws IOException {
    String rows = "id,minx,miny,maxx,maxy,n\n1,,,,,a\n2,0,0,1,2,b\n";
    Run.ok("convert", made("a.csv", rows), at("b.csv"));
    assertThat(Path.of(at("b.csv")))
        .hasContent("id,minx,miny,maxx,maxy,n\n1,,,,,a\n2,0.0,0.0,1.0,2.0,b");
    Run half = Run.of("convert", made("a.csv", rows + "3,,,1,1,c\n"), at("c.csv"));
    assertThat(half.exitCode()).isEqualTo(2);
    assertThat(half.err()).contains("line 4: minx \"\" is not a number");
    Run index = Run.of("build", at("s"), "--data", made("a.csv", rows));
    assertThat(index.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.geojsonl", "a.gpkg", "a.fgb", "a.parquet"})
  void anIndexOfAFileSaysHowManyItLeavesOut(String name) throws IOException {
    Run.ok("convert", made("b.geojsonl", FEATURES.formatted("null")), at(name));
    Run run = Run.ok("index", at(name), "--json");
    assertThat(run.json().get("features").asInt()).isEqualTo(1);
    assertThat(run.json().get("withoutGeometry").asInt()).isEqualTo(2);
    assertThat(run.json().get("notes").toString())
        .contains("not in the index: 2 features without a geometry");
    assertThat(run.err()).contains("not in the index: 2 features without a geometry");
    Run update = Run.ok("index", at(name), "--update");
    assertThat(update.err())
        .contains("not in the index: 2 features without a geometry, or skipped");
  }

  @Test
  void skippedRowsAreNotCountedAsFeaturesWithoutAGeometry() throws IOException {
    String file = made("a.csv", "id,wkt\n1,POINT (1 2)\n2,\n3,POINT (1\n");
    Run run = Run.ok("index", file, "--on-error", "skip", "--json");
    assertThat(run.json().get("skippedRows").asInt()).isEqualTo(1);
    assertThat(run.json().get("withoutGeometry").asInt()).isEqualTo(1);
    Run update = Run.ok("index", file, "--update", "--json");
    assertThat(update.json().has("withoutGeometry")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.geojsonl", "a.gpkg", "a.fgb", "a.parquet"})
  void statisticsCountThem(String name) throws IOException {
    Run.ok("convert", made("b.geojsonl", FEATURES.formatted(LINE)), at(name));
    Run run = Run.ok("stats", "--data", at(name));
    assertThat(run.out())
        .contains(
            "3 objects (1 points, 1 lines, 0 regions, 1 without a geometry) in 0.0,0.0,3.0,4.0");
    Run json = Run.ok("stats", "--data", at(name), "--json");
    assertThat(json.json().get("data").get(0).get("objects").asInt()).isEqualTo(3);
    assertThat(json.json().get("data").get(0).get("withoutGeometry").asInt()).isEqualTo(1);
  }

  @Test
  void reprojectionPassesThem() throws IOException {
    String from = made("a.geojsonl", FEATURES.formatted(LINE));
    Run.ok("convert", from, at("b.geojson"), "--reproject");
    assertThat(Path.of(at("b.geojson"))).content().contains("\"geometry\":null");
  }
}
