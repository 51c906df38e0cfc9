package org.flashgrove.lab.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.InputException;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.matrix.layout.Column;
import org.flashgrove.simulator.trace.Preconditioning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents of experiments: what they mean, and how mistakes in them are reported. */
class ExperimentReaderTest {
  private static final List<String> LINES =
      List.of(
          "experiment: made",
          "description: two trees",
          "parameters:",
          "  capacity: {by: pageSize, 2K: 20, 4K: 40, four: 40}",
          "  rest: {by: scale, small: 16K, medium: 32K, full: 64K}",
          "data:",
          "  made: {generate: clusters, count: {small: 100, medium: 200, full: 300}, clusters: 5}",
          "  flat: {generate: uniform, count: 50}",
          "workload: {windows: [1, 10], count: 5, flush: afterBuild, repeats: 2}",
          "matrix:",
          "  - data: [made, flat]",
          "    index: {r: \"rtree:capacity=${capacity}\", xbr: xbr}",
          "    pageSize: [2K, 4K]",
          "    flash: \"efind:buffer=${rest},p=${p}\"",
          "    p: [20%, 60%]",
          "    device: \"nand:blocks=512\"",
          "    precondition: seq",
          "  - data: made",
          "    index: {r: \"rtree:capacity=${capacity}\"}",
          "    pageSize: 4K",
          "    flash: none",
          "    device: memory",
          "only: {small: {pageSize: [4K]}}",
          "references: [{where: {flash: none}, figures: {build: {pages_written: 7}}}]",
          "tables:",
          "  - name: build",
          "    title: what it took",
          "    rows: [data, index, pageSize, flash, p]",
          "    against: {p: 60%}",
          "    columns:",
          "      - {title: written, figure: pages_written, phase: [build, flush]}",
          "      - {title: change, change: pages_written, phase: build, decimals: 1}",
          "plots: [{name: a, title: b, x: p, series: [index], where: {data: made, pageSize: 4K},"
              + " y: {title: s, figure: virtual_micros, phase: 10%, divide: 1000}}]");

  private static ExperimentDocument read(String text) {
    return ExperimentReader.read("made.yaml", text);
  }

  private static ExperimentDocument made() {
    return read(String.join("\n", LINES));
  }

  /** The document with a text in a line replaced. */
  private static String with(String from, String to) {
    String text = String.join("\n", LINES);
    assertThat(text).contains(from);
    return text.replace(from, to);
  }

