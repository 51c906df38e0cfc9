package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores on raw flash from the command line: a grove on its blocks, all else behind the layer. */
class RawFlashCommandsTest {
  private static final String DEVICE = "rawnand:chip=thesis,blocks=1024";

  @TempDir private Path directory;

  /** Words between blanks; {@code ~} is the directory of the test. */
  private Run run(String line) {
    return Run.of(
        Arrays.stream(line.split(" +"))
            .map(word -> word.replace("~", directory.toString()))
            .toArray(String[]::new));
  }

  private Run ok(String line) {
    Run run = run(line);
    assertThat(run.exitCode()).as("%s: %s", line, run.err()).isZero();
    return run;
  }

  @Test
  void everyCommandRunsOnThem() throws IOException {
    ok("generate points --count 20000 --seed 5 --out ~/points.csv");
    ok(
        "generate queries --data ~/points.csv --percent 0.1 --count 20 --seed 6 --out"
            + " ~/windows.csv");
    JsonNode built =
        ok("build ~/store --data ~/points.csv --index grove:memory=96K --device "
                + DEVICE
                + " --json")
            .json();
    assertThat(built.get("device").asText()).isEqualTo(DEVICE);
    JsonNode nand = built.get("nand");
    JsonNode blocks = nand.get("origins").get("index");
    assertThat(blocks.get("programs").asLong())
        .isEqualTo(2 * built.get("io").get("pageWrites").asLong());
    assertThat(blocks.get("erases").asLong()).isPositive();
    assertThat(nand.get("origins").get("log").get("programs").asLong()).isPositive();
    assertThat(nand.get("virtualMicros").asDouble()).isPositive();
    JsonNode asked =
        ok("query ~/store --queries ~/windows.csv --verify ~/points.csv --json").json();
    assertThat(asked.get("verified").asBoolean()).isTrue();
    assertThat(asked.get("nand").get("origins").get("index").get("reads").asLong())
        .isEqualTo(2 * asked.get("io").get("pageReads").asLong());
    Files.writeString(directory.resolve("more.csv"), "id,x,y\n70000,0.5,0.5\n");
    ok("insert ~/store --data ~/more.csv");
    assertThat(ok("query ~/store --point 0.5,0.5").out()).contains("70000");
    ok("recover ~/store");
    ok("delete ~/store --data ~/more.csv");
    ok("check ~/store");
    JsonNode stats = ok("stats ~/store --json").json();
    assertThat(stats.get("wear").get("most").asLong()).isPositive();
    assertThat(stats.get("writes").get("index").get("merge").asLong())
        .isGreaterThanOrEqualTo(blocks.get("programs").asLong());
    assertThat(stats.get("grove").get("entries").asLong()).isPositive();
    ok("compact ~/store");
    ok("nearest ~/store --point 0.4,0.4 -k 9 --verify ~/points.csv");
    ok("backup ~/store --to ~/copy --check");
    ok("query ~/copy --queries ~/windows.csv --verify ~/points.csv");
    ok("salvage ~/copy --to ~/rescued");
    ok("query ~/rescued --queries ~/windows.csv --verify ~/points.csv");
  }

