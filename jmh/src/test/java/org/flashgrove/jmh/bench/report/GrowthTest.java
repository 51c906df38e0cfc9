package org.flashgrove.jmh.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.report.Section;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static Measurement row(
      String name, long operations, double seconds, Map<String, Object> figures) {
    return new Measurement(
        name, operations, seconds, seconds / 2, 0L, 32 * operations, Map.of("p999", 7.5), figures);
  }

  private static Comparison of(long entries, int levels, double microsAnInsertion) {
    Side side = new Side("flashgrove", "", "ours");
    side.add(row("one-by-one", entries, entries * microsAnInsertion / 1e6, Map.of()));
    side.add(row("flush", 1, 1, Map.of("levels", levels)));
    side.add(row("warm-1-0.01", 1_000, 0.004, Map.of("results", entries / 1e4)));
    return new Comparison("uniform-points", entries, false, List.of(side));
  }

  @Test
  void insertionsAndWindowsStandBesideTheLevelsTheSmallestSizeFirst() {
    Section growth =
        new Growth("uniform-points", List.of(of(1_000_000, 2, 0.75), of(100_000, 1, 0.5)))
            .section();
    assertThat(growth.tables())
        .extracting(FigureTable::name)
        .containsExactly("uniform-points-growth-insertions", "uniform-points-growth-windows");
    assertThat(growth.tables().get(0).cells())
        .containsExactly(
            List.of(
                "peer", "entries", "levels", "µs", "processor µs", "bytes written", "µs, p99.9"),
            List.of("flashgrove", "100,000", "1", "0.50", "0.25", "32.0", "7.50"),
            List.of("flashgrove", "1,000,000", "2", "0.75", "0.38", "32.0", "7.50"));
    assertThat(growth.tables().get(1).cells())
        .contains(
            List.of("flashgrove", "100,000", "0.01 %", "10.0", "2.00", "200"),
            List.of("flashgrove", "1,000,000", "0.01 %", "100", "2.00", "20.0"));
    assertThat(growth.drawings())
        .extracting(Drawing::name)
        .containsExactly("uniform-points-growth-insertions", "uniform-points-growth-windows");
  }

  @Test
  void phasesThatWereNotRunHaveNoTable() {
    Comparison none = new Comparison("roads.csv", 2_000, false, List.of(new Side("h2", "", "H2")));
    Section growth = new Growth("roads.csv", List.of(none, none)).section();
    assertThat(growth.tables()).isEmpty();
    assertThat(growth.drawings()).isEmpty();
  }
}
