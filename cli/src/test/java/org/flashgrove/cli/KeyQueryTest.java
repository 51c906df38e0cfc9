package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The option --keys of the command query finds records, pairs and entries. */
class KeyQueryTest {
  @TempDir private Path folder;

  @BeforeEach
  void build() throws IOException {
    StringBuilder rows = new StringBuilder("id,x,y,name\n");
    StringBuilder pairs = new StringBuilder("id,value\n");
    for (int i = 1; i <= 50; i++) {
      rows.append(i + "," + i + ",0,n" + i + "\n");
      pairs.append(i + "," + 10 * i + "\n");
    }
    Files.writeString(folder.resolve("a.csv"), rows);
    Files.writeString(folder.resolve("pairs.csv"), pairs);
    done("build", "table", "--table", "--index", "geom=grove", "--index", "key=bplus", "--data");
    done("build", "plain", "--table", "--data");
    done("build", "ids", "--ids", "--data");
    done("build", "store", "--data");
    String pairFile = folder.resolve("pairs.csv").toString();
    String place = folder.resolve("pairs").toString();
    Run.ok("build", place, "--structure", "pairs=bplus", "--data", pairFile);
  }

  private void done(String... command) {
    String[] all = java.util.Arrays.copyOf(command, command.length + 1);
    all[1] = folder.resolve(command[1]).toString();
    all[command.length] = folder.resolve("a.csv").toString();
    Run.ok(all);
  }

  private Run query(String directory, String... more) {
    String[] all = new String[more.length + 2];
    all[0] = "query";
    all[1] = folder.resolve(directory).toString();
    System.arraycopy(more, 0, all, 2, more.length);
    return Run.of(all);
  }

  @ParameterizedTest
  @CsvSource({"table", "plain"})
  void recordsAreFoundByKeys(String table) throws IOException {
    assertThat(query(table, "--keys", "7").out()).isEqualTo("id,wkt,name\n7,\"POINT (7 0)\",n7\n");
    assertThat(query(table, "--keys", "9,3..4,99").out().lines().skip(1))
        .containsExactly("9,\"POINT (9 0)\",n9", "3,\"POINT (3 0)\",n3", "4,\"POINT (4 0)\",n4");
    assertThat(query(table, "--keys", "9,3..4,99", "--count").out()).isEqualTo("1\n2\n0\n");
    assertThat(query(table, "--keys", "3..40", "--order", "name:DESC", "--limit", "1").out())
        .contains("n9\n");
    assertThat(query(table, "--keys", "3,5", "--where", "name = 'n5'", "--json").json().get("rows"))
        .hasSize(1);
    Run scan = Run.of("scan", folder.resolve(table).toString(), "--keys", "3..5", "--count");
    assertThat(scan.out()).contains("3 records of 50");
  }

  @ParameterizedTest
  @CsvSource({"table", "plain"})
  void aScanEndsAtItsLimit(String table) throws IOException {
    String directory = folder.resolve(table).toString();
    Run scan = Run.of("scan", directory, "--limit", "2", "--order-by", "key:Desc");
    assertThat(scan.out().lines().skip(1))
        .containsExactly("50,\"POINT (50 0)\",n50", "49,\"POINT (49 0)\",n49");
    assertThat(scan.err()).contains("2 records of 50");
    assertThat(Run.of("scan", directory, "--limit", "3", "--json").json().get("rows")).hasSize(3);
    assertThat(Run.of("scan", directory, "--limit", "-1").exitCode()).isEqualTo(2);
  }

  @Test
  void pairsAreFoundByKeys() {
    assertThat(query("pairs", "--keys", "7,1..2").out()).isEqualTo("id,value\n7,70\n1,10\n2,20\n");
  }

  @Test
  void entriesAreFoundByTheirIds() throws IOException {
    assertThat(query("ids", "--keys", "7,99,3").out())
        .isEqualTo("id,minx,miny,maxx,maxy\n7,7.0,0.0,7.0,0.0\n3,3.0,0.0,3.0,0.0\n");
    assertThat(query("ids", "--keys", "7", "--format", "geojson").out()).contains("\"id\":7");
    assertThat(query("ids", "--keys", "7", "--json").json().get("rows").get(0).get("maxx").asInt())
        .isEqualTo(7);
    assertThat(query("ids", "--keys", "7,99", "--count").out()).isEqualTo("1\n0\n");
  }

  /** Tables, pairs and entries count the results of each key, in lines and in the JSON object. */
  @ParameterizedTest
  @CsvSource({"table", "plain", "pairs", "ids"})
  void eachKeyHasItsCount(String directory) throws IOException {
    assertThat(query(directory, "--keys", "9,99,3", "--count").out()).isEqualTo("1\n0\n1\n");
    for (String[] more : new String[][] {{"--count"}, {}}) {
      String[] all = {"--keys", "9,99,3", "--json", more.length == 0 ? "--limit=9" : more[0]};
      JsonNode json = query(directory, all).json();
      assertThat(json.get("queries").asInt()).isEqualTo(3);
      assertThat(json.get("results").asInt()).isEqualTo(2);
      assertThat(json.get("counts")).hasToString("[1,0,1]");
      assertThat(json.get("idChecksum").asText()).isEqualTo("12");
    }
  }

  @Test
  void rangesOfPairsHaveTheirCounts() {
    assertThat(query("pairs", "--keys", "3..5,60,50", "--count").out()).isEqualTo("3\n0\n1\n");
    assertThat(query("pairs", "--keys", "3..9,1", "--limit", "2", "--count").out())
        .isEqualTo("2\n1\n");
  }

  @Test
  void aScanByKeysTakesNoPredicate() {
    String table = folder.resolve("table").toString();
    for (String[] more :
        new String[][] {
          {"--keys", "3..5", "--predicate", "within"},
          {"--keys", "3..5", "--semantics", "exclusive"},
          {"--predicate", "within"}
        }) {
      String[] all = java.util.Arrays.copyOf(new String[] {"scan", table}, more.length + 2);
      System.arraycopy(more, 0, all, 2, more.length);
      Run run = Run.of(all);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("add --window, --point or --geometry").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "store | --keys 7 | a key tree, a table, or a spatial store created with --ids",
        "ids | --keys 7..8 | give ids separated by commas",
        "table | --keys 7,x | --keys 7,x (allowed: a whole number of 64 bits, or two as 10..20)",
        "table | --keys 1,9..7 | --keys 1,9..7: 9..7 ends before it begins; exchange both numbers",
        "pairs | --keys 7 --format geojson | --format geojson: pairs are rows id,value",
        "pairs | --keys 7 --format wkt | use --format csv or --json",
        "table | --keys 7 --radius 2 | --keys: cannot be combined with --radius",
        "table | --keys 7,8 --order key | cannot be combined with --queries or several --keys",
        "table | --where key=7 | --keys selects keys",
        "table | --limit 3 | 'scan' lists a table, and 'export' writes all content",
      })
  void messagesSayWhatIsAllowed(String directory, String options, String message) {
    Run run = query(directory, options.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message).hasLineCount(1);
  }
}