  private static void wrong(int line, String wrong, String allowed, String text) {
    assertThatThrownBy(() -> read(text).matrix().expand(Scale.FULL))
        .isInstanceOf(InputException.class)
        .hasMessageMatching(
            "(?s)made\\.yaml" + (line > 0 ? ", line " + line + "(, column [0-9]+)?" : "") + ": .*")
        .hasMessageContaining(wrong)
        .hasMessageContaining(allowed)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aMatrixStandsForAllCombinationsOfEachBlock() {
    List<Configuration> all = made().matrix().expand(Scale.FULL);
    assertThat(all).hasSize(2 * 2 * 2 * 2 + 1);
    Configuration first = all.get(0);
    assertThat(first.name()).isEqualTo("made r 2K efind:buffer=${rest},p=${p} 20% nand:blocks=512");
    assertThat(first.options().index()).isEqualTo("rtree:capacity=20");
    assertThat(first.options().flash()).isEqualTo("efind:buffer=64K,p=20%");
    assertThat(first.options().pageSize()).isEqualTo(2048);
    assertThat(first.options().sync()).hasToString("close");
    assertThat(first.precondition()).isEqualTo(Preconditioning.Kind.SEQ);
    Configuration last = all.get(16);
    assertThat(last.options().index()).isEqualTo("rtree:capacity=40");
    assertThat(last.labels()).containsEntry("flash", "none").doesNotContainKey("p");
    assertThat(last.precondition()).isEqualTo(Preconditioning.Kind.NONE);
  }

  @Test
  void aSmallerScaleHasFewerConfigurationsAndOtherParameters() {
    List<Configuration> small = made().matrix().expand(Scale.SMALL);
    assertThat(small).hasSize(2 * 2 * 2 + 1);
    assertThat(small).allMatch(each -> each.options().pageSize() == 4096);
    assertThat(small.get(0).options().flash()).isEqualTo("efind:buffer=16K,p=20%");
    assertThat(made().data().get("made").load(null, Scale.MEDIUM, 1, false).entries().size())
        .isEqualTo(200);
    assertThat(made().data().get("flat").load(null, Scale.MEDIUM, 1, false).entries().size())
        .isEqualTo(50);
  }

  @Test
  void configurationsThatTwoBlocksHaveAreRunOnce() {
    String twice =
        with(
            "only:",
            "  - {data: made, index: {r: rtree}, pageSize: 4K, flash: none, device: memory}\n"
                + "only:");
    assertThat(read(twice).matrix().expand(Scale.FULL)).hasSize(17);
  }

  @Test
  void theDomainOfAnIndexIsThatOfTheData() {
    Configuration xbr = made().matrix().expand(Scale.FULL).get(4);
    assertThat(xbr.labels()).containsEntry("index", "xbr");
    assertThat(xbr.options(new double[] {1, 2, 3, 4}).index())
        .isEqualTo("xbr:domain=1.0/2.0/3.0/4.0");
  }

  @Test
  void workloadTablesPlotsAndReferencesAreRead() {
    ExperimentDocument made = made();
    assertThat(made.workload().phases()).containsExactly("build", "flush", "1%", "10%");
    assertThat(made.workload().repeats()).isEqualTo(2);
    assertThat(made.workload().warmup()).isEqualTo(1);
    assertThat(made.tables().get(0).against()).isEqualTo(Map.of("p", "60%"));
    assertThat(made.tables().get(0).columns().get(0).phases()).containsExactly("build", "flush");
    assertThat(made.tables().get(0).columns().get(1).kind()).isEqualTo(Column.Kind.CHANGE);
    assertThat(made.plots().get(0).y().divisor()).isEqualTo(1000);
    assertThat(made.references().get(0).figures().get("build")).containsEntry("pages_written", 7.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "description: two trees; descriptoin: two trees; 1; 'description' is missing; description",
        "only: {small; onyl: {small; 23; unknown key 'onyl'; only",
        "generate: uniform, count; generate: uniform, cuont: 1, count; 8; unknown key 'cuont';"
            + " count",
        "generate: uniform; generate: diagonal; 8; 'diagonal'; clusters, uniform",
        "count: 50; count: none; 8; 'none'; a whole number from 1",
        "count: 50; count: {small: 50}; 8; a scale is missing; small, medium and full",
        "windows: [1, 10]; windows: [1, 0]; 9; '0'; above 0",
        "windows: [1, 10]; windows: [1, 1]; 9; given twice; each percentage once",
        "flush: afterBuild; flush: sometimes; 9; 'sometimes'; afterQueries",
        "repeats: 2; repeats: 2, warmup: -1; 9; '-1'; a whole number from 0 to 100",
        "data: [made, flat]; data: [made, round]; 11; unknown data set 'round'; made, flat",
        "p: [20%, 60%]; p: [20%, 20%]; 15; '20%' is given twice; each value once",
        "precondition: seq; precondition: worn; 17; 'worn'; none, seq, random",
        "pageSize: 4K; pageSize: four; 20; 'four'; a power of two",
        "capacity=${capacity}; capacity=${capcity}; 12; '${capcity}' is nothing; capacity, rest",
        "2K: 20, 4K: 40, four: 40; 4K: 40; 4; 'capacity' has no value for pageSize 2K; 4K",
        "by: pageSize; by: moon; 4; 'capacity' is by 'moon'; scale, data, index",
        "xbr: xbr; xbr: ybr; 12; unknown index 'ybr'; rstar",
        "only: {small: {pageSize: [4K]}}; only: {small: {pageSize: [8K]}}; 23; unknown pageSize"
            + " '8K'; 2K, 4K",
        "only: {small: {pageSize: [4K]}}; only: {small: {pages: [8K]}}; 23; unknown axis 'pages';"
            + " data, index",
        "figures: {build; figures: {biuld; 24; unknown phase 'biuld'; build, flush, 1%, 10%",
        "rows: [data, index, pageSize; rows: [data, index, pages; 28; unknown axis 'pages'; data,"
            + " index",
        "against: {p: 60%}; against: {p: 61%}; 29; unknown p '61%'; 20%, 60%",
        "figure: pages_written; figure: pages; 31; unknown figure 'pages'; total_time",
        "figure: pages_written; figure: pages_written, change: pages_read; 31; beside another;"
            + " figure",
        "figure: virtual_micros; colour: red; 33; a column of nothing; figure",
        "name: a,; name: ../a,; 33; '../a'; letters"
      })
  void mistakesAreReportedWithTheirLine(
      String from, String to, int line, String wrong, String allowed) {
    wrong(line, wrong, allowed, with(from, to));
  }

  @Test
  void hostileFilesCostNoMoreThanReadingThem() {
    wrong(1, "an anchor or alias", "written out", "a: &a [1]\nb: *a");
    wrong(1, "an anchor or alias", "written out", "&a [*a]");
    wrong(1, "nested too deep", "levels", "[".repeat(500_000));
    wrong(1, "a tag", "without tags", "a: !!javax.script.ScriptEngineManager [x]");
    wrong(0, "characters", "at most", " ".repeat(2_000_000));
    wrong(0, "is empty", "an experiment", "# nothing");
    wrong(2, "a second document", "one document", "a: 1\n---\nb: 2");
    wrong(1, "not a mapping", "key: value", "[1, 2]");
    wrong(2, "", "YAML", "a: 1\n\tb: 2");
    wrong(2, "'a' is given twice", "each key once", "a: 1\na: 2");
    wrong(1, "no value", "a single value", "experiment:");
    StringBuilder wide = new StringBuilder("60%");
    for (int i = 0; i < 2_000; i++) {
      wide.append(", ").append(i);
    }
    String many = with("p: [20%, 60%]", "p: [" + wide + "]\n    q: [" + wide + "]");
    wrong(16, "too many configurations", "at most", many);
  }

  @Test
  void axesMayReferToEachOtherButNotToThemselves() {
    String nested =
        with("p: [20%, 60%]", "p: {low: \"${q}\", 60%: 60%}\n    q: 30%").replace("20%", "low");
    assertThat(read(nested).matrix().expand(Scale.FULL).get(0).options().flash())
        .isEqualTo("efind:buffer=64K,p=30%");
    assertThatThrownBy(
            () ->
                read(with("p: [20%, 60%]", "p: {20%: \"${p}\", 60%: 60%}"))
                    .matrix()
                    .expand(Scale.FULL))
        .hasMessageContaining("refers to itself");
  }
}
