package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of query from the command line. */
class QueriesTest {
  @TempDir private Path directory;

  private String data;
  private String store;

  /** Rectangles on a grid, so that boundaries touch: 20 x 20 of them, two units apart. */
  @BeforeEach
  void makeStore() throws IOException {
    List<String> rows = new ArrayList<>(List.of("id,minx,miny,maxx,maxy"));
    for (int i = 0; i < 400; i++) {
      int x = 2 * (i % 20);
      int y = 2 * (i / 20);
      rows.add((i + 1) + "," + x + "," + y + "," + (x + i % 3) + "," + (y + i % 4));
    }
    data = directory.resolve("rects.csv").toString();
    Files.write(Path.of(data), rows);
    store = directory.resolve("store").toString();
    Run.ok("build", store, "--data", data, "--device", "buffered", "--page-size", "512");
  }

  private Run query(String... more) {
    List<String> args = new ArrayList<>(List.of("query", store));
    args.addAll(List.of(more));
    return Run.of(args.toArray(new String[0]));
  }

  @Test
  void everyPredicateInBothSensesIsThatOfAScan() throws IOException {
    String windows = directory.resolve("windows.csv").toString();
    Files.write(
        Path.of(windows),
        List.of(
            "minx,miny,maxx,maxy", "4,4,12,10", "2,0,4,1", "5,5,5,5", "2,2,4,2", "90,90,91,91"));
    for (String semantics : new String[] {"exclusive", "ogc"}) {
      long all = 0;
      for (Predicate predicate : Predicate.values()) {
        Run run =
            query(
                "--queries",
                windows,
                "--predicate",
                predicate.name(),
                "--semantics",
                semantics,
                "--verify",
                data,
                "--json");
        assertThat(run.exitCode()).as(predicate + run.err()).isZero();
        JsonNode json = run.json();
        assertThat(json.get("candidates").asLong())
            .isGreaterThanOrEqualTo(json.get("results").asLong());
        all += predicate == Predicate.INTERSECTS ? 0 : json.get("results").asLong();
      }
      if (semantics.equals("exclusive")) {
        assertThat(all).isEqualTo(5 * 400);
      }
    }
  }

  @Test
  void predicatesHaveTheMeaningOfTheOgcUnlessExclusiveIsAsked() throws IOException {
    String window = "--window=4,4,12,10";
    String[] exclusively = {"--semantics", "exclusive"};
    int ogc = count(window, "--predicate", "covers", "--count");
    int contact = count(window, "--predicate", "covers", "--count", exclusively[0], exclusively[1]);
    int inner = count(window, "--predicate", "contains", "--count", exclusively[0], exclusively[1]);
    int onTheBorder = count(window, "--predicate", "contains", "--count", "--filter-only");
    assertThat(inner).isPositive();
    assertThat(contact).isPositive();
    assertThat(ogc).isGreaterThanOrEqualTo(contact + inner);
    assertThat(onTheBorder).isEqualTo(ogc);
  }

  /** The nine predicates name the query first: contains asks for objects within the query. */
  @Test
  void wordsThatReadForwardsHaveTheObjectAsTheirSubject() throws IOException {
    String[][] same = {
      {"within", "contains"}, {"containing", "inside"}, {"intersecting", "intersects"}
    };
    for (String[] words : same) {
      for (String question : new String[] {"--window=4,4,12,10", "--point=5.5,5.5"}) {
        assertThat(query(question, "--predicate", words[0]).out())
            .isEqualTo(query(question, "--predicate", words[1]).out());
      }
    }
    assertThat(count("--window=4,4,12,10", "--predicate", "within", "--count")).isPositive();
  }

  private int count(String... more) {
    return Integer.parseInt(query(more).out().trim());
  }

