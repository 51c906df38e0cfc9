package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.store.DeviceSetup;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests stores on simulated devices: counts by the origin of writes, the clock, power cuts, and the
 * data that closing saves.
 */
class SimulatedStoreTest {
  private static final String SMALL = "nand:block=16,blocks=128";

  @TempDir private Path directory;

  private static StoreOptions options(String device, String sync) {
    return StoreOptions.defaults()
        .withIndex("rtree:split=linear")
        .withFlash("efind:buffer=64K")
        .withDevice(device)
        .withSync(SyncMode.parse(sync));
  }

  private static void fill(SpatialStore store, int count, long seed) {
    Random random = new Random(seed);
    for (int id = 1; id <= count; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      store.insert(id, x, y, x, y);
    }
  }

  @Test
  void figuresAreExactAndSplitByOrigin() {
    DeviceStats first = build(directory.resolve("a"), "group:5ms");
    assertThat(build(directory.resolve("b"), "group:5ms")).isEqualTo(first);
    for (Origin origin : new Origin[] {Origin.LEAF, Origin.INTERNAL, Origin.LOG, Origin.MAP}) {
      assertThat(first.programs().of(origin)).as("%s", origin).isPositive();
    }
    assertThat(first.programs().of(Origin.INDEX)).isZero();
    assertThat(first.reads().of(Origin.INDEX)).isZero();
    assertThat(first.programs().of(Origin.HOST)).isZero();
    assertThat(first.programs().ofHost()).isEqualTo(first.hostPageWrites());
    DeviceStats rarely = build(directory.resolve("c"), "close");
    assertThat(rarely.programs().of(Origin.LOG)).isLessThan(first.programs().of(Origin.LOG));
    DeviceStats each = build(directory.resolve("d"), "op");
    // 3,000 syncs write the page of the log that is being filled; more where a page is crossed
    assertThat(each.programs().of(Origin.LOG)).isBetween(3_000L, 4_000L);
  }

  private static DeviceStats build(Path place, String sync) {
    try (SpatialStore store = SpatialStore.create(place, options(SMALL, sync))) {
      fill(store, 3_000, 7);
      store.flush();
      return store.store().device(SimulatedDevice.class).figures();
    }
  }

  /**
   * While no merge runs, changes of a grove only write the log, and the device's clock stands still
   * between the writes. No single change may have to write the work of hundreds of earlier changes
   * at once.
   */
  @Test
  void theLongestInsertionIsBounded() {
    StoreOptions grove =
        StoreOptions.defaults()
            .withIndex("grove:domain=0/0/1/1,memory=128K")
            .withFlash("none")
            .withDevice("nand:chip=thesis");
    Random random = Seeds.random();
    long longest = 0;
    try (SpatialStore store = SpatialStore.create(directory, grove)) {
      SimulatedDevice device = store.store().device(SimulatedDevice.class);
      for (int id = 1; id <= 20_000; id++) {
        long before = device.nowNanos();
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
        longest = Math.max(longest, device.nowNanos() - before);
      }
      assertThat(store.stats().log().compactions()).isZero();
      store.sync();
    }
    assertThat(longest).as("virtual ns").isBetween(1L, 8_000_000L);
  }

  /**
   * A sync of a grove's log fills the last device page, so that the next sync need not write this
   * page again.
   */
  @Test
  void syncsOfAGroveFillPagesOfTheLog() {
    StoreOptions grove =
        StoreOptions.defaults()
            .withIndex("grove:domain=0/0/1/1,memory=128K")
            .withFlash("none")
            .withDevice("nand:chip=thesis");
    try (SpatialStore store = SpatialStore.create(directory, grove)) {
      SimulatedDevice device = store.store().device(SimulatedDevice.class);
      fill(store, 200, 9);
      store.sync();
      for (int round = 0; round < 10; round++) {
        long bytes = store.stats().log().bytesWritten();
        long programs = device.figures().programs().of(Origin.LOG);
        fill(store, 200, 10 + round);
        store.sync();
        long more = store.stats().log().bytesWritten() - bytes;
        assertThat(more).isPositive();
        assertThat(more % 2048).isZero();
        long written = device.figures().programs().of(Origin.LOG) - programs;
        // one more if the clock had a single insertion synced, for which no page is filled up
        assertThat(written).isBetween(more / 2048, more / 2048 + 1);
      }
    }
  }

