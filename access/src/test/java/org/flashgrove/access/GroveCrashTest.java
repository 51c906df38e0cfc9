package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.Grove;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.config.MergeConfig;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.storage.component.ComponentFile;
import org.flashgrove.storage.component.ComponentFiles;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests power cuts, killed processes and faults of a grove over a component file. */
class GroveCrashTest {
  private static final int WARM = 350;
  private static final int STEPS = 200;
  private static final int FLUSH_EVERY = 12;
  private static final long STATES = 800;
  private static final long FEWER_STATES = 400;
  private static final int LONG_WARM = 2_000;
  private static final int MANY_WARM = 6_000;
  private static final int MANY_BLOCKS = 16;
  private static final int LONG_FLUSH = 130;
  private static final int NEVER = Integer.MAX_VALUE;
  private static final long PACED_LOG = 24 << 10;

  /**
   * A grove.
   *
   * @param memory memory of the grove in bytes
   * @param twoLevels whether blocks form a second level as soon as there are some
   * @param rate bytes per second that a merging worker writes; 0 without a worker
   * @param blocks maximum number of blocks that a check has found
   * @param upperBlocks maximum number of blocks of the upper level that a check has found
   */
  private record Design(
      String name,
      long memory,
      boolean twoLevels,
      long rate,
      AtomicInteger blocks,
      AtomicInteger upperBlocks)
      implements BlockIndexScenario.Design {
    Design(String name, long memory, boolean twoLevels, long rate) {
      this(name, memory, twoLevels, rate, new AtomicInteger(), new AtomicInteger());
    }

    @Override
    public BlockIndexScenario.Attached attach(ComponentFile file) {
      Spec spec = Spec.parse("grove:domain=0/0/128/128,tile=8,boxes=4,memory=" + memory);
      GroveConfig of = GroveConfig.of(spec);
      MergeConfig merges = of.merges();
      Grove grove =
          Grove.attach(
              file,
              new GroveConfig(
                  of.curve(),
                  of.oversizedPart(),
                  memory,
                  of.snapshotMemory(),
                  0,
                  false,
                  new MergeConfig(
                      true,
                      merges.subBoxes(),
                      merges.groupPages(),
                      merges.intervals(),
                      merges.fill(),
                      merges.slack(),
                      twoLevels ? 0 : merges.twoLevels(),
                      rate,
                      merges.design())));
      return new BlockIndexScenario.Attached(
          grove,
          () -> {
            GroveStats figures = grove.stats();
            blocks.accumulateAndGet(figures.blocks(), Math::max);
            upperBlocks.accumulateAndGet(figures.upperBlocks(), Math::max);
            return grove.check().problems();
          });
    }
  }

  private static final long SMALL = 24 << 10;
  private static final Design ONE = new Design("grove", SMALL, false, 0);
  private static final Design TWO = new Design("grove of two levels", SMALL, true, 0);
  private static final Design BESIDE = new Design("grove with a worker", SMALL, true, 1L << 40);

  /** The log of this grove has copies of block footers. */
  private static final Design LARGE = new Design("grove of a large memory", 16 << 20, false, 0);

  private static List<CrashScenario> scenarios(long seed, int steps) {
    List<CrashScenario> scenarios = new ArrayList<>();
    for (SyncMode sync : List.of(SyncMode.OP, SyncMode.CLOSE)) {
      CrashWorkload points =
          new CrashWorkload(seed, WARM + steps, FLUSH_EVERY, CrashWorkload.Shape.POINTS);
      Design design = sync == SyncMode.OP ? ONE : TWO;
      scenarios.add(new BlockIndexScenario(design, ComponentFiles.plain(sync), points, WARM));
      CrashWorkload boxes =
          new CrashWorkload(seed, WARM + steps, FLUSH_EVERY, CrashWorkload.Shape.RECTANGLES);
      Design other = sync == SyncMode.OP ? TWO : ONE;
      scenarios.add(new BlockIndexScenario(other, ComponentFiles.besideSlots(sync), boxes, WARM));
    }
    CrashWorkload points =
        new CrashWorkload(seed, WARM + steps, FLUSH_EVERY, CrashWorkload.Shape.POINTS);
    for (SyncMode sync : List.of(SyncMode.OP, SyncMode.CLOSE)) { // and insertions wait for others
      scenarios.add(new BlockIndexScenario(BESIDE, ComponentFiles.plain(sync), points, WARM));
    }
    return scenarios;
  }

