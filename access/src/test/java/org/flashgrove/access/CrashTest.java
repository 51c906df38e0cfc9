package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Stores whose power is cut, or whose process is killed, at every device call of seeded workloads
 * and of the recoveries after it. {@link CrashExplorer} says what must hold then.
 *
 * <p>Power cuts belong to {@code placement=free}. {@code placement=home} covers killed processes
 * only: it writes pages in place, where a power cut may tear them.
 */
class CrashTest {
  private static final int PAGE = 512;
  private static final int STATES_OF_A_WORKLOAD = 5_000;
  private static final int STATES_OF_A_LONG_WORKLOAD = 60_000;
  private static final String EFIND = "efind:buffer=16K,unit=3";
  private static final String AS_FESTIVAL =
      "efind:buffer=16K,memory=festival64,readpolicy=lru,tc=none";

  /** What differs from workload to workload. */
  private record Setting(CrashWorkload workload, long logBytes, SyncMode sync) {
    /** Setting of a round: sync and size of the log take turns. */
    static Setting of(long seed, int round, int steps) {
      return new Setting(
          new CrashWorkload(seed, steps, 40),
          round % 4 < 2 ? 8 << 10 : 4 << 10,
          round % 2 == 0 ? SyncMode.OP : SyncMode.CLOSE);
    }

    TreeScenario pool(Placement placement) {
      return TreeScenario.pool(workload, placement, PAGE, logBytes, sync);
    }

    TreeScenario efind(Placement placement, String spec) {
      return TreeScenario.efind(workload, placement, PAGE, logBytes, sync, spec);
    }
  }

  @Test
  void thePlainPoolSurvivesPowerCuts() {
    Random random = Seeds.random(CrashTest.class);
    survivesPowerCuts(
        random,
        20_000,
        STATES_OF_A_WORKLOAD,
        round -> Setting.of(random.nextInt(), round, 200).pool(Placement.FREE));
  }

  @Test
  void efindSurvivesPowerCuts() {
    Random random = Seeds.random(CrashTest.class);
    survivesPowerCuts(
        random,
        20_000,
        STATES_OF_A_WORKLOAD,
        round -> Setting.of(random.nextInt(), round, 200).efind(Placement.FREE, EFIND));
  }

  /** What a pool below holds back is lost like an unsynced write; some policies, some budgets. */
  @Test
  void efindOverAPoolSurvivesPowerCuts() {
    Random random = Seeds.random(CrashTest.class);
    survivesPowerCuts(
        random,
        4_000,
        2_000,
        round -> overPool(new CrashWorkload(random.nextInt(), 200, 40), round));
    for (int round = 0; round < 2; round++) {
      StoreScenario scenario = overPool(new CrashWorkload(random.nextInt(), 100, 40), round);
      CrashPlan plan = CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(STATES_OF_A_WORKLOAD);
      explore(scenario, plan, new StateSet());
    }
  }

  private static StoreScenario overPool(CrashWorkload workload, int round) {
    String[] pools = {"buffer=4K", "buffer=16K,policy=arc", "buffer=8K,policy=cflru"};
    return new StoreScenario(
        workload,
        new StoreOptions(
            "rtree",
            EFIND + ",log=64K+pool:" + pools[round % pools.length],
            "buffered",
            PAGE,
            round % 2 == 0 ? "op" : "close"));
  }

  /** Without a log of commits a store goes back to its last barrier, whole. */
  @Test
  void withoutALogTheLastBarrierIsWhatIsLeft() {
    Random random = Seeds.random(CrashTest.class);
    survivesPowerCuts(
        random,
        1_800,
        300,
        round -> {
          CrashWorkload workload = new CrashWorkload(random.nextInt(), 200, 40);
          long logBytes = round % 4 < 2 ? 64 << 10 : 4 << 10;
          return round % 3 == 2
              ? TreeScenario.unlogged(workload, PAGE, logBytes, "rftl:buffer=4K,pages=2")
              : round % 3 == 0
                  ? TreeScenario.pool(workload, Placement.FREE, PAGE, logBytes, SyncMode.BARRIER)
                  : TreeScenario.efind(
                      workload, Placement.FREE, PAGE, logBytes, SyncMode.BARRIER, EFIND);
        });
  }

  @Tag("long")
  @Test
  void thePlainPoolSurvivesManyPowerCuts() {
    Random random = Seeds.random(CrashTest.class);
    survivesPowerCuts(
        random,
        600_000,
        STATES_OF_A_LONG_WORKLOAD,
        round -> Setting.of(random.nextInt(), round, 400).pool(Placement.FREE));
  }

  @Tag("long")
  @Test
  void efindSurvivesManyPowerCuts() {
    Random random = Seeds.random(CrashTest.class);
    survivesPowerCuts(
        random,
        600_000,
        STATES_OF_A_LONG_WORKLOAD,
        round -> Setting.of(random.nextInt(), round, 400).efind(Placement.FREE, EFIND));
  }

  /** The creation of a store, its description included, is cut, too. */
  @Test
  void aStoreIsThereOrIsNot() {
    Random random = Seeds.random(CrashTest.class);
    survivesPowerCuts(
        random,
        1_000,
        STATES_OF_A_WORKLOAD,
        round ->
            new StoreScenario(
                new CrashWorkload(random.nextInt(), 12, 6),
                new StoreOptions(
                    "rtree",
                    round % 2 == 0 ? "none:frames=8,log=64K" : "efind:buffer=16K,log=64K",
                    "buffered",
                    PAGE,
                    "op")));
  }

  private static void survivesPowerCuts(
      Random random, int states, int statesOfOne, IntFunction<CrashScenario> rounds) {
    StateSet seen = new StateSet();
    long start = System.nanoTime();
    for (int round = 0; seen.size() < states; round++) {
      explore(rounds.apply(round), CrashPlan.powerCuts(random.nextInt()).upTo(statesOfOne), seen);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "CrashTest: %d distinct crash states of all workloads, %.0f a second, 0 violations%n",
        seen.size(),
        seen.size() / seconds);
  }

  private static void explore(CrashScenario scenario, CrashPlan plan, StateSet seen) {
    CrashReport report = CrashExplorer.explore(scenario, plan, seen);
    System.out.println("CrashTest: " + report);
    assertThat(report.violations()).isEmpty();
  }

  /** What a killed process handed to the operating system must not make a power cut worse. */
  @Test
  void powerMayBeLostAfterAKilledProcess() {
    Random random = Seeds.random(CrashTest.class);
    for (int round = 0; round < 2; round++) {
      Setting setting = Setting.of(random.nextInt(), round, 100);
      CrashPlan plan = CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(STATES_OF_A_WORKLOAD);
      explore(setting.pool(Placement.FREE), plan, new StateSet());
      explore(setting.efind(Placement.FREE, EFIND), plan, new StateSet());
    }
  }

  @Test
  void inPlaceStoresSurviveKilledProcesses() {
    Random random = Seeds.random(CrashTest.class);
    for (int round = 0; round < 2; round++) {
      Setting setting = Setting.of(random.nextInt(), round, 260);
      CrashPlan plan = CrashPlan.kills(random.nextInt());
      explore(setting.pool(Placement.HOME), plan, new StateSet());
      explore(setting.efind(Placement.HOME, EFIND), plan, new StateSet());
      explore(setting.efind(Placement.HOME, AS_FESTIVAL), plan, new StateSet());
    }
  }
}
