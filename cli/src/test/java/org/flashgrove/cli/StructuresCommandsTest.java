package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flashgrove.access.Store;
import org.flashgrove.access.table.Table;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A store of two spatial trees, a grove, a key tree and a table, made and used by commands: each
 * structure answers as a store of its own, and as a scan, does.
 */
class StructuresCommandsTest {
  @TempDir private static Path directory;

  @BeforeAll
  static void build() {
    ok("generate points --count 3000 --seed 7 --out ~/points.csv");
    ok("generate rects --count 1500 --seed 8 --out ~/rects.csv");
    ok("generate queries --data ~/points.csv --percent 1 --count 20 --seed 9 --out ~/windows.csv");
    ok(
        "build ~/city --structure roads=rstar --data ~/rects.csv --device buffered --page-size"
            + " 1024");
    ok("add ~/city --structure stops=hilbert --data ~/points.csv --bulk hilbert");
    ok("add ~/city --structure trees=grove:memory=64K,block=16K --structure names=bplus");
    ok("insert ~/city --structure trees --data ~/points.csv");
    ok(
        "add ~/city --structure parcels.geom=rstar --structure parcels.key=bplus --structure"
            + " parcels=records --data ~/rects.csv");
  }

  /** Words between blanks; {@code ~} is the directory of the test. */
  private static Run run(String line) {
    return Run.of(
        Arrays.stream(line.split(" +"))
            .map(word -> word.replace("~", directory.toString()))
            .toArray(String[]::new));
  }

  private static Run ok(String line) {
    Run run = run(line);
    assertThat(run.exitCode()).as("%s: %s", line, run.err()).isZero();
    return run;
  }

  /** Copies the store for a test that changes it. */
  private static void copy(String name) {
    ok("backup ~/city --to ~/" + name);
  }

  private static void requireSame(String store, String structure, String rows) {
    String with = store + " --structure " + structure;
    assertThat(ok("query " + with + " --queries ~/windows.csv --verify " + rows).out())
        .contains("verified");
    ok("nearest " + with + " --point 0.4,0.6 -k 25 --verify " + rows);
    assertThat(ok("check " + with).out()).contains("ok: ");
  }

  @Test
  void eachStructureAnswersAsAScanDoes() throws IOException {
    requireSame("~/city", "roads", "~/rects.csv");
    requireSame("~/city", "stops", "~/points.csv");
    requireSame("~/city", "trees", "~/points.csv");
    requireSame("~/city", "parcels", "~/rects.csv");
    assertThat(ok("check ~/city --json").json().get("entries").asLong()).isEqualTo(9000);
    assertThat(ok("scan ~/city --structure parcels --count --json").json().get("results").asInt())
        .isEqualTo(1500);
  }

  @Test
  void changesAreOfTheStructureThatIsNamed() throws IOException {
    copy("changed");
    List<String> rows = Files.readAllLines(directory.resolve("rects.csv"));
    Files.write(directory.resolve("gone.csv"), rows.subList(0, 501));
    Files.writeString(
        directory.resolve("left.csv"),
        rows.get(0) + "\n" + String.join("\n", rows.subList(501, 1501)));
    JsonNode deleted = ok("delete ~/changed --structure roads --data ~/gone.csv --json").json();
    assertThat(deleted.get("deleted").asLong()).isEqualTo(500);
    assertThat(deleted.get("entries").asLong()).isEqualTo(1000);
    requireSame("~/changed", "roads", "~/left.csv");
    requireSame("~/changed", "parcels", "~/rects.csv");
    ok("delete ~/changed --structure parcels --data ~/gone.csv");
    requireSame("~/changed", "parcels", "~/left.csv");
    Run acked = ok("insert ~/changed --structure roads --data ~/gone.csv --acks");
    assertThat(acked.out().lines()).hasSize(500);
    requireSame("~/changed", "roads", "~/rects.csv");
  }

  @Test
  void joinsWithinTheStoreAreThoseOfTwoStores() throws IOException {
    ok("build ~/roads --data ~/rects.csv --device buffered");
    ok("build ~/stops --data ~/points.csv --device buffered");
    ok("build ~/parcels --data ~/rects.csv --device buffered --table");
    for (String[] sides :
        new String[][] {
          {"roads", "stops"}, {"stops", "roads"}, {"trees", "roads"}, {"roads", "trees"},
          {"parcels", "stops"}, {"trees", "parcels"}, {"parcels", "parcels"}, {"roads", "roads"}
        }) {
      JsonNode inside =
          ok("join ~/city --left " + sides[0] + " --right " + sides[1] + " --json").json();
      String of = "join ~/" + sides[0] + " ~/" + sides[1] + " --json";
      JsonNode apart = ok(of.replace("trees", "stops")).json();
      for (String member : List.of("results", "leftIdChecksum", "rightIdChecksum")) {
        assertThat(inside.get(member)).as("%s, %s", of, member).isEqualTo(apart.get(member));
      }
      assertThat(inside.get("results").asLong()).as(of).isPositive();
    }
    JsonNode across = ok("join ~/city ~/stops --left roads --json").json();
    assertThat(across.get("results"))
        .isEqualTo(ok("join ~/roads ~/stops --json").json().get("results"));
  }