  @Test
  void treesAndTablesStandBehindTheLayer() throws IOException {
    ok("generate rects --count 2000 --seed 5 --out ~/rects.csv");
    String device = " --device " + DEVICE;
    ok("build ~/city --structure roads=rstar --data ~/rects.csv" + device);
    ok("add ~/city --structure trees=grove --data ~/rects.csv --bulk hilbert");
    ok("add ~/city --structure p.geom=rstar --structure p=records --data ~/rects.csv");
    for (String structure : new String[] {"roads", "trees", "p"}) {
      ok("query ~/city --window 0.2,0.2,0.4,0.5 --verify ~/rects.csv --structure " + structure);
    }
    ok("check ~/city");
    Run second = run("add ~/city --structure more=grove");
    assertThat(second.exitCode()).isEqualTo(2);
    assertThat(second.err()).contains("2 structures of blocks", "use only one of them");
    ok("check ~/city");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rawnand:block=32 --index grove | allowed: block=65536, the device's",
        "rawnand:files=95% --index grove | files=95%",
        "rawnand:blocks=1 --index grove | more blocks",
        "rawnand --index grove:block=256K --page-size 512 | allowed: block=131072",
        "rawnand --index grove:block=128K --page-size 1024 | allowed: multiples of 2048",
        "rawnand --index grove --record ~/t.trace | needs a simulated device with pages",
        "rawnand --index grove --precondition seq | needs a simulated device with pages",
        "raw --index grove | unknown device 'raw' (allowed: direct, buffered, memory, auto, nand,"
            + " hdd, fdp, zns, rawnand, units)",
      })
  void whatDoesNotFitIsRefused(String options, String message) throws IOException {
    Files.writeString(directory.resolve("points.csv"), "id,x,y\n1,0.5,0.5\n");
    Run run = run("build ~/store --data ~/points.csv --device " + options);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(run.err().lines().toList()).hasSize(1);
    assertThat(directory.resolve("store")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"mutree,3,'5,50\n7,70\n'", "bplus,4,'5,50\n5,51\n7,70\n'"})
  void keyTreesTakePairs(String spec, int inserted, String found) throws IOException {
    ok(
        "create ~/store --structure keys="
            + spec
            + " --structure roads=rstar --page-size 2K --device "
            + DEVICE);
    Files.writeString(directory.resolve("pairs.csv"), "id,value\n5,50\n7,70\n9,90\n5,51\n");
    assertThat(ok("insert ~/store --structure keys --data ~/pairs.csv").out())
        .startsWith(inserted + " pairs inserted, " + (4 - inserted) + " there already");
    assertThat(ok("query ~/store --structure keys --keys 5..8").out())
        .isEqualTo("id,value\n" + found);
    Files.writeString(directory.resolve("gone.csv"), "id,value\n7,70\n9,1\n");
    assertThat(ok("delete ~/store --structure keys --data ~/gone.csv").out())
        .startsWith("1 pair deleted, 1 not found");
    assertThat(ok("query ~/store --structure keys --keys 7 --count").out()).isEqualTo("0\n");
    assertThat(
            ok("query ~/store --structure keys --keys 0..9 --json").json().get("results").asInt())
        .isEqualTo(inserted - 1);
    ok("check ~/store");
    ok("stats ~/store --structure keys");
    ok("recover ~/store");
    Files.writeString(directory.resolve("bad.csv"), "id,value\n1,2\n1,x\n");
    Run bad = run("insert ~/store --structure keys --data ~/bad.csv");
    assertThat(bad.exitCode()).isEqualTo(2);
    assertThat(bad.err()).contains("line 3: value \"x\" is not a 64-bit integer");
    assertThat(ok("query ~/store --structure keys --keys 1 --count").out()).isEqualTo("0\n");
    assertThat(run("update ~/store --structure keys --data ~/pairs.csv").err())
        .contains("update: pairs of a key tree cannot be updated; delete them, then insert");
    assertThat(run("query ~/store --structure keys --window 0,0,1,1").err())
        .contains("which stores pairs; use insert, delete or query --keys");
    assertThat(run("query ~/store --structure roads --keys 1").err())
        .contains("structure 'roads' is rstar (allowed: a key tree, a table");
  }

  /** Structures of rows that are the whole store: made, loaded, asked, checked. */
  @ParameterizedTest
  @CsvSource({"mutree", "microhash", "bplus"})
  void aStoreOfPairsIsOneIndex(String index) throws IOException {
    Files.writeString(directory.resolve("pairs.csv"), "id,value\n5,50\n7,70\n5,51\n");
    boolean keepsBoth = !index.equals("mutree");
    JsonNode built =
        ok("build ~/store --index " + index + " --device " + DEVICE + " --data ~/pairs.csv --json")
            .json();
    assertThat(built.get("entries").asInt()).isEqualTo(keepsBoth ? 3 : 2);
    assertThat(built.has("rawFlash")).isEqualTo(!index.equals("bplus"));
    assertThat(ok("query ~/store --keys 5 --count").out()).isEqualTo(keepsBoth ? "2\n" : "1\n");
    ok("create ~/empty --index " + index + " --device " + DEVICE);
    ok("insert ~/empty --data ~/pairs.csv");
    ok("check ~/empty");
    assertThat(ok("stats ~/empty --json").json().get("entries").asInt())
        .isEqualTo(keepsBoth ? 3 : 2);
    assertThat(
            run("build ~/other --index "
                    + index
                    + " --bulk str --data ~/pairs.csv --device "
                    + DEVICE)
                .err())
        .contains("--bulk: index '" + index)
        .contains("can be filled only by insertions; omit --bulk");
    assertThat(directory.resolve("other")).doesNotExist();
  }

  @Test
  void recordsByTimeAreAskedByTimeAndKey() throws IOException {
    Files.writeString(directory.resolve("pairs.csv"), "id,value\n5,50\n7,70\n5,51\n");
    ok("build ~/store --index microhash --device " + DEVICE + " --data ~/pairs.csv");
    assertThat(ok("query ~/store --times 1..2").out()).isEqualTo("time,id,value\n1,7,70\n2,5,51\n");
    assertThat(ok("query ~/store --keys 6..9").out()).isEqualTo("time,id,value\n1,7,70\n");
    assertThat(ok("query ~/store --times 0..9 --count").out()).isEqualTo("3\n");
    assertThat(run("delete ~/store --data ~/pairs.csv").err())
        .contains("cannot be deleted; use insert, which overwrites the oldest records");
    assertThat(run("query ~/store --window 0,0,1,1").err())
        .contains("MicroHash: stores keys, not points; pass a key and a value");
    assertThat(run("query ~/store --keys 5 --verify ~/pairs.csv").err())
        .contains("not supported for records by time; omit them");
    assertThat(run("nearest ~/store --point 0,0").err())
        .contains("which stores records by time; use insert or query");
    assertThat(run("build ~/n --index microhash --device nand --data ~/pairs.csv").err())
        .contains("which has no raw flash (allowed: rawnand)");
  }

  @Test
  void recordsByTimeAreAskedByWindow() throws IOException {
    ok("generate points --count 3000 --seed 5 --out ~/points.csv");
    ok("generate queries --data ~/points.csv --percent 1 --count 20 --seed 6 --out ~/windows.csv");
    JsonNode built =
        ok("build ~/store --data ~/points.csv --index microgf --device " + DEVICE + " --json")
            .json();
    assertThat(built.get("entries").asInt()).isEqualTo(3000);
    assertThat(built.get("rawFlash").get("dataPages").asInt()).isPositive();
    JsonNode asked = ok("query ~/store --queries ~/windows.csv --json").json();
    assertThat(asked.get("io").get("pageReads").asInt()).isPositive();
    long inWindow = 0;
    for (String row : Files.readAllLines(directory.resolve("points.csv")).subList(1, 3001)) {
      String[] words = row.split(",");
      double x = Double.parseDouble(words[1]);
      double y = Double.parseDouble(words[2]);
      inWindow += x >= 0.2 && x <= 0.7 && y >= 0.1 && y <= 0.4 ? 1 : 0;
    }
    assertThat(ok("query ~/store --window 0.2,0.1,0.7,0.4 --count").out())
        .isEqualTo(inWindow + "\n");
    assertThat(ok("query ~/store --times 10..12").out().lines()).hasSize(4);
    Files.writeString(directory.resolve("rects.csv"), "id,minx,miny,maxx,maxy\n1,0,0,1,1\n");
    assertThat(run("insert ~/store --data ~/rects.csv").err())
        .contains("is no point; allowed: rows id,x,y or id,lon,lat");
    assertThat(run("query ~/store --keys 5").err())
        .contains("MicroGF: stores points, not keys; pass an id and a point");
    ok("check ~/store");
    assertThat(ok("stats ~/store").out()).contains("indexPages");
  }
}
