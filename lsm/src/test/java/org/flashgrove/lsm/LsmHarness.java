package org.flashgrove.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.lsm.merge.LsmConfig;

/** An index in memory beside a list of its entries: random operations, and their comparison. */
final class LsmHarness {
  /** What the changes of one batch may take beyond what was free. */
  private static final long BATCH = 2_048;

  private final EntryKind kind;
  private final LsmConfig config;
  private final int pageSize;
  private final int blockPages;
  private final Random random;
  private final MemoryComponentStore.Disk disk = new MemoryComponentStore.Disk();
  private Bag bag = new Bag();
  private MemoryComponentStore store;
  private LsmTree tree;
  private long nextId = 1;
  private long flushes;
  private long merges;

  LsmHarness(EntryKind kind, String spec, int pageSize, int blockPages, Random random) {
    this.kind = kind;
    Spec parsed = Spec.parse(spec);
    config = LsmConfig.of(parsed);
    parsed.requireAllUsed();
    this.pageSize = pageSize;
    this.blockPages = blockPages;
    this.random = random;
    open();
  }

  LsmTree tree() {
    return tree;
  }

  Bag bag() {
    return bag;
  }

  MemoryComponentStore store() {
    return store;
  }

  /** Flushes of all openings so far. */
  long flushes() {
    return flushes + tree.stats().flushes();
  }

  /** Merges of all openings so far. */
  long merges() {
    return merges + tree.stats().merges();
  }

  /** Opens the index, at first or again; what was open is dropped. */
  void open() {
    if (tree != null) {
      flushes += tree.stats().flushes();
      merges += tree.stats().merges();
      store.crash();
    }
    store = new MemoryComponentStore(disk, pageSize, blockPages, true);
    tree = LsmTree.attach(store, config);
    store.open();
  }

  /**
   * Random changes, each followed by a look at the memory, some by queries, checks, checkpoint
   * images, openings.
   */
  void run(int operations, int most) {
    int growth = 80;
    for (int i = 1; i <= operations; i++) {
      change(growth);
      if (i % 4 == 0) {
        assertMemory();
      }
      if (i % 20 == 0) {
        query();
      }
      if (i % 2_000 == 0) {
        assertSound();
      }
      if (i % 3_000 == 0) {
        open();
      }
      if (i % 5_000 == 0) {
        store.checkpoint();
      }
      if (i % 7_000 == 0) {
        tree.flush();
      }
      if (bag.size() > most) {
        growth = 20;
      } else if (bag.size() < most / 8) {
        growth = 80;
      }
    }
    assertSound();
  }

  /** A change: an insertion with a probability in percent, else one of the others. */
  void change(int growth) {
    if (bag.size() == 0 || random.nextInt(100) < growth) {
      insert(next());
      return;
    }
    switch (random.nextInt(8)) {
      case 0:
      case 1:
        update();
        break;
      case 2:
        batch();
        break;
      case 3:
        delete(next());
        break;
      default:
        delete(bag.any(random));
        break;
    }
  }

  Entry next() {
    return Entry.of(kind.id(random, nextId++), kind.box(random));
  }

  void insert(Entry entry) {
    tree.insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
    bag.add(entry);
  }

  void delete(Entry entry) {
    boolean was = bag.remove(entry);
    assertThat(tree.delete(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY()))
        .isEqualTo(was);
  }

  void update() {
    Entry from = random.nextInt(4) > 0 ? bag.any(random) : next();
    Entry to = Entry.of(from.id(), kind.box(random));
    boolean there = bag.remove(from);
    assertThat(tree.update(from.id(), from.box(), to.box())).isEqualTo(there);
    if (there) {
      bag.add(to);
    }
  }

  private void batch() {
    Bag after = bag.copy();
    try (SpatialBatch batch = tree.begin()) {
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
      assertThat(batch.size()).isEqualTo(after.size());
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
  void query() {
    double[] q =
        random.nextInt(4) == 0 && bag.size() > 0 ? bag.any(random).box() : kind.window(random);
    if (random.nextInt(6) == 0) {
      assertNearest(q, 1 + random.nextInt(30));
      return;
    }
    Predicate[] all = Predicate.values();
    RectangleTest test =
        random.nextInt(3) == 0
            ? all[random.nextInt(all.length)]
            : random.nextInt(8) == 0
                ? new WithinDistance(random.nextDouble() * 0.05)
                : Predicate.INTERSECTS;
    assertSearch(test, q);
  }

  void assertSearch(RectangleTest test, double[] q) {
    List<Entry> expected = bag.search(test, q);
    List<Entry> found = new ArrayList<>();
    long visited =
        tree.forEach(
            EntryQuery.matching(test, q[0], q[1], q[2], q[3]),
            (id, x1, y1, x2, y2) -> found.add(new Entry(id, x1, y1, x2, y2)));
    found.sort(Bag.ORDER);
    assertThat(found).as("%s of %s", test, Arrays.toString(q)).isEqualTo(expected);
    assertThat(visited).isEqualTo(expected.size());
    assertThat(tree.count(EntryQuery.matching(test, q[0], q[1], q[2], q[3])))
        .isEqualTo(expected.size());
    List<Long> ids = new ArrayList<>();
    tree.forEach(
        EntryQuery.matching(test, q[0], q[1], q[2], q[3]).idsOnly(),
        (id, x1, y1, x2, y2) -> ids.add(id));
    ids.sort(null);
    assertThat(ids).isEqualTo(expected.stream().map(Entry::id).sorted().toList());
    found.clear();
    try (EntryCursor cursor = tree.cursor(EntryQuery.matching(test, q[0], q[1], q[2], q[3]))) {
      while (cursor.next()) {
        found.add(
            new Entry(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY()));
      }
    }
    found.sort(Bag.ORDER);
    assertThat(found).as("cursor over %s", test).isEqualTo(expected);
  }

  void assertNearest(double[] q, int limit) {
    List<Entry> expected = bag.nearest(q, limit);
    List<Entry> found = new ArrayList<>();
    NeighbourVisitor adds =
        (id, x1, y1, x2, y2, distance) -> {
          Entry entry = new Entry(id, x1, y1, x2, y2);
          assertThat(distance).isEqualTo(entry.distance(q));
          found.add(entry);
        };
    tree.scan(EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]), adds);
    assertThat(found).isEqualTo(expected);
  }

  void assertMemory() {
    LsmStats stats = tree.stats();
    long others = stats.memoryBytes() - stats.bufferBytes();
    long most = Math.max(config.memory(), others + config.memory() / 8);
    assertThat(stats.usedBytes())
        .as("bytes of %s, %d-byte memory", stats, config.memory())
        .isLessThanOrEqualTo(most + BATCH);
  }

  void assertSound() {
    assertThat(tree.check().problems()).isEmpty();
    assertThat(tree.size()).isEqualTo(bag.size());
    assertSearch(Predicate.INTERSECTS, new double[] {-1e301, -1e301, 1e301, 1e301});
  }
}
