package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import java.util.function.LongFunction;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cuts the power at every device call of batches over two trees and a heap file. After recovery all
 * three structures must contain the same batches. {@link CrashExplorer} says which other conditions
 * must hold.
 */
class RowCrashTest {
  private static final int LOG = 6 << 10;

  private static RowScenario scenario(long seed, int round, int steps) {
    RowWorkload workload = new RowWorkload(seed, steps, 30, false);
    SyncMode sync = round % 4 < 2 ? SyncMode.OP : SyncMode.CLOSE;
    int logBytes = round % 3 == 0 ? 2 * LOG : LOG;
    return round % 2 == 0
        ? RowScenario.pool(workload, logBytes, sync)
        : RowScenario.efind(workload, logBytes, sync);
  }

  /** Returns a plan that tries few states of many calls, and not many states of few calls. */
  private static CrashPlan widely(long seed) {
    return new CrashPlan(seed, CrashPlan.Cuts.POWER, 2, 100, 37, Long.MAX_VALUE);
  }

  private static void survivesPowerCuts(
      int states, int statesOfOne, int steps, LongFunction<CrashPlan> plans) {
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    long start = System.nanoTime();
    for (int round = 0; seen.size() < states; round++) {
      CrashReport report =
          CrashExplorer.explore(
              scenario(random.nextInt(), round, steps),
              plans.apply(random.nextInt()).upTo(statesOfOne),
              seen);
      System.out.println("RowCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "RowCrashTest: %d distinct crash states of batches, %.0f a second, 0 violations%n",
        seen.size(),
        seen.size() / seconds);
  }

  @Test
  void batchesSurvivePowerCutsWholeOrNotAtAll() {
    survivesPowerCuts(3_000, 600, 150, RowCrashTest::widely);
  }

  @Tag("long")
  @Test
  void manyPowerCuts() {
    survivesPowerCuts(400_000, 40_000, 300, CrashPlan::powerCuts);
  }

  @Test
  void powerMayBeLostAfterAKilledProcess() {
    Random random = Seeds.random();
    for (int round = 0; round < 2; round++) {
      CrashReport report =
          CrashExplorer.explore(
              scenario(random.nextInt(), round, 12),
              CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(250),
              new StateSet());
      System.out.println("RowCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
  }

  /** The harness must detect it if the heap file and the trees do not commit together. */
  @Test
  void whatCommitsApartIsNoticed() {
    Random random = Seeds.random();
    RowWorkload apart = new RowWorkload(random.nextInt(), 60, 30, true);
    CrashReport report =
        CrashExplorer.explore(
            RowScenario.pool(apart, LOG, SyncMode.OP),
            CrashPlan.powerCuts(random.nextInt()).upTo(4_000),
            new StateSet());
    assertThat(report.violations()).isNotEmpty();
  }

  /** Tries each kind of fault at some calls of a short workload, at regular distances. */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void aFaultNeverMakesAnAnswerWrong(FaultKind kind) {
    faults(kind, 50, 11);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void norInALongerWorkload(FaultKind kind) {
    faults(kind, 150, 1);
  }

  private static void faults(FaultKind kind, int steps, int stride) {
    long seed = Seeds.random().nextLong();
    RowWorkload workload = new RowWorkload(seed, steps, 30, false);
    for (boolean forEver : new boolean[] {false, true}) {
      FaultReport report =
          FaultExplorer.explore(
              RowScenario.pool(workload, LOG, SyncMode.OP), kind, forEver, stride);
      System.out.println("RowCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
      assertThat(report.runs()).isPositive();
      assertThat(report.reported() + report.harmless() + report.older()).isEqualTo(report.runs());
    }
  }
}
