package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores of a grove whose blocks are those of raw flash, beside a tree and a log behind a layer.
 */
class RawFlashStoreTest {
  private static final String DEVICE = "rawnand:block=8,blocks=512,files=50%";
  private static final String GROVE = "grove:domain=0/0/1000/1000,memory=42K,block=16K";
  private static final int PAGE = 2048;

  @TempDir private Path directory;

  private static StoreDesign design(String device, String... structures) {
    Map<String, String> specs = new LinkedHashMap<>();
    for (int i = 0; i < structures.length; i += 2) {
      specs.put(structures[i], structures[i + 1]);
    }
    return StoreDesign.of(device, PAGE, "op", "none:frames=8,log=64K", specs);
  }

  private static double[] box(Random random) {
    double x = random.nextInt(980);
    double y = random.nextInt(980);
    return new double[] {x, y, x + random.nextInt(20), y + random.nextInt(20)};
  }

  private static Map<Long, Double> contents(Store store, String structure) {
    Map<Long, Double> found = new HashMap<>();
    store
        .entries(structure)
        .entries()
        .search(
            0,
            0,
            1000,
            1000,
            (id, minX, minY, maxX, maxY) -> {
              assertThat(found.put(id, minX + 3 * maxY)).isNull();
            });
    return found;
  }

  private static Map<Long, Double> contents(Map<Long, double[]> model) {
    Map<Long, Double> expected = new HashMap<>();
    model.forEach((id, box) -> expected.put(id, box[0] + 3 * box[3]));
    return expected;
  }

  /** Changes both structures alike: ten insertions, and deletions of some that are there. */
  private static void change(Store store, Map<Long, double[]> model, Random random) {
    try (WriteBatch batch = store.begin();
        SpatialBatch trees = store.entries("trees").begin(batch);
        SpatialBatch roads = store.entries("roads").begin(batch)) {
      for (int i = 0; i < 10; i++) {
        long id = random.nextInt(3_000);
        double[] old = model.remove(id);
        if (old != null) {
          assertThat(trees.delete(id, old[0], old[1], old[2], old[3])).isTrue();
          assertThat(roads.delete(id, old[0], old[1], old[2], old[3])).isTrue();
        } else {
          double[] box = box(random);
          model.put(id, box);
          trees.insert(id, box[0], box[1], box[2], box[3]);
          roads.insert(id, box[0], box[1], box[2], box[3]);
        }
      }
      batch.commit();
    }
  }

  private static void requireSame(Store store, Map<Long, double[]> model) {
    assertThat(store.check().problems()).isEmpty();
    assertThat(contents(store, "trees").equals(contents(model))).as("trees").isTrue();
    assertThat(contents(store, "roads").equals(contents(model))).as("roads").isTrue();
  }

  @Test
  void blocksAreOfTheFlashAndAllElseOfTheLayer() {
    Random random = Seeds.random();
    Map<Long, double[]> model = new TreeMap<>();
    Path path = directory.resolve("store");
    try (Store store = Store.create(path, design(DEVICE, "trees", GROVE, "roads", "rstar"))) {
      for (int i = 0; i < 400; i++) {
        change(store, model, random);
      }
      store.flush();
      DeviceStats figures = store.device(SimulatedDevice.class).figures();
      long pages = store.entries("trees").io().pageWrites();
      assertThat(pages).isPositive();
      assertThat(figures.programs().of(Origin.INDEX)).isEqualTo(pages); // a flash page each
      assertThat(figures.programs().of(Origin.LEAF)).isPositive();
      assertThat(figures.programs().of(Origin.LOG)).isPositive();
      assertThat(figures.erases().of(Origin.INDEX)).as("merged blocks are erased").isPositive();
      requireSame(store, model);
      store.compact();
      requireSame(store, model);
    }
    try (Store store = Store.openReadOnly(path)) {
      requireSame(store, model);
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    for (String name : new String[] {"store", "copy"}) {
      Map<Long, double[]> own = new TreeMap<>(model);
      try (Store store = Store.open(directory.resolve(name))) {
        requireSame(store, own);
        for (int i = 0; i < 100; i++) {
          change(store, own, random);
        }
      }
      try (Store store = Store.open(directory.resolve(name))) {
        requireSame(store, own);
      }
    }
    SalvageReport report =
        Salvage.run(
            directory.resolve("store"),
            directory.resolve("rescued"),
            new SalvageHints(null, null, 0, Map.of()));
    assertThat(report.isComplete()).isTrue();
    try (Store store = Store.open(directory.resolve("rescued"));
        Store source = Store.openReadOnly(directory.resolve("store"))) {
      assertThat(contents(store, "trees")).isEqualTo(contents(source, "trees"));
      assertThat(contents(store, "roads")).isEqualTo(contents(source, "roads"));
    }
  }

  /** Behind a layer blocks stand in a file, whose pages are of the same origin. */
  @Test
  void pagesOfBlocksAreOfTheIndexBehindALayerToo() {
    try (Store store =
        Store.create(directory.resolve("store"), design("nand:block=8,blocks=512", "t", GROVE))) {
      for (int i = 0; i < 3_000; i++) {
        double[] box = box(new Random(i));
        store.entries("t").entries().insert(i, box[0], box[1], box[2], box[3]);
      }
      store.flush();
      DeviceStats figures = store.device(SimulatedDevice.class).figures();
      assertThat(figures.programs().of(Origin.INDEX))
          .isEqualTo(store.entries("t").io().pageWrites());
    }
  }

  /** The process goes on behind each cut; nothing of what a call acknowledged is lost. */
  @Test
  void acknowledgedBatchesSurvivePowerCuts() {
    survives(Repetitions.of(15, 40));
  }

  @Tag("long")
  @Test
  void manyPowerCuts() {
    survives(3_000);
  }

  private void survives(int cuts) {
    Random random = Seeds.random();
    long blockPages = 0;
    Path path = directory.resolve("store");
    Map<Long, double[]> model = new TreeMap<>();
    Map<Long, double[]> before = new TreeMap<>();
    Store store = Store.create(path, design(DEVICE, "trees", GROVE, "roads", "rstar"));
    for (int cut = 0; cut < cuts; cut++) {
      store.device(SimulatedDevice.class).cutPowerAt(1 + random.nextInt(cut % 2 == 0 ? 60 : 1_200));
      try {
        while (true) {
          before.clear();
          before.putAll(model);
          change(store, model, random);
        }
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("power");
      }
      blockPages += store.device(SimulatedDevice.class).figures().programs().of(Origin.INDEX);
      store = reopened(store, path);
      if (!contents(store, "trees").equals(contents(model))) {
        model.clear();
        model.putAll(before);
      }
      requireSame(store, model);
    }
    store.close();
    assertThat(blockPages).as("pages of blocks before cuts").isGreaterThan(2L * cuts);
  }

  private static Store reopened(Store store, Path path) {
    try {
      store.close();
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("power");
    }
    return Store.open(path);
  }

  @Test
  void whatDoesNotFitTheBlocksIsRefused() {
    assertThatThrownBy(() -> design(DEVICE, "a", GROVE, "b", GROVE))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("2 structures of blocks on device 'rawnand")
        .hasMessageContaining("use only one of them");
    assertThatThrownBy(() -> design(DEVICE, "a", "grove:domain=0/0/1/1"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: block=16384");
    assertThatThrownBy(() -> design("rawnand:files=0", "a", GROVE))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("files");
  }
}
