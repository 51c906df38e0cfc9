package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of {@code query --json}, and {@code --limit}, {@code --order} and {@code --explain}. */
class QueryRowsTest {
  private static final String ALL = "-9,-9,9,9";

  @TempDir Path folder;
  private String store;
  private String table;

  @BeforeEach
  void build() throws IOException {
    Path data = folder.resolve("data.csv");
    Files.writeString(
        data,
        "id,wkt,name,height\n"
            + "4,POINT (1 2),\"a \"\"b\"\"\",1.5\n"
            + "2,\"LINESTRING (3 3, 4 5)\",,-2\n"
            + "7,POINT (8 8),z,0.25\n");
    store = build("store", data);
    table = build("table", data, "--table", "--index", "geom=grove", "--index", "key=bplus");
  }

  private String build(String name, Path data, String... options) {
    String directory = folder.resolve(name).toString();
    List<String> line = new ArrayList<>(List.of("build", directory, "--data", "" + data));
    line.addAll(List.of(options));
    Run.ok(line.toArray(String[]::new));
    return directory;
  }

  private static List<String> rows(JsonNode object) {
    List<String> rows = new ArrayList<>();
    object.get("rows").forEach(row -> rows.add(row.toString()));
    return rows;
  }

  @Test
  void entriesOfAStoreAreRowsOfTheObject() throws IOException {
    JsonNode object = Run.of("query", store, "--window", ALL, "--json").json();
    assertThat(rows(object))
        .containsExactlyInAnyOrder(
            "{\"id\":4,\"minx\":1.0,\"miny\":2.0,\"maxx\":1.0,\"maxy\":2.0}",
            "{\"id\":2,\"minx\":3.0,\"miny\":3.0,\"maxx\":4.0,\"maxy\":5.0}",
            "{\"id\":7,\"minx\":8.0,\"miny\":8.0,\"maxx\":8.0,\"maxy\":8.0}");
    assertThat(object.fieldNames().next()).isEqualTo("rows"); // first: the rest is known last
    assertThat(object.get("results").asInt()).isEqualTo(3);
    assertThat(object.get("idChecksum").asText()).isEqualTo("13");
    assertThat(object.has("io") && object.has("machine")).isTrue();
  }

  @Test
  void scansAndJoinsPrintTheirRowsToo() throws IOException {
    JsonNode scan = Run.of("scan", table, "--where", "height < 1", "--json").json();
    assertThat(rows(scan))
        .containsExactlyInAnyOrder(
            "{\"id\":2,\"wkt\":\"LINESTRING (3 3, 4 5)\","
                + "\"attributes\":{\"name\":null,\"height\":-2.0}}",
            "{\"id\":7,\"wkt\":\"POINT (8 8)\",\"attributes\":{\"name\":\"z\",\"height\":0.25}}");
    assertThat(scan.get("idChecksum").asText()).isEqualTo("9");
    for (String source : List.of(store, table)) {
      JsonNode join = Run.of("join", source, "--json").json();
      assertThat(rows(join))
          .containsExactlyInAnyOrder(
              "{\"left\":2,\"right\":2}", "{\"left\":4,\"right\":4}", "{\"left\":7,\"right\":7}");
      assertThat(join.get("results").asInt()).isEqualTo(3);
      assertThat(Run.of("join", source, "--count", "--json").json().has("rows")).isFalse();
    }
    assertThat(rows(Run.of("scan", table, "--where", "height > 9", "--json").json())).isEmpty();
    assertThat(Run.of("scan", table, "--count", "--json").json().has("rows")).isFalse();
  }

  @Test
  void recordsOfATableAreRowsWithTheirAttributes() throws IOException {
    JsonNode object = Run.of("query", table, "--where", "height < 1", "--json").json();
    assertThat(rows(object))
        .containsExactlyInAnyOrder(
            "{\"id\":2,\"wkt\":\"LINESTRING (3 3, 4 5)\","
                + "\"attributes\":{\"name\":null,\"height\":-2.0}}",
            "{\"id\":7,\"wkt\":\"POINT (8 8)\",\"attributes\":{\"name\":\"z\",\"height\":0.25}}");
    assertThat(object.get("results").asInt()).isEqualTo(2);
    assertThat(object.get("table").get("records").asInt()).isEqualTo(3);
  }

  @Test
  void anAnswerWithoutRowsHasAnEmptyArray() throws IOException {
    for (String each : List.of(store, table)) {
      JsonNode object = Run.of("query", each, "--point", "0,0", "--json").json();
      assertThat(object.get("rows")).isEmpty();
      assertThat(object.get("results").asInt()).isZero();
    }
  }

