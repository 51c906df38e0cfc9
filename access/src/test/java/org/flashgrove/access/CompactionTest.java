package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.access.metrics.CompactionFigures;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compaction of a store's files: what becomes of pages, log and entries, and power cuts in it. */
class CompactionTest {
  private static final int PAGE = 512;

  /** Slots beyond those in use that a compacted file may have: where the map stood before. */
  private static final int MOST_FREE = 8;

  @TempDir private Path directory;

  /** A workload that also compacts at every fourth step. */
  private record Compacting(StoreScenario scenario, AtomicLong moved) implements CrashScenario {
    @Override
    public String name() {
      return "compacting " + scenario.name();
    }

    @Override
    public int steps() {
      return scenario.steps();
    }

    @Override
    public long expected(int steps) {
      return scenario.expected(steps);
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      scenario.open(disk).close();
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      StoreScenario.OpenStore opened = (StoreScenario.OpenStore) scenario.open(directory);
      return new StoreUnderTest() {
        @Override
        public void step(int number) {
          opened.step(number);
          if (number % 4 == 3) {
            moved.addAndGet(opened.store().compact().pagesMoved());
          }
        }

        @Override
        public long commitNumber() {
          return opened.commitNumber();
        }

        @Override
        public boolean isDurable(long commitNumber) {
          return opened.isDurable(commitNumber);
        }

        @Override
        public long digest() {
          return opened.digest();
        }

        @Override
        public List<String> problems() {
          return opened.problems();
        }

        @Override
        public void close() {
          opened.close();
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void powerMayBeLostWhileAStoreIsCompacted(String flash) {
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    AtomicLong moved = new AtomicLong();
    for (int round = 0; seen.size() < 2_000; round++) {
      StoreOptions options = new StoreOptions("rtree", flash, "buffered", PAGE, "op");
      StoreScenario scenario =
          new StoreScenario(new CrashWorkload(random.nextInt(), 160, 40), options);
      CrashReport report =
          CrashExplorer.explore(
              new Compacting(scenario, moved),
              CrashPlan.powerCuts(random.nextInt()).upTo(1_200),
              seen);
      System.out.println("CompactionTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
    System.out.printf(
        Locale.ROOT,
        "CompactionTest: %d distinct crash states, %d pages moved, 0 violations%n",
        seen.size(),
        moved.get());
    assertThat(moved.get()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=16", "efind:buffer=64K"})
  void freeSlotsGo(String flash) throws Exception {
    Model model = new Model(Seeds.random());
    StoreOptions options = new StoreOptions("rstar", flash, "buffered", PAGE, "close");
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 6_000);
      store.flush();
      model.delete(store, 5_000);
      CompactionFigures figures = store.compact();
      assertThat(figures.pagesAfter()).isLessThan(figures.pagesBefore() / 2);
      assertThat(figures.logBytesAfter()).isLessThan(16 << 10);
      long live = store.metrics().placement().liveSlots();
      assertThat(figures.pagesAfter()).isLessThanOrEqualTo(live + MOST_FREE);
      assertThat(Files.size(directory.resolve("store").resolve("nodes.pages")))
          .isEqualTo(figures.pagesAfter() * PAGE);
      model.requireSame(store);
      model.insert(store, 500);
      model.requireSame(store);
      CompactionFigures again = store.compact();
      assertThat(again.pagesAfter())
          .isLessThanOrEqualTo(store.metrics().placement().liveSlots() + MOST_FREE);
    }
    try (SpatialStore store = SpatialStore.open(directory.resolve("store"))) {
      model.requireSame(store);
    }
  }

  @Test
  void inPlaceTheEndIsGivenBack() {
    Model model = new Model(Seeds.random());
    StoreOptions options =
        new StoreOptions("rtree", "none:frames=16", "buffered:placement=home", PAGE, "close");
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 3_000);
      model.deleteAll(store);
      CompactionFigures figures = store.compact();
      assertThat(figures.pagesMoved()).isZero();
      assertThat(figures.pagesAfter()).isLessThan(figures.pagesBefore());
      model.insert(store, 400);
      model.requireSame(store);
    }
    try (SpatialStore store = SpatialStore.open(directory.resolve("store"))) {
      model.requireSame(store);
    }
  }
}
