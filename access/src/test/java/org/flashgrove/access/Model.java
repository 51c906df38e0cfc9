package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.index.SpatialIndex;

/** Random rectangles that a store contains, and the expected answers of the store. */
final class Model {
  private static final double SPACE = 1_000;

  /** An entry. */
  record Entry(long id, double minX, double minY, double maxX, double maxY) {}

  private final Random random;
  private final List<Entry> entries = new ArrayList<>();
  private long nextId = 1;

  Model(Random random) {
    this.random = random;
  }

  private Model(Model other) {
    random = other.random;
    entries.addAll(other.entries);
    nextId = other.nextId;
  }

  /** Returns a copy of the model that does not change later. */
  Model copy() {
    return new Model(this);
  }

  int size() {
    return entries.size();
  }

  Set<Entry> entries() {
    return new HashSet<>(entries);
  }

  void insert(SpatialIndex index, int count) {
    for (int i = 0; i < count; i++) {
      double x = Math.rint(random.nextDouble() * SPACE);
      double y = Math.rint(random.nextDouble() * SPACE);
      Entry entry = new Entry(nextId++, x, y, x + random.nextInt(5), y + random.nextInt(5));
      index.insert(entry.id, entry.minX, entry.minY, entry.maxX, entry.maxY);
      entries.add(entry);
    }
  }

  void delete(SpatialIndex index, int count) {
    for (int i = 0; i < count; i++) {
      int at = random.nextInt(entries.size());
      Entry entry = entries.get(at);
      assertThat(index.delete(entry.id, entry.minX, entry.minY, entry.maxX, entry.maxY)).isTrue();
      entries.set(at, entries.get(entries.size() - 1));
      entries.remove(entries.size() - 1);
    }
  }

  void deleteAll(SpatialIndex index) {
    delete(index, entries.size());
  }

  /** Returns all entries of an index. Fails if it contains an entry twice. */
  static Set<Entry> read(SpatialIndex index) {
    List<Entry> found = new ArrayList<>();
    index.search(
        -1e9,
        -1e9,
        1e9,
        1e9,
        (id, minX, minY, maxX, maxY) -> found.add(new Entry(id, minX, minY, maxX, maxY)));
    Set<Entry> different = new HashSet<>(found);
    assertThat(different).hasSameSizeAs(found);
    return different;
  }

  /**
   * Fails unless the store has the entries of this model and its structural check finds no problem.
   */
  void requireSame(SpatialStore store) {
    assertThat(store.store().check().problems()).isEmpty();
    assertThat(store.size()).isEqualTo(entries.size());
    assertThat(read(store)).isEqualTo(entries());
  }
}
