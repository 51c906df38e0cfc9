package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores on simulated devices, traces and their replay from the command line. */
class SimulatedDeviceTest {
  private static final String DEVICE = "nand:block=16,blocks=512";
  private static final int PAGE_BYTES = 2_048;

  @TempDir private Path directory;

  private String data;
  private String queries;
  private String store;

  @BeforeEach
  void makeData() {
    data = file("points.csv");
    queries = file("queries.csv");
    store = file("store");
    ok("generate points --count 3000 --seed 5 --out " + data);
    ok("generate queries --data " + data + " --percent 0.1 --count 20 --seed 5 --out " + queries);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  private static Run ok(String line) {
    Run run = Run.ok(line.split(" "));
    return run;
  }

  private static void bad(int exitCode, String message, String line) {
    Run run = Run.of(line.split(" "));
    assertThat(run.exitCode()).as("%s: %s%s", line, run.out(), run.err()).isEqualTo(exitCode);
    assertThat(run.err()).contains(message);
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
  }

  private String build(String more) {
    return "build " + store + " --data " + data + " --device " + DEVICE + " --json " + more;
  }

  @Test
  void aStoreLivesOnInItsDirectory() throws IOException {
    JsonNode json = ok(build("--queries " + queries)).json();
    JsonNode nand = json.get("nand");
    assertThat(nand.fieldNames())
        .toIterable()
        .contains(
            "pageReads",
            "pagePrograms",
            "blockErases",
            "gcCopies",
            "writeAmplification",
            "virtualMicros",
            "latencyMicros",
            "origins");
    assertThat(json.get("finalFlush").get("nand").get("pagePrograms").asLong()).isPositive();
    JsonNode phase = json.get("phases").get(0).get("nand");
    assertThat(phase.get("pageReads").asLong())
        .isEqualTo(2 * json.get("phases").get(0).get("io").get("pageReads").asLong());
    assertThat(phase.get("pagePrograms").asLong()).isZero();
    long programs = 0;
    for (JsonNode origin : nand.get("origins")) {
      programs += origin.get("programs").asLong();
    }
    assertThat(programs).isEqualTo(nand.get("pagePrograms").asLong());
    long byCause = 0;
    for (JsonNode part : nand.get("writes")) {
      for (JsonNode pages : part) {
        byCause += pages.asLong();
      }
    }
    assertThat(byCause).isEqualTo(programs);
    assertThat(nand.get("writes").get("log").get("change").asLong()).isPositive();
    assertThat(nand.get("flashAmplification").asDouble())
        .isGreaterThanOrEqualTo(nand.get("hostAmplification").asDouble());

    JsonNode answers =
        ok("query " + store + " --queries " + queries + " --verify " + data + " --json").json();
    assertThat(answers.get("verified").asBoolean()).isTrue();
    assertThat(answers.get("nand").get("latencyMicros").get("read").get("p50").asDouble())
        .isEqualTo(60);
    ok("check " + store);
    JsonNode stats = ok("stats " + store + " --json").json();
    assertThat(stats.get("virtualMicros").asDouble())
        .isGreaterThan(nand.get("virtualMicros").asDouble());
    assertThat(stats.get("wear").get("most").asLong()).isNotNegative();
    long pages = 0;
    for (JsonNode part : stats.get("writes")) {
      for (JsonNode ofCause : part) {
        pages += ofCause.asLong();
      }
    }
    assertThat(pages).isGreaterThanOrEqualTo(programs);
    assertThat(stats.get("flashBytesPerEntry").asDouble() * stats.get("entries").asLong())
        .isCloseTo(pages * PAGE_BYTES, within(1.0));
    assertThat(
            stats.get("writeAmplification").asDouble() * stats.get("hostAmplification").asDouble())
        .isCloseTo(stats.get("flashAmplification").asDouble(), within(1e-9));
    assertThat(ok("stats " + store).out())
        .contains(
            "write amplification: device", "bytes of flash programmed per entry", "log.change");
    ok("delete " + store + " --data " + data);
    Run again = Run.withInput("id,x,y\n7,0.5,0.5\n", "insert", store, "--data", "-", "--acks");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.out()).isEqualTo("7\n");
    JsonNode recovered = ok("recover " + store + " --json").json();
    assertThat(recovered.get("entries").asLong()).isEqualTo(1);
    assertThat(recovered.get("nand").get("pagePrograms").asLong()).isPositive();
  }

  @Test
  void createdStoresTakePlacementAndPreallocation() throws IOException {
    String device = DEVICE + ",placement=home,preallocate=1M";
    JsonNode json = ok("create " + store + " --json --device " + device).json();
    assertThat(json.get("device").asText()).isEqualTo(device);
    ok("insert " + store + " --data " + data);
    ok("query " + store + " --queries " + queries + " --verify " + data);
  }

  @Test
  void aSimulatedDiskHasTheSameFigures() throws IOException {
    String disk = "hdd:seek=3.5ms,bandwidth=125M,size=64M";
    JsonNode json =
        ok("build " + store + " --data " + data + " --sync close --json --device " + disk).json();
    JsonNode disks = json.get("finalFlush").get("nand");
    assertThat(disks.get("pagePrograms").asLong()).isPositive();
    assertThat(disks.get("blockErases").asLong()).isZero();
    assertThat(disks.get("virtualMicros").asDouble()).isGreaterThan(3_500);
    ok("query " + store + " --queries " + queries + " --verify " + data);
    String trace = file("trace");
    ok("generate trace --count 100 --reads 50% --out " + trace);
    JsonNode replayed = ok("simulate --trace " + trace + " --json --device " + disk).json();
    assertThat(replayed.get("nand").get("latencyMicros").get("read").get("p50").asDouble())
        .isGreaterThan(3_500);
  }

