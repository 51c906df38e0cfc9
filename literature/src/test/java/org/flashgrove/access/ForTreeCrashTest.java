package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * FOR-trees whose power is cut or whose process is killed: chains of overflow nodes are as durable
 * as nodes, under buffers with a log and, back to the last checkpoint, under their own.
 */
class ForTreeCrashTest {
  private static final int PAGE = 512;

  private static final String[] TREES = {
    "fortree:capacity=5,x=1,y=2",
    "fortree:capacity=6,accounting=paper",
    "fortree:capacity=4,x=4,y=1,mergeback=quadratic",
    "fortree:capacity=8,x=1,y=3,mergeback=hilbert"
  };

  private static final String[] LOGGED = {
    "efind:buffer=16K,unit=3",
    "for:buffer=4K,unit=2,log=64K",
    "none:frames=8",
    "fast:buffer=4K,unit=3"
  };

  private static TreeScenario scenario(
      int seed, int round, int steps, Placement placement, boolean logged) {
    CrashWorkload workload = new CrashWorkload(seed, steps, 40, CrashWorkload.Shape.RECTANGLES);
    String flash =
        logged
            ? LOGGED[round % LOGGED.length]
            : round % 2 == 0 ? "for:buffer=4K,unit=3" : "for:buffer=6K,ratio=50%";
    SyncMode sync = !logged ? SyncMode.BARRIER : round % 2 == 0 ? SyncMode.OP : SyncMode.CLOSE;
    return new TreeScenario(
        workload,
        placement,
        PAGE,
        round % 4 < 2 ? 8 << 10 : 4 << 10,
        sync,
        TREES[(round + round / LOGGED.length) % TREES.length],
        flash);
  }

  private static void survive(Random random, boolean logged, int states, int ofOne, int steps) {
    StateSet seen = new StateSet();
    for (int round = 0; seen.size() < states; round++) {
      CrashPlan plan = CrashPlan.powerCuts(random.nextInt()).upTo(ofOne);
      explore(scenario(random.nextInt(), round, steps, Placement.FREE, logged), plan, seen);
    }
    System.out.println("ForTreeCrashTest: " + seen.size() + " distinct crash states, 0 violations");
  }

  private static void explore(TreeScenario scenario, CrashPlan plan, StateSet seen) {
    CrashReport report = CrashExplorer.explore(scenario, plan, seen);
    System.out.println("ForTreeCrashTest: " + report);
    assertThat(report.violations()).isEmpty();
  }

  @Test
  void chainsSurvivePowerCutsUnderBuffersWithALog() {
    survive(Seeds.random(), true, 1_000, 125, 200);
  }

  @Test
  void withoutALogTheLastCheckpointIsWhatIsLeft() {
    survive(Seeds.random(), false, 800, 200, 200);
  }

  @Test
  void inPlaceStoresSurviveKilledProcesses() {
    Random random = Seeds.random();
    for (int round = 1; round <= 3; round += 2) { // FOR and FAST
      TreeScenario scenario = scenario(random.nextInt(), round, 100, Placement.HOME, true);
      explore(scenario, CrashPlan.kills(random.nextInt()).upTo(300), new StateSet());
    }
  }

  @Tag("long")
  @Test
  void chainsSurviveManyPowerCuts() {
    Random random = Seeds.random();
    survive(random, true, 100_000, 10_000, 400);
    survive(random, false, 100_000, 10_000, 400);
  }
}