  @Test
  void figuresAreOfTheStructureOrOfAll() throws IOException {
    JsonNode all = ok("stats ~/city --json").json();
    Map<String, Long> entries =
        Stream.iterate(0, i -> i + 1)
            .limit(all.get("structures").size())
            .map(i -> all.get("structures").get(i))
            .collect(
                Collectors.toMap(
                    node -> node.get("name").asText(), node -> node.get("entries").asLong()));
    assertThat(entries)
        .containsEntry("roads", 1500L)
        .containsEntry("names", 0L)
        .containsEntry("parcels.key", 1500L)
        .hasSize(7);
    JsonNode stops = ok("stats ~/city --structure stops --json").json();
    assertThat(stops.get("index").asText()).startsWith("hilbert:domain=");
    assertThat(stops.get("leafEntries").asLong()).isEqualTo(3000);
    assertThat(ok("stats ~/city --structure trees --json").json().get("grove").get("merges"))
        .isNotNull();
    assertThat(ok("stats ~/city --structure names --json").json().get("entries").asLong()).isZero();
    assertThat(
            ok("stats ~/city --structure parcels --json")
                .json()
                .get("table")
                .get("records")
                .asLong())
        .isEqualTo(1500);
    ok("export ~/city --structure roads --nodes ~/roads.geojson --picture ~/roads.png");
    ok("export ~/city --structure trees --picture ~/trees.png");
    ok("export ~/city --structure parcels --nodes ~/parcels.geojson");
    ok("export ~/city --structure trees --nodes ~/trees.geojson");
    assertThat(Files.size(directory.resolve("roads.geojson"))).isPositive();
  }

  @Test
  void wholeStoresAreCopiedCompactedRescuedAndRecovered() {
    copy("whole");
    ok("recover ~/whole");
    ok("compact ~/whole");
    ok("backup ~/whole --to ~/copy --check");
    ok("salvage ~/copy --to ~/rescued");
    for (String structure : List.of("roads", "stops", "trees", "parcels")) {
      String rows = structure.equals("roads") || structure.equals("parcels") ? "rects" : "points";
      ok(
          "query ~/rescued --queries ~/windows.csv --structure "
              + structure
              + " --verify ~/"
              + rows
              + ".csv");
    }
    assertThat(run("upgrade ~/whole").exitCode()).isZero();
  }