  @Test
  void nodePagesCountAsTheirFlashPages() {
    try (SpatialStore store =
        SpatialStore.create(directory, options(SMALL + ",placement=home", "close"))) {
      fill(store, 3_000, 8);
      store.flush();
      DeviceStats figures = store.store().device(SimulatedDevice.class).figures();
      long nodePages = figures.programs().of(Origin.LEAF) + figures.programs().of(Origin.INTERNAL);
      assertThat(nodePages).isEqualTo(2 * store.stats().io().pageWrites());
      assertThat(figures.reads().of(Origin.LEAF) + figures.reads().of(Origin.INTERNAL))
          .isEqualTo(2 * store.stats().io().pageReads());
      // the end of the log waits in memory, although every eviction drains the log
      assertThat(figures.programs().of(Origin.LOG))
          .isBetween(1L, store.stats().log().bytesWritten() / 2048 + 20);
    }
  }

  @Test
  void aPreconditionedDeviceCollectsGarbage() {
    DeviceSetup setup = new DeviceSetup(Preconditioning.Kind.RANDOM, UnaryOperator.identity());
    StoreDesign design = options(SMALL + ",op=28%", "op").design();
    design = design.withDevice(setup.before(design.device()));
    try (SpatialStore store = SpatialStore.of(Store.create(directory, design))) {
      fill(store, 2_000, 11);
      DeviceStats figures = store.store().device(SimulatedDevice.class).figures();
      assertThat(figures.programs().of(Origin.PRECONDITION)).isZero();
      assertThat(figures.programs().of(Origin.GC)).isPositive();
      assertThat(figures.writeAmplification()).isGreaterThan(1.01);
      assertThat(store.store().device(SimulatedDevice.class).wear().fewest()).isPositive();
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(2_000);
      assertThat(store.store().device(SimulatedDevice.class).wear().fewest()).isPositive();
    }
  }

  @Test
  void closingSavesContentWearAndClock() {
    long nanos;
    double erases;
    try (SpatialStore store = SpatialStore.create(directory, options(SMALL, "op"))) {
      fill(store, 5_000, 9);
      nanos = store.store().device(SimulatedDevice.class).nowNanos();
      erases = store.store().device(SimulatedDevice.class).figures().blockErases();
      assertThat(erases).isPositive();
    }
    for (int i = 0; i < 2; i++) {
      try (SpatialStore store = SpatialStore.open(directory)) {
        assertThat(store.size()).isEqualTo(5_000);
        assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(5_000);
        assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
        assertThat(store.recovery().tornBytes()).isZero();
        assertThat(store.store().device(SimulatedDevice.class).nowNanos()).isGreaterThan(nanos);
        nanos = store.store().device(SimulatedDevice.class).nowNanos();
      }
    }
  }

  @Test
  void aStoreThatWasNotClosedIsNotTakenForTheOneBefore() throws IOException {
    SpatialStore.create(directory, options(SMALL, "op")).close();
    Path image = directory.resolve(StoreDevice.IMAGE);
    Path aside = directory.resolve("aside");
    SpatialStore store = SpatialStore.open(directory);
    assertThat(image).doesNotExist();
    // what a killed process leaves
    Files.copy(directory.resolve(StoreDevice.IMAGE + ".open"), aside);
    store.close();
    Files.delete(image);
    Files.move(aside, directory.resolve(StoreDevice.IMAGE + ".open"));
    assertThatThrownBy(() -> SpatialStore.open(directory))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("without closing the store")
        .hasMessageContaining("rename");
    Files.move(directory.resolve(StoreDevice.IMAGE + ".open"), image);
    SpatialStore.open(directory).close();
    byte[] bytes = Files.readAllBytes(image);
    Files.write(image, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> SpatialStore.open(directory))
        .isInstanceOf(DamagedStoreException.class);
  }

