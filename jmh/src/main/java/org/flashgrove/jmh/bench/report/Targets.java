package org.flashgrove.jmh.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.peer.Peers;

/**
 * Performance targets of a Flashgrove peer. A target is a bound for a measured value, or for its
 * ratio to the value of another peer.
 */
public final class Targets {
  private static final double[] WARM = {0.7, 0.7, 0.5};
  private static final long TEN_MILLION = 10_000_000;
  private static final long HUNDRED_MILLION = 100_000_000;
  private static final long MIB = 1 << 20;
  private static final int MOST_RESULTS = 10_000;
  private static final int FEW_RESULTS = 1_000;

  private final Comparison comparison;
  private final String our;
  private final List<Target> targets = new ArrayList<>();

  /**
   * Evaluates the targets for a comparison.
   *
   * @param our name of the Flashgrove peer
   */
  public Targets(Comparison comparison, String our) {
    this.comparison = comparison;
    this.our = our;
    loads();
    queries();
    windowsByResults("flushed", 1.1);
    windowsByResults("unflushed", 1.3);
    bounds();
  }

  /** Returns the targets for which measurements exist. */
  public List<Target> targets() {
    return List.copyOf(targets);
  }

  /**
   * Returns the measurement that a row of the report shows for the Flashgrove peer. Returns null if
   * it was not measured.
   */
  private Measurement ours(String row) {
    return comparison.row(our, row);
  }

  private void loads() {
    faster("one-by-one", "lucene", 2);
    faster("one-by-one", "h2", 9);
    faster("one-by-one", "sqlite", 10);
    faster("batches-1000", "h2", 3);
    faster("batches-1000", "lucene", 5);
    faster("each-durable-1", "sqlite", 1);
    faster("each-durable-8", "sqlite", 3);
    faster("bulk", "lucene", comparison.entries() >= TEN_MILLION ? 4 : 2.5);
    faster("first-bulk", "lucene", 4);
    times("build, processor time", "build", "duckdb", Measurement::cpuMicros, 0.4);
    times("build, time", "build", "duckdb", Measurement::wallMicros, 0.5);
    if (comparison.entries() >= HUNDRED_MILLION) {
      atMost("bulk, seconds", ours("bulk"), Measurement::wallSeconds, 200);
    }
    Measurement loaded = ours("one-by-one");
    if (loaded != null && loaded.bytesWritten() != null) {
      atMost(
          "one-by-one, bytes written an insertion",
          loaded,
          each -> each.bytesWritten() / (double) each.operations(),
          60);
    }
  }

  private void queries() {
    for (int i = 0; i < WARM.length; i++) {
      double percent = Workload.PERCENTS[i];
      String one = "warm-1-" + percent;
      times(one + ", processor time", one, "hprtree", Measurement::cpuMicros, WARM[i]);
      Measurement two = ours("warm-2-" + percent);
      if (two != null) {
        double alone = ours(one).cpuMicros();
        Measurement peer = comparison.row("hprtree", "warm-2-" + percent);
        String beside =
            peer == null
                ? ""
                : String.format(
                    Locale.ROOT,
                    "HPRtree %.2f",
                    peer.cpuMicros() / comparison.row("hprtree", one).cpuMicros());
        add(
            "warm-2-" + percent + ", processor time a query against one thread",
            "at most 1.3 times",
            two.cpuMicros() / alone,
            beside,
            two.cpuMicros() <= 1.3 * alone);
      }
      best("cold-" + percent + ", time", "cold-" + percent, Measurement::wallMicros, 1, true);
      coldBytes(percent);
    }
    best("nearest, processor time", "nearest", Measurement::cpuMicros, 1, false);
    times("nearest, processor time", "nearest", "strtree", Measurement::cpuMicros, 0.3);
    ofOurTrees("nearest", 1.1);
    ofOurTrees("deletions", 1);
    times("window-36%, processor time", "window-36%", "duckdb", Measurement::cpuMicros, 0.03);
    times("join, time", "join", "strtree", Measurement::wallMicros, 0.5);
    times("radius-join, time", "radius-join", "strtree", Measurement::wallMicros, 0.5);
    times("nearest-join, time", "nearest-join", "strtree", Measurement::wallMicros, 0.5);
    best("mixed-insertions", "mixed-insertions", Measurement::wallMicros, 1 / 3.0, true);
    best("mixed-windows", "mixed-windows", Measurement::wallMicros, 1 / 3.0, true);
  }

  /**
   * Adds targets for window queries that are grouped by their number of results. The targets are
   * relative to Flashgrove's trees, JTS and persistent peers.
   *
   * @param state name of the phase, which describes the state of the index
   * @param ofOurTree maximum ratio to the best Flashgrove tree
   */
  private void windowsByResults(String state, double ofOurTree) {
    for (int results = 1; results <= MOST_RESULTS; results *= 10) {
      String row = state + "-" + results;
      String name = row + ", processor time";
      if (results <= FEW_RESULTS) {
        ofOurTrees(row, ofOurTree);
      }
      times(name, row, "hprtree", Measurement::cpuMicros, results <= FEW_RESULTS / 10 ? 1 : 0.6);
      times(name, row, "h2", Measurement::cpuMicros, 0.25);
      times(name, row, "lucene", Measurement::cpuMicros, 0.25);
      Measurement one = ours(row);
      Measurement two = ours(row + "-threads-2");
      if (one != null && two != null) {
        double ratio = two.cpuMicros() / one.cpuMicros();
        add(
            row + ", processor time of two threads against one",
            "at most 1.3 times",
            ratio,
            "",
            ratio <= 1.3);
      }
    }
  }

