package org.flashgrove.jmh.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static Side side(String peer, String collector, String row, double... cpuSeconds) {
    Side side = new Side(peer, collector, peer);
    for (double each : cpuSeconds) {
      side.add(Measurement.of(row, 1_000_000, 2 * each, each));
    }
    return side;
  }

  private static List<String> targets(Side... sides) {
    Comparison comparison = new Comparison("sparse-points", 1_000_000, false, List.of(sides));
    return new Targets(comparison, "flashgrove")
        .targets().stream()
            .map(
                each ->
                    String.format(
                        "%s: %s, %.2f, %s",
                        each.row(),
                        each.asked(),
                        each.measured(),
                        each.holds() ? "holds" : "short"))
            .toList();
  }

  @Test
  void windowsAreComparedByMediansUnderTheOwnCollectorOfTheJvm() {
    assertThat(
            targets(
                side("flashgrove", "", "flushed-100", 9, 4, 5),
                side("flashgrove", "serial", "flushed-100", 1),
                side("flashgrove-points", "", "flushed-100", 8),
                side("flashgrove-rstar", "", "flushed-100", 4),
                side("flashgrove-rstar", "serial", "flushed-100", 1),
                side("hprtree", "", "flushed-100", 4, 6, 20),
                side("lucene", "", "flushed-100", 25)))
        .containsExactly(
            "flushed-100, processor time against the best, flashgrove-rstar: at most 1.10 times,"
                + " 1.25, short",
            "flushed-100, processor time against hprtree: at most 1.00 times, 0.83, holds",
            "flushed-100, processor time against lucene: at most 0.25 times, 0.20, holds");
  }

  @Test
  void theFirstBulkLoadAndTheSuiteOfDuckDbHaveBounds() {
    assertThat(
            targets(side("flashgrove", "", "first-bulk", 1), side("lucene", "", "first-bulk", 3)))
        .containsExactly("first-bulk against lucene: at least 4.0 times, 3.00, short");
    assertThat(targets(side("flashgrove", "", "build", 2), side("duckdb", "", "build", 5)))
        .containsExactly(
            "build, processor time against duckdb: at most 0.40 times, 0.40, holds",
            "build, time against duckdb: at most 0.50 times, 0.40, holds");
  }
}
