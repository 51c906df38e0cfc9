package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.access.kind.IndexKinds;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same pair of id and rectangle several times: an index is a bag of pairs. Every kind of index
 * under every kind of buffer, in place and out of place, in pages and buffers so small that nodes
 * split and buffers flush all the time, against a map of pairs to how often they are there. Stores
 * are closed, killed and opened again.
 */
class EqualEntriesTest {
  private static final int PAGE = 512;
  private static final int IDS = 90;
  private static final int PLACES = 3;

  /**
   * Fewer than a leaf of a page holds: trees that partition the space cannot split equal points.
   */
  private static final int MOST_COPIES = 4;

  private static final int STEPS = 180;
  private static final int MANY_STEPS = 2_000;
  private static final int LOADED = 200;

  /** What is asked of a buffer, less and less; the first that its kind understands is taken. */
  private static final String[] BUFFER_KEYS = {":buffer=16K,log=64K", ":buffer=16K", ""};

  private static final String[] SYNC_MODES = {"op", "close"};
  private static final String[] DEVICES = {"buffered", "buffered:placement=home"};

  private final Random random = Seeds.random();

  @TempDir private Path spill;

  /** Every kind of index under every kind of buffer, in place and out of place. */
  static Stream<StoreOptions> allStores() {
    List<StoreOptions> all = new ArrayList<>();
    for (String index : IndexKinds.names()) {
      for (String flash : FlashKinds.names()) {
        for (String device : DEVICES) {
          StoreOptions options = options(index, flash, device);
          if (options != null && KindsUnderTest.include(index, flash)) {
            all.add(options);
          }
        }
      }
    }
    assertThat(all).hasSizeGreaterThan(KindsUnderTest.areOfModule() ? 60 : 20);
    return all.stream();
  }

  /** Every kind of buffer in place and out of place, the kinds of index in turn. */
  static Stream<StoreOptions> stores() {
    List<String> indexes = List.copyOf(IndexKinds.names());
    List<StoreOptions> some = new ArrayList<>();
    int turn = 0;
    for (String flash : FlashKinds.names()) {
      for (String device : DEVICES) {
        StoreOptions options = null;
        for (int tries = 0; options == null && tries < indexes.size(); tries++) {
          String index = indexes.get(turn++ % indexes.size());
          options = KindsUnderTest.include(index, flash) ? options(index, flash, device) : null;
        }
        if (options != null) {
          some.add(options);
        }
      }
    }
    return some.stream();
  }

  /** Options of a store, or null if these do not go together. */
  private static StoreOptions options(String index, String flash, String device) {
    String spec =
        StoreOptions.lacksDomain(index)
            ? StoreOptions.withDomain(index, new double[] {0, 0, 1000, 1000})
            : index;
    for (String keys : BUFFER_KEYS) {
      for (String sync : SYNC_MODES) {
        try {
          StoreOptions options =
              StoreOptions.defaults()
                  .withIndex(spec)
                  .withFlash(flash + keys)
                  .withDevice(device)
                  .withPageSize(PAGE)
                  .withSync(SyncMode.parse(sync));
          options.design(); // refuses what does not go together
          return options;
        } catch (SpecException refused) {
          // the next
        }
      }
    }
    return null;
  }

  /** One of the places of an object; corners are whole numbers, and some places are shared. */
  private static double[] box(int id, int place, boolean points) {
    double x = (id * 37 + place * 211) % 990;
    double y = (id * 91 + place * 57) % 990;
    double side = points ? 0 : 1 + id % 9;
    return new double[] {x, y, x + side, y + side};
  }

  /** A store, and what it must hold. */
  private static final class Pairs {
    private final StoreOptions options;
    private final Random random;
    private final boolean logsCommits;
    private final Map<List<Double>, Integer> bag = new TreeMap<>(Pairs::compare);
    private boolean points;
    private CrashDisk disk = new CrashDisk();
    private SpatialStore store;

    Pairs(StoreOptions options, Random random) {
      this.options = options;
      this.random = random;
      logsCommits = options.sync().equals(SyncMode.OP);
      store = SpatialStore.create(disk, options);
      try (SpatialBatch batch = store.begin()) {
        batch.insert(0, 1, 1, 2, 2);
      } catch (IllegalArgumentException pointsOnly) {
        points = true;
      }
    }

    private static int compare(List<Double> one, List<Double> other) {
      return Arrays.compare(one.toArray(new Double[0]), other.toArray(new Double[0]));
    }

