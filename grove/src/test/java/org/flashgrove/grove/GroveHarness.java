package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.grove.index.IndexHarness;
import org.flashgrove.grove.memtable.BufferInterval;
import org.flashgrove.grove.memtable.Packer;

/** A grove in memory beside a list of its entries: random operations, and their comparison. */
public final class GroveHarness extends IndexHarness {
  public static final HilbertCurve CURVE = new HilbertCurve(0, 0, 1, 1);

  private final GroveConfig config;
  private final int pageSize;
  private final int blockPages;
  private final boolean syncs;
  private final MemoryComponentStore.Disk disk = new MemoryComponentStore.Disk();
  private MemoryComponentStore store;
  private Grove grove;
  private int duringMerge;
  private int mostCached;

  public GroveHarness(
      EntryKind kind, GroveConfig config, int pageSize, int blockPages, Random random) {
    this(kind, config, pageSize, blockPages, true, random);
  }

  public GroveHarness(
      EntryKind kind,
      GroveConfig config,
      int pageSize,
      int blockPages,
      boolean syncs,
      Random random) {
    super(kind, random);
    this.config = config;
    this.pageSize = pageSize;
    this.blockPages = blockPages;
    this.syncs = syncs;
    open();
  }

  public Grove grove() {
    return grove;
  }

  public MemoryComponentStore store() {
    return store;
  }

  /** Returns a new reader of the store's pages through the cache of the Grove. */
  public PageReader newReader() {
    return grove.content().pages().newReader(store);
  }

  public MemoryComponentStore.Disk disk() {
    return disk;
  }

  /** Operations after which a merge was under way. */
  int duringMerge() {
    return duringMerge;
  }

  @Override
  protected Grove index() {
    return grove;
  }

  @Override
  protected boolean isBlind() {
    return config.blind();
  }

  /** Returns the most pages that were cached when the memory was looked at. */
  int mostCached() {
    return mostCached;
  }

  /** The grove must hold what another list does. */
  void expect(Bag other) {
    bag = other;
  }

  /** Opens the grove, at first or again; what was open is dropped. */
  public void open() {
    store = new MemoryComponentStore(disk, pageSize, blockPages, syncs);
    grove = Grove.attach(store, config);
    store.open();
  }

  /** Random changes, each followed by a recount of the memory, some by queries. */
  public void run(int operations, int growth) {
    for (int i = 0; i < operations; i++) {
      change(growth);
      assertMemory();
      duringMerge += grove.content().runner().isRunning() ? 1 : 0;
      if (i % 16 == 0) {
        query();
      }
      if (i % 997 == 996) {
        assertSound();
      }
    }
  }

  /** A change: an insertion with a probability in percent, else one of the others. */
  public void change(int growth) {
    int what = random.nextInt(100);
    if (bag.size() == 0 || what < growth) {
      Entry entry = next();
      insert(entry);
      return;
    }
    switch (random.nextInt(8)) {
      case 0:
        update();
        break;
      case 1:
        batch();
        break;
      case 2:
        delete(next());
        break;
      default:
        delete(bag.any(random));
        break;
    }
  }

  /** One query of some kind, compared. */
  public void query() {
    double[] q = random.nextInt(4) == 0 && bag.size() > 0 ? bag.any(random).box() : window();
    if (random.nextInt(6) == 0) {
      int limit = 1 + random.nextInt(30);
      if (random.nextBoolean()) {
        assertNearest(new double[] {q[0], q[1], q[0], q[1]}, limit);
        q = window(); // the neighbours of the point say how far those of another are
      }
      assertNearest(q, 1 + random.nextInt(limit));
      return;
    }
    assertSearch(random.nextInt(2) == 0 ? Predicate.INTERSECTS : test(), q);
  }

  private RectangleTest test() {
    Predicate predicate = Predicate.values()[random.nextInt(Predicate.values().length)];
    switch (random.nextInt(6)) {
      case 0:
        return predicate.candidates();
      case 1:
        return Semantics.OGC.of(predicate);
      case 2:
        return new WithinDistance(random.nextDouble() * 0.05);
      case 3:
        return new WithinDistance(
            random.nextInt(3) == 0 ? 0 : Math.pow(10, 600 * random.nextDouble() - 300));
      default:
        return predicate;
    }
  }

  public double[] window() {
    return kind.window(random);
  }

  /** Asks a cursor for all entries: they must be those of a list, in its order. */
  public static void assertAll(EntryCursor cursor, Bag expected, double[] q) {
    for (Entry entry : expected.nearest(q, Integer.MAX_VALUE)) {
      assertThat(cursor.next()).isTrue();
      assertThat(new Entry(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY()))
          .isEqualTo(entry);
    }
    assertThat(cursor.next()).isFalse();
  }

  void assertMemory() {
    GroveContent content = grove.content();
    assertThat(GroveCheck.recount(content)).isEmpty();
    GroveStats stats = grove.stats();
    long others = stats.memoryBytes() - stats.bufferBytes();
    long intervals = (long) BufferInterval.OBJECT_BYTES * content.partition().count();
    long most = Math.max(config.memory(), others + intervals + config.memory() / 8);
    assertThat(stats.memoryBytes())
        .as("bytes of %s, %d-byte memory", stats, config.memory())
        .isLessThanOrEqualTo(most + overshoot());
    assertThat(stats.usedBytes()).isLessThanOrEqualTo(most + overshoot());
    assertThat(grove.content().partition().directory().subBoxBytes())
        .isLessThanOrEqualTo(config.memory() / 16);
    mostCached = Math.max(mostCached, stats.cachedPages());
  }

  /** What a commit may take more than was free: chunks whose columns become wider. */
  private long overshoot() {
    return 48L * Packer.mostChunk(config.memory()) + BATCH;
  }

  public void assertSound() {
    assertThat(grove.check().problems()).isEmpty();
    if (!config.blind()) {
      assertThat(grove.size()).isEqualTo(bag.size());
    }
    assertSearch(Predicate.INTERSECTS, new double[] {-1e301, -1e301, 1e301, 1e301});
  }

  /** Deletes all entries. */
  void deleteAll() {
    int step = 0;
    while (bag.size() > 0) {
      delete(bag.any(random));
      assertMemory();
      if (step++ % 499 == 0) {
        query();
        assertSound();
      }
    }
  }
}
