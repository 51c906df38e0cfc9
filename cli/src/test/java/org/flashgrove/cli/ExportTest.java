package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;

/** Structure figures, node rectangles and pictures. */
class ExportTest {
  @TempDir private Path directory;

  private String store;

  @BeforeEach
  void makeStore() {
    store = directory.resolve("store").toString();
    String data = directory.resolve("points.csv").toString();
    Run.of("generate", "points", "--count", "2000", "--seed", "7", "--out", data);
    Run.ok(
        "build",
        store,
        "--data",
        data,
        "--index",
        "rstar",
        "--device",
        "buffered",
        "--page-size",
        "512");
  }

  private static Envelope box(JsonNode feature) {
    Envelope box = new Envelope();
    JsonNode coordinates = feature.get("geometry").get("coordinates");
    if (feature.get("geometry").get("type").asText().equals("Point")) {
      box.expandToInclude(coordinates.get(0).asDouble(), coordinates.get(1).asDouble());
    } else {
      assertThat(coordinates.get(0)).hasSize(5);
      coordinates
          .get(0)
          .forEach(
              corner -> box.expandToInclude(corner.get(0).asDouble(), corner.get(1).asDouble()));
    }
    return box;
  }

  @Test
  void everyNodeIsAFeatureThatLiesInItsParent() throws IOException {
    File file = directory.resolve("nodes.geojson").toFile();
    Run run = Run.of("export", store, "--nodes", file.toString(), "--entries", "--json");
    JsonNode features = new ObjectMapper().readTree(file).get("features");
    assertThat(run.json().get("features").asInt()).isEqualTo(features.size());
    Map<Long, JsonNode> nodes = new HashMap<>();
    Map<Integer, Integer> counts = new TreeMap<>();
    for (JsonNode feature : features) {
      JsonNode of = feature.get("properties");
      counts.merge(of.get("level").asInt(), 1, Integer::sum);
      if (of.has("node")) {
        nodes.put(of.get("node").asLong(), feature);
      }
      if (of.get("parent").isNull()) {
        assertThat(nodes).hasSize(1);
      } else {
        JsonNode parent = nodes.get(of.get("parent").asLong());
        assertThat(box(parent).covers(box(feature))).isTrue();
        assertThat(parent.get("properties").get("level").asInt())
            .isEqualTo(of.get("level").asInt() + 1);
      }
    }
    JsonNode stats = Run.of("stats", store, "--json").json();
    assertThat(counts.remove(-1)).isEqualTo(2000);
    assertThat(counts).hasSize(stats.get("levels").size());
    counts.forEach(
        (level, count) ->
            assertThat(stats.get("levels").get(level).get("nodes").asInt()).isEqualTo(count));
  }

  @Test
  void withoutEntriesThereAreNodesOnly() throws IOException {
    File file = directory.resolve("nodes.geojson").toFile();
    Run run = Run.of("export", store, "--nodes", file.toString());
    assertThat(run.out()).contains("features");
    JsonNode stats = Run.of("stats", store, "--json").json();
    assertThat(new ObjectMapper().readTree(file).get("features"))
        .hasSize(stats.get("leafNodes").asInt() + stats.get("internalNodes").asInt());
  }

  @Test
  void statsReportTheFiguresOfTheSnapshot() throws IOException {
    JsonNode json = Run.of("stats", store, "--json").json();
    long nodes = json.get("leafNodes").asLong() + json.get("internalNodes").asLong();
    assertThat(json.get("leafEntries").asLong()).isEqualTo(2000);
    assertThat(json.get("internalEntries").asLong()).isEqualTo(nodes - 1);
    assertThat(json.get("averageEntries").asDouble())
        .isCloseTo((2000 + nodes - 1) / (double) nodes, within(1e-9));
    double dead = 0;
    for (JsonNode level : json.get("levels")) {
      dead += level.get("deadSpaceArea").asDouble();
      assertThat(level.get("deadSpaceArea").asDouble())
          .isLessThanOrEqualTo(level.get("coverageArea").asDouble());
    }
    assertThat(json.get("averageDeadSpaceArea").asDouble()).isCloseTo(dead / nodes, within(1e-12));
    JsonNode leaves = json.get("levels").get(0);
    assertThat(leaves.get("deadSpaceArea").asDouble())
        .as("points cover nothing")
        .isEqualTo(leaves.get("coverageArea").asDouble());
    assertThat(Run.of("stats", store).out()).contains("dead space");
  }