    private static List<Double> key(double id, double... box) {
      return List.of(id, box[0], box[1], box[2], box[3]);
    }

    /** One of the pairs that there may be; mostly of few objects, so that pairs meet. */
    private int[] pair() {
      int ids = random.nextInt(4) == 0 ? IDS : 12;
      return new int[] {random.nextInt(ids), random.nextInt(PLACES)};
    }

    private List<Double> key(int[] pair) {
      return key(pair[0], box(pair));
    }

    private double[] box(int[] pair) {
      return EqualEntriesTest.box(pair[0], pair[1], points);
    }

    private int copies(int[] pair) {
      return bag.getOrDefault(key(pair), 0);
    }

    private void note(int[] pair, int more) {
      if (copies(pair) + more == 0) {
        bag.remove(key(pair));
      } else {
        bag.merge(key(pair), more, Integer::sum);
      }
    }

    private void insert(SpatialBatch batch) {
      int[] pair = pair();
      if (copies(pair) < MOST_COPIES) {
        double[] box = box(pair);
        if (batch == null) {
          store.insert(pair[0], box[0], box[1], box[2], box[3]);
        } else {
          batch.insert(pair[0], box[0], box[1], box[2], box[3]);
        }
        note(pair, 1);
      }
    }

    private void delete(SpatialBatch batch) {
      int[] pair = pair();
      double[] box = box(pair);
      boolean deleted =
          batch == null
              ? store.delete(pair[0], box[0], box[1], box[2], box[3])
              : batch.delete(pair[0], box[0], box[1], box[2], box[3]);
      assertThat(deleted).isEqualTo(copies(pair) > 0);
      if (deleted) {
        note(pair, -1);
      }
    }

    /** From one place to another, which the object may have several times already, or the same. */
    private void update() {
      int[] from = pair();
      int[] to = {from[0], random.nextInt(PLACES)};
      if (copies(to) == MOST_COPIES) {
        return;
      }
      boolean isThere = copies(from) > 0;
      assertThat(store.update(from[0], box(from), box(to))).isEqualTo(isThere);
      if (isThere) {
        note(from, -1);
        note(to, 1);
      }
    }

    private void batch() {
      Map<List<Double>, Integer> before = new TreeMap<>(Pairs::compare);
      before.putAll(bag);
      boolean commits = random.nextInt(3) > 0;
      try (SpatialBatch batch = store.begin()) {
        for (int i = random.nextInt(12); i >= 0; i--) {
          if (random.nextInt(3) > 0) {
            insert(batch);
          } else {
            delete(batch);
          }
          assertThat(batch.size()).isEqualTo(size());
        }
        if (commits) {
          batch.commit();
        }
      }
      if (!commits) {
        bag.clear();
        bag.putAll(before);
      }
    }

    /**
     * Closed, or killed: what has no log is as its last checkpoint left it, so there is one before.
     */
    private void openAgain() {
      if (random.nextBoolean()) {
        store.close();
      } else {
        if (!logsCommits) {
          store.sync();
        }
        disk = disk.killed();
      }
      store = SpatialStore.open(disk);
    }

    private long size() {
      return bag.values().stream().mapToLong(Integer::longValue).sum();
    }

    void step() {
      int what = random.nextInt(40);
      if (what < 20) {
        insert(null);
      } else if (what < 28) {
        delete(null);
      } else if (what < 32) {
        update();
      } else if (what < 35) {
        batch();
      } else if (what == 35) {
        store.flush();
      } else if (what == 36) {
        openAgain();
      } else {
        compare();
      }
      assertThat(store.size()).isEqualTo(size());
    }

    /** Size, counts, every entry and the structural check. */
    void compare() {
      assertThat(store.size()).isEqualTo(size());
      assertThat(store.stats().first().size()).isEqualTo(size());
      assertThat(store.count(EntryQuery.intersecting(-1e9, -1e9, 1e9, 1e9))).isEqualTo(size());
      Map<List<Double>, Integer> found = new TreeMap<>(Pairs::compare);
      store.search(
          -1e9,
          -1e9,
          1e9,
          1e9,
          (id, minX, minY, maxX, maxY) -> {
            found.merge(key(id, minX, minY, maxX, maxY), 1, Integer::sum);
          });
      assertThat(found).isEqualTo(bag);
      long[] near = {0};
      store.nearest(
          500,
          500,
          Long.MAX_VALUE,
          (id, minX, minY, maxX, maxY, distance) -> {
            near[0]++;
          });
      assertThat(near[0]).isEqualTo(size());
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    }

