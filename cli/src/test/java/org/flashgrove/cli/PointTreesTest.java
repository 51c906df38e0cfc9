package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The xBR+-tree beside the R*-tree on points in 125 clusters, under the same pool: answers the
 * same, fewer reads for windows, regions without overlap. Prints one line a tree.
 */
class PointTreesTest {
  private static final String[] PERCENT = {"0.001", "0.01", "0.1"};

  @TempDir private Path directory;

  private String data;
  private final List<String> windows = new ArrayList<>();

  private void makeData(String count) throws IOException {
    data = directory.resolve("points.csv").toString();
    Run.ok("generate", "points", "--count", count, "--out", data);
    for (String percent : PERCENT) {
      String file = directory.resolve("windows_" + percent + ".csv").toString();
      Run.ok(
          "generate",
          "queries",
          "--data",
          data,
          "--count",
          "100",
          "--percent",
          percent,
          "--out",
          file);
      windows.add(file);
    }
  }

  private JsonNode build(String index, String pageSize) throws IOException {
    String store = directory.resolve("store-" + index.replaceAll("[^a-z0-9]", "-")).toString();
    List<String> arguments = new ArrayList<>(List.of("build", store, "--data", data));
    arguments.addAll(List.of("--index", index, "--flash", "none:buffer=512K"));
    arguments.addAll(List.of("--page-size", pageSize, "--device", "buffered:placement=home"));
    arguments.addAll(List.of("--sync", "close", "--no-final-flush", "--json", "--queries"));
    arguments.addAll(windows);
    JsonNode json = Run.ok(arguments.toArray(new String[0])).json();
    assertThat(Run.ok("check", store).out()).contains(" 0 problems");
    System.out.printf(
        "%s, pages of %s: %,d + %,d nodes, read %,d, written %,d, for windows %,d / %,d / %,d%n",
        index,
        pageSize,
        json.get("internalNodes").asInt(),
        json.get("leafNodes").asInt(),
        json.get("io").get("pageReads").asInt(),
        json.get("io").get("pageWrites").asInt(),
        windowReads(json, 0),
        windowReads(json, 1),
        windowReads(json, 2));
    return json;
  }

  private static int windowReads(JsonNode json, int set) {
    return json.get("phases").get(set).get("io").get("pageReads").asInt();
  }

  private void compare(String count, String pageSize) throws IOException {
    makeData(count);
    JsonNode xbr = build("xbr:domain=0/0/1/1", pageSize);
    JsonNode rstar = build("rstar", pageSize);
    for (int set = 0; set < PERCENT.length; set++) {
      assertThat(xbr.get("phases").get(set).get("results"))
          .isEqualTo(rstar.get("phases").get(set).get("results"));
      assertThat(windowReads(xbr, set)).isLessThan(windowReads(rstar, set));
    }
    assertThat(xbr.get("io").get("pageWrites").asInt())
        .isLessThan(rstar.get("io").get("pageWrites").asInt());
  }

  @Test
  void fortyThousandPoints() throws IOException {
    compare("40000", "4096");
  }

  @Tag("long")
  @Test
  void twoHundredThousandAtFourKibibytes() throws IOException {
    compare("200000", "4096");
  }

  @Tag("long")
  @Test
  void twoHundredThousandAtSixteenKibibytes() throws IOException {
    compare("200000", "16384");
  }
}
