package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.index.ChangesById;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.SpatialQueries;

/** Makes seeded changes by id of a store and of a map, as single changes and in batches. */
final class IdChanges {
  private static final int SIDE = 2048;

  private final Random random;
  private final CrashWorkload.Shape shape;
  private final int ids;
  private final Map<Long, Entry> map = new HashMap<>();
  private long digest;

  /**
   * Creates a sequence of changes for an empty store.
   *
   * @param ids number of different ids
   */
  IdChanges(long seed, CrashWorkload.Shape shape, int ids) {
    random = new Random(seed);
    this.shape = shape;
    this.ids = ids;
  }

  /** Returns the expected digest of the store after the changes so far. */
  long digest() {
    return digest;
  }

  int size() {
    return map.size();
  }

  private static long word(Entry entry) {
    long word = entry.id() * 0x9E37_79B9_7F4A_7C15L;
    for (double each : new double[] {entry.minX(), entry.minY(), entry.maxX(), entry.maxY()}) {
      word = (word ^ Double.doubleToRawLongBits(each)) * 0xBF58_476D_1CE4_E5B9L;
      word ^= word >>> 29;
    }
    return word;
  }

  /** Returns a digest of the entries of an index. */
  static long digest(SpatialQueries entries) {
    long[] sum = {0, 0};
    entries.forEach(
        EntryQuery.all(),
        (id, minX, minY, maxX, maxY) -> {
          sum[0] += word(new Entry(id, minX, minY, maxX, maxY));
          sum[1]++;
        });
    assertThat(entries.size()).isEqualTo(sum[1]);
    return sum[0];
  }

  private Entry drawn(long id) {
    int x = random.nextInt(SIDE);
    int y = random.nextInt(SIDE);
    boolean isPoint = shape == CrashWorkload.Shape.POINTS;
    int width = isPoint ? 0 : random.nextInt(8);
    return new Entry(id, x, y, x + width, y + width);
  }

  private void set(long id, Entry to) {
    Entry from = to == null ? map.remove(id) : map.put(id, to);
    digest += (to == null ? 0 : word(to)) - (from == null ? 0 : word(from));
  }

  /**
   * Makes the next change of the map and of {@code store}. If {@code store} is null, only changes
   * the map.
   */
  void change(ChangesById store) {
    long id = random.nextInt(ids);
    Entry there = map.get(id);
    Entry to = drawn(id);
    boolean found = there != null;
    int what = random.nextInt(12);
    if (what < 5) {
      if (store != null) {
        assertThat(store.put(id, to.minX(), to.minY(), to.maxX(), to.maxY())).isEqualTo(found);
      }
      set(id, to);
    } else if (what < 9) {
      if (store != null) {
        assertThat(store.move(id, to.minX(), to.minY(), to.maxX(), to.maxY())).isEqualTo(found);
      }
      if (found) {
        set(id, to);
      }
    } else {
      if (store != null) {
        assertThat(store.remove(id)).isEqualTo(found);
      }
      set(id, null);
    }
    if (store != null && random(id, 8)) {
      assertThat(store.entry(id)).isEqualTo(map.get(id));
    }
  }

  /** Returns true for about one of {@code one} ids, always the same ones. */
  private static boolean random(long id, int one) {
    return Long.remainderUnsigned(id * 0x9E37_79B9_7F4A_7C15L, one) == 0;
  }

  /** Makes some changes in a batch. If {@code store} is null, only changes the map. */
  void batch(SpatialIndex store, int changes) {
    if (store == null) {
      for (int i = 0; i < changes; i++) {
        change(null);
      }
      return;
    }
    try (SpatialBatch batch = store.begin()) {
      for (int i = 0; i < changes; i++) {
        change(batch);
      }
      assertThat(batch.size()).isEqualTo(map.size());
      batch.commit();
    }
  }

  /** Makes changes in a batch and closes the batch without a commit. */
  static void takenBack(SpatialIndex store, long seed) {
    Random random = new Random(seed);
    try (SpatialBatch batch = store.begin()) {
      for (int i = 0; i < 5; i++) {
        int x = random.nextInt(SIDE);
        batch.put(random.nextInt(50), x, x, x, x);
        batch.remove(random.nextInt(50));
      }
    }
  }

  /** Fails unless the store has the same entries as the map. */
  void requireSame(SpatialStore store) {
    assertThat(store.size()).isEqualTo(map.size());
    assertThat(digest(store)).isEqualTo(digest);
    for (Entry entry : map.values()) {
      assertThat(store.entry(entry.id())).isEqualTo(entry);
    }
    assertThat(store.store().check().problems()).isEmpty();
  }
}
