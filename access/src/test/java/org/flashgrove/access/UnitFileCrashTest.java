package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
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

  /** A store with ids. */
  private static final class Changes extends ChangedIds {
    private final boolean ignoresSyncs;

    Changes(long seed, boolean ignoresSyncs) {
      super(seed);
      this.ignoresSyncs = ignoresSyncs;
    }

    @Override
    public String name() {
      return "a file in units";
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      StoreDirectory directory = UnitFiles.open(disk, SPEC);
      SpatialStore.create(directory, options(512)).close();
      UnitFiles.fill(directory);
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory outer) {
      if (ignoresSyncs && outer instanceof CrashDisk disk) {
        disk.obeySyncs((file, offsets) -> false);
      }
      return opened(UnitFiles.open(outer, SPEC));
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