  /** Returns scenarios whose log is compacted in many small steps, and never at once. */
  private static List<CrashScenario> paced(long seed, int steps) {
    List<CrashScenario> scenarios = new ArrayList<>();
    for (Design design : List.of(ONE, TWO, BESIDE)) {
      SyncMode sync = design == TWO ? SyncMode.OP : SyncMode.CLOSE;
      ComponentFiles files = new ComponentFiles(sync, PACED_LOG, 0, false, 3);
      scenarios.add(
          new BlockIndexScenario(
              design, files, growing(seed, steps, CrashWorkload.Shape.POINTS), LONG_WARM));
    }
    ComponentFiles files = new ComponentFiles(SyncMode.CLOSE, PACED_LOG, 4, true, 1);
    scenarios.add(
        new BlockIndexScenario(
            TWO, files, growing(seed, steps, CrashWorkload.Shape.RECTANGLES), LONG_WARM));
    return scenarios;
  }

  /** Returns a scenario of a grove that starts with at least {@link #MANY_BLOCKS} live blocks. */
  static BlockIndexScenario ofManyBlocks(boolean twoLevels, long seed, int steps) {
    CrashWorkload workload =
        new CrashWorkload(seed, MANY_WARM + steps, NEVER, CrashWorkload.Shape.RECTANGLES, true);
    ComponentFiles files = ComponentFiles.plain(SyncMode.CLOSE);
    return new BlockIndexScenario(twoLevels ? TWO : ONE, files, workload, MANY_WARM, 4);
  }

  /**
   * Returns a scenario of a grove. Its log has copies of the footers of some blocks, but not of
   * all.
   */
  static BlockIndexScenario ofALargeMemory(long seed, int steps) {
    CrashWorkload workload =
        new CrashWorkload(
            seed, LONG_WARM + steps, LONG_FLUSH, CrashWorkload.Shape.RECTANGLES, true);
    ComponentFiles files = ComponentFiles.plain(SyncMode.CLOSE);
    return new BlockIndexScenario(LARGE, files, workload, LONG_WARM, 4);
  }

  private static CrashWorkload growing(long seed, int steps, CrashWorkload.Shape shape) {
    return new CrashWorkload(seed, LONG_WARM + steps, NEVER, shape, true);
  }

  @Test
  void powerMayFailWhileTheLogIsCompactedInSteps() {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, FEWER_STATES);
    explore(paced(seed, 4 * STEPS), plan);
  }

  /** The data of blocks that opening needs are in the log for some blocks, but not for all. */
  @Test
  void powerMayFailWhereTheLogHasCopiesOfFooters() {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, FEWER_STATES);
    explore(List.of(ofALargeMemory(seed, 2 * STEPS)), plan);
  }

  /** There are many blocks, so merges choose between them, and recovery reads a long directory. */
  @Test
  void powerMayFailWhileThereAreManyBlocks() {
    manyBlocks(Seeds.random().nextLong(), 4 * STEPS, FEWER_STATES / 2);
  }

  private static void manyBlocks(long seed, int steps, long states) {
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, states);
    explore(List.of(ofManyBlocks(false, seed, steps), ofManyBlocks(true, seed, steps)), plan);
    for (Design design : List.of(ONE, TWO)) {
      assertThat(design.blocks().get()).as(design.name()).isGreaterThanOrEqualTo(MANY_BLOCKS);
    }
  }

  private static void explore(List<CrashScenario> scenarios, CrashPlan plan) {
    for (CrashScenario scenario : scenarios) {
      CrashReport report = CrashExplorer.explore(scenario, plan);
      System.out.println("GroveCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
      assertThat(report.distinctStates()).isGreaterThan(100);
    }
  }

  private static void requireTwoLevels() {
    assertThat(TWO.upperBlocks().get()).as("blocks above others, found by a check").isPositive();
  }

  @Test
  void everyPowerCutLeavesWhatWasDurable() {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, STATES);
    explore(scenarios(seed, STEPS), plan);
    requireTwoLevels();
  }

  @Test
  void powerMayFailAfterAProcessWasKilled() {
    long seed = Seeds.random().nextLong();
    explore(scenarios(seed, STEPS), CrashPlan.killsThenPowerCuts(seed).upTo(FEWER_STATES));
  }

  @Test
  @Tag("long")
  void manyPowerCuts() {
    for (int round = 0; round < 4; round++) {
      long seed = Seeds.random().nextLong();
      CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, 20_000);
      explore(scenarios(seed, 1_500), plan);
      explore(scenarios(seed, 1_500), CrashPlan.killsThenPowerCuts(seed).upTo(10_000));
      explore(paced(seed, 1_500), plan);
      manyBlocks(seed, 4_000, 20_000);
    }
  }

  /**
   * The device fails or returns wrong data. Answers must be right, or a typed exception must report
   * the fault.
   */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void aFaultNeverMakesAnAnswerWrong(FaultKind kind) {
    long seed = Seeds.random().nextLong();
    for (CrashScenario scenario : scenarios(seed, 60).subList(0, 2)) {
      for (boolean forEver : new boolean[] {false, true}) {
        FaultReport report = FaultExplorer.explore(scenario, kind, forEver, 3);
        System.out.println("GroveCrashTest: " + report);
        assertThat(report.violations()).isEmpty();
      }
    }
  }
}