  /** A process that ends at once leaves what it had synced, of all structures the same batches. */
  @Test
  void aStoreThatNobodyClosedIsRecovered() throws IOException {
    copy("killed");
    Path left = directory.resolve("left");
    try (Store store = Store.open(directory.resolve("killed"));
        WriteBatch batch = store.begin()) {
      try (var roads = store.entries("roads").begin(batch);
          var stops = store.entries("stops").begin(batch);
          var trees = store.entries("trees").begin(batch)) {
        roads.insert(70_000, 0.5, 0.5, 0.6, 0.6);
        stops.insert(70_000, 0.5, 0.5, 0.5, 0.5);
        trees.insert(70_000, 0.5, 0.5, 0.6, 0.6);
        batch.commit();
      }
      store.sync();
      Files.createDirectory(left);
      try (Stream<Path> files = Files.list(directory.resolve("killed"))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.copy(file, left.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    ok("recover ~/left");
    ok("check ~/left");
    for (String structure : List.of("roads", "stops", "trees")) {
      assertThat(ok("query ~/left --point 0.5,0.5 --format csv --structure " + structure).out())
          .contains("70000");
    }
    try (Store store = Store.openReadOnly(left)) {
      assertThat(Table.of(store, "parcels").size()).isEqualTo(1500);
    }
  }

  @Test
  void boundsOfGeometriesAreNotedForTheirStructure() throws IOException {
    copy("shapes");
    Files.writeString(
        directory.resolve("shapes.csv"), "id,wkt\n1,\"LINESTRING (0 0, 1 1)\"\n2,POINT (3 4)\n");
    ok("add ~/shapes --structure shapes=rstar --data ~/shapes.csv");
    assertThat(ok("query ~/shapes --structure shapes --window 0,0,1,1").err())
        .contains("candidates");
    assertThat(ok("query ~/shapes --structure roads --window 0,0,1,1").err()).isEmpty();
    ok("backup ~/shapes --to ~/shapes2");
    assertThat(ok("query ~/shapes2 --structure shapes --window 0,0,1,1").err())
        .contains("candidates");
    assertThat(ok("query ~/shapes2 --structure roads --window 0,0,1,1").err()).isEmpty();
  }

  @Test
  void simulatedDevicesHaveThemToo() throws IOException {
    String device = "nand:chip=thesis,blocks=512";
    ok("create ~/sim --structure roads=rstar --structure trees=grove --device " + device);
    ok("insert ~/sim --structure roads --data ~/rects.csv");
    JsonNode added =
        ok("add ~/sim --structure stops=rtree --data ~/points.csv --bulk str --json").json();
    assertThat(added.get("nand").get("pagePrograms").asLong()).isPositive();
    JsonNode asked =
        ok("query ~/sim --structure stops --queries ~/windows.csv --verify ~/points.csv --json")
            .json();
    assertThat(asked.get("verified").asBoolean()).isTrue();
    assertThat(asked.get("nand").get("pageReads").asLong()).isPositive();
    ok("check ~/sim");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "query ~/city --window 0,0,1,1 | has several structures; add --structure with one of"
            + " roads,",
        "query ~/city --structure lakes --window 0,0,1,1 | --structure lakes (allowed: roads,"
            + " stops,",
        "query ~/city --structure names --window 0,0,1,1 | is bplus, which stores pairs; use"
            + " insert",
        "query ~/city --structure parcels.geom --window 0,0,1,1 | index of a table; use the table",
        "nearest ~/city --structure parcels --ids --point 0,0 | --ids: not supported for a table",
        "delete ~/city --structure parcels.geom --data ~/rects.csv | index of a table; use the"
            + " table",
        "insert ~/city --structure names --data ~/points.csv | is unknown; allowed: id,value",
        "insert ~/city --data ~/points.csv | several structures",
        "update ~/city --structure x --data ~/points.csv | --structure x (allowed: roads,",
        "scan ~/city --structure roads --count | 'roads' is not a table; use 'query' or",
        "check ~/city --structure lakes | (allowed: roads,",
        "stats ~/city --structure lakes | (allowed: roads,",
        "export ~/city --structure names --nodes ~/n.geojson | is bplus, which stores pairs; use",
        "export ~/city --nodes ~/n.geojson | several structures",
        "join ~/city --left roads | add --right with one of roads,",
        "join ~/city --left roads --right lakes | --right lakes (allowed: roads,",
        "join ~/city --left names --right roads | is bplus, which stores pairs; use",
        "add ~/city | add: no structure given; give one or more --structure NAME=SPEC",
        "add ~/city --structure roads=rtree | 'roads' already exists",
        "add ~/city --structure Roads=rtree | structure name 'Roads' (allowed: a letter",
        "add ~/city --structure a.b.c=rtree | structure name 'a.b.c'",
        "add ~/city --structure lakes=rtre | unknown structure 'rtre' (allowed: rstar",
        "add ~/city --structure lakes | --structure lakes (allowed: NAME=SPEC",
        "add ~/city --structure lakes.geom=rstar | without records 'lakes'",
        "add ~/city --structure l=rstar --structure l=rtree | --structure l: given twice",
        "add ~/city --structure l=rstar --structure m=rstar --data ~/points.csv | fills one"
            + " structure, not l, m",
        "add ~/city --structure l=bplus --data ~/points.csv | is unknown; allowed: id,value",
        "add ~/city --structure l=rstar --bulk str | --bulk str: needs data",
        "create ~/city --structure l=rstar | is not empty",
        "create ~/new --structure l=rstar --index rstar | --structure: cannot be combined with"
            + " --index",
        "create ~/new --structure l=rstar --table | --structure: cannot be combined with --table",
        "build ~/new --structure l=rstar --structure m=rstar --data ~/points.csv | fills one"
            + " structure, not l, m; give one",
        "build ~/new --structure l=rstar --structure m=rstar --device buffered:placement=home"
            + " --data ~/points.csv | placement=home stores the nodes of one index only",
      })
  void whatCannotBeIsRefusedAndNothingChanges(String line, String message) throws IOException {
    List<String> before = files();
    Run run = run(line);
    assertThat(run.exitCode()).as("%s: %s%s", line, run.out(), run.err()).isEqualTo(2);
    assertThat(run.err()).startsWith("flashgrove: ").contains(message);
    assertThat(run.err().lines().toList()).hasSize(1);
    assertThat(files()).isEqualTo(before);
  }

  private static List<String> files() throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths
          .filter(Files::isRegularFile)
          .map(path -> path + " " + path.toFile().length())
          .sorted()
          .toList();
    }
  }

  @Test
  void storesOfOneIndexOrTableTakeNoOthers() {
    ok("build ~/one --data ~/points.csv --device buffered");
    Run run = run("add ~/one --structure roads=rstar");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("the store is one index and takes no further structures");
    ok("query ~/one --structure index --window 0,0,1,1 --verify ~/points.csv");
  }
}
