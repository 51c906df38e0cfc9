package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.cli.command.Directories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command once, with the JSON members scripts rely on. */
class CommandsTest {
  @TempDir private Path directory;

  private String data;
  private String store;
  private String queries;

  @BeforeEach
  void makeData() {
    data = directory.resolve("points.csv.gz").toString();
    store = directory.resolve("store").toString();
    queries = directory.resolve("queries.csv").toString();
    assertThat(Run.of("generate", "points", "--count", "3000", "--seed", "5", "--out", data))
        .extracting(Run::exitCode)
        .isEqualTo(0);
    Run windows =
        Run.of(
            "generate",
            "queries",
            "--data",
            data,
            "--percent",
            "0.1",
            "--count",
            "20",
            "--kind",
            "correlated",
            "--seed",
            "5",
            "--out",
            queries);
    assertThat(windows.err()).isEmpty();
  }

  private Run build(String flash, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("build", store, "--data", data, "--flash", flash, "--device", "buffered"));
    args.addAll(List.of("--page-size", "1024", "--json"));
    args.addAll(List.of(more));
    return Run.of(args.toArray(new String[0]));
  }

  @Test
  void buildTakesTheExtentOfItsDataForADomain() throws IOException {
    Run run = build("efind:buffer=32K", "--index", "hilbert:s=3");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    String index = run.json().get("index").asText();
    assertThat(index).startsWith("hilbert:s=3,domain=");
    String[] sides = index.substring(index.indexOf("domain=") + 7).split("/");
    assertThat(Double.parseDouble(sides[0])).isBetween(0.0, 0.5);
    assertThat(Double.parseDouble(sides[3])).isBetween(0.5, 1.0);
    Run.ok("check", store);
    Run.ok("query", store, "--queries", queries, "--verify", data);
    Run wrong = build("efind", "--index", "hilbert:s=5");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("1 to 4");
  }

  @Test
  void buildLoadsInBulk() throws IOException {
    for (String how : new String[] {"str", "hilbert", "nearestx"}) {
      for (String flash : new String[] {"efind:buffer=32K", "none:frames=16"}) {
        Run run = build(flash, "--bulk", how, "--fill", "80%", "--sort-memory", "256K");
        assertThat(run.err()).isEmpty();
        JsonNode json = run.json();
        assertThat(json.get("entries").asLong()).isEqualTo(3000);
        // of 24 entries a node, 19 each; nearly everything was written once, and nothing read
        assertThat(json.get("leafNodes").asLong()).isEqualTo(158);
        assertThat(json.get("io").get("pageReads").asLong()).isZero();
        assertThat(json.get("io").get("pageWrites").asLong()).isEqualTo(158 + 9 + 1);
        assertThat(json.get("splits").asLong()).isZero();
        Run.ok("check", store);
        Run.ok("query", store, "--queries", queries, "--verify", data);
        Directories.empty(Path.of(store));
      }
    }
    Run tree = build("efind:buffer=32K", "--index", "hilbert", "--bulk", "hilbert");
    assertThat(tree.exitCode()).isZero();
    Run.ok("check", store);
    Directories.empty(Path.of(store));
    Run quadrants = build("efind:buffer=32K", "--index", "xbr", "--bulk", "zorder");
    assertThat(quadrants.exitCode()).as(quadrants.err()).isZero();
    assertThat(quadrants.json().get("io").get("pageReads").asLong()).isZero();
    Run.ok("check", store);
    Run.ok("query", store, "--queries", queries, "--verify", data);
  }

  @Test
  void bulkLoadingRefusesWhatItCannotDo() throws IOException {
    Run unknown = build("efind", "--bulk", "random");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("--bulk random (allowed: none, str, hilbert, nearestx, zorder)");
    assertThat(build("efind", "--bulk", "str", "--fill", "120%").exitCode()).isEqualTo(2);
    assertThat(build("efind", "--bulk", "str", "--sort-memory", "1K").exitCode()).isEqualTo(2);
    Run order = build("efind", "--index", "hilbert", "--bulk", "str");
    assertThat(order.exitCode()).isEqualTo(2);
    assertThat(order.err()).contains("of this tree (allowed: hilbert");
    assertThat(Path.of(store)).doesNotExist();
  }

  @Test
  void anIndexOfPointsTakesPointsOnly() throws IOException {
    Run run = build("efind:buffer=32K", "--index", "xbr");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().get("index").asText()).startsWith("xbr:domain=");
    Run.ok("query", store, "--queries", queries, "--verify", data);
    String rectangles = directory.resolve("rectangles.csv").toString();
    Run.ok("generate", "rects", "--count", "10", "--out", rectangles);
    Path refused = directory.resolve("refused");
    Run wrong = Run.of("build", refused.toString(), "--data", rectangles, "--index", "xbr");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("points only");
    assertThat(refused).doesNotExist();
  }

  @Test
  void buildReportsEveryFigure() throws IOException {
    Run run = build("efind:buffer=32K", "--queries", queries);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    JsonNode json = run.json();
    assertThat(json.fieldNames())
        .toIterable()
        .contains(
            "index",
            "flash",
            "device",
            "pageSize",
            "entries",
            "height",
            "internalNodes",
            "leafNodes",
            "splits",
            "reinsertions",
            "elapsedMillis",
            "cpuMillis",
            "io",
            "log",
            "meta",
            "flashAware",
            "finalFlush",
            "phases");
    assertThat(json.get("io").fieldNames())
        .toIterable()
        .containsExactly(
            "pageReads",
            "pageWrites",
            "readCalls",
            "writeCalls",
            "writeRuns",
            "bytesRead",
            "bytesWritten",
            "syncs");
    assertThat(json.get("log").fieldNames())
        .toIterable()
        .containsExactly("records", "pageWrites", "bytesWritten", "syncs", "compactions");
    assertThat(json.get("flashAware").fieldNames())
        .toIterable()
        .contains("flushes", "flushedNodes", "readBufferHits", "readBufferMisses");
    assertThat(json.get("entries").asLong()).isEqualTo(3000);
    assertThat(json.get("io").get("pageWrites").asLong()).isPositive();
    JsonNode phase = json.get("phases").get(0);
    assertThat(phase.get("queries").asInt()).isEqualTo(20);
    assertThat(phase.get("counts").size()).isEqualTo(20);
    assertThat(phase.get("idChecksum").isTextual()).isTrue();
  }

  @Test
  void aPoolBelowHasFiguresBesideTheFlashAwareOnes() throws IOException {
    JsonNode json = build("efind:buffer=32K+pool:buffer=64K,policy=arc", "--no-final-flush").json();
    assertThat(json.get("flash").asText()).isEqualTo("efind:buffer=32K+pool:buffer=64K,policy=arc");
    assertThat(json.get("flashAware").get("budgetBytes").asLong()).isEqualTo(32 << 10);
    assertThat(json.get("buffer").fieldNames())
        .toIterable()
        .containsExactly("policy", "budgetBytes", "hits", "misses");
    assertThat(json.get("buffer").get("policy").asText()).isEqualTo("arc");
    assertThat(json.get("buffer").get("budgetBytes").asLong()).isEqualTo(64 << 10);
  }

  @Test
  void aPlainStoreHasABufferAndNoFlashAwareFigures() throws IOException {
    JsonNode json = build("none:frames=16", "--no-final-flush").json();
    assertThat(json.has("flashAware")).isFalse();
    assertThat(json.has("finalFlush")).isFalse();
    assertThat(json.get("buffer").get("policy").asText()).isEqualTo("lru");
    assertThat(Run.of("check", store, "--json").json().get("entries").asInt()).isEqualTo(3000);
  }

  @Test
  void queriesAreVerifiedAgainstAScan() throws IOException {
    build("efind:buffer=32K");
    Run right = Run.ok("query", store, "--queries", queries, "--verify", data, "--json");
    assertThat(right.json().get("verified").asBoolean()).isTrue();
    assertThat(right.json().get("results").asLong()).isGreaterThanOrEqualTo(20);

    String other = directory.resolve("other.csv").toString();
    Run.of("generate", "points", "--count", "3000", "--seed", "6", "--out", other);
    Run wrong = Run.of("query", store, "--queries", queries, "--verify", other, "--json");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("window 1:");
  }

  @Test
  void oneQueryListsEntries() throws IOException {
    build("efind:buffer=32K");
    String[] window = {"query", store, "--window", "0,0,1,1"};
    assertThat(Run.of(window).out().lines().count()).isEqualTo(3001);
    Run count = Run.of("query", store, "--window=-5,-5,5,5", "--count");
    assertThat(count.out()).isEqualTo("3000\n");
    String[] triangle = {"query", store, "--geometry", "POLYGON ((0 0, 1 0, 1 1, 0 0))", "--count"};
    int inTriangle = Integer.parseInt(Run.of(triangle).out().trim());
    assertThat(inTriangle).isBetween(1, 2999);
    String[] filtered = java.util.Arrays.copyOf(triangle, triangle.length + 1);
    filtered[triangle.length] = "--filter-only";
    assertThat(Run.of(filtered).out()).isEqualTo("3000\n");
    assertThat(Run.of("query", store, "--point", "0.5,0.5", "--format", "geojson").out())
        .startsWith("{\"type\":\"FeatureCollection\"");
    Run features = Run.of("query", store, "--window", "0,0,1,1", "--format", "geojson");
    assertThat(features.json().get("features").size()).isEqualTo(3000);
    Run wrong = Run.of("query", store, "--window", "1,1,0,0");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("not a rectangle");
  }

  @Test
  void maintenanceChangesTheStoreAndReportsHow() throws IOException {
    Run.ok("create", store, "--device", "buffered", "--sync", "op");
    String rows = "id,minx,miny,maxx,maxy\n1,0,0,1,1\n2,5,5,6,6\n3,7,7,7,7\n";
    Run inserted = Run.withInput(rows, "insert", store, "--data", "-", "--acks");
    assertThat(inserted.out()).isEqualTo("1\n2\n3\n");
    Run updated =
        Run.withInput(
            "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy\n"
                + "2,5,5,6,6,20,20,21,21\n9,0,0,1,1,2,2,3,3\n",
            "update",
            store,
            "--data",
            "-",
            "--json");
    assertThat(updated.json().get("updated").asInt()).isEqualTo(1);
    assertThat(updated.json().get("notFound").asInt()).isEqualTo(1);
    Run deleted = Run.withInput("id,x,y\n3,7,7\n3,7,7\n", "delete", store, "--data", "-", "--json");
    assertThat(deleted.json().get("deleted").asInt()).isEqualTo(1);
    assertThat(deleted.json().get("notFound").asInt()).isEqualTo(1);
    assertThat(Run.of("query", store, "--window", "0,0,30,30").out())
        .contains("1,0.0,0.0,1.0,1.0", "2,20.0,20.0,21.0,21.0")
        .doesNotContain("3,7.0");
    Run recovered = Run.of("recover", store, "--json");
    assertThat(recovered.json().get("entries").asInt()).isEqualTo(2);
    assertThat(recovered.json().get("operations").asInt()).isPositive();
    assertThat(Run.of("stats", store).out()).contains("grove on buffered", "2 entries");
  }

  @Test
  void acknowledgedRowsStayWhenALaterOneIsBad() {
    Run.of("create", store, "--device", "buffered", "--sync", "group:1ms");
    Run run =
        Run.withInput("id,x,y\n1,0,0\n2,1,1\n3,x,2\n", "insert", store, "--data", "-", "--acks");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEqualTo("1\n2\n");
    assertThat(Run.of("query", store, "--window", "0,0,9,9", "--count").out()).isEqualTo("2\n");
  }

  @Test
  void badRowsAreLeftOutOnDemand() throws IOException {
    Path rows = Files.writeString(directory.resolve("r.csv"), "id,x,y\n1,0,0\n2,NaN,1\n3,2,2\n");
    Run run =
        Run.of(
            "build",
            store,
            "--data",
            rows.toString(),
            "--device",
            "buffered",
            "--on-error",
            "skip",
            "--json");
    assertThat(run.json().get("entries").asInt()).isEqualTo(2);
    assertThat(run.json().get("skippedRows").asInt()).isEqualTo(1);
    assertThat(run.err().lines().count()).isEqualTo(1);
  }

  @Test
  void theDemoVerifiesItself() throws IOException {
    Run run = Run.ok("demo", "--count", "2000", "--json");
    assertThat(run.json().get("stores").size()).isEqualTo(9);
    run.json().get("stores").forEach(row -> assertThat(row.get("verified").asBoolean()).isTrue());
  }

  @Test
  void theDemoKeepsItsStoresOnDemand() throws IOException {
    Path kept = directory.resolve("kept");
    Run run = Run.ok("demo", "--count", "2000", "--out", kept.toString());
    assertThat(run.out()).contains("verified", "The stores are in " + kept);
    try (Stream<Path> stores = Files.list(kept)) {
      for (Path each : (Iterable<Path>) stores::iterator) {
        Run.ok("check", each.toString());
      }
    }
    assertThat(Run.of("demo", "--count", "2000", "--out", kept.toString()).exitCode()).isEqualTo(2);
  }

  @Test
  void theFinalFlushIsCountedApart() throws IOException {
    JsonNode json = build("efind:buffer=1M", "--queries", queries, queries).json();
    assertThat(json.get("io").get("pageWrites").asLong()).isZero();
    assertThat(json.get("finalFlush").get("io").get("pageWrites").asLong()).isPositive();
    assertThat(json.get("phases").size()).isEqualTo(2);
    assertThat(json.get("phases").get(1).fieldNames())
        .toIterable()
        .contains("file", "queries", "results", "counts", "idChecksum", "io", "elapsedMillis");
  }

  @Test
  void generatorsReportWhatTheyMade() throws IOException {
    String file = directory.resolve("r.csv").toString();
    Run json = Run.of("generate", "rects", "--count", "7", "--seed", "3", "--out", file, "--json");
    assertThat(json.json().get("count").asInt()).isEqualTo(7);
    assertThat(json.json().get("seed").asInt()).isEqualTo(3);
    assertThat(Files.readAllLines(Path.of(file))).hasSize(8);
  }

  @Test
  void statsReportOptionsStructureAndSizes() throws IOException {
    build("efind:buffer=32K");
    JsonNode json = Run.of("stats", store, "--json").json();
    assertThat(json.fieldNames())
        .toIterable()
        .contains("index", "flash", "device", "pageSize", "sync", "entries", "levels", "files");
    assertThat(json.get("files").get("nodes.pages").asLong())
        .isEqualTo(Files.size(Path.of(store, "nodes.pages")));
  }

  @Test
  void countsOfAFileAreOneALine() throws IOException {
    build("efind:buffer=32K");
    Run run = Run.of("query", store, "--queries", queries, "--count");
    assertThat(run.out().lines().count()).isEqualTo(20);
    JsonNode counts =
        Run.of("query", store, "--queries", queries, "--json", "--count").json().get("counts");
    assertThat(run.out().lines().map(Integer::valueOf).toList())
        .containsExactlyElementsOf(
            java.util.stream.IntStream.range(0, 20).mapToObj(i -> counts.get(i).asInt()).toList());
  }

  @Test
  void idChecksumIsTheSumOfIds() throws IOException {
    build("efind:buffer=32K");
    Run all = Run.of("query", store, "--window=-9,-9,9,9", "--json");
    assertThat(all.json().get("idChecksum").asText()).isEqualTo("" + 3000L * 3001 / 2);
    assertThat(all.json().get("counts").size()).isEqualTo(1);
  }

  @Test
  void geometriesAreAnsweredByTheirRectanglesAndItSaysSo() {
    String rows = "id,wkt\n1,\"LINESTRING (0 0, 9 9)\"\n2,\"LINESTRING (2 8, 2 9)\"\n";
    Run built = Run.withInput(rows, "build", store, "--data", "-", "--device", "buffered");
    assertThat(built.err()).contains("queries give candidates");
    String[] asked = {"query", store, "--geometry", "LINESTRING (1 8, 3 8)", "--count"};
    assertThat(Run.of(asked).err()).contains("candidates");
    assertThat(Run.of(asked).out()).isEqualTo("2\n");
    String[] filtered = java.util.Arrays.copyOf(asked, asked.length + 1);
    filtered[asked.length] = "--filter-only";
    assertThat(Run.of(filtered).err()).isEmpty();
    assertThat(Run.of(filtered).out()).isEqualTo("2\n");
    Run touching = Run.of("query", store, "--window", "2,2,3,8", "--predicate", "meet", "--count");
    assertThat(touching.out()).as("the second line touches, the first may").isEqualTo("2\n");
    assertThat(touching.err()).contains("candidates");
  }

  @Test
  void acknowledgedIdsAloneAreOnStandardOutput() {
    Run.of("create", store, "--device", "buffered", "--sync", "close");
    String rows = "id,x,y\n5,1,1\n4,2,2\n9,3,3\n";
    assertThat(Run.withInput(rows, "insert", store, "--data", "-", "--acks").out())
        .isEqualTo("5\n4\n9\n");
    Run deleted = Run.withInput("id,x,y\n4,2,2\n4,2,2\n", "delete", store, "--data", "-", "--acks");
    assertThat(deleted.out()).isEqualTo("4\n");
    assertThat(deleted.err()).contains("1 entry deleted, 1 not found");
  }
}
