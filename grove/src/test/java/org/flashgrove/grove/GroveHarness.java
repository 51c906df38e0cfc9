package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.memtable.BufferInterval;
import org.flashgrove.grove.memtable.Packer;

/** A grove in memory beside a list of its entries: random operations, and their comparison. */
public final class GroveHarness {
  /** What the changes of one batch may take beyond what was free. */
  private static final long BATCH = 2_048;

  public static final HilbertCurve CURVE = new HilbertCurve(0, 0, 1, 1);

  private final EntryKind kind;
  private final GroveConfig config;
  private final int pageSize;
  private final int blockPages;
  private final boolean syncs;
  private final Random random;
  private final MemoryComponentStore.Disk disk = new MemoryComponentStore.Disk();
  private Bag bag = new Bag();
  private MemoryComponentStore store;
  private Grove grove;
  private long nextId = 1;
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
    this.kind = kind;
    this.config = config;
    this.pageSize = pageSize;
    this.blockPages = blockPages;
    this.syncs = syncs;
    this.random = random;
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

  public Bag bag() {
    return bag;
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

  private Entry next() {
    return Entry.of(kind.id(random, nextId++), kind.box(random));
  }

  public void insert(Entry entry) {
    grove.insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
    bag.add(entry);
  }

  public void delete(Entry entry) {
    boolean was = bag.remove(entry);
    boolean said = grove.delete(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
    assertThat(said).isEqualTo(was || config.blind());
  }

  private void update() {
    boolean known = random.nextInt(4) > 0;
    Entry from = known ? bag.any(random) : next();
    Entry to = Entry.of(from.id(), kind.box(random));
    boolean there = bag.remove(from);
    if (there || !config.blind()) {
      assertThat(grove.update(from.id(), from.box(), to.box())).isEqualTo(there);
    }
    if (there) {
      bag.add(to);
    }
  }

  private void batch() {
    Bag after = bag.copy();
    try (SpatialBatch batch = grove.begin()) {
      for (int i = random.nextInt(20); i >= 0; i--) {
        if (after.size() == 0 || random.nextBoolean()) {
          Entry entry = next();
          batch.insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
          after.add(entry);
        } else {
          Entry entry = after.any(random);
          after.remove(entry);
          assertThat(
                  batch.delete(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY()))
              .isTrue();
        }
      }
      if (!config.blind()) {
        assertThat(batch.size()).isEqualTo(after.size());
      }
      double[] q = kind.window(random);
      List<Entry> found = new ArrayList<>();
      batch.forEach(
          EntryQuery.intersecting(q[0], q[1], q[2], q[3]),
          (id, x1, y1, x2, y2) -> found.add(new Entry(id, x1, y1, x2, y2)));
      found.sort(Bag.ORDER);
      assertThat(found).isEqualTo(after.search(Predicate.INTERSECTS, q));
      if (random.nextInt(5) > 0) {
        batch.commit();
        bag = after;
      }
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

  void assertSearch(RectangleTest test, double[] q) {
    List<Entry> expected = bag.search(test, q);
    List<Entry> found = new ArrayList<>();
    long visited =
        grove.forEach(
            EntryQuery.matching(test, q[0], q[1], q[2], q[3]),
            (id, x1, y1, x2, y2) -> found.add(new Entry(id, x1, y1, x2, y2)));
    found.sort(Bag.ORDER);
    assertThat(found).as("%s of %s", test, Arrays.toString(q)).isEqualTo(expected);
    assertThat(visited).isEqualTo(expected.size());
    assertThat(grove.count(EntryQuery.matching(test, q[0], q[1], q[2], q[3])))
        .isEqualTo(expected.size());
    List<Long> ids = new ArrayList<>();
    grove.forEach(
        EntryQuery.matching(test, q[0], q[1], q[2], q[3]).idsOnly(),
        (id, x1, y1, x2, y2) -> ids.add(id));
    ids.sort(null);
    assertThat(ids).isEqualTo(expected.stream().map(Entry::id).sorted().toList());
  }

  public void assertNearest(double[] q, int limit) {
    List<Entry> expected = bag.nearest(q, limit);
    List<Entry> found = new ArrayList<>();
    NeighbourVisitor adds =
        (id, x1, y1, x2, y2, distance) -> {
          Entry entry = new Entry(id, x1, y1, x2, y2);
          assertThat(distance).isEqualTo(entry.distance(q));
          found.add(entry);
        };
    grove.scan(EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]), adds);
    assertThat(found).isEqualTo(expected);
    List<Long> ids = new ArrayList<>();
    assertThat(
            grove.forEach(
                EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]).idsOnly(),
                (id, x1, y1, x2, y2) -> ids.add(id)))
        .isEqualTo(expected.size());
    assertThat(ids).isEqualTo(expected.stream().map(Entry::id).toList());
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
    GroveReport report = grove.check();
    assertThat(report.problems()).isEmpty();
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