  @Test
  void thePictureHasAPanelALevelAndOneOfEntries() throws IOException {
    File file = directory.resolve("tree.png").toFile();
    Run run = Run.of("export", store, "--picture", file.toString(), "--panel", "200", "--json");
    JsonNode json = run.json();
    BufferedImage image = ImageIO.read(file);
    assertThat(image.getWidth()).isEqualTo(json.get("width").asInt());
    assertThat(image.getHeight()).isEqualTo(json.get("height").asInt());
    int height = Run.of("stats", store, "--json").json().get("height").asInt();
    assertThat(json.get("panels").asInt()).isEqualTo(height + 2);
    int drawn = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        drawn += (image.getRGB(x, y) & 0xFFFFFF) == 0xFFFFFF ? 0 : 1;
      }
    }
    assertThat(drawn).isGreaterThan(image.getWidth() * image.getHeight() / 100);
  }

  @Test
  void anEmptyStoreAndOneOfASinglePointCanBeDrawn() {
    String empty = directory.resolve("empty").toString();
    Run.of("create", empty, "--device", "buffered");
    String picture = directory.resolve("empty.png").toString();
    String nodes = directory.resolve("empty.geojson").toString();
    for (int entries = 0; entries < 2; entries++) {
      Run.ok("export", empty, "--picture", picture, "--nodes", nodes, "--json");
      Run.withInput("id,x,y\n1,5,5\n", "insert", empty, "--data", "-");
    }
  }

  @Test
  void entriesAreWrittenInEveryFormatAndBuildTheSameStore() {
    String data = directory.resolve("rects.csv").toString();
    Run.of("generate", "rects", "--count", "500", "--seed", "5", "--out", data);
    String source = directory.resolve("source").toString();
    Run.of("build", source, "--data", data, "--device", "buffered", "--index", "grove");
    for (String ending : List.of("csv", "geojson", "wkt.gz", "fgb", "gpkg")) {
      String out = directory.resolve("entries." + ending).toString();
      Run run = Run.ok("export", source, "--out", out);
      assertThat(run.out()).contains("500 features");
      String[] windows = {"query", source, "--window", "0.2,0.2,0.7,0.7", "--verify", out};
      if (!ending.startsWith("wkt")) { // whose ids are lines
        assertThat(Run.of(windows).exitCode()).as(ending).isZero();
      }
    }
    String out = directory.resolve("points.other").toString();
    Run.ok("export", store, "--out", out, "--to", "geojson");
    Run both = Run.of("export", store, "--out", out, "--nodes", out + ".geojson");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("--out: cannot be combined with --nodes").hasLineCount(1);
  }

  @Test
  void whatCannotBeWrittenIsSaid() {
    assertThat(Run.of("export", store).exitCode()).isEqualTo(2);
    String nowhere = directory.resolve("no/such/file.png").toString();
    Run picture = Run.of("export", store, "--picture", nowhere);
    Run nodes = Run.of("export", store, "--nodes", nowhere);
    assertThat(picture.exitCode()).isEqualTo(nodes.exitCode()).isNotZero();
    assertThat(picture.err()).contains("file.png");
    Run small = Run.of("export", store, "--picture", nowhere, "--panel", "1");
    assertThat(small.exitCode()).isEqualTo(2);
    assertThat(small.err()).contains("64 to 4096");
  }
}
