package org.flashgrove.lab.experiment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongToIntFunction;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.simulator.device.ForwardingDevice;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.store.DeviceSetup;
import org.flashgrove.simulator.trace.Preconditioning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which origin and level a device learns about each page that a store writes. */
class PagePlacementTest {
  private static final int LOADED = 60_000;
  private static final int INSERTED = 6_000;

  @TempDir private Path directory;

  /** Device that notes the origin and the level of each written page. */
  private static final class WatchedDevice extends ForwardingDevice {
    private final Map<Origin, Set<Integer>> levelsOf = new TreeMap<>();
    private LongToIntFunction levels = page -> -1;

    WatchedDevice(SimulatedDevice device) {
      super(device);
    }

    @Override
    public void levels(LongToIntFunction newLevels) {
      levels = newLevels;
    }

    @Override
    public void write(long first, int count, Origin origin, ByteBuffer from) {
      for (long page = first; page < first + count; page++) {
        levelsOf.computeIfAbsent(origin, key -> new TreeSet<>()).add(levels.applyAsInt(page));
      }
      super.write(first, count, origin, from);
    }
  }

  /** Returns the levels of the pages that a store with one index writes, by origin. */
  private Map<Origin, Set<Integer>> levels(String index, String buffer) {
    StoreDesign design =
        StoreDesign.of(
            "nand:page=2K,block=16,blocks=2048", 2048, "op", buffer, Map.of("index", index));
    WatchedDevice[] watched = new WatchedDevice[1];
    DeviceSetup setup =
        new DeviceSetup(
            Preconditioning.Kind.NONE, device -> watched[0] = new WatchedDevice(device), false);
    Random random = Seeds.random();
    try (Store store =
        Store.create(
            directory.resolve("store"), design.withDevice(setup.before(design.device())))) {
      try (EntryLoader loader =
          store.entries("index").loader(new LoadOptions(1 << 20, directory))) {
        for (int id = 0; id < LOADED; id++) {
          double x = random.nextDouble(1000);
          double y = random.nextDouble(1000);
          loader.add(id, x, y, x, y);
        }
        loader.load();
      }
      SpatialIndex entries = store.entries("index").entries();
      for (int id = LOADED; id < LOADED + INSERTED; id++) {
        double x = random.nextDouble(1000);
        double y = random.nextDouble(1000);
        entries.insert(id, x, y, x, y);
      }
    }
    return watched[0].levelsOf;
  }

  /** Blocks have level 0, 1 or 2 by the time that they are expected to last. */
  @Test
  void blocksOfAGroveHaveTheLevelsOfTheirLifetimes() {
    Map<Origin, Set<Integer>> levels =
        levels("grove:domain=0/0/1000/1000,memory=42K,block=16K", "none:frames=8,log=128K");
    assertThat(levels.get(Origin.INDEX)).containsExactly(0, 1, 2);
    assertThat(levels.get(Origin.LOG)).containsExactly(-1);
    assertThat(levels.get(Origin.MAP)).containsExactly(-1);
    assertThat(levels).hasSize(3);
  }

  @Test
  void blocksOfAnLsmTreeHaveTheLevelsOfTheirComponents() {
    Map<Origin, Set<Integer>> levels =
        levels(
            "lsm:policy=leveled,domain=0/0/1000/1000,memory=42K,block=16K",
            "none:frames=8,log=128K");
    assertThat(levels.get(Origin.INDEX)).contains(0, 1, 2).doesNotContain(-1);
    assertThat(levels.get(Origin.LOG)).containsExactly(-1);
  }

  /** All components of this policy are in one level, so their size determines their level. */
  @Test
  void largeComponentsOfABinomialLsmTreeHaveHighLevels() {
    Map<Origin, Set<Integer>> levels =
        levels(
            "lsm:policy=binomial,k=2,domain=0/0/1000/1000,memory=42K,block=16K",
            "none:frames=8,log=128K");
    assertThat(levels.get(Origin.INDEX)).contains(0, 1, 3).doesNotContain(-1);
  }

  @Test
  void pagesOfATreeHaveNoLevel() {
    Map<Origin, Set<Integer>> levels = levels("rstar", "none:frames=16,log=128K");
    levels.forEach((origin, all) -> assertThat(all).as("%s", origin).containsExactly(-1));
    assertThat(levels.keySet()).contains(Origin.LEAF, Origin.INTERNAL, Origin.LOG, Origin.MAP);
  }
}
