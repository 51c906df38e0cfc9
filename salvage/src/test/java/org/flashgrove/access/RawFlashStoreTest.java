package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
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

  @Test
  void blocksAreOfTheFlashAndAllElseOfTheLayer() {
    Random random = Seeds.random();
    Map<Long, double[]> model = new TreeMap<>();
    Path path = directory.resolve("store");
    try (Store store = Store.create(path, design(DEVICE, "trees", GROVE, "roads", "rstar"))) {
      for (int i = 0; i < 400; i++) {
        TwinIndexes.change(store, model, random);
      }
      store.flush();
      DeviceStats figures = store.device(SimulatedDevice.class).figures();
      long pages = store.entries("trees").io().pageWrites();
      assertThat(pages).isPositive();
      assertThat(figures.programs().of(Origin.INDEX)).isEqualTo(pages); // a flash page each
      assertThat(figures.programs().of(Origin.LEAF)).isPositive();
      assertThat(figures.programs().of(Origin.LOG)).isPositive();
      assertThat(figures.erases().of(Origin.INDEX)).as("merged blocks are erased").isPositive();
      TwinIndexes.requireSame(store, model);
      store.compact();
      TwinIndexes.requireSame(store, model);
    }
    try (Store store = Store.openReadOnly(path)) {
      TwinIndexes.requireSame(store, model);
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    for (String name : new String[] {"store", "copy"}) {
      Map<Long, double[]> own = new TreeMap<>(model);
      try (Store store = Store.open(directory.resolve(name))) {
        TwinIndexes.requireSame(store, own);
        for (int i = 0; i < 100; i++) {
          TwinIndexes.change(store, own, random);
        }
      }
      try (Store store = Store.open(directory.resolve(name))) {
        TwinIndexes.requireSame(store, own);
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
      assertThat(TwinIndexes.contents(store, "trees"))
          .isEqualTo(TwinIndexes.contents(source, "trees"));
      assertThat(TwinIndexes.contents(store, "roads"))
          .isEqualTo(TwinIndexes.contents(source, "roads"));
    }
  }

  /** Behind a layer blocks stand in a file, whose pages are of the same origin. */
  @Test
  void pagesOfBlocksAreOfTheIndexBehindALayerToo() {
    try (Store store =
        Store.create(directory.resolve("store"), design("nand:block=8,blocks=512", "t", GROVE))) {
      for (int i = 0; i < 3_000; i++) {
        double[] box = TwinIndexes.box(new Random(i));
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
      TwinIndexes.changeUntilCut(store, before, model, random);
      blockPages += store.device(SimulatedDevice.class).figures().programs().of(Origin.INDEX);
      store = TwinIndexes.reopened(store, path);
      TwinIndexes.settle(store, before, model);
    }
    store.close();
    assertThat(blockPages).as("pages of blocks before cuts").isGreaterThan(2L * cuts);
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
