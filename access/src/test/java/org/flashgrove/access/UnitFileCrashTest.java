package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.unitspace.file.UnitFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cuts the power of a store in the units of a file at every write, discard and sync of the file,
 * and while the store recovers. Sectors of 512 bytes survive independently of each other.
 */
class UnitFileCrashTest {
  private static final String SPEC = "units:size=400K,unit=8K,page=512,open=3,spare=0,op=30%";
  private static final int STEPS = 20_000;

  /** Changes of a store with ids. */
  private static final class Changes implements CrashScenario {
    private final long seed;
    private final List<Long> digests = new ArrayList<>();
    private final boolean ignoresSyncs;
    private final IdChanges expected;

    Changes(long seed, boolean ignoresSyncs) {
      this.seed = seed;
      this.ignoresSyncs = ignoresSyncs;
      expected = changes();
    }

    private IdChanges changes() {
      return new IdChanges(seed, CrashWorkload.Shape.RECTANGLES, 60);
    }

    @Override
    public String name() {
      return "a file in units";
    }

    @Override
    public int steps() {
      return STEPS;
    }

    @Override
    public synchronized long expected(int count) {
      while (digests.size() <= count) {
        if (!digests.isEmpty()) {
          expected.change(null);
        }
        digests.add(expected.digest());
      }
      return digests.get(count);
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      StoreDirectory directory = UnitFiles.open(disk, SPEC);
      StoreOptions options =
          StoreOptions.defaults()
              .withIndex("rtree")
              .withFlash("none:frames=8,log=64K")
              .withPageSize(512)
              .withSync(SyncMode.OP)
              .withIds();
      SpatialStore.create(directory, options).close();
      UnitFiles.fill(directory);
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory outer) {
      if (ignoresSyncs && outer instanceof CrashDisk disk) {
        disk.obeySyncs((file, offsets) -> false);
      }
      return new Open(this, SpatialStore.open(UnitFiles.open(outer, SPEC)));
    }
  }

  private static final class Open extends CrashedStore {
    private final SpatialStore store;
    private final IdChanges changes;
    private int next;

    Open(Changes of, SpatialStore store) {
      super(store.store());
      this.store = store;
      changes = of.changes();
    }

    @Override
    public void step(int number) {
      while (next < number) {
        next++;
        changes.change(null);
      }
      next++;
      changes.change(store);
      promise();
    }

    @Override
    public long digest() {
      return IdChanges.digest(store);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CrashPlan.Cuts.class,
      names = {"POWER_ALONE", "KILL"})
  void storesSurvive(CrashPlan.Cuts cuts) {
    cut(cuts, 1_000);
  }

  @Test
  void missingSyncsOfTheFileAreNoticed() {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, CrashPlan.Cuts.POWER_ALONE, 128, 16, 37, 1_000);
    CrashReport report = CrashExplorer.explore(new Changes(seed, true), plan);
    assertThat(report.violations()).isNotEmpty();
  }

  @Tag("long")
  @Test
  void storesSurviveManyPowerCuts() {
    cut(CrashPlan.Cuts.POWER_ALONE, 100_000);
  }

  private static void cut(CrashPlan.Cuts cuts, int states) {
    long seed = Seeds.random().nextLong();
    CrashPlan plan = new CrashPlan(seed, cuts, 128, 16, 37, states);
    CrashReport report = CrashExplorer.explore(new Changes(seed, false), plan);
    System.out.println("UnitFileCrashTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.distinctStates()).isGreaterThanOrEqualTo(states);
  }
}
