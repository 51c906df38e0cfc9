package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.lsm.LsmTree;
import org.flashgrove.lsm.merge.LsmConfig;
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

/**
 * Power cuts, kills and faults, in flushes, merges and between, of LSM R-trees over a component
 * file.
 */
class LsmCrashTest {
  private static final int WARM = 350;
  private static final int MANY_WARM = 4_000;
  private static final int STEPS = 200;
  private static final int FLUSH_EVERY = 12;
  private static final long STATES = 160;

  private static final List<String> DESIGNS =
      List.of(
          "lsm:memory=42K,k=3",
          "lsm:memory=42K,policy=leveled,level0=1,ratio=2,partition=str",
          "lsm:memory=42K,policy=tiered,ratio=2,comparator=simple",
          "lsm:memory=42K,policy=leveled,level0=1,ratio=2,comparator=zorder,codec=plain",
          "lsm:memory=42K,policy=leveled,level0=1,ratio=2,merges=worker");

  /** An index of a spec. */
  private record Lsm(String name) implements BlockIndexScenario.Design {
    @Override
    public BlockIndexScenario.Attached attach(ComponentFile file) {
      LsmTree tree = LsmTree.attach(file, LsmConfig.of(Spec.parse(name)));
      return new BlockIndexScenario.Attached(tree, () -> tree.check().problems());
    }
  }

  private static List<CrashScenario> scenarios(long seed, int steps) {
    List<CrashScenario> scenarios = new ArrayList<>();
    for (int i = 0; i < DESIGNS.size(); i++) {
      CrashWorkload.Shape shape =
          i < 2 ? CrashWorkload.Shape.POINTS : CrashWorkload.Shape.RECTANGLES;
      CrashWorkload workload = new CrashWorkload(seed, WARM + steps, FLUSH_EVERY, shape);
      SyncMode sync = i % 2 == 0 ? SyncMode.OP : SyncMode.CLOSE;
      ComponentFiles files = i < 2 ? ComponentFiles.plain(sync) : ComponentFiles.besideSlots(sync);
      scenarios.add(new BlockIndexScenario(new Lsm(DESIGNS.get(i)), files, workload, WARM));
    }
    return scenarios;
  }

  /** An LSM R-tree of several levels. */
  static BlockIndexScenario ofManyLevels(long seed) {
    CrashWorkload workload =
        new CrashWorkload(seed, MANY_WARM, Integer.MAX_VALUE, CrashWorkload.Shape.RECTANGLES, true);
    Lsm design = new Lsm("lsm:memory=42K,policy=leveled,level0=1,ratio=2");
    return new BlockIndexScenario(
        design, ComponentFiles.plain(SyncMode.CLOSE), workload, MANY_WARM);
  }

  private static void explore(List<CrashScenario> scenarios, CrashPlan plan) {
    for (CrashScenario scenario : scenarios) {
      CrashReport report = CrashExplorer.explore(scenario, plan);
      System.out.println("LsmCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
      assertThat(report.distinctStates()).isGreaterThan(100);
    }
  }

  @Test
  void everyPowerCutLeavesWhatWasDurable() {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, STATES);
    explore(scenarios(seed, STEPS), plan);
  }

  @Test
  void powerMayFailAfterAProcessWasKilled() {
    long seed = Seeds.random().nextLong();
    explore(scenarios(seed, STEPS), CrashPlan.killsThenPowerCuts(seed).upTo(STATES));
  }

  @Test
  @Tag("long")
  void manyPowerCutsOfBinomial() {
    exploreMany(0, 19_000, 7_000);
  }

  @Test
  @Tag("long")
  void manyPowerCutsOfLeveledByTiles() {
    exploreMany(1, 19_000, 7_000);
  }

  @Test
  @Tag("long")
  void manyPowerCutsOfTiered() {
    exploreMany(2, 19_000, 7_000);
  }

  @Test
  @Tag("long")
  void manyPowerCutsOfPlainPages() {
    exploreMany(3, 2_000, 1_000); // most cuts leave states seen before
  }

  @Test
  @Tag("long")
  void manyPowerCutsBesideAWorker() {
    exploreMany(4, 3_000, 1_500); // each state waits for the worker: some 35 a second
  }

  /** States of two workloads: all designs together have 10^5 and more. */
  private static void exploreMany(int design, long powerCuts, long kills) {
    Random random = Seeds.random();
    for (int round = 0; round < 2; round++) {
      long seed = random.nextLong();
      List<CrashScenario> one = List.of(scenarios(seed, 1_500).get(design));
      explore(one, new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, powerCuts));
      explore(one, CrashPlan.killsThenPowerCuts(seed).upTo(kills));
    }
  }

  /** A device that fails or lies: answers are right, or a typed exception reports the fault. */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void aFaultNeverMakesAnAnswerWrong(FaultKind kind) {
    exploreFaults(kind, Repetitions.of(150, 60));
  }

  @ParameterizedTest
  @EnumSource(FaultKind.class)
  @Tag("long")
  void faultsAtManyCalls(FaultKind kind) {
    exploreFaults(kind, 3);
  }

  /** Lets every call of a number fail, each in a run of its own. */
  private static void exploreFaults(FaultKind kind, int everyCalls) {
    long seed = Seeds.random().nextLong();
    List<CrashScenario> all = scenarios(seed, 60);
    for (CrashScenario scenario : List.of(all.get(0), all.get(1), all.get(4))) {
      for (boolean forEver : new boolean[] {false, true}) {
        FaultReport report = FaultExplorer.explore(scenario, kind, forEver, everyCalls);
        System.out.println("LsmCrashTest: " + report);
        assertThat(report.violations()).isEmpty();
      }
    }
  }
}
