package org.flashgrove.jmh.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flashgrove.jmh.bench.measure.Answers;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.lab.bench.BenchmarkReport;
import org.flashgrove.lab.bench.BenchmarkRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ours answers as a scan does, and a wrong answer is found; nothing is said of times. All peers
 * beside each other, each in a process of its own, are what {@code bench --quick} checks.
 */
class SideBySideTest {
  @TempDir private Path folder;
  private String coordinates = "";
  private int processes = 1;
  private List<String> collectors = List.of();
  private List<String> drivers = List.of();

  private BenchmarkRequest request(
      boolean quick, List<String> data, List<String> peers, List<String> phases) {
    return request("flashgrove", quick, data, peers, phases);
  }

  private BenchmarkRequest request(
      String suite, boolean quick, List<String> data, List<String> peers, List<String> phases) {
    return request(suite, quick, List.of(2_000L), data, peers, phases);
  }

  private BenchmarkRequest request(
      String suite,
      boolean quick,
      List<Long> entries,
      List<String> data,
      List<String> peers,
      List<String> phases) {
    Path out = folder.resolve("report");
    return new BenchmarkRequest(
        quick,
        suite,
        entries,
        data,
        coordinates,
        peers,
        phases,
        4 << 20,
        processes,
        collectors,
        drivers,
        7,
        out,
        folder.resolve("work"));
  }