  @Test
  void refusesDevicesThatCannotHoldAStore() {
    for (String device : new String[] {"nand:content=off", "nand:page=100", "nand:ftl=none"}) {
      assertThatThrownBy(() -> SpatialStore.create(directory, options(device, "close")))
          .as(device)
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed");
    }
    assertThat(directory).isEmptyDirectory();
    assertThatThrownBy(() -> options("nand:chip=none", "close"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("tc58nvg1s3e");
    assertThatThrownBy(() -> options("nand:pages=4", "close"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("placement");
    assertThatThrownBy(() -> options("tape", "close"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("memory, auto, nand, hdd");
  }

  @Test
  void aFullDeviceEndsInOneClearFailure() {
    StoreOptions options = options("nand:block=16,blocks=40,op=30%", "op");
    assertThatThrownBy(
            () -> {
              try (SpatialStore store = SpatialStore.create(directory, options)) {
                fill(store, 50_000, 3);
              }
            })
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("is full");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rtree:split=linear | efind:buffer=16K,log=64K | nand:block=16,blocks=256 | 1024",
        "rstar | none:frames=8,log=64K | nand:block=16,blocks=256,buffer=16K | 4096",
        "rtree:split=linear | efind:buffer=16K,log=64K | nand:ftl=fast,block=16,blocks=256 | 2048",
        "rtree:split=linear | efind:buffer=16K,log=64K | nand:ftl=dftl,block=16,blocks=256 | 1024",
        "rtree:split=quadratic | efind:buffer=16K,log=64K"
            + " | nand:page=512,block=16,blocks=1024,timing=parallel,channels=2,ways=2 | 2048",
      })
  void acknowledgedOperationsSurvivePowerCuts(
      String index, String flash, String device, int pageSize) {
    Random random = Seeds.random();
    Map<Long, double[]> model = new HashMap<>();
    SpatialStore store =
        SpatialStore.create(
            directory,
            StoreOptions.defaults()
                .withIndex(index)
                .withFlash(flash)
                .withDevice(device)
                .withPageSize(pageSize)
                .withSync(SyncMode.OP));
    long nextId = 1;
    for (int cut = 0; cut < 15; cut++) {
      SimulatedDevice simulated = store.store().device(SimulatedDevice.class);
      simulated.cutPowerAt(1 + random.nextInt(400));
      long id = 0;
      double[] box = null;
      boolean inserting = true;
      try {
        while (true) {
          inserting = model.isEmpty() || random.nextInt(3) > 0;
          if (inserting) {
            id = nextId++;
            double x = random.nextInt(1000);
            double y = random.nextInt(1000);
            box = new double[] {x, y, x + random.nextInt(20), y + random.nextInt(20)};
            store.insert(id, box[0], box[1], box[2], box[3]);
            model.put(id, box);
          } else {
            id = model.keySet().iterator().next();
            box = model.get(id);
            store.delete(id, box[0], box[1], box[2], box[3]);
            model.remove(id);
          }
        }
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("power");
      }
      store = reopened(store);
      // the operation under way may have come through or not
      boolean found = find(store, id, box);
      if (found) {
        model.put(id, box);
      } else {
        model.remove(id);
      }
      requireSame(store, model);
    }
    store.close();
  }

  private SpatialStore reopened(SpatialStore store) {
    try {
      store.close();
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("power");
    }
    return SpatialStore.open(directory);
  }

  private static boolean find(SpatialStore store, long id, double[] box) {
    boolean[] found = {false};
    store.forEach(
        EntryQuery.matching(Predicate.EQUALS, box[0], box[1], box[2], box[3]),
        (entry, minX, minY, maxX, maxY) -> {
          found[0] |= entry == id;
        });
    return found[0];
  }

  private static void requireSame(SpatialStore store, Map<Long, double[]> model) {
    assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    assertThat(store.size()).isEqualTo(model.size());
    Map<Long, Double> found = new HashMap<>();
    store.search(
        0,
        0,
        2000,
        2000,
        (entry, minX, minY, maxX, maxY) -> {
          found.put(entry, minX + maxY);
        });
    Map<Long, Double> expected = new HashMap<>();
    model.forEach((id, box) -> expected.put(id, box[0] + box[3]));
    assertThat(found).isEqualTo(expected);
  }
}
