package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests batches of changes by comparing the store with a map. */
class BatchTest {
  @TempDir Path directory;

  private static Set<Long> ids(SpatialIndex index) {
    Set<Long> ids = new HashSet<>();
    index.search(0, 0, 2, 2, (id, a, b, c, d) -> ids.add(id));
    return ids;
  }

  private static Set<Long> ids(SpatialBatch batch) {
    Set<Long> ids = new HashSet<>();
    batch.forEach(EntryQuery.intersecting(0, 0, 2, 2), (id, a, b, c, d) -> ids.add(id));
    return ids;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rstar; none:frames=8,log=64K; buffered",
        "rtree; efind:buffer=16K,log=64K; buffered",
        "hilbert:domain=0/0/1/1; efind:buffer=16K,log=64K; buffered:placement=home",
        "xbr:domain=0/0/1/1; none:frames=8,log=64K; buffered",
      })
  void batchesAreThereWholeOrNotAtAll(String index, String flash, String device) {
    Random random = Seeds.random();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice(device)
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    Map<Long, double[]> model = new HashMap<>();
    long nextId = 0;
    Path where = directory.resolve("store");
    SpatialStore store = SpatialStore.create(where, options);
    for (int round = 0; round < 60; round++) {
      Map<Long, double[]> staged = new HashMap<>(model);
      try (SpatialBatch batch = store.begin()) {
        int changes = random.nextInt(40);
        for (int i = 0; i < changes; i++) {
          if (!staged.isEmpty() && random.nextInt(3) == 0) {
            long id = staged.keySet().iterator().next();
            double[] at = staged.remove(id);
            assertThat(batch.delete(id, at[0], at[1], at[0], at[1])).isTrue();
          } else {
            double[] at = {random.nextDouble(), random.nextDouble()};
            staged.put(nextId, at);
            batch.insert(nextId++, at[0], at[1], at[0], at[1]);
          }
        }
        assertThat(batch.size()).isEqualTo(staged.size());
        assertThat(ids(batch)).as("a batch sees its own changes").isEqualTo(staged.keySet());
        assertThat(ids(store)).as("others do not").isEqualTo(model.keySet());
        if (random.nextInt(4) > 0) {
          batch.commit();
          model = staged;
        }
      }
      assertThat(ids(store)).isEqualTo(model.keySet());
      if (round % 10 == 9) {
        assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
        store.close();
        store = SpatialStore.open(where);
        assertThat(store.size()).isEqualTo(model.size());
        assertThat(ids(store)).isEqualTo(model.keySet());
      }
    }
    store.close();
  }

  @Test
  void aBatchIsUsedOnce() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=8")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("once"), options)) {
      SpatialBatch batch = store.begin();
      assertThatThrownBy(() -> batch.insert(1, 2, 0, 1, 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(store::begin).isInstanceOf(IllegalStateException.class);
      batch.insert(1, 0, 0, 1, 1);
      batch.commit();
      assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
      batch.close();
      assertThatThrownBy(() -> batch.insert(2, 0, 0, 1, 1))
          .isInstanceOf(IllegalStateException.class);
      batch.close();
      assertThat(store.size()).isEqualTo(1);
      store.insert(2, 0, 0, 1, 1);
      assertThat(store.size()).isEqualTo(2);
    }
  }
}
