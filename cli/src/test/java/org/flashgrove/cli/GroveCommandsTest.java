package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.flashgrove.cli.command.Failures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of {@code --index grove} from the command line: what they do, and what they refuse. */
class GroveCommandsTest {
  @TempDir private Path directory;

  private String data;
  private String store;

  @BeforeEach
  void build() {
    data = directory.resolve("points.csv").toString();
    store = directory.resolve("store").toString();
    Run.ok("generate", "points", "--count", "6000", "--seed", "7", "--out", data);
    Run.ok(
        "build",
        store,
        "--data",
        data,
        "--index",
        "grove:memory=64K,block=16K",
        "--device",
        "buffered",
        "--page-size",
        "1024");
  }

  private void requireSame(String rows) {
    assertThat(Run.ok("check", store).out()).contains("ok: ");
    assertThat(Run.ok("query", store, "--window", "0.2,0.2,0.7,0.6", "--verify", rows).out())
        .contains("verified");
    String[] nearest = {"nearest", store, "--point", "0.5,0.5", "-k", "20", "--verify", rows};
    Run.ok(nearest); // 1 if they differ
    List<String> ids = new ArrayList<>(List.of(nearest));
    ids.add("--ids");
    Run.ok(ids.toArray(new String[0]));
  }

  @Test
  void answersAreThoseOfAScanAlsoAfterChanges() throws IOException {
    requireSame(data);
    List<String> rows = Files.readAllLines(Path.of(data));
    Path gone = directory.resolve("gone.csv");
    Path left = directory.resolve("left.csv");
    Files.write(gone, rows.subList(0, 4001));
    Files.writeString(left, rows.get(0) + "\n" + String.join("\n", rows.subList(4001, 6001)));
    JsonNode deleted = Run.ok("delete", store, "--data", gone.toString(), "--json").json();
    assertThat(deleted.get("entries").asLong()).isEqualTo(2000);
    requireSame(left.toString());
    Run.ok("insert", store, "--data", gone.toString());
    requireSame(data);
  }

  @Test
  void figuresAreOfBlocks() throws IOException {
    JsonNode stats = Run.ok("stats", store, "--json").json();
    assertThat(stats.get("entries").asLong()).isEqualTo(6000);
    assertThat(stats.get("flash").asText()).isEqualTo("none");
    JsonNode grove = stats.get("grove");
    assertThat(grove.get("blocks").asLong()).isPositive();
    assertThat(grove.get("bytes").asLong()).isEqualTo(grove.get("pages").asLong() * 1024);
    assertThat(grove.get("entries").asLong()).isEqualTo(6000); // building ends with a flush
    assertThat(stats.has("height")).isFalse();
  }

  /** Also those that are in memory alone, or were deleted in memory from a page. */
  @Test
  void entriesAreExportedAndDrawn() throws IOException {
    Run.withInput("id,x,y\n9001,0.5,0.5\n", "insert", store, "--data", "-");
    Path gone = directory.resolve("gone.csv");
    Files.write(gone, Files.readAllLines(Path.of(data)).subList(0, 11));
    Run.ok("delete", store, "--data", gone.toString());
    Path nodes = directory.resolve("nodes.json");
    Path picture = directory.resolve("grove.png");
    String[] line = {
      "export", store, "--nodes", nodes.toString(), "--entries", "--picture", "", "--json"
    };
    line[6] = picture.toString();
    JsonNode json = Run.ok(line).json();
    TreeSet<Long> ids = new TreeSet<>();
    for (JsonNode feature : new ObjectMapper().readTree(nodes.toFile()).get("features")) {
      JsonNode of = feature.get("properties");
      if (of.get("level").asInt() < 0) {
        assertThat(of.get("parent").isNull()).isTrue();
        assertThat(ids.add(of.get("id").asLong())).as("once").isTrue();
      }
    }
    assertThat(ids).hasSize(6_001 - 10).contains(9_001L);
    assertThat(json.get("panels").asInt()).isEqualTo(3); // blocks, pages, entries
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(json.get("width").asInt());
  }

  @Test
  void blocksAndPagesAreExported() throws IOException {
    Path nodes = directory.resolve("nodes.json");
    long features =
        Run.ok("export", store, "--nodes", nodes.toString(), "--json")
            .json()
            .get("features")
            .asLong();
    JsonNode grove = Run.ok("stats", store, "--json").json().get("grove");
    List<String> lines = Files.readAllLines(nodes);
    long blocks = lines.stream().filter(line -> line.contains("\"level\":1")).count();
    assertThat(blocks).isEqualTo(grove.get("blocks").asLong());
    assertThat(lines.stream().filter(line -> line.contains("\"level\":0")).count())
        .isEqualTo(features - blocks)
        .isPositive();
  }

