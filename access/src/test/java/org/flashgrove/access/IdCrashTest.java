package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.FaultExplorer;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultReport;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests power cuts, killed processes and faults of stores with changes by id. The index and the
 * rectangles by id must always have the same entries.
 */
class IdCrashTest {
  private static final int STEPS = 120;
  private static final long STATES = 120;

  private static final List<StoreOptions> STORES =
      KindsUnderTest.of(
              "rstar|none:frames=8,log=64K,logform=packed|1024|op",
              "rtree|efind:buffer=16K,unit=3,log=64K|512|close",
              "grove:domain=0/0/2048/2048,memory=48K,block=16K|none|1024|op",
              "rstar|rftl:buffer=8K|1024|close")
          .stream()
          .map(IdCrashTest::options)
          .toList();

  private static StoreOptions options(String specs) {
    String[] part = specs.split("\\|");
    return StoreOptions.defaults()
        .withIndex(part[0])
        .withFlash(part[1])
        .withDevice("buffered")
        .withPageSize(Integer.parseInt(part[2]))
        .withSync(SyncMode.parse(part[3]));
  }

  private record Ids(StoreOptions options, long seed, int steps) implements CrashScenario {
    @Override
    public String name() {
      return "ids, " + options;
    }

    @Override
    public long expected(int count) {
      IdChanges changes = changes();
      for (int step = 0; step < count; step++) {
        run(step, changes, null);
      }
      return changes.digest();
    }

    private IdChanges changes() {
      return new IdChanges(seed, CrashWorkload.Shape.RECTANGLES, 60);
    }

    /** Runs a step. Its kind depends only on its number. */
    private void run(int number, IdChanges changes, SpatialStore store) {
      int what = new Random(seed + number).nextInt(20);
      if (what < 4) {
        changes.batch(store, 1 + what * 3);
      } else if (what < 15) {
        changes.change(store);
      } else if (store != null) {
        between(what, number, store);
      }
    }

    private static void between(int what, int number, SpatialStore store) {
      switch (what) {
        case 15:
          store.flush();
          break;
        case 16:
          store.store().compact();
          break;
        case 17:
          store.sync();
          break;
        case 18:
          store.store().backup(new MemoryDirectory(), Backup.Progress.NONE);
          break;
        default:
          IdChanges.takenBack(store, number);
      }
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      SpatialStore.create(disk, options.withIds()).close();
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      return new Open(this, SpatialStore.open(directory));
    }
  }

  private static final class Open extends CrashedStore {
    private final Ids of;
    private final SpatialStore store;
    private final IdChanges changes;
    private int next;

    Open(Ids of, SpatialStore store) {
      super(store.store());
      this.of = of;
      this.store = store;
      changes = of.changes();
    }

    @Override
    public void step(int number) {
      while (next < number) {
        of.run(next++, changes, null);
      }
      next++;
      of.run(number, changes, store);
      boolean syncs = new Random(of.seed + number).nextInt(20) == 17;
      if (syncs || store.options().sync().equals(SyncMode.OP)) {
        promise();
      }
    }

    @Override
    public long digest() {
      return IdChanges.digest(store);
    }
  }

  static List<CrashScenario> scenarios(long seed, int steps) {
    List<CrashScenario> scenarios = new ArrayList<>();
    STORES.forEach(options -> scenarios.add(new Ids(options, seed, steps)));
    return scenarios;
  }

  private static void explore(List<CrashScenario> scenarios, CrashPlan plan) {
    for (CrashScenario scenario : scenarios) {
      CrashReport report = CrashExplorer.explore(scenario, plan);
      System.out.println("IdCrashTest: " + report);
      assertThat(report.violations()).isEmpty();
      assertThat(report.distinctStates()).isGreaterThan(50);
    }
  }

  @Tag("kinds")
  @Test
  void everyPowerCutLeavesBothInStep() {
    long seed = Seeds.random().nextLong();
    explore(scenarios(seed, STEPS), new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 16, 7, STATES));
  }

  @Tag("kinds")
  @Test
  @Tag("long")
  void manyPowerCuts() {
    long seed = Seeds.random().nextLong();
    explore(scenarios(seed, 600), new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, 6_000));
    explore(scenarios(seed, 600), CrashPlan.killsThenPowerCuts(seed).upTo(1_000));
  }

  /**
   * The device fails or returns wrong data. Answers must be right, or a typed exception must report
   * the fault.
   */
  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void aFaultNeverMakesAnAnswerWrong(FaultKind kind) {
    long seed = Seeds.random().nextLong();
    for (CrashScenario scenario : scenarios(seed, 40).subList(0, 2)) {
      for (boolean forEver : new boolean[] {false, true}) {
        FaultReport report = FaultExplorer.explore(scenario, kind, forEver, 40);
        System.out.println("IdCrashTest: " + report);
        assertThat(report.violations()).isEmpty();
      }
    }
  }
}
