package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Power cuts and kills at every call to the device of a map that merges blocks all the time. In all
 * states that such a cut may leave, the map opens and holds what some commit left, none before the
 * last one that was acknowledged as durable.
 */
class ComponentCrashTest {
  private static final int STEPS = 260;
  private static final long STATES = 1_000;
  private static final int WARM = 200;

  private static List<ComponentScenario> scenarios(long seed, int warm, int steps) {
    return List.of(
        ComponentScenario.plain(SyncMode.OP, seed, warm, steps),
        ComponentScenario.plain(SyncMode.CLOSE, seed, warm, steps),
        ComponentScenario.besideSlots(SyncMode.OP, seed, warm, steps),
        ComponentScenario.besideSlots(SyncMode.CLOSE, seed, warm, steps));
  }

  private static void explore(List<ComponentScenario> scenarios, CrashPlan plan, long least) {
    StateSet seen = new StateSet();
    for (ComponentScenario scenario : scenarios) {
      CrashReport report = CrashExplorer.explore(scenario, plan, seen);
      System.out.println("ComponentCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
    assertThat(seen.size()).isGreaterThanOrEqualTo((int) least);
  }

  @Test
  void everyPowerCutLeavesWhatWasDurable() {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 2, 64, 37, STATES);
    explore(scenarios(seed, 0, STEPS), plan, 4 * STATES * 8 / 10);
  }

  @Test
  void everyPowerCutOfAFilledMapLeavesWhatWasDurable() {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 256, 37, STATES);
    explore(scenarios(seed, WARM, STEPS), plan, 4 * STATES * 8 / 10);
  }

  @Test
  void everyKilledProcessLeavesWhatWasCommitted() {
    long seed = Seeds.random().nextLong();
    explore(scenarios(seed, 0, STEPS), CrashPlan.kills(seed).upTo(STATES), STATES);
  }

  @Test
  void powerMayFailAfterAProcessWasKilled() {
    long seed = Seeds.random().nextLong();
    explore(scenarios(seed, 0, STEPS), CrashPlan.killsThenPowerCuts(seed).upTo(STATES), STATES);
  }

  @Test
  @Tag("long")
  void manyPowerCuts() {
    for (int round = 0; round < 5; round++) {
      long seed = Seeds.random().nextLong();
      CrashPlan sparse = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, 20_000);
      explore(scenarios(seed, 50 * round, 1_000), sparse, 40_000);
      CrashPlan killed = CrashPlan.killsThenPowerCuts(seed).upTo(10_000);
      explore(scenarios(seed, 50 * round, 1_000), killed, 20_000);
    }
  }

  /** For those who take a sync away and look whether it is missed: seeds that stay the same. */
  @Test
  @Tag("long")
  void powerCutsOfOneSeed() {
    for (long seed = 1; seed <= 2; seed++) {
      for (ComponentScenario scenario : scenarios(seed, WARM, STEPS)) {
        CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 3, 0, 37, STATES);
        assertThat(CrashExplorer.explore(scenario, plan).violations()).isEmpty();
      }
    }
  }
}
