package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cuts the power or kills the process at every device call of seeded workloads, and of the
 * recoveries that follow. {@link CrashExplorer} says which conditions must hold then.
 *
 * <p>Power cuts are only tested with {@code placement=free}. With {@code placement=home} only
 * killed processes are tested, because a power cut may tear a page that is written in place.
 */
class CrashTest {
  private static final int PAGE = 512;
  private static final int STATES_OF_A_WORKLOAD = 1_500;

  /**
   * Maximum number of states of one workload. Four workloads suffice for 6,000 different states,
   * even if some of their states are equal.
   */
  private static final int STATES_OF_A_QUARTER = 1_600;

  private static final int STATES_OF_A_LONG_WORKLOAD = 60_000;
  private static final String POOL = "none";
  private static final String EFIND = "efind:buffer=16K,unit=3";
  private static final String[] UNLOGGED = {
    "rftl:buffer=4K,pages=2",
    "lcr:buffer=4K,merge=25%",
    "rftl:buffer=8K",
    "fkdb:buffer=4K,unit=1,writecost=1,update=10%",
    "gffm:buffer=4K,unit=3"
  };
  private static final String AS_FESTIVAL =
      "efind:buffer=16K,memory=festival64,readpolicy=lru,tc=none";

  /**
   * Specs of trees. Their nodes are so small that splits and merges occur within a hundred steps.
   */
  private static final String[] TREES = {
    "rtree",
    "rstar:capacity=6",
    "hilbert:s=2,capacity=6,domain=0/0/128/128",
    "xbr:leafcapacity=4,nodecapacity=5,domain=0/0/128/128"
  };

  private static final String[][] FLASH_AWARE = {
    {
      EFIND,
      "efind:buffer=16K,unit=5,readpolicy=lru,tc=none",
      "efind:buffer=16K,unit=1,memory=festival64,compat=festival",
      "efind:buffer=16K,unit=2,policy=m,readpolicy=none,tc=writes"
    },
    {
      "fast:buffer=4K,unit=3",
      "fast:buffer=4K,unit=5,policy=random",
      "fast:buffer=8K,unit=1,policy=fast,memory=festival64",
      "fast:buffer=6K,unit=2,policy=fast*n"
    }
  };

