package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reference workload on plain trees beside the figures of the C implementation: nodes and
 * device traffic within 5 %, reads for windows within 15 %, answers exact. Prints one line of both
 * a tree. The quadratic R-tree at 4 KiB is in {@link RealDataTest}.
 */
class ReferenceTreesTest {
  private static final String LINEAR = "rtree:split=linear,minfill=50%,blind=off,capacity=";
  private static final String QUADRATIC = "rtree:split=quadratic,minfill=50%,blind=off,capacity=";
  private static final String RSTAR =
      "rstar:reinsert=30%,order=close,neighbours=32,minfill=50%,blind=off,capacity=";
  private static final String HILBERT = "hilbert:s=2,minfill=50%,blind=off,domain=-180/-90/180/90,";
  private static final int[] RESULTS = {1544, 14950, 107966};

  @TempDir private Path directory;

  /** What is compared, in the order of the table of figures. */
  private enum Figure {
    INTERNAL_NODES(0), // a handful: one more or less is beyond 5 %
    LEAF_NODES(5),
    REINSERTIONS(5),
    READ(5),
    WRITTEN(5),
    WINDOWS_1(15),
    WINDOWS_2(15),
    WINDOWS_3(15);

    private final int percent;

    Figure(int percent) {
      this.percent = percent;
    }
  }

  private static JsonNode build(Path store, String index, int pageSize, int frames)
      throws IOException {
    Run run =
        Run.ok(
            "build",
            store.toString(),
            "--data",
            SharedFiles.file("reference/clustered_points_200k.csv.gz").toString(),
            "--index",
            index,
            "--flash",
            "none:frames=" + frames,
            "--device",
            "memory:placement=home",
            "--page-size",
            Integer.toString(pageSize),
            "--sync",
            "close",
            "--no-final-flush",
            "--json",
            "--queries",
            SharedFiles.file("reference/windows_0.001.csv").toString(),
            SharedFiles.file("reference/windows_0.01.csv").toString(),
            SharedFiles.file("reference/windows_0.1.csv").toString());
    return run.json();
  }

  private void compare(String index, int pageSize, int frames, int... theirs) throws IOException {
    JsonNode json = build(directory.resolve("store"), index, pageSize, frames);
    int[] ours = new int[Figure.values().length];
    ours[0] = json.get("internalNodes").asInt();
    ours[1] = json.get("leafNodes").asInt();
    ours[2] = json.get("reinsertions").asInt();
    ours[3] = json.get("io").get("pageReads").asInt();
    ours[4] = json.get("io").get("pageWrites").asInt();
    for (int set = 0; set < RESULTS.length; set++) {
      JsonNode phase = json.get("phases").get(set);
      assertThat(phase.get("results").asInt()).isEqualTo(RESULTS[set]);
      ours[5 + set] = phase.get("io").get("pageReads").asInt();
    }
    StringBuilder line = new StringBuilder(index + ", pages of " + pageSize + ":");
    for (Figure figure : Figure.values()) {
      int at = figure.ordinal();
      line.append(String.format(" %s %,d (C %,d)", figure, ours[at], theirs[at]));
    }
    System.out.println(line);
    for (Figure figure : Figure.values()) {
      int at = figure.ordinal();
      int allowed =
          Math.max(figure == Figure.INTERNAL_NODES ? 1 : 0, theirs[at] * figure.percent / 100);
      assertThat(Math.abs(ours[at] - theirs[at]))
          .as(figure + " of " + index)
          .isLessThanOrEqualTo(allowed);
    }
  }

  @Tag("long")
  @Test
  void linearAtFourKibibytes() throws IOException {
    compare(LINEAR + 96, 4096, 128, 50, 3118, 0, 129_641, 129_017, 2479, 3253, 4932);
  }

  @Test
  void rstarAtFourKibibytes() throws IOException {
    compare(RSTAR + 96, 4096, 128, 43, 2887, 6302, 176_216, 176_610, 258, 653, 2181);
  }

  @Tag("long")
  @Test
  void linearAtSixteenKibibytes() throws IOException {
    compare(LINEAR + 387, 16_384, 32, 5, 783, 0, 140_681, 141_409, 1424, 1607, 2070);
  }

  @Tag("long")
  @Test
  void quadraticAtSixteenKibibytes() throws IOException {
    compare(QUADRATIC + 387, 16_384, 32, 4, 754, 0, 161_591, 162_317, 396, 579, 953);
  }

  @Tag("long")
  @Test
  void rstarAtSixteenKibibytes() throws IOException {
    compare(RSTAR + 387, 16_384, 32, 3, 727, 1809, 165_892, 166_590, 140, 261, 648);
  }

  /** The curve's orientation differs from the C implementation's: alike, not the same. */
  @Test
  void hilbertAtFourKibibytes() throws IOException {
    String index = HILBERT + "leafcapacity=96,nodecapacity=79";
    compare(index, 4096, 128, 39, 2507, 0, 175_419, 176_478, 344, 775, 2121);
  }

  @Tag("long")
  @Test
  void hilbertAtSixteenKibibytes() throws IOException {
    String index = HILBERT + "leafcapacity=386,nodecapacity=317";
    compare(index, 16_384, 32, 3, 628, 0, 163_383, 163_982, 263, 395, 746);
  }
}