  @Test
  void radiusIsADistanceThatCounts() throws IOException {
    Run run = query("--point", "5.5,5.5", "--radius", "1.5", "--verify", data, "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().get("results").asInt()).isPositive();
    assertThat(count("--point", "40,1", "--radius", "1", "--count")).isEqualTo(1);
    assertThat(count("--point", "40,1", "--radius", "0.999", "--count")).isZero();
    Run both = query("--point", "1,1", "--radius", "1", "--predicate", "meet");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(query("--point", "1,1", "--radius", "-1").exitCode()).isEqualTo(2);
  }

  @Test
  void geometriesRefineRectangles() throws IOException {
    String triangle = "POLYGON ((4 4, 12 4, 4 12, 4 4))";
    Run refined = query("--geometry", triangle, "--verify", data, "--json");
    assertThat(refined.exitCode()).as(refined.err()).isZero();
    JsonNode json = refined.json();
    assertThat(json.get("results").asInt()).isLessThan(json.get("candidates").asInt());
    Run filtered = query("--geometry", triangle, "--filter-only", "--json");
    assertThat(filtered.json().get("results")).isEqualTo(json.get("candidates"));
    Run listed = query("--geometry", triangle);
    assertThat(listed.out().lines().count()).isEqualTo(1 + json.get("results").asInt());
    String collection = "GEOMETRYCOLLECTION (" + triangle + ", POINT (4 4))";
    assertThat(query("--geometry", collection, "--verify", data).exitCode()).isZero();
    assertThat(query("--geometry", "GEOMETRYCOLLECTION EMPTY").exitCode()).isEqualTo(2);
  }

  @Test
  void aPreloadChangesNoAnswer() {
    int found = count("--window=4,4,12,10", "--count");
    assertThat(count("--window=4,4,12,10", "--count", "--preload", "all")).isEqualTo(found);
    assertThat(count("--window=4,4,12,10", "--count", "--preload", "2K")).isEqualTo(found);
    Run refused = query("--window=4,4,12,10", "--preload", "some");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--preload some (allowed: a size from 0");
  }

  @Test
  void nearestNeighboursComeInOrder() throws IOException {
    Run run = Run.ok("nearest", store, "--point=11.5,7.25", "-k", "40", "--verify", data, "--json");
    JsonNode json = run.json();
    assertThat(json.get("verified").asBoolean()).isTrue();
    assertThat(json.get("queries").asInt()).isEqualTo(1);
    assertThat(json.get("results").asInt()).isEqualTo(40);
    assertThat(json.get("counts").get(0).asInt()).isEqualTo(40);
    assertThat(json.has("idChecksum")).isTrue();
    assertThat(json.get("io").get("pageReads").asLong()).isPositive();
    JsonNode neighbours = json.get("neighbours");
    assertThat(neighbours.size()).isEqualTo(40);
    for (int i = 1; i < 40; i++) {
      assertThat(neighbours.get(i).get("distance").asDouble())
          .isGreaterThanOrEqualTo(neighbours.get(i - 1).get("distance").asDouble());
    }
    Run text = Run.of("nearest", store, "--point=11.5,7.25", "-k", "3");
    assertThat(text.out().lines().toList()).hasSize(4).first().asString().startsWith("id,distance");
    assertThat(
            Run.of("nearest", store, "--point", "0,0", "-k", "1000", "--json")
                .json()
                .get("results")
                .asInt())
        .isEqualTo(400);
  }

  @Test
  void wrongQuestionsAreRefused() {
    assertThat(Run.of("nearest", store, "--point", "1", "-k", "3").exitCode()).isEqualTo(2);
    assertThat(Run.of("nearest", store, "--point", "1,2", "-k", "0").exitCode()).isEqualTo(2);
    assertThat(Run.of("nearest", store, "--point", "1,NaN").exitCode()).isEqualTo(2);
    Run unknown = query("--point", "1,1", "--predicate", "near");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("intersects, overlap, disjoint, meet");
    assertThat(query("--point", "1,1", "--semantics", "sql").err()).contains("exclusive, ogc");
  }
}