  @Test
  void aGroveIsLoadedAsAWhole() throws IOException {
    store = directory.resolve("loaded").toString();
    String[] line = {
      "build",
      store,
      "--data",
      data,
      "--index",
      "grove:memory=64K,block=16K",
      "--bulk",
      "hilbert",
      "--device",
      "buffered",
      "--page-size",
      "1024",
      "--json"
    };
    JsonNode built = Run.ok(line).json();
    assertThat(built.get("entries").asLong()).isEqualTo(6000);
    JsonNode grove = Run.ok("stats", store, "--json").json().get("grove");
    assertThat(grove.get("entries").asLong()).isEqualTo(6000);
    assertThat(built.get("grove").get("merges").asLong()).as("each page is written once").isZero();
    requireSame(data);
    line[1] = directory.resolve("other").toString();
    line[7] = "str";
    Run refused = Run.of(line);
    assertThat(refused.exitCode()).isEqualTo(Failures.BAD_INPUT);
    assertThat(refused.err()).contains("; use --bulk hilbert").hasLineCount(1);
    assertThat(Path.of(line[1])).doesNotExist();
  }

  @Test
  void aTableMayHaveAGrove() throws IOException {
    String table = directory.resolve("table").toString();
    Run.ok(
        "build",
        table,
        "--data",
        data,
        "--table",
        "--index",
        "geom=grove:memory=64K,block=16K",
        "--index",
        "key=bplus",
        "--device",
        "buffered",
        "--page-size",
        "1024");
    assertThat(Run.ok("check", table).out()).contains("ok: ");
    String window = "0.2,0.2,0.7,0.6";
    JsonNode full =
        Run.ok("scan", table, "--path", "fts", "--window", window, "--count", "--json").json();
    for (String path : List.of("idx", "sidx", "auto")) {
      JsonNode found =
          Run.ok("scan", table, "--path", path, "--window", window, "--count", "--json").json();
      assertThat(found.get("results")).as(path).isEqualTo(full.get("results"));
    }
    Run.ok("query", table, "--window", window, "--verify", data);
    Run.ok("nearest", table, "--point", "0.5,0.5", "-k", "20", "--verify", data);
    String trees = directory.resolve("trees").toString();
    Run.ok("build", trees, "--data", data, "--table", "--index", "geom=rstar");
    assertThat(Run.ok("join", table, table, "--count").out())
        .isEqualTo(Run.ok("join", trees, trees, "--count").out());
  }

  @Test
  void copiesAndRescuedStoresAnswerAsTheStoreDoes() throws IOException {
    String original = store;
    Run.ok("backup", store, "--to", directory.resolve("copy").toString(), "--check");
    JsonNode salvaged =
        Run.ok("salvage", store, "--to", directory.resolve("rescued").toString(), "--json").json();
    assertThat(salvaged.get("complete").asBoolean()).isTrue();
    assertThat(salvaged.get("entries").asLong()).isEqualTo(6000);
    for (String other : List.of("copy", "rescued")) {
      store = directory.resolve(other).toString();
      requireSame(data);
    }
    Path log = Path.of(original).resolve("store.log");
    Files.write(log, new byte[0]);
    JsonNode without =
        Run.ok("salvage", original, "--to", directory.resolve("other").toString(), "--json").json();
    assertThat(without.get("complete").asBoolean()).isFalse();
    assertThat(without.get("uncertainEntries").asLong()).isEqualTo(6000);
    store = directory.resolve("other").toString();
    requireSame(data);
  }

  @Test
  void compactingShortensTheFileOfBlocks() throws IOException {
    Path blocks = Path.of(store).resolve("blocks-0.pages");
    long before = Files.size(blocks);
    List<String> lines = Files.readAllLines(Path.of(data));
    JsonNode json = null;
    for (int[] part : new int[][] {{1, 5_901}, {5_901, 6_001}}) {
      List<String> some = new ArrayList<>(lines.subList(0, 1));
      some.addAll(lines.subList(part[0], part[1]));
      Path deleted = Files.write(directory.resolve("deleted.csv"), some);
      Run.ok("delete", store, "--data", deleted.toString());
      json = Run.ok("compact", store, "--json").json();
      assertThat(json.get("entries").asLong()).isEqualTo(6_001 - part[1]);
      assertThat(Run.ok("check", store).out()).contains("ok: ");
    }
    // What is free behind the last block is given back: merging the last 100 left none.
    assertThat(json.get("pagesAfter").asLong()).isLessThan(json.get("pagesBefore").asLong());
    assertThat(Files.size(blocks)).isLessThan(before);
  }

