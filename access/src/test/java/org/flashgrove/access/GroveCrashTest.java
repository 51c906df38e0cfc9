package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.indexes.grove.Grove;
import org.flashgrove.indexes.grove.GroveConfig;
import org.flashgrove.storage.component.ComponentFiles;
import org.flashgrove.storage.component.PagedBlocks;
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
import org.flashgrove.storage.file.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Power cuts, kills and faults of a grove over a component file. */
class GroveCrashTest {
  private static final int PAGE = 1024;
  private static final int PAGES = 8;
  private static final int WARM = 350;
  private static final int STEPS = 200;
  private static final int FLUSH_EVERY = 12;
  private static final long STATES = 1_000;

  /** A grove after some steps of a workload, which the others follow. */
  private record GroveScenario(ComponentFiles files, CrashWorkload workload, int warm)
      implements CrashScenario {
    @Override
    public String name() {
      return "grove, " + files.sync().kind() + (files.besideSlots() ? ", beside slots" : "");
    }

    @Override
    public int steps() {
      return workload.steps() - warm;
    }

    @Override
    public long expected(int steps) {
      return workload.expected(warm + steps);
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      Opened opened = new Opened(disk);
      for (int step = -warm; step < 0; step++) {
        opened.step(step);
      }
      assertThat(opened.store.file().figures().edits()).as("edits").isGreaterThan(10);
      opened.close();
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      return new Opened(directory);
    }

    /** A grove that is open. */
    private final class Opened implements StoreUnderTest {
      private final ComponentFiles.Closed store;
      private final Grove grove;

      Opened(StoreDirectory directory) {
        FileDevice device = FileDevice.over(directory, RawFile.Caching.BUFFERED);
        PageStore pages =
            directory.exists(ComponentFiles.BLOCKS)
                ? device.openPages(ComponentFiles.BLOCKS, PAGE)
                : device.createPages(ComponentFiles.BLOCKS, PAGE);
        store = files.over(device, new PagedBlocks(pages, PAGES));
        HilbertCurve curve = new HilbertCurve(0, 0, 128, 128);
        GroveConfig config = GroveConfig.of(curve, 24 << 10).withTiles(8, 4);
        grove = Grove.attach(store.file(), config);
        store.store().open();
      }

      @Override
      public void step(int number) {
        workload.run(warm + number, grove, null);
      }

      @Override
      public long commitNumber() {
        return store.store().committedFrame();
      }

      @Override
      public boolean isDurable(long commitNumber) {
        return store.store().durableFrame() >= commitNumber;
      }

      @Override
      public long digest() {
        return CrashWorkload.digest(grove);
      }

      @Override
      public List<String> problems() {
        return grove.check().problems();
      }

      @Override
      public void close() {
        grove.close();
      }
    }
  }

  private static List<CrashScenario> scenarios(long seed, int steps) {
    List<CrashScenario> scenarios = new ArrayList<>();
    for (SyncMode sync : List.of(SyncMode.OP, SyncMode.CLOSE)) {
      CrashWorkload points =
          new CrashWorkload(seed, WARM + steps, FLUSH_EVERY, CrashWorkload.Shape.POINTS);
      scenarios.add(new GroveScenario(ComponentFiles.plain(sync), points, WARM));
      CrashWorkload boxes =
          new CrashWorkload(seed, WARM + steps, FLUSH_EVERY, CrashWorkload.Shape.RECTANGLES);
      scenarios.add(new GroveScenario(ComponentFiles.besideSlots(sync), boxes, WARM));
    }
    return scenarios;
  }

  private static void explore(List<CrashScenario> scenarios, CrashPlan plan) {
    for (CrashScenario scenario : scenarios) {
      CrashReport report = CrashExplorer.explore(scenario, plan);
      System.out.println("GroveCrashTest: " + report);
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
  void manyPowerCuts() {
    for (int round = 0; round < 4; round++) {
      long seed = Seeds.random().nextLong();
      CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER, 1, 64, 37, 20_000);
      explore(scenarios(seed, 1_500), plan);
      explore(scenarios(seed, 1_500), CrashPlan.killsThenPowerCuts(seed).upTo(10_000));
    }
  }

  /** A device that fails or lies: answers are right, or a typed exception reports the fault. */
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
