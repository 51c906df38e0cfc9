package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ids that cannot be used are kept as an attribute, and new ids are no ids of the store, of another
 * feature or of another file.
 */
class NewIdsTest {
  private static final String NO_IDS =
      """
      {"type":"Point","coordinates":[5,5]}
      {"type":"Point","coordinates":[6,6]}
      """;

  @TempDir private Path folder;

  private String made(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  /** Ids of a file, a store or a table, sorted. */
  private List<Long> ids(String source) throws IOException {
    String file = at("ids.geojson");
    if (Files.isDirectory(Path.of(source))) {
      Run.ok("export", source, "--out", file);
    } else {
      Run.ok("convert", source, file);
    }
    List<Long> ids = new ArrayList<>();
    new ObjectMapper()
        .readTree(Files.readString(Path.of(file)))
        .get("features")
        .forEach(each -> ids.add(each.get("id").asLong()));
    Collections.sort(ids);
    return ids;
  }

  private static List<String> notes(Run run) throws IOException {
    List<String> notes = new ArrayList<>();
    JsonNode found = run.json().get("notes");
    if (found != null) {
      found.forEach(note -> notes.add(note.asText()));
    }
    return notes;
  }

  private static long found(String table, String condition) {
    return Run.ok("scan", table, "--where", condition, "--format", "csv").out().lines().count() - 1;
  }

  /** Forms of CSV with an id that is text, too large, missing, and a whole number. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,x,y | us1,0,0 | 7,1,1 | us1 | 2 | 1 2",
        "id,lon,lat | 99999999999999999999,0,0 | 7,1,1 | 99999999999999999999 | 2 | 1 2",
        "id,wkt | ,POINT (0 0) | 7,POINT (1 1) | 7 | 1 | 1 2",
        "id,minx,miny,maxx,maxy | 1.5,0,0,1,1 | 7,1,1,2,2 | 1.5 | 2 | 1 2",
        "id,x,y | 7,0,0 | null,1,1 | null | 1 | 7 8",
        "id,x,y | 9223372036854775807,0,0 | -,1,1 | - | 1 | 9223372036854775806 "
            + "9223372036854775807",
        "x,y,fid | 0,0,a-7 | 1,1,0x7 | a-7 | 2 | 1 2",
      })
  void idsOfCsvThatAreNoWholeNumbersAreKept(
      String header, String a, String b, String kept, int count, String ids) throws IOException {
    String csv = made("c.csv", header + "\n" + a + "\n" + b + "\n");
    String name = header.contains("fid") ? "fid" : "id";
    String note =
        (count == 1 ? "1 id is" : count + " ids are")
            + " kept as attribute "
            + name
            + ", as not all ids are whole numbers of 64 bits";
    assertThat(notes(Run.ok("convert", csv, at("c.gpkg"), "--json"))).contains(note);
    assertThat(notes(Run.ok("build", at("t"), "--table", "--data", csv, "--json"))).contains(note);
    assertThat(notes(Run.ok("build", at("s"), "--data", csv, "--json"))).contains(note);
    for (String source : List.of(at("c.gpkg"), at("t"), at("s"))) {
      assertThat(ids(source).toString().replaceAll("[\\[\\],]", "")).isEqualTo(ids);
    }
    boolean isNumber = kept.equals("7") || kept.equals("1.5") && count == 1;
    assertThat(found(at("t"), name + " = " + (isNumber ? kept : "'" + kept + "'"))).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--table", "--table --index key=bplus:unique=on", "--index rstar", "--ids"})
  void insertedFeaturesWithoutIdsGetIdsAboveThoseOfTheStore(String options) throws IOException {
    String store = at("store");
    String csv = made("c.csv", "id,x,y\n-3,0,0\n1,1,1\n20,2,2\n");
    Run.ok(("build " + store + " --data " + csv + " " + options).split(" "));
    String more = made("more.geojsonl", NO_IDS);
    Run run = Run.ok("insert", store, "--data", more, "--json");
    assertThat(notes(run))
        .contains("2 features without an id get ids above 20, which no other feature has");
    assertThat(ids(store)).containsExactly(-3L, 1L, 20L, 21L, 22L);
    Run text = Run.ok("insert", store, "--data", made("d.csv", "id,x,y\nA,3,3\n"));
    assertThat(text.err()).contains("1 attribute is not kept, ").contains(": id");
    Run acks = Run.ok("insert", store, "--data", more, "--acks");
    assertThat(acks.out()).isEqualTo("24\n25\n");
    assertThat(ids(store)).containsExactly(-3L, 1L, 20L, 21L, 22L, 23L, 24L, 25L);
  }

  @Test
  void newIdsAreNoIdsOfAnotherFile() throws IOException {
    String counted = made("a.geojsonl", NO_IDS);
    String given = made("b.csv", "id,x,y\n2,0,0\n40,1,1\n");
    String lines = made("c.wkt", "POINT (1 1)\n\nPOINT (2 2)\n");
    for (String option : List.of("--table", "--no-final-flush")) {
      String store = at("store" + option);
      Run run = Run.ok("build", store, option, "--data", counted, given, lines, "--json");
      assertThat(notes(run))
          .contains("4 features without an id get ids above 40, which no other feature has");
      assertThat(ids(store)).containsExactly(2L, 40L, 41L, 42L, 43L, 45L);
    }
    Run alone = Run.ok("build", at("alone"), "--data", lines, "--json");
    assertThat(notes(alone)).isEmpty();
    assertThat(ids(at("alone"))).containsExactly(1L, 3L);
    Run twice = Run.ok("insert", at("alone"), "--data", counted, given, "--json");
    assertThat(notes(twice))
        .contains("2 features without an id get ids above 40, which no other feature has");
    assertThat(ids(at("alone"))).containsExactly(1L, 2L, 3L, 40L, 41L, 42L);
  }

  @Test
  void newIdsAreUniqueAtTheEndsOfTheRange() throws IOException {
    Run.ok("build", at("s"), "--data", made("c.csv", "id,x,y\n" + Long.MAX_VALUE + ",0,0\n"));
    Run.ok("insert", at("s"), "--data", made("a.geojsonl", NO_IDS));
    assertThat(ids(at("s")))
        .containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
    Run.ok("insert", at("s"), "--data", made("d.csv", "id,x,y\n" + Long.MIN_VALUE + ",0,0\n"));
    Run run = Run.of("insert", at("s"), "--data", made("a.geojsonl", NO_IDS));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("a.geojsonl, line 1: has no id, and no ids are left; allowed: ");
    assertThat(ids(at("s"))).hasSize(4);
  }

  @Test
  void acknowledgedRowsThatMeetANewIdAreRefused() throws IOException {
    String csv = made("c.csv", "id,x,y\n7,0,0\n,1,1\n8,2,2\n");
    Run.ok("build", at("s"), "--data", made("b.csv", "id,x,y\n1,0,0\n"));
    Run run = Run.of("insert", at("s"), "--acks", "--data", csv);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEqualTo("7\n8\n");
    assertThat(run.err())
        .contains("c.csv, line 4: a row before it has no id and got the id 8; allowed: ids of all");
    assertThat(ids(at("s"))).containsExactly(1L, 7L, 8L);
  }

  static Stream<String> rowsThatNameNothing() {
    return Stream.of(
        "c.csv|id,x,y\nA1,0,0\n|id \"A1\" is not a 64-bit integer",
        "c.csv|id,x,y\n,0,0\n|id \"\" is not a 64-bit integer",
        "c.geojson|{\"type\":\"Feature\",\"id\":\"A1\",\"geometry\":"
            + "{\"type\":\"Point\",\"coordinates\":[0,0]}}|id \"A1\" is not a 64-bit integer",
        "c.geojsonl|{\"type\":\"Feature\",\"id\":1,\"geometry\":"
            + "{\"type\":\"Point\",\"coordinates\":[0,0]}}\n{\"type\":\"Feature\",\"geometry\":"
            + "{\"type\":\"Point\",\"coordinates\":[0,0]}}|line 2: has no id");
  }

  @ParameterizedTest
  @MethodSource("rowsThatNameNothing")
  void rowsThatNameWhatExistsNeedIds(String row) throws IOException {
    String[] parts = row.split("\\|");
    String file = made(parts[0], parts[1]);
    String csv = made("b.csv", "id,x,y\n1,0,0\n2,0,0\n");
    Run.ok("build", at("s"), "--data", csv);
    Run.ok("build", at("t"), "--table", "--data", csv);
    for (String store : List.of(at("s"), at("t"))) {
      Run run = Run.of("delete", store, "--data", file);
      assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
      assertThat(run.err()).contains(parts[2]);
      assertThat(ids(store)).containsExactly(1L, 2L);
    }
    Run update = Run.of("update", at("t"), "--data", file);
    assertThat(update.exitCode()).as(update.err()).isEqualTo(2);
    assertThat(ids(at("t"))).containsExactly(1L, 2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x,y,n\n5,5,a\n6,6,b\n", "wkt,n\nPOINT (5 5),a\nPOINT (6 6),b\n"})
  void rowsOfACsvFileWithoutIdsAreNumbered(String text) throws IOException {
    String rows = made("rows.csv", text);
    for (String kind : List.of("--table", "--ids")) {
      String store = at("store" + kind);
      assertThat(Run.ok("build", store, kind, "--data", rows).err()).doesNotContain("an id");
      assertThat(ids(store)).containsExactly(1L, 2L);
      Run insert = Run.ok("insert", store, "--data", rows);
      assertThat(insert.err()).contains("2 features without an id get ids above 2");
      assertThat(ids(store)).containsExactly(1L, 2L, 3L, 4L);
      Run delete = Run.of("delete", store, "--data", rows);
      assertThat(delete.exitCode()).isEqualTo(2);
      assertThat(delete.err()).contains("column id is missing").contains("id=NAME or id=#");
    }
    Run.ok("index", rows);
    assertThat(Run.ok("query", rows, "--point", "6,6").out()).endsWith("2,\"POINT (6 6)\",b\n");
  }
}
