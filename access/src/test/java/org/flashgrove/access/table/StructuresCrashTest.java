package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.StateSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cuts the power at device calls of batches over two spatial trees, a key tree and a table in one
 * store. After recovery all structures must contain the same batches. {@link CrashExplorer} says
 * which other conditions must hold.
 */
class StructuresCrashTest {
  private static final String[] FLASH = {
    "none:frames=8,log=64K",
    "efind:buffer=16K,unit=3,log=64K",
    "fast:buffer=16K,unit=3,log=64K",
    "efind:auto,buffer=16K,log=64K"
  };

  /** Without a log of commits, a crash takes all structures back to the same checkpoint. */
  @Tag("kinds")
  @Test
  void checkpointsAreOfAllStructures() {
    survivesAtCheckpoints(40);
  }

  @Tag("kinds")
  @Tag("long")
  @Test
  void manyCheckpoints() {
    survivesAtCheckpoints(2_500);
  }

  private static void survivesAtCheckpoints(int states) {
    Random random = Seeds.random();
    for (String flash :
        KindsUnderTest.of(
            "efind:buffer=16K,unit=3,log=0", "rftl:buffer=4K", "lcr:buffer=4K", "gffm:buffer=4K")) {
      for (int round = 0; round < 2; round++) {
        StructuresScenario scenario = new StructuresScenario(random.nextInt(), 40, flash, "close");
        CrashPlan plan =
            round == 0
                ? new CrashPlan(random.nextInt(), CrashPlan.Cuts.POWER, 2, 60, 23, Long.MAX_VALUE)
                : CrashPlan.kills(random.nextInt());
        CrashReport report = CrashExplorer.explore(scenario, plan.upTo(states), new StateSet());
        assertThat(report.violations()).as(report.toString()).isEmpty();
      }
    }
  }

  private static StructuresScenario scenario(long seed, int round, int steps) {
    return new StructuresScenario(
        seed,
        steps,
        FLASH[round % FLASH.length],
        round % 4 < 2 ? "op" : "close",
        round % 2 == 0 ? "rstar" : "grove:domain=0/0/1000/1000,memory=64K,block=4K");
  }

  private static long survivesPowerCuts(int states, int statesOfOne, int steps, boolean widely) {
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    for (int round = 0; seen.size() < states; round++) {
      CrashPlan plan =
          widely
              ? new CrashPlan(random.nextInt(), CrashPlan.Cuts.POWER, 2, 60, 23, Long.MAX_VALUE)
              : CrashPlan.powerCuts(random.nextInt());
      CrashReport report =
          CrashExplorer.explore(
              scenario(random.nextInt(), round, steps), plan.upTo(statesOfOne), seen);
      assertThat(report.violations()).isEmpty();
    }
    return seen.size();
  }

  @Test
  void batchesSurvivePowerCuts() {
    survivesPowerCuts(160, 80, 30, true);
  }

  /** Explores the number of states that docs/evidence reports. */
  @Tag("long")
  @Test
  void manyPowerCuts() {
    long states = survivesPowerCuts(100_000, 5_000, 130, false);
    System.out.println("StructuresCrashTest: " + states + " states after power cuts");
  }

  @Test
  void acknowledgedBatchesSurviveKilledProcesses() {
    Random random = Seeds.random();
    for (int round = 0; round < 2; round++) {
      CrashReport report =
          CrashExplorer.explore(
              scenario(random.nextInt(), round, 25),
              CrashPlan.kills(random.nextInt()).upTo(40),
              new StateSet());
      assertThat(report.violations()).isEmpty();
    }
  }
}
