package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
 * Cuts the power at device calls of batches and loads of a table. After recovery the records and
 * both indices must contain the same batches. {@link CrashExplorer} says which other conditions
 * must hold.
 */
class TableCrashTest {
  private static final String[] FLASH = {
    "none:frames=8,log=64K",
    "efind:buffer=16K,unit=3,log=64K",
    "none:frames=8,log=64K",
    "efind:auto,buffer=16K,log=64K"
  };

  private static final List<String> BLOCKS =
      KindsUnderTest.of(
          "geom=lsm:memory=42K,block=4K,policy=leveled,level0=1,ratio=2",
          "geom=grove:memory=64K,block=4K");

  private static TableScenario scenario(long seed, int round, int steps) {
    return new TableScenario(
        seed, steps, FLASH[round % FLASH.length], round % 4 < 2 ? "op" : "close");
  }

  private static void survivesPowerCuts(int states, int statesOfOne, int steps, boolean widely) {
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
      System.out.println("TableCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
  }

  @Test
  void batchesAndLoadsSurvivePowerCuts() {
    survivesPowerCuts(120, 60, 45, true);
  }

  @Tag("long")
  @Test
  void manyPowerCuts() {
    survivesPowerCuts(5_000, 1_000, 130, false);
  }

  private static void indicesOfBlocksSurvive(int states, int steps, boolean widely) {
    Random random = Seeds.random();
    for (String index : BLOCKS) {
      for (String sync : new String[] {"op", "close"}) {
        CrashPlan plan =
            widely
                ? new CrashPlan(random.nextInt(), CrashPlan.Cuts.POWER, 2, 60, 23, Long.MAX_VALUE)
                : CrashPlan.powerCuts(random.nextInt());
        explore(
            new TableScenario(random.nextInt(), steps, FLASH[0], sync, index), plan.upTo(states));
      }
    }
  }

  @Tag("kinds")
  @Test
  void loadsOfIndicesOfBlocksSurvivePowerCuts() {
    indicesOfBlocksSurvive(40, 45, true);
  }

  @Tag("kinds")
  @Tag("long")
  @Test
  void manyLoadsOfIndicesOfBlocks() {
    indicesOfBlocksSurvive(1_500, 130, false);
  }

  private static void schemasSurvive(int states, int statesOfOne, int steps, boolean widely) {
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    for (int round = 0; seen.size() < states; round++) {
      CrashPlan plan =
          widely
              ? new CrashPlan(random.nextInt(), CrashPlan.Cuts.POWER, 2, 60, 23, Long.MAX_VALUE)
              : CrashPlan.powerCuts(random.nextInt());
      SchemaScenario scenario =
          new SchemaScenario(
              random.nextInt(), steps, FLASH[round % FLASH.length], round % 4 < 2 ? "op" : "close");
      CrashReport report = CrashExplorer.explore(scenario, plan.upTo(statesOfOne), seen);
      System.out.println("TableCrashTest: schemas: " + report);
      assertThat(report.violations()).isEmpty();
    }
  }

  @Test
  void schemasAndIndicesOnAttributesSurvivePowerCuts() {
    schemasSurvive(160, 60, 40, true);
  }

  @Tag("long")
  @Test
  void manyPowerCutsOverSchemas() {
    schemasSurvive(100_000, 4_000, 90, false);
  }

  /**
   * Without a log of commits, a crash takes the records and the indices back to the same
   * checkpoint.
   */
  @Tag("kinds")
  @Test
  void checkpointsAreOfRecordsAndIndices() {
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
        CrashPlan plan =
            round == 0
                ? new CrashPlan(random.nextInt(), CrashPlan.Cuts.POWER, 2, 60, 23, Long.MAX_VALUE)
                : CrashPlan.kills(random.nextInt());
        CrashReport report =
            CrashExplorer.explore(
                new TableScenario(random.nextInt(), 45, flash, "close"),
                plan.upTo(states),
                new StateSet());
        assertThat(report.violations()).as(report.toString()).isEmpty();
      }
    }
  }

  @Test
  void acknowledgedBatchesSurviveKilledProcesses() {
    Random random = Seeds.random();
    for (int round = 0; round < 2; round++) {
      explore(scenario(random.nextInt(), round, 25), CrashPlan.kills(random.nextInt()).upTo(40));
    }
    explore(
        scenario(random.nextInt(), 1, 8), CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(20));
  }

  @Tag("long")
  @Test
  void manyKilledProcesses() {
    Random random = Seeds.random();
    for (int round = 0; round < 8; round++) {
      explore(scenario(random.nextInt(), round, 130), CrashPlan.kills(random.nextInt()));
      explore(
          scenario(random.nextInt(), round, 130),
          CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(1_500));
    }
  }

  private static void explore(TableScenario scenario, CrashPlan plan) {
    CrashReport report = CrashExplorer.explore(scenario, plan, new StateSet());
    System.out.println("TableCrashTest: " + report);
    assertThat(report.violations()).isEmpty();
  }
}
