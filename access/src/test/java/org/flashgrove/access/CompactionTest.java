package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StateSet;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests compaction: its effect on pages, log and entries, and power cuts while it runs. */
class CompactionTest {
  private static final int PAGE = 512;

  /**
   * Maximum number of unused page slots in a compacted file. They are the earlier positions of the
   * page map.
   */
  private static final int MOST_FREE = 8;

  /** Minimum number of bytes by which closing a filled store shortens its files. */
  private static final long SHORTER = 16 << 10;

  @TempDir private Path directory;

  /** A workload that also compacts the store after every fourth step. */
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

  /**
   * Closes and reopens a store after each step. The store was filled before and never closed until
   * then.
   */
  private record Closing(StoreScenario scenario, int filling, AtomicLong freed)
      implements CrashScenario {
    @Override
    public String name() {
      return "closing " + scenario.name();
    }

    @Override
    public int steps() {
      return scenario.steps() - filling;
    }

    @Override
    public long expected(int steps) {
      return scenario.expected(filling + steps);
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      StoreScenario.OpenStore store = (StoreScenario.OpenStore) scenario.open(disk);
      for (int step = 0; step < filling; step++) {
        store.step(step);
      }
      store.store().sync();
      return disk.everything();
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      return new StoreUnderTest() {
        private StoreUnderTest open = scenario.open(directory);

        @Override
        public void step(int number) {
          open.step(filling + number);
          long before = bytes(directory);
          open.close();
          freed.accumulateAndGet(before - bytes(directory), Math::max);
          open = scenario.open(directory);
        }

        @Override
        public long commitNumber() {
          return open.commitNumber();
        }

        @Override
        public boolean isDurable(long commitNumber) {
          return open.isDurable(commitNumber);
        }

        @Override
        public long digest() {
          return open.digest();
        }

        @Override
        public List<String> problems() {
          return open.problems();
        }

        @Override
        public void close() {
          open.close();
        }
      };
    }
  }

  private static long bytes(StoreDirectory directory) {
    long bytes = 0;
    for (String name : new String[] {"nodes.pages", "store.log", "blocks-0.pages"}) {
      if (directory.exists(name)) {
        try (RawFile file = directory.openForReading(name, RawFile.Caching.BUFFERED)) {
          bytes += file.sizeBytes();
        }
      }
    }
    return bytes;
  }

  /**
   * The stores are so large that closing them shortens the log and the page file.
   *
   * @param filling number of steps that fill the store
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rtree; none:frames=64,log=1M; 2000",
        "rtree; efind:buffer=64K,log=1M; 2000",
        "grove:memory=256K,block=4K,domain=0/0/128/128; none:log=1M; 4000"
      })
  void powerMayBeLostWhileClosingShortensFiles(String index, String flash, int filling) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    CrashWorkload.Shape shape =
        index.equals("rtree")
            ? CrashWorkload.Shape.LOADED_RECTANGLES
            : CrashWorkload.Shape.RECTANGLES;
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    AtomicLong freed = new AtomicLong();
    int most = Repetitions.of(60, 2_000);
    for (int round = 0; seen.size() < most; round++) {
      CrashWorkload workload = new CrashWorkload(random.nextInt(), filling + 12, 400, shape, true);
      CrashReport report =
          CrashExplorer.explore(
              new Closing(new StoreScenario(workload, options), filling, freed),
              plan(random.nextInt()).upTo(most),
              seen);
      System.out.println("CompactionTest: " + report + ", most bytes freed " + freed);
      assertThat(report.violations()).isEmpty();
    }
    assertThat(freed.get()).as("most bytes that a closing freed").isGreaterThan(SHORTER);
  }

  /** The grove has a large memory. Closing it logs the write buffer unchanged. */
  @Test
  void powerMayBeLostWhileClosingLogsABuffer() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("grove:memory=16M,domain=0/0/128/128")
            .withFlash("none")
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    AtomicLong freed = new AtomicLong();
    int filling = 4_000;
    int most = Repetitions.of(100, 2_000);
    for (int round = 0; seen.size() < most; round++) {
      CrashWorkload workload =
          new CrashWorkload(
              random.nextInt(),
              filling + 4,
              Integer.MAX_VALUE,
              CrashWorkload.Shape.RECTANGLES,
              true);
      CrashReport report =
          CrashExplorer.explore(
              new Closing(new StoreScenario(workload, options), filling, freed),
              plan(random.nextInt()).upTo(most),
              seen);
      System.out.println("CompactionTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
    assertThat(freed.get()).as("bytes that closing freed").isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void powerMayBeLostWhileAStoreIsCompacted(String flash) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.OP);
    assertThat(compact(options, CrashWorkload.Shape.LOADED_RECTANGLES, Repetitions.of(700, 2_000)))
        .isPositive();
  }

