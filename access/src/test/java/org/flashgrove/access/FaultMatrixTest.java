package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests each kind of fault in stores of every index kind, buffer, placement and sync mode. Each
 * answer must be right, or a typed exception must report the fault. Each run closes and reopens its
 * store halfway. At the end it opens the store once more, after it was closed or after a failure
 * left it as a killed process would.
 */
class FaultMatrixTest {
  /**
   * Divisor of the number of stores. In a normal run each kind of fault is tried on the quotient of
   * the stores, and different kinds are tried on different stores.
   */
  private static final int FAST_PARTS = 2 * FaultKind.values().length;

  private static final int FAST_STEPS = 40;
  private static final int FAST_STRIDE = 11;
  private static final int LONG_STEPS = 80;
  private static final int LONG_STRIDE = Integer.getInteger("flashgrove.stride", 3);

  /** Faults that a store with in-place writes and without a log of commits does not survive. */
  private static final Set<FaultKind> NOT_IN_PLACE_UNLOGGED =
      EnumSet.complementOf(
          EnumSet.of(
              FaultKind.READ_FAILS,
              FaultKind.READ_SHORT,
              FaultKind.READ_FLIPPED,
              FaultKind.READ_MISDIRECTED,
              FaultKind.READ_ZERO));

  private final Random random = Seeds.random();

  /** Counts of the runs of one index and buffer, by their outcome. */
  private static final class Line {
    private long explorations;
    private long runs;
    private long reported;
    private long harmless;
    private long older;
    private long violations;

    void add(FaultReport report) {
      explorations++;
      runs += report.runs();
      reported += report.reported();
      harmless += report.harmless();
      older += report.older();
      violations += report.violations().size();
    }
  }

  static boolean withstands(StoreMatrix.Cell cell, FaultKind kind) {
    if (cell.isFree()) {
      return true;
    }
    return !(cell.logsCommits() ? FaultTest.NOT_IN_PLACE : NOT_IN_PLACE_UNLOGGED).contains(kind);
  }

  private void explore(
      StoreMatrix.Cell cell,
      FaultKind kind,
      boolean forEver,
      int steps,
      int stride,
      List<String> violations,
      Map<String, Line> table) {
    CrashWorkload workload = new CrashWorkload(random.nextLong(), steps, 12, cell.shape());
    StoreScenario scenario = new StoreScenario(workload, cell.options());
    FaultReport report = FaultExplorer.explore(scenario, kind, forEver, stride);
    for (String violation : report.violations()) {
      violations.add(cell + ": " + violation);
    }
    table.computeIfAbsent(cell.index() + " | " + cell.flash(), key -> new Line()).add(report);
    if (!kind.isSilent() && report.violations().isEmpty()) {
      assertThat(report.reported())
          .as("the store reports every fault that the device reports: %s", cell)
          .isEqualTo(report.runs());
    }
  }

  /** Tries a kind of fault on a part of all stores. The part differs from kind to kind. */
  @Tag("kinds")
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void aFaultNeverMakesAnAnswerWrong(FaultKind kind) {
    List<String> violations = new ArrayList<>();
    Map<String, Line> table = new TreeMap<>();
    for (boolean forEver : new boolean[] {false, true}) {
      int part = 2 * kind.ordinal() + (forEver ? 1 : 0);
      for (StoreMatrix.Cell cell : StoreMatrix.share(part, FAST_PARTS)) {
        if (withstands(cell, kind)) {
          explore(cell, kind, forEver, FAST_STEPS, FAST_STRIDE, violations, table);
        }
      }
    }
    assertThat(violations).isEmpty();
  }

  /**
   * Tries faults in every pair of an index and a buffer. Prints a line of the table in
   * docs/evidence/results/crash-harness.txt for each pair.
   */
  @Tag("kinds")
  @Tag("long")
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void norInAnyStore(FaultKind kind) {
    List<String> violations = new ArrayList<>();
    Map<String, Line> table = new TreeMap<>();
    for (boolean forEver : new boolean[] {false, true}) {
      for (StoreMatrix.Cell cell : StoreMatrix.all()) {
        if (withstands(cell, kind)) {
          explore(cell, kind, forEver, LONG_STEPS, LONG_STRIDE, violations, table);
        }
      }
    }
    table.forEach(
        (pair, line) ->
            System.out.printf(
                "FaultMatrixTest: | %s | %s | %d | %d | %d | %d | %d | %d |%n",
                kind,
                pair,
                line.explorations,
                line.runs,
                line.reported,
                line.harmless,
                line.older,
                line.violations));
    assertThat(violations).isEmpty();
  }
}
