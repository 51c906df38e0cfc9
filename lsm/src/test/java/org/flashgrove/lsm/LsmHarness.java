package org.flashgrove.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.index.IndexHarness;
import org.flashgrove.lsm.merge.LsmConfig;

/** An index in memory beside a list of its entries: random operations, and their comparison. */
final class LsmHarness extends IndexHarness {
  private final LsmConfig config;
  private final int pageSize;
  private final int blockPages;
  private final MemoryComponentStore.Disk disk = new MemoryComponentStore.Disk();
  private MemoryComponentStore store;
  private LsmTree tree;
  private long flushes;
  private long merges;

  LsmHarness(EntryKind kind, String spec, int pageSize, int blockPages, Random random) {
    super(kind, random);
    Spec parsed = Spec.parse(spec);
    config = LsmConfig.of(parsed);
    parsed.requireAllUsed();
    this.pageSize = pageSize;
    this.blockPages = blockPages;
    open();
  }

  LsmTree tree() {
    return tree;
  }

  @Override
  protected LsmTree index() {
    return tree;
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
   * image images, openings.
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
        store.checkpointImage();
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

  @Override
  protected void searched(RectangleTest test, double[] q, List<Entry> expected) {
    List<Entry> found = new ArrayList<>();
    try (EntryCursor cursor = tree.cursor(EntryQuery.matching(test, q[0], q[1], q[2], q[3]))) {
      while (cursor.next()) {
        found.add(
            new Entry(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY()));
      }
    }
    found.sort(Bag.ORDER);
    assertThat(found).as("cursor over %s", test).isEqualTo(expected);
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