  @Test
  void anUnknownIndexIsRefusedWithThoseThereAre() {
    Run refused = Run.of("create", directory.resolve("other").toString(), "--index", "grave");
    assertThat(refused.exitCode()).isEqualTo(Failures.BAD_INPUT);
    assertThat(refused.err())
        .contains("unknown index 'grave' (allowed: rstar,")
        .contains("grove, lsm)");
  }

  @Test
  void aGroveThatKnowsNoDomainTakesEntries() throws Exception {
    String other = directory.resolve("other").toString();
    Run.ok("create", other, "--index", "grove", "--device", "buffered");
    Path rows = Files.writeString(directory.resolve("rows.csv"), "id,x,y\n1,-44.1,-20.2\n2,5,6\n");
    Run.ok("insert", other, "--data", rows.toString());
    Run found = Run.of("query", other, "--window", "-45,-21,-44,-20", "--json");
    assertThat(found.json().get("results").asLong()).isOne();
    Run.ok("check", other);
  }

  /** Nothing said: a grove, without a made-up domain; what is for trees alone makes it one. */
  @Test
  void aGroveIsTheUsualIndex() throws IOException {
    Path place = Files.createTempDirectory(directory, "usual");
    assertThat(made(place, "create")).isEqualTo("grove");
    String data = place.resolve("points.csv").toString();
    Files.writeString(Path.of(data), "id,x,y\n1,3,4\n2,5,6\n");
    assertThat(made(place, "build", "--data", data)).isEqualTo("grove:domain=3.0/4.0/5.0/6.0");
    assertThat(made(place, "create", "--flash", "none")).isEqualTo("rstar");
    assertThat(made(place, "create", "--index", "rstar")).isEqualTo("rstar");
    assertThat(made(place, "build", "--data", data, "--bulk", "str")).isEqualTo("rstar");
    assertThat(made(place, "build", "--data", data, "--bulk", "hilbert")).startsWith("grove");
    Files.writeString(Path.of(data), "id,x,y\n1,3,4\n2,3,6\n");
    assertThat(made(place, "build", "--data", data)).isEqualTo("grove");
    String table = place.resolve("table").toString();
    assertThat(Run.of("create", table, "--table", "--device", "buffered").out())
        .contains("geom=grove, key=bplus");
    Run tree = Run.of("create", table + 2, "--table", "--flash", "efind", "--device", "buffered");
    assertThat(tree.out()).contains("geom=rstar, key=bplus");
  }

  /** Returns the index of a store that a command makes. */
  private String made(Path place, String command, String... more) throws IOException {
    List<String> all = new ArrayList<>();
    all.addAll(List.of(command, Files.createTempDirectory(place, "store").toString()));
    all.addAll(List.of("--device", "buffered", "--json"));
    all.addAll(List.of(more));
    Run run = Run.ok(all.toArray(String[]::new));
    return run.json().get("index").asText();
  }

  @Test
  void aGroveIsItsOwnBuffer() {
    String other = directory.resolve("other").toString();
    Run refused = Run.of("create", other, "--index", "grove", "--flash", "efind");
    assertThat(refused.exitCode()).isEqualTo(Failures.BAD_INPUT);
    assertThat(refused.err()).contains("the index is its own buffer; use flash none,");
    assertThat(Path.of(other)).doesNotExist();
  }

  /** Pairs of a grove with itself, a tree and a table are those of trees of the same entries. */
  @Test
  void joinsAreThoseOfTrees() {
    String tree = directory.resolve("tree").toString();
    Run.ok("build", tree, "--data", data, "--page-size", "1024", "--device", "buffered");
    String table = directory.resolve("table").toString();
    Run.ok(
        "build", table, "--data", data, "--table", "--page-size", "1024", "--device", "buffered");
    String[] radius = {"--radius", "0.004"};
    String expected = pairs(tree, tree, radius);
    assertThat(expected.lines().count()).isGreaterThan(6000);
    assertThat(pairs(store, store, radius)).isEqualTo(expected);
    assertThat(pairs(store, tree, radius)).isEqualTo(expected);
    assertThat(pairs(tree, store, radius)).isEqualTo(expected);
    assertThat(pairs(store, table, radius)).isEqualTo(expected);
    assertThat(pairs(table, store, radius)).isEqualTo(expected);
    String[] equal = {"--predicate", "equals"};
    assertThat(pairs(store, tree, equal)).isEqualTo(pairs(tree, tree, equal));
  }

  private static String pairs(String left, String right, String... question) {
    List<String> words = new ArrayList<>(List.of("join", left, right));
    words.addAll(List.of(question));
    return Run.ok(words.toArray(new String[0]))
        .out()
        .lines()
        .sorted()
        .collect(Collectors.joining("\n"));
  }
}
