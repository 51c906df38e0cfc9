package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests many entries with the same point. Deletions must find the right entries, alone and in a
 * batch.
 */
class EqualPointsTest {
  private static final int POINTS = 20_000;

  @TempDir private Path directory;

  private SpatialStore store(String index) {
    return SpatialStore.create(
        directory,
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none:log=64M")
            .withDevice("memory")
            .withSync(SyncMode.CLOSE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"grove:memory=64M", "grove:memory=64M,domain=0/0/9/9"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void equalPointsOfAGroveAreDeleted(String index) {
    try (SpatialStore store = store(index)) {
      for (int id = 0; id < POINTS; id++) {
        store.insert(id, 5, 5, 5, 5);
      }
      for (int id = 0; id < POINTS; id += 2) {
        assertThat(store.delete(id, 5, 5, 5, 5)).isTrue();
      }
      assertThat(store.delete(0, 5, 5, 5, 5)).isFalse();
      assertThat(store.count(EntryQuery.intersecting(5, 5, 5, 5))).isEqualTo(POINTS / 2);
    }
  }

  @KindTest
  @KindSource({"grove:memory=64M", "lsm:memory=64M"})
  void aBatchDeletesItsOwnEntries(String index) {
    int ids = POINTS / 10;
    try (SpatialStore store = store(index)) {
      List<Integer> left = new ArrayList<>();
      try (SpatialBatch batch = store.begin()) {
        for (int id = 0; id < 2 * ids; id++) {
          batch.insert(id % ids, 5, 5, 5, 5);
        }
        for (int id = 0; id < ids - 10; id++) {
          assertThat(batch.delete(id, 5, 5, 5, 5)).isTrue();
          assertThat(batch.delete(id, 5, 5, 5, 5)).isTrue();
          if (id % 100 == 0) {
            assertThat(batch.delete(id, 5, 5, 5, 5)).isFalse();
          }
        }
        batch.insert(7, 5, 5, 5, 5);
        batch.commit();
      }
      store.forEach(
          EntryQuery.intersecting(5, 5, 5, 5).idsOnly(),
          (id, x1, y1, x2, y2) -> left.add((int) id));
      List<Integer> expected = new ArrayList<>(List.of(7));
      for (int id = ids - 10; id < ids; id++) {
        expected.addAll(List.of(id, id));
      }
      assertThat(left).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /**
   * A commit that inserts and deletes many equal points takes time proportional to their number.
   * The time limit detects time proportional to the square of this number, which would be minutes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"grove:memory=64M", "grove:memory=64M,domain=0/0/9/9"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aCommitLeavesNothingOfWhatItInsertsAndDeletes(String index) {
    int points = 10 * POINTS;
    try (SpatialStore store = store(index)) {
      store.insert(points, 5, 5, 5, 5);
      try (SpatialBatch batch = store.begin()) {
        for (int id = 0; id < points; id++) {
          batch.insert(id, 5, 5, 5, 5);
        }
        assertThat(batch.delete(points, 5, 5, 5, 5)).isTrue();
        batch.insert(points, 5, 5, 5, 5);
        for (int id = points - 1; id >= 10; id--) {
          assertThat(batch.delete(id, 5, 5, 5, 5)).isTrue();
        }
        batch.commit();
      }
      assertThat(store.size()).isEqualTo(11);
      GroveMetrics grove = (GroveMetrics) store.stats().structures().get(0).blocks();
      assertThat(grove.index().bufferedChanges()).isLessThan(20);
      List<Long> left = new ArrayList<>();
      store.forEach(
          EntryQuery.intersecting(5, 5, 5, 5).idsOnly(), (id, x1, y1, x2, y2) -> left.add(id));
      assertThat(left)
          .containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, (long) points);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aCommitDeletesEqualPointsOfEarlierCommits() {
    int points = 5 * POINTS;
    try (SpatialStore store = store("grove:memory=64M")) {
      for (int id = 0; id < points; id++) {
        store.insert(id, 5, 5, 5, 5);
      }
      try (SpatialBatch batch = store.begin()) {
        for (int id = 0; id < points; id += 2) {
          assertThat(batch.delete(id, 5, 5, 5, 5)).isTrue();
        }
        batch.commit();
      }
      assertThat(store.count(EntryQuery.intersecting(5, 5, 5, 5))).isEqualTo(points / 2);
    }
  }
}