    /** A bulk load in which pairs are there several times, equal ones apart and together. */
    boolean load(Path spill) {
      BulkLoader loader;
      try {
        loader =
            store.bulkLoader(
                new BulkConfig(Internals.tree(store.index()).bulkOrders().get(0), spill));
      } catch (UnsupportedOperationException cannotBeLoaded) {
        return false;
      }
      try (loader) {
        for (int i = 0; i < LOADED; i++) {
          int[] pair = pair();
          if (copies(pair) < MOST_COPIES) {
            double[] box = box(pair);
            loader.add(pair[0], box[0], box[1], box[2], box[3]);
            note(pair, 1);
          }
        }
        store.load(loader);
      } catch (UnsupportedOperationException cannotBeLoaded) {
        return false;
      }
      store.sync();
      return true;
    }

    void close() {
      store.close();
    }
  }

  private void change(StoreOptions options, int steps) {
    Pairs pairs = new Pairs(options, random);
    for (int step = 0; step < steps; step++) {
      pairs.step();
    }
    pairs.compare();
    pairs.close();
  }

  private void changeLoaded(StoreOptions options, int steps) {
    Pairs pairs = new Pairs(options, random);
    assumeThat(pairs.load(spill)).isTrue();
    pairs.compare();
    for (int step = 0; step < steps; step++) {
      pairs.step();
    }
    pairs.compare();
    pairs.close();
  }

  @KindTest
  @MethodSource("stores")
  void anIndexIsABagOfPairs(StoreOptions options) {
    change(options, STEPS);
  }

  @KindTest
  @MethodSource("stores")
  void soIsOneThatWasBulkLoaded(StoreOptions options) {
    changeLoaded(options, STEPS / 3);
  }

  @Tag("long")
  @KindTest
  @MethodSource("allStores")
  void everyKindOfIndexIsABagOfPairs(StoreOptions options) {
    change(options, MANY_STEPS);
    changeLoaded(options, STEPS);
  }

  /** A salvage of what is not damaged keeps each copy; of copies in several leaves, too. */
  @KindTest
  @MethodSource("stores")
  void soIsWhatSalvageMakes(StoreOptions options) {
    assumeThat(options.design().flash().hasOwnPages()).isFalse();
    Pairs pairs = new Pairs(options, random);
    for (int step = 0; step < STEPS; step++) {
      pairs.step();
    }
    pairs.close();
    MemoryDirectory to = new MemoryDirectory();
    SalvageReport report = Salvage.run(pairs.disk, to, SalvageHints.NONE);
    assertThat(report.structures().get(0).duplicates()).isZero();
    assertThat(report.uncertainEntries()).isZero();
    pairs.store = SpatialStore.open(to);
    pairs.compare();
    pairs.close();
  }

  /** Insert twice, delete once, delete twice: as the documentation says, and nothing is left. */
  @KindTest
  @MethodSource("stores")
  void insertedTwiceIsDeletedTwice(StoreOptions options) {
    CrashDisk disk = new CrashDisk();
    SpatialStore store = SpatialStore.create(disk, options);
    for (int flushed = 0; flushed < 3; flushed++) {
      store.insert(7, 5, 5, 5, 5);
      if (flushed == 1) {
        store.flush();
      }
      store.insert(7, 5, 5, 5, 5);
      if (flushed == 2) {
        store.sync();
        disk = disk.killed();
        store = SpatialStore.open(disk);
      }
      assertThat(store.size()).isEqualTo(2);
      assertThat(store.count(EntryQuery.intersecting(5, 5))).isEqualTo(2);
      assertThat(Internals.tree(store.index()).check().ok()).isTrue();
      assertThat(store.delete(7, 5, 5, 5, 5)).isTrue();
      assertThat(store.size()).isEqualTo(1);
      assertThat(store.count(EntryQuery.intersecting(5, 5))).isEqualTo(1);
      assertThat(store.update(7, new double[] {5, 5, 5, 5}, new double[] {5, 5, 5, 5})).isTrue();
      assertThat(store.count(EntryQuery.intersecting(5, 5))).isEqualTo(1);
      assertThat(store.delete(7, 5, 5, 5, 5)).isTrue();
      assertThat(store.delete(7, 5, 5, 5, 5)).isFalse();
      assertThat(store.size()).isZero();
      assertThat(store.count(EntryQuery.intersecting(5, 5))).isZero();
      assertThat(Internals.tree(store.index()).check().ok()).isTrue();
    }
    store.close();
  }
}
