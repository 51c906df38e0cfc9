package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.node.SyncMode;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;

/** Power cuts at every device call of a workload, over the plain pool and eFIND. */
class CrashTest {
  private static final int LOG = 8 << 10;

  private static CrashReport explore(TreeScenario scenario, CrashPlan plan) {
    CrashReport report = CrashExplorer.explore(scenario, plan);
    System.out.println("CrashTest: " + report);
    assertThat(report.violations()).isEmpty();
    return report;
  }

  @Test
  void thePlainPoolSurvivesPowerCuts() {
    long seed = Seeds.random(CrashTest.class).nextInt(1 << 30);
    explore(
        TreeScenario.pool(new CrashWorkload(seed, 200, 40), Placement.FREE, 512, LOG, SyncMode.OP),
        CrashPlan.powerCuts(seed).upTo(12_000));
  }

  @Test
  void efindSurvivesPowerCuts() {
    long seed = Seeds.random(CrashTest.class).nextInt(1 << 30);
    explore(
        TreeScenario.efind(
            new CrashWorkload(seed, 200, 40),
            Placement.FREE,
            512,
            LOG,
            SyncMode.OP,
            "efind:buffer=16K,unit=3"),
        CrashPlan.powerCuts(seed).upTo(12_000));
  }
}