  /** The settings that differ between the workloads. */
  private record Setting(CrashWorkload workload, long logBytes, SyncMode sync) {
    /** Returns the settings of a round. Sync mode and log size alternate from round to round. */
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
      return TreeScenario.flashAware(workload, placement, PAGE, logBytes, sync, spec);
    }
  }

  /**
   * Returns the scenario of a round. The rounds run through all pairs of a tree and a flash-aware
   * buffer. After all pairs, the buffers' parameters, sync mode and log size change.
   */
  private static TreeScenario flashAware(int seed, int round, int steps, Placement placement) {
    int tree = round % TREES.length;
    int buffer = round / TREES.length % FLASH_AWARE.length;
    int turn = round / (TREES.length * FLASH_AWARE.length);
    CrashWorkload.Shape shape =
        TREES[tree].startsWith("rtree")
            ? CrashWorkload.Shape.LOADED_RECTANGLES
            : TREES[tree].startsWith("xbr")
                ? CrashWorkload.Shape.POINTS
                : CrashWorkload.Shape.RECTANGLES;
    return new TreeScenario(
        new CrashWorkload(seed, steps, 40, shape),
        placement,
        PAGE,
        turn % 4 < 2 ? 8 << 10 : 4 << 10,
        (turn + tree) % 2 == 0 ? SyncMode.OP : SyncMode.CLOSE,
        TREES[tree],
        FLASH_AWARE[buffer][(turn + tree) % FLASH_AWARE[buffer].length]);
  }

  @Test
  void thePlainPoolSurvivesPowerCuts() {
    Random random = Seeds.random();
    survivesPowerCuts(
        random,
        6_000,
        STATES_OF_A_QUARTER,
        round -> Setting.of(random.nextInt(), round, 200).pool(Placement.FREE));
  }

  /** Changed nodes are read and flushed several at a time. */
  @Test
  void treesWhoseNodesAreReadTogetherSurvivePowerCuts() {
    Random random = Seeds.random();
    survivesPowerCuts(
        random, 4_000, 700, round -> together(random.nextInt(), round, 200, Placement.FREE));
    for (int round = 0; round < 2; round++) {
      CrashPlan plan = CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(STATES_OF_A_WORKLOAD);
      explore(together(random.nextInt(), round, 100, Placement.FREE), plan, new StateSet());
    }
  }

  /**
   * Returns the scenario of a round. The rounds alternate between plain pools and an eFIND buffer,
   * all of which read nodes together.
   */
  private static TreeScenario together(int seed, int round, int steps, Placement placement) {
    String[] buffers = {
      "none:frames=8,behind=8",
      "efind:unit=1,together=8,tc=reads,buffer=24K",
      "none:frames=16,behind=3"
    };
    return flashAware(seed, round, steps, placement).together(buffers[round % buffers.length]);
  }

  /** Tests all pairs of a tree and a flash-aware buffer. */
  @Test
  void flashAwareTreesSurvivePowerCuts() {
    Random random = Seeds.random();
    survivesPowerCuts(
        random, 8_000, 520, round -> flashAware(random.nextInt(), round, 200, Placement.FREE));
  }

  /** Tests merges, checkpoint images and recovery of whole stores with one grove. */
  @Test
  void aGroveSurvivesPowerCuts() {
    Random random = Seeds.random();
    survivesPowerCuts(random, 2_000, 1_000, round -> grove(random.nextInt(), round, 200));
    for (int round = 0; round < 2; round++) {
      CrashPlan plan = CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(STATES_OF_A_WORKLOAD);
      explore(grove(random.nextInt(), round, 60), plan, new StateSet());
    }
  }

  @Tag("long")
  @Test
  void aGroveSurvivesManyPowerCuts() {
    Random random = Seeds.random();
    survivesPowerCuts(
        random, 1_000_000, STATES_OF_A_LONG_WORKLOAD, round -> grove(random.nextInt(), round, 400));
  }

  /**
   * Returns a scenario with a store of one grove. Each flush merges the buffered changes with the
   * existing blocks.
   */
  private static StoreScenario grove(int seed, int round, int steps) {
    String domain = ",domain=0/0/128/128";
    String[] forms = {"block=2K" + domain, "block=4K,columns=joined" + domain, "block=8K,tile=2"};
    return new StoreScenario(
        new CrashWorkload(seed, steps, 12, CrashWorkload.Shape.RECTANGLES),
        StoreOptions.defaults()
            .withIndex("grove:memory=32K," + forms[round % forms.length])
            .withFlash("none:frames=8,log=64K")
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.parse(round % 2 == 0 ? "op" : "close")));
  }

  /** A store without a log of commits returns completely to its last checkpoint. */
  @Tag("kinds")
  @Test
  void withoutALogTheLastCheckpointIsWhatIsLeft() {
    Random random = Seeds.random();
    List<String> buffers =
        KindsUnderTest.of(
            Stream.concat(Stream.of(POOL, EFIND), Stream.of(UNLOGGED)).toList(), flash -> flash);
    survivesPowerCuts(
        random,
        300 * buffers.size(),
        300,
        round -> {
          CrashWorkload workload = new CrashWorkload(random.nextInt(), 200, 40);
          long logBytes = round % 4 < 2 ? 64 << 10 : 4 << 10;
          String flash = buffers.get(round % buffers.size());
          return flash.equals(POOL)
              ? TreeScenario.pool(workload, Placement.FREE, PAGE, logBytes, SyncMode.BARRIER)
              : TreeScenario.flashAware(
                  workload, Placement.FREE, PAGE, logBytes, SyncMode.BARRIER, flash);
        });
  }

  static List<String> unlogged() {
    return KindsUnderTest.of(UNLOGGED);
  }

  /** These buffers have no log in the papers that describe them. */
  @Tag("long")
  @KindTest
  @MethodSource("unlogged")
  void buffersWithoutALogGoBackToTheirLastCheckpoint(String flash) {
    Random random = Seeds.random();
    survivesPowerCuts(
        random,
        20_000,
        STATES_OF_A_WORKLOAD,
        round ->
            TreeScenario.flashAware(
                new CrashWorkload(random.nextInt(), 300, 40),
                Placement.FREE,
                PAGE,
                round % 4 < 2 ? 64 << 10 : 4 << 10,
                SyncMode.BARRIER,
                flash));
  }

  @Tag("long")
  @Test
  void thePlainPoolSurvivesManyPowerCuts() {
    Random random = Seeds.random();
    survivesPowerCuts(
        random,
        600_000,
        STATES_OF_A_LONG_WORKLOAD,
        round -> Setting.of(random.nextInt(), round, 400).pool(Placement.FREE));
  }

  @Tag("long")
  @Test
  void flashAwareTreesSurviveManyPowerCuts() {
    Random random = Seeds.random();
    survivesPowerCuts(
        random,
        1_000_000,
        STATES_OF_A_LONG_WORKLOAD,
        round -> flashAware(random.nextInt(), round, 400, Placement.FREE));
  }

  /** The power is also cut while the store and its description are created. */
  @Test
  void aStoreIsThereOrIsNot() {
    Random random = Seeds.random();
    survivesPowerCuts(
        random,
        1_000,
        STATES_OF_A_WORKLOAD,
        round ->
            new StoreScenario(
                new CrashWorkload(random.nextInt(), 12, 6),
                StoreOptions.defaults()
                    .withIndex("rtree")
                    .withFlash(
                        round % 2 == 0
                            ? "none:frames=8,log=64K,logform=packed"
                            : "efind:buffer=16K,log=64K")
                    .withDevice("buffered")
                    .withPageSize(PAGE)
                    .withSync(SyncMode.OP)));
  }

  static void survivesPowerCuts(
      Random random, int states, int statesOfOne, IntFunction<CrashScenario> rounds) {
    StateSet seen = new StateSet();
    long start = System.nanoTime();
    for (int round = 0; seen.size() < some(states); round++) {
      explore(rounds.apply(round), powerCuts(random.nextInt(), some(statesOfOne)), seen);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "CrashTest: %d distinct crash states of all workloads, %.0f a second, 0 violations%n",
        seen.size(),
        seen.size() / seconds);
  }

  private static int some(int states) {
    return Repetitions.of(states / 3, states);
  }

  /**
   * Returns a plan. In a normal run it draws fewer states of each call, so that it can cut as many
   * calls as the long run.
   */
  private static CrashPlan powerCuts(long seed, int states) {
    int samples = Repetitions.of(2, 8);
    return new CrashPlan(seed, CrashPlan.Cuts.POWER, samples, Repetitions.of(64, 16), 37, states);
  }

  static void explore(CrashScenario scenario, CrashPlan plan, StateSet seen) {
    CrashReport report = CrashExplorer.explore(scenario, plan, seen);
    System.out.println("CrashTest: " + report);
    assertThat(report.violations()).isEmpty();
  }

  /**
   * Data that a killed process had passed to the operating system must not make a later power cut
   * worse.
   */
  @Test
  void powerMayBeLostAfterAKilledProcess() {
    Random random = Seeds.random();
    for (int round = 0; round < 2; round++) {
      Setting setting = Setting.of(random.nextInt(), round, 100);
      CrashPlan plan = CrashPlan.killsThenPowerCuts(random.nextInt()).upTo(STATES_OF_A_WORKLOAD);
      explore(setting.pool(Placement.FREE), plan, new StateSet());
      explore(setting.efind(Placement.FREE, EFIND), plan, new StateSet());
    }
  }

  @Test
  void inPlaceStoresSurviveKilledProcesses() {
    Random random = Seeds.random();
    for (int round = 0; round < 2; round++) {
      Setting setting = Setting.of(random.nextInt(), round, 260);
      CrashPlan plan = CrashPlan.kills(random.nextInt());
      explore(setting.pool(Placement.HOME), plan, new StateSet());
      explore(setting.efind(Placement.HOME, EFIND), plan, new StateSet());
      explore(setting.efind(Placement.HOME, AS_FESTIVAL), plan, new StateSet());
    }
  }

  /**
   * FAST with in-place writes: its pages may hold changes although the log does not show that they
   * do.
   */
  @Test
  void fastInPlaceSurvivesKilledProcesses() {
    Random random = Seeds.random();
    for (int tree = 0; tree < TREES.length; tree++) {
      TreeScenario scenario =
          flashAware(random.nextInt(), TREES.length + tree, 200, Placement.HOME);
      assertThat(scenario.flash()).startsWith("fast:");
      explore(scenario, CrashPlan.kills(random.nextInt()), new StateSet());
    }
  }
}