  private static CourseResult inThisProcess(CourseRequest request) throws IOException {
    try {
      return request.run();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static BenchmarkReport run(BenchmarkRequest request) throws IOException {
    return new SideBySide(SideBySideTest::inThisProcess).run(request, line -> {});
  }

  @Test
  void ourTableGivesTheAnswersOfSqlite() throws IOException {
    BenchmarkReport report =
        run(
            request(
                "tables", true, List.of(), List.of("flashgrove-table", "sqlite-table"), List.of()));
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    Map<?, ?> comparison = (Map<?, ?>) ((List<?>) report.members().get("comparisons")).get(0);
    assertThat((List<?>) comparison.get("answers")).hasSizeGreaterThan(10);
  }

  @Test
  void oursGivesTheAnswersOfAScanInEveryPhase() throws IOException {
    BenchmarkReport report =
        run(
            request(
                true,
                List.of("clustered-points"),
                List.of("flashgrove-grove", "hprtree"),
                List.of()));
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    Map<?, ?> comparison = (Map<?, ?>) ((List<?>) report.members().get("comparisons")).get(0);
    List<?> answers = (List<?>) comparison.get("answers");
    assertThat(answers).hasSizeGreaterThan(10);
    assertThat(String.join("\n", report.lines()))
        .contains("All answers agree")
        .doesNotContain("µs");
  }

  @Test
  void boxesOfAFileAreMeasuredAndReported() throws IOException {
    Path file = folder.resolve("boxes.csv");
    List<String> rows = new ArrayList<>(List.of("id,minx,miny,maxx,maxy"));
    for (int i = 0; i < 2_000; i++) {
      double x = i * 37 % 1_000 / 10.0;
      double y = i * 91 % 997 / 10.0;
      rows.add(i + "," + x + "," + y + "," + (x + i % 7) + "," + (y + i % 5));
    }
    Files.write(file, rows);
    BenchmarkReport report =
        run(
            request(
                false,
                List.of(file.toString()),
                List.of("flashgrove", "hprtree", "strtree"),
                List.of("one-by-one", "one-by-one-again", "flush")));
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    assertThat(folder.resolve("report/bench.md"))
        .content()
        .contains(
            "2,000 entries",
            "one-by-one-again",
            "Seconds of the compilers",
            "Processor time, µs an operation");
    assertThat(folder.resolve("report/bench.json"))
        .content()
        .contains("\"machine\"", "\"targets\"");
    assertThat(folder.resolve("report/bench.html")).exists();
  }

  @Test
  void severalSizesHaveAReportOfTheirGrowth() throws IOException {
    BenchmarkRequest request =
        request(
            "flashgrove",
            false,
            List.of(2_000L, 20_000L),
            List.of("uniform-points"),
            List.of("flashgrove", "flashgrove-rstar", "flashgrove-lsm"),
            List.of("one-by-one", "flush"));
    BenchmarkReport report = run(request);
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    assertThat(report.lines())
        .anyMatch(line -> line.startsWith("| flashgrove | 20,000 | 1 |"))
        .anyMatch(line -> line.startsWith("| flashgrove-rstar | 2,000 | 2 |"))
        .anyMatch(line -> line.startsWith("| flashgrove-rstar | 20,000 | 3 |"))
        .anyMatch(line -> line.startsWith("| flashgrove-lsm | 20,000 | 1 |"));
    assertThat(folder.resolve("report/uniform-points-growth-insertions.svg")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sparse-points", "sparse-boxes"})
  void doublesAreAnsweredAsByAScan(String data) throws IOException {
    coordinates = "double";
    BenchmarkReport report =
        run(
            request(
                true,
                List.of(data),
                List.of("flashgrove", "lucene", "hprtree", "h2"),
                List.of("unflushed", "bulk")));
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    assertThat(String.join("\n", report.lines()))
        .contains("All answers agree", "2,000 entries, doubles")
        .contains("h2: left out, since its coordinates are floats.");
  }

  @Test
  void severalProcessesAndCollectorsHaveMediansWithTheirSpreadInColumns() throws IOException {
    processes = 3;
    collectors = List.of("serial");
    List<String> measured = new ArrayList<>();
    BenchmarkReport report =
        new SideBySide(
                course -> {
                  measured.add((course.peer() + " " + course.collector()).strip());
                  double cpu = measured.size();
                  return new CourseResult(
                      "made",
                      List.of(Measurement.of("bulk", 1_000_000, 2 * cpu, cpu)),
                      List.of(),
                      List.of());
                })
            .run(
                request(
                    false,
                    List.of("uniform-points"),
                    List.of("flashgrove", "hprtree"),
                    List.of("bulk")),
                line -> {});
    List<String> turn = List.of("flashgrove", "flashgrove serial", "hprtree", "hprtree serial");
    assertThat(measured).containsExactlyElementsOf(threeTimes(turn));
    assertThat(report.lines())
        .contains("| row | flashgrove | flashgrove, serial | hprtree | hprtree, serial |")
        .contains(
            "| bulk | 5.00 (1.00 to 9.00) | 6.00 (2.00 to 10.0) | 7.00 (3.00 to 11.0) | 8.00"
                + " (4.00 to 12.0) |");
  }

  private static List<String> threeTimes(List<String> turn) {
    List<String> all = new ArrayList<>(turn);
    all.addAll(turn);
    all.addAll(turn);
    return all;
  }

  @Test
  void firstOperationsAskAnIndexThatAnotherProcessHasMade() throws IOException {
    List<CourseRequest> courses = new ArrayList<>();
    BenchmarkReport report =
        new SideBySide(
                course -> {
                  courses.add(course);
                  return inThisProcess(course);
                })
            .run(
                request(
                    false,
                    List.of("uniform-points"),
                    List.of("flashgrove", "hprtree"),
                    List.of("first", "first-bulk")),
                line -> {});
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    assertThat(courses.stream().map(course -> course.peer() + course.phases()))
        .containsExactly(
            "flashgrove[]", "flashgrove[first]", "flashgrove[first-bulk]", "hprtree[first-bulk]");
    assertThat(folder.resolve("report/bench.md"))
        .content()
        .contains("| first-opening |", "| first-windows |", "| first-nearest |")
        .contains("| first-insertions |", "| first-bulk |");
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  @Test
  void theSuiteOfDuckDbCountsAWindowOfDoubles() throws IOException {
    BenchmarkReport report =
        run(request("duckdb", true, List.of(), List.of("flashgrove", "hprtree"), List.of()));
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    assertThat(String.join("\n", report.lines()))
        .contains("2,000 entries, doubles", "2 sets of queries", "All answers agree");
  }

  @ParameterizedTest
  @ValueSource(strings = {"flatbush", "jts", "tinspin", "rtree2d", "geobench"})
  void suitesOfOthersAreAnsweredAsByAScan(String suite) throws IOException {
    List<String> data = suite.equals("geobench") ? List.of("uniform-boxes") : List.of();
    BenchmarkReport report =
        run(request(suite, true, data, List.of("flashgrove-grove", "strtree"), List.of()));
    assertThat(report.agrees()).as("%s", report.members()).isTrue();
    for (Object each : (List<?>) report.members().get("comparisons")) {
      assertThat((List<?>) ((Map<?, ?>) each).get("answers")).hasSizeGreaterThan(1);
    }
    assertThat(String.join("\n", report.lines())).contains("Defined by", "All answers agree");
  }

  @Test
  void aPeerThatMissesAnEntryIsFound() throws IOException {
    BenchmarkRequest request =
        request(
            true,
            List.of("uniform-points"),
            List.of("hprtree", "strtree"),
            List.of("warm", "bulk"));
    BenchmarkReport report =
        new SideBySide(
                course -> {
                  CourseResult result = inThisProcess(course);
                  return course.peer().equals("strtree") ? missing(result) : result;
                })
            .run(request, line -> {});
    assertThat(report.agrees()).isFalse();
    assertThat(String.join("\n", report.lines()))
        .contains("strtree: bulk", "There are differences");
  }

  @Test
  void aFirstPeerThatMissesAnEntryIsFoundByTheScan() throws IOException {
    BenchmarkRequest request =
        request(true, List.of("uniform-points"), List.of("hprtree"), List.of("bulk"));
    BenchmarkReport report =
        new SideBySide(course -> missing(inThisProcess(course))).run(request, line -> {});
    assertThat(report.agrees()).isFalse();
    assertThat(String.join("\n", report.lines())).contains("other answers than a scan");
  }

  /** The same answers, without one entry in the first. */
  private static CourseResult missing(CourseResult result) {
    List<Answers> answers =
        result.answers().stream()
            .map(
                each -> {
                  List<long[]> sample = new ArrayList<>(each.sample());
                  sample.set(0, new long[] {sample.get(0)[0] - 1, sample.get(0)[1] - 5});
                  return new Answers(
                      each.name(),
                      each.content(),
                      each.limit(),
                      each.queries(),
                      sample,
                      each.results() - 1,
                      each.checksum() - 5);
                })
            .toList();
    return new CourseResult(result.description(), result.measurements(), answers, List.of());
  }

  @Test
  void whatIsNotKnownIsRefusedWithWhatIsAllowed() {
    assertThatThrownBy(
            () -> run(request(true, List.of("uniform-points"), List.of("rocks"), List.of())))
        .hasMessageContaining("rocks (allowed: flashgrove, lucene, h2, sqlite");
    assertThatThrownBy(
            () -> run(request(true, List.of("uniform-points"), List.of(), List.of("hot"))))
        .hasMessageContaining("hot (allowed: one-by-one, unflushed, one-by-one-again, flush");
    assertThatThrownBy(() -> run(request("fast", true, List.of(), List.of(), List.of())))
        .hasMessageContaining("--suite fast (allowed: flashgrove, tables, flatbush, jts, tinspin");
    assertThatThrownBy(() -> run(request("geobench", true, List.of(), List.of(), List.of())))
        .hasMessageContaining("has no data of its own; add --data FILE");
    assertThatThrownBy(() -> run(request("jts", true, List.of(), List.of(), List.of("warm"))))
        .hasMessageContaining("--phases warm (allowed: build, windows-40, each-cell)");
    drivers = List.of(folder.resolve("none.jar").toString());
    assertThatThrownBy(() -> run(request(true, List.of(), List.of(), List.of())))
        .hasMessageContaining("none.jar: cannot be read");
    drivers = List.of();
    collectors = List.of("epsilon");
    assertThatThrownBy(() -> run(request(true, List.of(), List.of(), List.of())))
        .hasMessageContaining("--collectors epsilon (allowed: serial, parallel, g1, z)");
    collectors = List.of();
    coordinates = "half";
    assertThatThrownBy(() -> run(request(true, List.of(), List.of(), List.of())))
        .hasMessageContaining("--coordinates half (allowed: float, double)");
    coordinates = "";
    assertThatThrownBy(() -> run(request(true, List.of("nothing"), List.of(), List.of())))
        .hasMessageContaining("nothing (allowed: clustered-points");
  }
}
