package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;

/**
 * Makes random insertions, deletions, updates, queries, flushes and reopenings of a whole store,
 * and compares the store with a list. Runs the structural check after each batch.
 */
final class RandomHistory {
  private static final int BATCHES = 12;

  private record Entry(long id, double[] box) {}

  private final Random random;
  private final boolean points;
  private final List<Entry> model = new ArrayList<>();

  /** Creates a history of points, or of rectangles and points. */
  RandomHistory(Random random, boolean points) {
    this.random = random;
    this.points = points;
  }

  /**
   * Runs twelve batches.
   *
   * @param creator creates the store
   * @param opener reopens the closed store
   * @param operations number of operations in a batch
   */
  void run(Supplier<SpatialStore> creator, Supplier<SpatialStore> opener, int operations) {
    SpatialStore store = creator.get();
    try {
      long nextId = 1;
      for (int batch = 0; batch < BATCHES; batch++) {
        // Later batches shrink the store, so that nodes are dissolved and ids reused.
        int deletions = batch < BATCHES / 2 ? 20 : 60;
        for (int i = 0; i < operations; i++) {
          int what = random.nextInt(100);
          if (what < deletions && !model.isEmpty()) {
            Entry gone = model.remove(random.nextInt(model.size()));
            double[] box = gone.box;
            assertThat(store.delete(gone.id, box[0], box[1], box[2], box[3])).isTrue();
            assertThat(store.delete(gone.id, box[0], box[1], box[2], box[3])).isFalse();
          } else if (what < deletions + 10 && !model.isEmpty()) {
            int moved = random.nextInt(model.size());
            Entry old = model.get(moved);
            Entry now = new Entry(old.id, box(points));
            assertThat(store.update(old.id, old.box, now.box)).isTrue();
            model.set(moved, now);
          } else {
            Entry entry = new Entry(nextId++, box(points));
            store.insert(entry.id, entry.box[0], entry.box[1], entry.box[2], entry.box[3]);
            model.add(entry);
          }
        }
        compare(store);
        if (random.nextInt(3) == 0) {
          store.flush();
        }
        if (random.nextInt(2) == 0) {
          store.close();
          store = opener.get();
          compare(store);
        }
      }
    } finally {
      store.close();
    }
  }

  private double[] box(boolean onlyPoints) {
    double x = random.nextInt(1000);
    double y = random.nextInt(1000);
    boolean point = onlyPoints || random.nextBoolean();
    return new double[] {
      x, y, x + (point ? 0 : random.nextInt(30)), y + (point ? 0 : random.nextInt(30))
    };
  }

  private void compare(SpatialStore store) {
    assertThat(store.size()).isEqualTo(model.size());
    for (Predicate predicate : Predicate.values()) {
      double[] q = box(false);
      q[2] += random.nextInt(200);
      q[3] += random.nextInt(200);
      TreeSet<Long> expected = new TreeSet<>();
      for (Entry entry : model) {
        double[] e = entry.box;
        if (predicate.matches(q[0], q[1], q[2], q[3], e[0], e[1], e[2], e[3])) {
          expected.add(entry.id);
        }
      }
      TreeSet<Long> found = new TreeSet<>();
      store.forEach(
          EntryQuery.matching(predicate, q[0], q[1], q[2], q[3]),
          (id, minX, minY, maxX, maxY) -> found.add(id));
      assertThat(found).as("%s", predicate).isEqualTo(expected);
    }
    StoreCheck report = store.store().check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(model.size());
  }
}