  /**
   * Adds a target for the CPU time. The target is relative to the Flashgrove tree with the least
   * CPU time.
   *
   * @param asked maximum ratio of the CPU times
   */
  private void ofOurTrees(String row, double asked) {
    if (our.equals(Peers.OURS)) {
      best(row + ", processor time", row, Measurement::cpuMicros, asked, comparison.trees());
    }
  }

  /**
   * Adds a target for the bytes read by opening the index and by all cold window queries of one
   * size. The target is relative to the peer with the fastest queries.
   */
  private void coldBytes(double percent) {
    Measurement ours = ours("cold-" + percent);
    Side best = null;
    for (Side side : comparison.others()) {
      Measurement other = side.row("cold-" + percent);
      if (other != null
          && (best == null || other.wallMicros() < best.row("cold-" + percent).wallMicros())) {
        best = side;
      }
    }
    if (ours == null || best == null) {
      return;
    }
    double ratio =
        bytes(ours("opening-" + percent), ours)
            / bytes(best.row("opening-" + percent), best.row("cold-" + percent));
    atMost(
        "cold-" + percent + ", bytes read, opening included, against the fastest, " + best.peer(),
        ratio,
        0.5);
  }

  private static double bytes(Measurement opening, Measurement windows) {
    return opening == null || opening.bytesRead() == null || windows.bytesRead() == null
        ? Double.NaN
        : (double) opening.bytesRead() + windows.bytesRead();
  }

  private void bounds() {
    String moves = ours("moves-blind") == null ? "moves" : "moves-blind";
    atLeast(moves + ", a second", ours(moves), 250_000);
    atLeast("moves-by-id, a second", ours("moves-by-id"), 100_000);
    Measurement opened = ours("opening-0.001");
    atMost("opening after a close, ms", opened, each -> each.wallMicros() / 1e3, 200);
    Measurement compacted = ours("opening-compacted");
    atMost("opening after a compaction, ms", compacted, each -> each.wallMicros() / 1e3, 10);
    atMost("count-36%, ms", ours("count-36%"), each -> each.wallMicros() / 1e3, 1);
    Measurement memory = ours("memory");
    if (memory != null && memory.figures().get("residentBytes") instanceof Number resident) {
      atMost(
          "memory, MiB resident with a heap of 64 MiB",
          memory,
          each -> resident.doubleValue() / MIB,
          comparison.entries() >= HUNDRED_MILLION ? 300 : 256);
    }
    Measurement loaded = ours("one-by-one");
    if (loaded != null && loaded.figures().get("thousandsPerSecond") instanceof List<?> parts) {
      double first = ((Number) parts.get(0)).doubleValue();
      double least =
          parts.stream().mapToDouble(part -> ((Number) part).doubleValue()).min().orElse(first);
      add(
          "growth: slowest twentieth of the insertions against the first",
          "at least 0.5 times",
          least / first,
          "",
          least >= first / 2);
    }
  }

  private void faster(String row, String peer, double asked) {
    Measurement ours = ours(row);
    Measurement other = comparison.row(peer, row);
    if (ours != null && other != null) {
      double ratio = ours.perSecond() / other.perSecond();
      add(
          row + " against " + peer,
          String.format(Locale.ROOT, "at least %.1f times", asked),
          ratio,
          String.format(
              Locale.ROOT, "processor time %.2f times", ours.cpuMicros() / other.cpuMicros()),
          ratio >= asked);
    }
  }

  private void times(
      String name, String row, String peer, ToDoubleFunction<Measurement> figure, double asked) {
    Measurement ours = ours(row);
    Measurement other = comparison.row(peer, row);
    if (ours != null && other != null) {
      double ratio = figure.applyAsDouble(ours) / figure.applyAsDouble(other);
      atMost(name + " against " + peer, ratio, asked);
    }
  }

  /**
   * Adds a target relative to the best other peer.
   *
   * @param asked maximum ratio to the value of the best other peer
   * @param persistent whether to consider only peers that store their index in files
   */
  private void best(
      String name,
      String row,
      ToDoubleFunction<Measurement> figure,
      double asked,
      boolean persistent) {
    List<Side> others =
        comparison.others().stream()
            .filter(side -> !persistent || side.rows().containsKey("flush"))
            .toList();
    best(name, row, figure, asked, others);
  }

  private void best(
      String name,
      String row,
      ToDoubleFunction<Measurement> figure,
      double asked,
      List<Side> others) {
    Measurement ours = ours(row);
    double best = Double.NaN;
    String peer = "";
    for (Side side : others) {
      Measurement other = side.row(row);
      if (other != null) {
        double value = figure.applyAsDouble(other);
        if (!(value >= best)) {
          best = value;
          peer = side.peer();
        }
      }
    }
    if (ours != null && !Double.isNaN(best)) {
      double ratio = figure.applyAsDouble(ours) / best;
      atMost(name + " against the best, " + peer, ratio, asked);
    }
  }

  /** Adds a target for a ratio. */
  private void atMost(String name, double ratio, double asked) {
    add(name, String.format(Locale.ROOT, "at most %.2f times", asked), ratio, "", ratio <= asked);
  }

  private void atLeast(String name, Measurement ours, double asked) {
    if (ours != null) {
      add(
          name,
          String.format(Locale.ROOT, "at least %,.0f", asked),
          ours.perSecond(),
          "",
          ours.perSecond() >= asked);
    }
  }

  private void atMost(
      String name, Measurement ours, ToDoubleFunction<Measurement> figure, double asked) {
    if (ours != null) {
      double value = figure.applyAsDouble(ours);
      add(name, String.format(Locale.ROOT, "at most %,.0f", asked), value, "", value <= asked);
    }
  }

  private void add(String row, String asked, double measured, String beside, boolean holds) {
    targets.add(new Target(row, asked, measured, beside, holds));
  }
}