  @Test
  void badDevicesAndLostImagesAreOneClearLine() throws IOException {
    bad(2, "greedy", "create " + store + " --device nand:gc=best");
    bad(2, "placement", "create " + store + " --device nand:blcks=9");
    bad(2, "nand", "create " + store + " --device tape");
    bad(2, "content=on", "create " + store + " --device nand:content=off");
    bad(
        3,
        "is full: 65536 bytes; use a larger size in the device's spec; "
            + store
            + ": what was built so far is removed",
        "build " + store + " --data " + data + " --device nand:block=4,blocks=48,op=2");
    assertThat(Path.of(store)).doesNotExist();
    bad(
        2,
        "--record: needs",
        "build " + store + " --data " + data + " --device buffered --record " + file("t"));
    bad(
        2,
        "--precondition: needs",
        "build " + store + " --data " + data + " --device buffered --precondition seq");
    ok("create " + store + " --device " + DEVICE);
    Files.delete(Path.of(store, "device.image"));
    bad(3, "without closing the store", "check " + store);
  }

  @Test
  void aRecordedBuildIsReplayedToTheSameFigures() throws IOException {
    String trace = file("build.trace.gz");
    JsonNode built =
        ok(build(
                "--flash efind:buffer=16K --page-size 2048 --no-final-flush --sync op --record "
                    + trace))
            .json();
    JsonNode replayed = ok("simulate --trace " + trace + " --device " + DEVICE + " --json").json();
    // the trace also holds the cost of creating and of closing the store, which is too small for
    // closing to move its pages
    long more =
        replayed.get("nand").get("pagePrograms").asLong()
            - built.get("nand").get("pagePrograms").asLong();
    assertThat(more).isBetween(1L, 100L);
    for (String origin : List.of("leaf", "internal")) {
      assertThat(replayed.get("nand").get("origins").get(origin).get("programs"))
          .isEqualTo(built.get("nand").get("origins").get(origin).get("programs"));
    }
    assertThat(replayed.get("readModifyWrites").asLong()).isZero();
  }

  @Test
  void tracesAreMadeAndReplayed() throws IOException {
    for (String format : List.of("native", "spc", "msr")) {
      String trace = file("trace." + format);
      ok(
          "generate trace --count 5000 --pattern zipf --span 8M --reads 40% --interval 500 --format"
              + " "
              + format
              + " --out "
              + trace);
      JsonNode json =
          ok("simulate --trace "
                  + trace
                  + " --format "
                  + format
                  + " --device "
                  + DEVICE
                  + ",depth=8 --precondition random --json")
              .json();
      assertThat(json.get("requests").asLong()).isEqualTo(5000);
      assertThat(json.get("bytesRead").asLong() + json.get("bytesWritten").asLong())
          .isEqualTo(5000 * 4096);
      assertThat(json.get("precondition").get("steady").asBoolean()).isTrue();
      assertThat(json.get("precondition").get("writeAmplification").asDouble()).isGreaterThan(2);
      JsonNode nand = json.get("nand");
      assertThat(nand.get("writeAmplification").asDouble()).isGreaterThan(1);
      for (String kind : List.of("read", "write")) {
        JsonNode latency = nand.get("latencyMicros").get(kind);
        assertThat(latency.get("p50").asDouble()).isPositive();
        assertThat(latency.get("p99").asDouble())
            .isGreaterThanOrEqualTo(latency.get("p50").asDouble());
        assertThat(latency.get("p999").asDouble())
            .isGreaterThanOrEqualTo(latency.get("p99").asDouble());
      }
    }
  }

  @Test
  void aReplayThatTheDeviceCannotKeepUpWithNamesTheOtherPace() throws IOException {
    for (int interval : new int[] {1, 10_000}) {
      String trace = file("every" + interval);
      ok("generate trace --count 2000 --span 8M --interval " + interval + " --out " + trace);
      String replay = "simulate --json --trace " + trace + " --device " + DEVICE;
      Run open = ok(replay);
      boolean saturated = interval == 1;
      assertThat(open.json().get("saturated").asBoolean()).isEqualTo(saturated);
      assertThat(open.err().contains("--pace closed")).as(open.err()).isEqualTo(saturated);
      Run closed = ok(replay + " --pace closed");
      assertThat(closed.json().get("saturated").asBoolean()).isFalse();
      assertThat(closed.json().get("pace").asText()).isEqualTo("closed");
      assertThat(closed.err()).isEmpty();
    }
  }

  @Test
  void badTracesAreOneClearLine() throws IOException {
    Path trace = directory.resolve("trace.csv");
    Files.writeString(trace, "0,0,512,w,0\n0,0,512,q,1\n0,0,512,w,2\n");
    bad(2, "line 2", "simulate --format spc --trace " + trace);
    Run skipped =
        Run.ok(
            "simulate",
            "--format",
            "spc",
            "--on-error",
            "skip",
            "--trace",
            trace.toString(),
            "--json");
    assertThat(skipped.json().get("skippedRows").asInt()).isEqualTo(1);
    assertThat(skipped.json().get("requests").asInt()).isEqualTo(2);
    assertThat(skipped.err().lines().count()).isEqualTo(1);
    bad(2, "not a trace", "simulate --trace " + trace);
    bad(2, "no such file", "simulate --trace " + file("none"));
    bad(2, "no such file", "simulate --format msr --trace " + file("none"));
    bad(2, "allowed: nand, hdd", "simulate --format spc --trace " + trace + " --device direct");
    bad(2, "span", "generate trace --count 5 --span 4K --out " + file("t"));
    bad(2, "--hot", "generate trace --count 5 --hot 4 --out " + file("t"));
  }
}
