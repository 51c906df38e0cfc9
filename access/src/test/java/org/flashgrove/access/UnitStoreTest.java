package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.UnitDevice;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests stores whose files are in units of a plain drive, of a drive with placement handles, and of
 * a drive with zones.
 */
class UnitStoreTest {
  private static final String PLAIN =
      "nand:page=2K,block=16,blocks=256,op=30%,wear=none,unit=32K,open=3";
  private static final String HANDLES = "fdp:chip=thesis,size=8M,ru=32K,op=20%,handles=4,unit=32K";
  private static final String ZONES = "zns:chip=thesis,size=8M,zone=32K,open=4";
  private static final String GROVE = "grove:domain=0/0/1000/1000,memory=42K,block=16K";

  @TempDir private Path directory;

  private static StoreDesign design(String device) {
    Map<String, String> specs = new LinkedHashMap<>();
    specs.put("trees", GROVE);
    specs.put("roads", "rstar");
    return StoreDesign.of(device, 2048, "op", "none:frames=8,log=64K", specs);
  }

  /** Both structures must have the same commits, and no acknowledged commit may be missing. */
  @ParameterizedTest
  @ValueSource(strings = {PLAIN, HANDLES, ZONES})
  void acknowledgedCommitsSurvivePowerCuts(String device) {
    int cuts = Repetitions.of(20, 3_500);
    Random random = Seeds.random();
    Map<Long, double[]> model = new TreeMap<>();
    Map<Long, double[]> before = new TreeMap<>();
    Path path = directory.resolve("store");
    Store store = Store.create(path, design(device));
    long resets = 0;
    int commits = 0;
    for (int cut = 0; cut < cuts; cut++) {
      store.device(SimulatedDevice.class).cutPowerAt(1 + random.nextInt(600));
      commits += TwinIndexes.changeUntilCut(store, before, model, random);
      resets += store.device(UnitDevice.class).units().resets();
      store = TwinIndexes.reopened(store, path);
      TwinIndexes.settle(store, before, model);
    }
    store.close();
    assertThat(commits).isGreaterThan(3 * cuts);
    assertThat(resets).isGreaterThan(3L * cuts);
  }

  /** A store that needs more space than its device has fails once, and can still be read. */
  @ParameterizedTest
  @ValueSource(strings = {PLAIN, HANDLES, ZONES})
  void aFullStoreFailsOnceAndIsReadable(String device) {
    Random random = Seeds.random();
    Path path = directory.resolve("store");
    Store store = Store.create(path, design(device));
    Map<Long, double[]> model = new TreeMap<>();
    assertThatThrownBy(
            () -> {
              for (long id = 0; ; id += 500) {
                try (WriteBatch batch = store.begin();
                    SpatialBatch trees = store.entries("trees").begin(batch);
                    SpatialBatch roads = store.entries("roads").begin(batch)) {
                  Map<Long, double[]> more = new TreeMap<>();
                  for (long i = id; i < id + 500; i++) {
                    double x = random.nextInt(1000);
                    double y = random.nextInt(1000);
                    more.put(i, new double[] {x, y, x, y});
                    trees.insert(i, x, y, x, y);
                    roads.insert(i, x, y, x, y);
                  }
                  batch.commit();
                  model.putAll(more);
                }
              }
            })
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("is full");
    assertThat(model.size()).isGreaterThan(5_000);
    UnitDevice units = store.device(UnitDevice.class);
    assertThat(units.figures().gcCopies()).as("copies of the drive").isZero();
    assertThat(units.units().resets()).isPositive();
    try {
      store.close();
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("full");
    }
    try (Store again = Store.openReadOnly(path)) {
      // not containsAll of AssertJ, which compares each id with each other one
      assertThat(TwinIndexes.contents(again, "trees").keySet().containsAll(model.keySet()))
          .isTrue();
    }
  }

  private static void insert(SpatialBatch batch, long id, double[] point) {
    batch.insert(id, point[0], point[1], point[0], point[1]);
  }

  private static double[] point(long id) {
    SplittableRandom random = new SplittableRandom(id);
    return new double[] {random.nextDouble(1000), random.nextDouble(1000)};
  }

  /**
   * Fills a device with a Grove to a share of its pages. Then inserts points and deletes the oldest
   * ones, until the host has written the device twice.
   *
   * @param points number of points, or 0 to insert points until the share is reached
   * @return number of points
   */
  private long replace(String device, double share, long points, Consumer<DeviceStats> figures) {
    Path path = directory.resolve(device.replaceAll("\\W", "-"));
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("grove:domain=0/0/1000/1000,memory=64K,block=16K")
            .withDevice(device)
            .withPageSize(2048)
            .withSync(SyncMode.parse("close"));
    SpatialStore store = SpatialStore.create(path, options);
    SimulatedDevice drive = store.store().device(SimulatedDevice.class);
    long pages = drive instanceof UnitDevice units ? units.medium().pageCount() : drive.pageCount();
    long next = 0;
    while (points > 0 ? next < points : ((UnitDevice) drive).units().livePages() < share * pages) {
      try (SpatialBatch batch = store.begin()) {
        for (long end = next + 500; next < end; next++) {
          insert(batch, next, point(next));
        }
        batch.commit();
      }
    }
    long inserted = next;
    DeviceStats before = drive.figures();
    while (drive.figures().hostPageWrites() - before.hostPageWrites() < 2 * pages) {
      try (SpatialBatch batch = store.begin()) {
        for (long end = next + 500; next < end; next++) {
          double[] old = point(next - inserted);
          assertThat(batch.delete(next - inserted, old[0], old[1], old[0], old[1])).isTrue();
          insert(batch, next, point(next));
        }
        batch.commit();
      }
    }
    figures.accept(drive.figures().since(before));
    store.close();
    return inserted;
  }

  /** A drive with units copies no pages of a Grove. A plain drive without units does. */
  @Tag("long")
  @Test
  void drivesCopyNothingOfAGroveInUnits() {
    double share = 0.6;
    String plain = "fdp:chip=thesis,size=9M,ru=32K,op=12%,handles=1";
    long points =
        replace(
            "zns:chip=thesis,size=8M,zone=32K,open=4,spare=2%",
            share, 0, zones -> assertThat(zones.writes().deviceAmplification()).isEqualTo(1));
    replace(
        "fdp:chip=thesis,size=9M,ru=32K,op=12%,handles=4,unit=32K,spare=2%",
        share,
        points,
        handles -> assertThat(handles.writes().deviceAmplification()).isLessThan(1.01));
    replace(
        plain + ",unit=32K,spare=2%",
        share,
        points,
        sets -> {
          assertThat(sets.writes().deviceAmplification()).isLessThan(1.01);
          assertThat(sets.writes().ofCause(Cause.COLLECTION)).isPositive();
        });
    replace(
        plain,
        share,
        points,
        without -> assertThat(without.writes().deviceAmplification()).isGreaterThan(1.01));
  }
}