  @Test
  void rowsAreLeftOutWhereTheyAreOnlyCounted() throws IOException {
    for (String each : List.of(store, table)) {
      assertThat(Run.of("query", each, "--window", ALL, "--count", "--json").json().has("rows"))
          .isFalse();
    }
    Path windows = Files.writeString(folder.resolve("w.csv"), "minx,miny,maxx,maxy\n0,0,9,9\n");
    JsonNode object = Run.of("query", store, "--queries", "" + windows, "--json").json();
    assertThat(object.has("rows")).isFalse();
    assertThat(object.get("counts").get(0).asInt()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "3, 3", "9223372036854775807, 3"})
  void aLimitBoundsTheResultsOfEachQuery(String limit, int expected) throws IOException {
    Path windows =
        Files.writeString(folder.resolve("w.csv"), "minx,miny,maxx,maxy\n0,0,9,9\n0,0,9,9\n");
    for (String each : List.of(store, table)) {
      String[] list = {"query", each, "--window", ALL, "--limit", limit};
      assertThat(Run.of(list).out()).hasLineCount(expected + 1);
      JsonNode object = Run.of("query", each, "--window", ALL, "--limit", limit, "--json").json();
      assertThat(object.get("rows")).hasSize(expected);
      assertThat(object.get("results").asInt()).isEqualTo(expected);
      JsonNode file =
          Run.of("query", each, "--queries", "" + windows, "--limit", limit, "--json").json();
      assertThat(file.get("results").asInt()).isEqualTo(2 * expected);
    }
  }

  @Test
  void pairsOfKeysAreRowsAndLimited() throws IOException {
    Path pairs = Files.writeString(folder.resolve("p.csv"), "id,value\n1,10\n2,20\n3,30\n");
    String keys = folder.resolve("keys").toString();
    Run.ok("build", keys, "--structure", "k=bplus", "--data", "" + pairs);
    Run run = Run.ok("query", keys, "--keys", "1..3", "--limit", "2", "--json");
    assertThat(rows(run.json()))
        .containsExactly("{\"id\":1,\"value\":10}", "{\"id\":2,\"value\":20}");
    assertThat(run.json().get("results").asInt()).isEqualTo(2);
    assertThat(Run.of("query", keys, "--keys", "2..3").out()).isEqualTo("id,value\n2,20\n3,30\n");
  }

  @ParameterizedTest
  @CsvSource({
    "key, 2 4 7",
    "key:desc, 7 4 2",
    "height, 2 7 4",
    "height:desc, 4 7 2",
    "name, 4 7 2"
  })
  void recordsComeInTheOrderThatIsAsked(String order, String ids) throws IOException {
    for (String option : List.of("--order", "--order-by")) {
      Run run = Run.of("query", table, "--window", ALL, option, order, "--json");
      List<String> found = new ArrayList<>();
      run.json().get("rows").forEach(row -> found.add(row.get("id").asText()));
      assertThat(String.join(" ", found)).isEqualTo(ids);
    }
    Run first = Run.of("query", table, "--window", ALL, "--order", order, "--limit", "1");
    assertThat(first.out().lines().toList().get(1)).startsWith(ids.substring(0, 1) + ",");
  }

  @Test
  void aPlanIsExplainedBesideTheRows() throws IOException {
    Run run = Run.of("query", table, "--window", ALL, "--explain");
    assertThat(run.out()).startsWith("id,wkt,name,height\n").hasLineCount(4);
    assertThat(run.err())
        .contains("plan: full scan: ", "rejected: index scan by geom: ", "actual: full scan: ");
    JsonNode object = Run.of("query", table, "--window", ALL, "--explain", "--json").json();
    assertThat(object.get("rows")).hasSize(3);
    assertThat(object.get("plan").asText()).isNotEmpty();
    assertThat(object.get("estimates").size()).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "store --limit -1|--limit -1 (allowed: 0 or more)",
        "store --order key|--order and --explain: work only on a table; omit them",
        "store --explain|--order and --explain: work only on a table; omit them",
        "store --limit 1 --verify data.csv|--limit: cannot be combined with --verify; use one of"
            + " them",
        "table --order nothing|unknown attribute 'nothing'"
      })
  void whatCannotBeIsRefused(String line) {
    String[] parts = line.split("\\|");
    List<String> words = new ArrayList<>(List.of("query", "--window", ALL));
    for (String word : parts[0].split(" ")) {
      boolean isFile = word.matches("store|table|data.csv");
      words.add(isFile ? folder.resolve(word).toString() : word);
    }
    Run run = Run.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(parts[1]);
    assertThat(run.out()).isEmpty();
  }
}
