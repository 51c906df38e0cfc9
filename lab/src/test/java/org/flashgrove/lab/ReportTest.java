package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports and comparisons of kept runs. */
class ReportTest {
  private static final String DOCUMENT =
      """
      experiment: compared
      description: "a <script>alert(1)</script> & two buffers"
      data: {made: {generate: clusters, count: 500, clusters: 5, sigma: 0.02}}
      workload: {windows: [1], count: 5, warmup: 0, seeds: 3, snapshot: on}
      matrix:
        data: made
        index: rstar
        flash: {plain: "none:buffer=16K", efind: "efind:buffer=16K,unit=2"}
        device: "nand:size=16M,placement=home"
        pageSize: 1K
      tables:
        - name: build
          title: "Build | <b>"
          rows: [flash]
          columns:
            - {title: ms, figure: virtual_micros, phase: build, divide: 1000}
            - {title: "95_%", interval: virtual_micros, phase: build, divide: 1000, decimals: 1}
      plots:
        - {name: build, title: "Build", x: pageSize, series: [flash],
           y: {title: ms, figure: virtual_micros, phase: build, divide: 1000}}
      """;

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("e.yaml"), DOCUMENT);
  }

  private Path kept(String name, String... more) {
    Path file = directory.resolve(name);
    List<String> args =
        new ArrayList<>(
            List.of("run", directory.resolve("e.yaml").toString(), "--results", file.toString()));
    args.addAll(List.of(more));
    Run.ok(args.toArray(new String[0]));
    return file;
  }

  @Test
  void theReportIsOneFileThatAXmlParserReads() throws Exception {
    Path file = kept("a.sqlite", "--page-order");
    Run.ok("report", file.toString());
    Path out = directory.resolve("a-report");
    String html = Files.readString(out.resolve("report.html"));
    assertThat(html)
        .doesNotContain("<script", "src=\"plots", "<b>")
        .contains("&lt;script&gt;", "What it was made with and on", "Latencies of single");
    assertThat(html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "")).doesNotContain("http");
    assertThat(html).contains(">Build</text>", ">plain</text>");
    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    parser.parse(
        new ByteArrayInputStream(
            html.replace("<!DOCTYPE html>", "").getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    assertThat(Pattern.compile("NaN|Infinity").matcher(html).find()).isFalse();
    Matcher images = Pattern.compile("(?s)<svg.*?</svg>").matcher(html);
    int count = 0;
    for (; images.find(); count++) {
      assertThat(images.group()).contains("</text>").doesNotContain("<!DOCTYPE", "xlink");
    }
    // the plot, latencies of two phases, four orders, two levels of the tree at least
    assertThat(count).isGreaterThanOrEqualTo(1 + 2 + 4 + 2);
    assertThat(out.resolve("plots")).isDirectoryContaining("glob:**build.svg");
    assertThat(Files.readString(out.resolve("report.md"))).contains("![Build](plots/build.svg)");
    assertThat(Files.readString(out.resolve("tables.tex")))
        .contains("flash & ms & 95\\_\\% \\\\", "\\caption{Build | <b>}");
    assertThat(Files.readAllLines(out.resolve("executions.csv"))).hasSize(1 + 2 * 3 * 3);
  }

  @Test
  void twoRunsOfOneExperimentAgreeToTheLastDigit() throws IOException {
    Path a = kept("a.sqlite");
    Path b = kept("b.sqlite");
    JsonNode same = Run.ok("compare", a.toString(), b.toString(), "--exact", "--json").json();
    assertThat(same.get("pairs").asInt()).isEqualTo(18);
    assertThat(same.get("unpaired").asInt()).isZero();
    assertThat(same.get("differences").asInt()).isZero();
    for (JsonNode cell : same.get("cells")) {
      assertThat(cell.get("gain").get("mean").asDouble()).isZero();
      assertThat(cell.get("equal").asInt()).isEqualTo(3);
    }
    Run.ok("report", a.toString(), b.toString(), "--out", directory.resolve("both").toString());
    assertThat(Files.readString(directory.resolve("both/report.html")))
        .contains("Comparison: a.sqlite, b.sqlite", "18 pairs", "equal to the last digit");
    Path c = kept("c.sqlite", "--seed", "43");
    Run other = Run.of("compare", a.toString(), c.toString(), "--exact");
    assertThat(other.exitCode()).as("seeds 43 and 44 are in both").isZero();
    assertThat(other.out()).contains("12 pairs, 12 executions without another");
  }

  @Test
  void armsOfOneRunAreComparedSeedBySeed() throws IOException {
    Path a = kept("a.sqlite");
    JsonNode arms =
        Run.ok("compare", a.toString(), "--a", "flash=plain", "--b", "flash=efind", "--json")
            .json();
    assertThat(arms.get("pairs").asInt()).isEqualTo(9);
    JsonNode build = arms.get("cells").get(0);
    assertThat(build.get("configuration").asText()).isEqualTo("build");
    assertThat(build.get("figure").asText()).isEqualTo("virtual_micros");
    double gain = 1 - build.get("b").get("mean").asDouble() / build.get("a").get("mean").asDouble();
    assertThat(build.get("gain").get("mean").asDouble()).isBetween(gain - 0.02, gain + 0.02);
    assertThat(build.get("less").asInt()).isEqualTo(3);
    bad("only one file given", "compare", a.toString());
    bad(
        "no two executions have the same configuration",
        "compare",
        a.toString(),
        "--a",
        "flash=x",
        "--b",
        "flash=efind");
    bad("no execution has it", "compare", a.toString(), a.toString(), "--figure", "x");
    bad("no such file", "report", directory.resolve("none.sqlite").toString());
    bad("is no file of results", "report", directory.resolve("e.yaml").toString());
  }

  private static void bad(String message, String... args) {
    Run run = Run.of(args);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err())
        .contains(message)
        .containsPattern("allowed: |; (add|choose|give|omit|resume|set|use) ");
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
  }
}