  /** Compaction merges the blocks of a grove and does not move them. */
  @ParameterizedTest
  @ValueSource(strings = {"", ",levels=2", ",merges=worker"})
  void powerMayBeLostWhileAGroveIsCompacted(String form) {
    String index = "grove:memory=16K,block=4K,domain=0/0/128/128" + form;
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.OP);
    compact(options, CrashWorkload.Shape.RECTANGLES, Repetitions.of(150, 400));
  }

  /**
   * Returns a plan. In a normal run it draws fewer states of each call, so that it can cut as many
   * calls as the long run.
   */
  private static CrashPlan plan(long seed) {
    int samples = Repetitions.of(2, 8);
    int states = Repetitions.of(400, 1_200);
    return new CrashPlan(seed, CrashPlan.Cuts.POWER, samples, Repetitions.of(64, 16), 37, states);
  }

  /** Returns the number of pages that compactions moved. */
  private static long compact(StoreOptions options, CrashWorkload.Shape shape, int states) {
    Random random = Seeds.random();
    StateSet seen = new StateSet();
    AtomicLong moved = new AtomicLong();
    for (int round = 0; seen.size() < states; round++) {
      StoreScenario scenario =
          new StoreScenario(new CrashWorkload(random.nextInt(), 160, 40, shape), options);
      CrashReport report =
          CrashExplorer.explore(new Compacting(scenario, moved), plan(random.nextInt()), seen);
      System.out.println("CompactionTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
    System.out.printf(
        Locale.ROOT,
        "CompactionTest: %d distinct crash states, %d pages moved, 0 violations%n",
        seen.size(),
        moved.get());
    return moved.get();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=16", "efind:buffer=64K"})
  void freeSlotsGo(String flash) throws Exception {
    Model model = new Model(Seeds.random());
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 6_000);
      store.flush();
      model.delete(store, 5_000);
      CompactionStats figures = store.compact();
      assertThat(figures.pagesAfter()).isLessThan(figures.pagesBefore() / 2);
      assertThat(figures.logBytesAfter()).isLessThan(16 << 10);
      long live = store.stats().placement().liveSlots();
      assertThat(figures.pagesAfter()).isLessThanOrEqualTo(live + MOST_FREE);
      assertThat(Files.size(directory.resolve("store").resolve("nodes.pages")))
          .isEqualTo(figures.pagesAfter() * PAGE);
      model.requireSame(store);
      model.insert(store, 500);
      model.requireSame(store);
      CompactionStats again = store.compact();
      assertThat(again.pagesAfter())
          .isLessThanOrEqualTo(store.stats().placement().liveSlots() + MOST_FREE);
    }
    try (SpatialStore store = SpatialStore.open(directory.resolve("store"))) {
      model.requireSame(store);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"commits", "worker"})
  void blocksOfAGroveGo(String merges) throws Exception {
    Model model = new Model(Seeds.random());
    String index = "grove:memory=32K,block=4K,merges=" + merges;
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice("buffered")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    Path place = directory.resolve("store");
    try (SpatialStore store = SpatialStore.create(place, options)) {
      model.insert(store, 6_000);
      store.flush();
      model.delete(store, 5_000);
      long before = Files.size(place.resolve(OwnFile.nameOfBlocks(0)));
      store.compact();
      model.requireSame(store);
      long blocks = blocks(store);
      assertThat(Files.size(place.resolve(OwnFile.nameOfBlocks(0))))
          .isEqualTo(blocks * (4 << 10))
          .isLessThan(before / 3);
      store.compact();
      assertThat(blocks(store)).isLessThanOrEqualTo(blocks);
      model.insert(store, 500);
      model.requireSame(store);
    }
    try (SpatialStore store = SpatialStore.open(place)) {
      model.requireSame(store);
      model.deleteAll(store);
      store.compact();
      assertThat(blocks(store)).isZero();
    }
  }

  /** Blocks of a snapshot are kept until the snapshot is closed. */
  @Test
  void aSnapshotSeesWhatItSawWhileAGroveIsCompacted() {
    Model model = new Model(Seeds.random());
    String index = "grove:memory=64K,block=8K";
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice("memory")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 3_000);
      store.flush();
      Set<Model.Entry> then = Set.copyOf(model.entries());
      try (SpatialSnapshot snapshot = store.snapshot()) {
        model.delete(store, 2_500);
        store.compact();
        Set<Model.Entry> found = new HashSet<>();
        snapshot.search(
            -1e9,
            -1e9,
            1e9,
            1e9,
            (id, minX, minY, maxX, maxY) -> found.add(new Model.Entry(id, minX, minY, maxX, maxY)));
        assertThat(found).isEqualTo(then);
      }
      store.compact();
      model.requireSame(store);
    }
  }

  private static long blocks(SpatialStore store) {
    return ((GroveMetrics) store.stats().first().blocks()).index().blocks();
  }

  @Test
  void inPlaceTheEndIsGivenBack() {
    Model model = new Model(Seeds.random());
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("none:frames=16")
            .withDevice("buffered:placement=home")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 3_000);
      model.deleteAll(store);
      CompactionStats figures = store.compact();
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
