package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real data and the reference workload, read from a folder {@code shared/data} beside the checkout;
 * left out where there is none.
 */
class RealDataTest {
  private static final String REFERENCE_TREE =
      "rtree:split=quadratic,capacity=96,minfill=50%,blind=off";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {"itu_buildings.csv.gz", "itu_buildings_mbr.csv.gz", "contagem_addresses.csv.gz"})
  void realSetsAreAnsweredAsByAScan(String file) throws IOException {
    String data = SharedFiles.file("sample/" + file).toString();
    String store = directory.resolve("store").toString();
    assertThat(Run.of("build", store, "--data", data, "--device", "buffered").exitCode()).isZero();
    for (String percent : new String[] {"0.01", "1"}) {
      String windows = directory.resolve("windows" + percent).toString();
      Run.of(
          "generate",
          "queries",
          "--data",
          data,
          "--percent",
          percent,
          "--count",
          "50",
          "--seed",
          "42",
          "--out",
          windows);
      for (String predicate : new String[] {"intersects", "contains"}) {
        Run run =
            Run.of(
                "query", store, "--queries", windows, "--verify", data, "--predicate", predicate);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
      }
    }
    assertThat(Run.of("check", store).exitCode()).isZero();
  }

  private JsonNode reference(String flash) throws IOException {
    String store = directory.resolve("reference").toString();
    Run run =
        Run.of(
            "build",
            store,
            "--data",
            SharedFiles.file("reference/clustered_points_200k.csv.gz").toString(),
            "--index",
            REFERENCE_TREE,
            "--flash",
            flash,
            "--device",
            "memory",
            "--sync",
            "close",
            "--no-final-flush",
            "--json",
            "--queries",
            SharedFiles.file("reference/windows_0.001.csv").toString(),
            SharedFiles.file("reference/windows_0.01.csv").toString(),
            SharedFiles.file("reference/windows_0.1.csv").toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode json = run.json();
    assertThat(json.get("internalNodes").asInt()).isEqualTo(47);
    assertThat(json.get("leafNodes").asInt()).isEqualTo(2991);
    int[] results = {1544, 14950, 107966};
    for (int i = 0; i < results.length; i++) {
      assertThat(json.get("phases").get(i).get("results").asInt()).isEqualTo(results[i]);
    }
    return json;
  }

  private static int reads(JsonNode json, int phase) {
    return json.get("phases").get(phase).get("io").get("pageReads").asInt();
  }

  @Test
  void thePlainTreeReadsAndWritesWhatTheCImplementationDoes() throws IOException {
    JsonNode json = reference("none:frames=128");
    assertThat(json.get("io").get("pageReads").asInt()).isEqualTo(167_726);
    assertThat(json.get("io").get("pageWrites").asInt()).isEqualTo(165_776);
    assertThat(json.get("io").get("writeRuns").asInt()).isEqualTo(165_776);
    assertThat(reads(json, 0)).isEqualTo(530);
    assertThat(reads(json, 1)).isEqualTo(1126);
    assertThat(reads(json, 2)).isEqualTo(2854);
  }

  /** The C implementation's figures; its clock ticks in milliseconds, so 3 % are left to it. */
  @Test
  void efindReadsAndWritesWhatTheCImplementationDoes() throws IOException {
    JsonNode json = reference("efind:buffer=512K,log=10M,memory=festival64,compat=festival");
    assertClose(json.get("io").get("pageReads"), 248_236);
    assertClose(json.get("io").get("pageWrites"), 37_000);
    assertClose(json.get("io").get("writeRuns"), 23_929);
    assertClose(json.get("flashAware").get("flushes"), 7_854);
    assertClose(json.get("log").get("records"), 531_713);
    assertThat(reads(json, 0)).isCloseTo(608, within(18));
    assertThat(reads(json, 1)).isCloseTo(1187, within(35));
    assertThat(reads(json, 2)).isCloseTo(2943, within(88));
  }

  private static void assertClose(JsonNode figure, int reference) {
    assertThat(figure.asInt()).isCloseTo(reference, within(reference * 3 / 100));
  }
}
