package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Envelope;

/** Tests the results of queries in each form in which a caller may request them. */
class ResultsTest {
  private static final Envelope ALL = new Envelope(-1, 3000, -1, 3000);

  private static Stream<String> indexes() {
    return Stream.concat(
        StoreMatrix.indexSpecs().stream(),
        KindsUnderTest.of("grove:domain=0/0/2048/2048,memory=64K,block=8K").stream());
  }

  private static SpatialStore store(String index) {
    String flash = index.startsWith("grove") ? "none:frames=16" : "efind:buffer=32K";
    return SpatialStore.create(
        new MemoryDirectory(),
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE));
  }

  private static void fill(SpatialStore store, int count, Random random) {
    for (int id = 0; id < count; id++) {
      double x = random.nextInt(2000);
      double y = random.nextInt(2000);
      store.insert(id, x, y, x, y); // every kind of index holds points
    }
  }

  private static List<Entry> visited(SpatialQueries from, RectangleTest test, Envelope box) {
    List<Entry> found = new ArrayList<>();
    from.forEach(
        EntryQuery.matching(test, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY()),
        (id, minX, minY, maxX, maxY) -> found.add(new Entry(id, minX, minY, maxX, maxY)));
    return found;
  }

  private static List<Entry> read(EntryCursor cursor) {
    List<Entry> found = new ArrayList<>();
    while (cursor.next()) {
      found.add(cursor.entry());
    }
    assertThat(cursor.next()).isFalse();
    return found;
  }

  private static void requireSame(SpatialQueries from, RectangleTest test, Envelope box) {
    List<Entry> expected = visited(from, test, box);
    try (EntryCursor cursor =
        from.cursor(
            EntryQuery.matching(
                test, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY()))) {
      assertThat(read(cursor)).containsExactlyInAnyOrderElementsOf(expected);
    }
    try (Stream<Entry> stream = from.stream(EntryQuery.matching(test, box))) {
      assertThat(stream.toList()).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void aVisitorThatHappensToReturnFalseSeesEverything() {
    try (SpatialStore store = store("rstar")) {
      Random random = Seeds.random();
      for (int i = 0; i < 1000; i++) {
        double x = random.nextInt(2000);
        store.insert(i % 600, x, x, x, x); // ids that come again
      }
      Set<Long> ids = new HashSet<>();
      assertThat(store.forEach(EntryQuery.intersecting(ALL), (id, x1, y1, x2, y2) -> ids.add(id)))
          .isEqualTo(1000);
      assertThat(ids).hasSize(600);
      Set<Long> more = new HashSet<>();
      assertThat(
              store.forEach(
                  EntryQuery.intersecting(-1, -1, 3000, 3000).idsOnly(),
                  (id, x1, y1, x2, y2) -> more.add(id)))
          .isEqualTo(1000);
      assertThat(store.nearest(5, 5, 1000, (id, x1, y1, x2, y2, d) -> more.remove(id)))
          .isEqualTo(1000);
      assertThat(more).isEmpty();
      Set<Long> pairs = new HashSet<>();
      long met = JoinQuery.of(store).with(store).forEach((a, b) -> pairs.add(a));
      assertThat(met).isGreaterThanOrEqualTo(1000);
      assertThat(pairs).hasSize(600);
      try (SpatialBatch batch = store.begin()) {
        ids.clear();
        batch.forEach(
            EntryQuery.intersecting(0, 0, 3000, 3000), (id, x1, y1, x2, y2) -> ids.add(id));
        assertThat(ids).hasSize(600);
      }
    }
  }

  @Test
  void aLimitEndsAQueryAndAJoin() {
    try (SpatialStore store = store("rstar")) {
      fill(store, 500, Seeds.random());
      long[] seen = {0};
      EntryVisitor visitor = (id, x1, y1, x2, y2) -> seen[0]++;
      assertThat(store.forEach(EntryQuery.intersecting(ALL).limit(1), visitor)).isEqualTo(1);
      assertThat(store.forEach(EntryQuery.nearest(500, 0, 0).limit(10), visitor)).isEqualTo(10);
      assertThat(store.forEach(EntryQuery.nearest(1, 0, 0).idsOnly(), visitor)).isEqualTo(1);
      assertThat(seen[0]).isEqualTo(12);
      long[] pairs = {0};
      assertThat(JoinQuery.of(store).with(store).limit(1).forEach((a, b) -> pairs[0]++)).isOne();
      assertThat(pairs[0]).isOne();
    }
  }

  @KindTest
  @MethodSource("indexes")
  void cursorsAndStreamsFindWhatASearchFinds(String index) {
    Random random = Seeds.random();
    try (SpatialStore store = store(index)) {
      requireSame(store, Predicate.INTERSECTS, ALL);
      fill(store, 1500, random);
      for (int i = 0; i < 20; i++) {
        double x = random.nextInt(2000);
        double y = random.nextInt(2000);
        Envelope box = new Envelope(x, x + random.nextInt(600), y, y + random.nextInt(600));
        requireSame(store, Predicate.INTERSECTS, box);
        requireSame(store, Predicate.INSIDE, box);
        requireSame(store, Predicate.DISJOINT, box);
        requireSame(store, new WithinDistance(50), box);
      }
      requireSame(store, Predicate.INTERSECTS, ALL);
    }
  }

  @KindTest
  @MethodSource("indexes")
  void aSnapshotStaysAtItsCommit(String index) {
    Random random = Seeds.random();
    try (SpatialStore store = store(index)) {
      fill(store, 400, random);
      List<Entry> before = visited(store, Predicate.INTERSECTS, ALL);
      try (SpatialSnapshot snapshot = store.snapshot();
          EntryCursor cursor = store.cursor(EntryQuery.intersecting(ALL));
          EntryCursor nearest = snapshot.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0));
          Stream<Entry> stream = store.stream(EntryQuery.intersecting(ALL))) {
        for (Entry e : before.subList(0, 60)) {
          store.delete(e.id(), e.envelope());
          store.insert(e.id() + 10_000, e.envelope());
        }
        assertThat(snapshot.size()).isEqualTo(400);
        assertThat(snapshot.count(EntryQuery.intersecting(ALL))).isEqualTo(400);
        assertThat(visited(snapshot, Predicate.INTERSECTS, ALL))
            .containsExactlyInAnyOrderElementsOf(before);
        requireSame(snapshot, Predicate.INTERSECTS, new Envelope(100, 900, 100, 900));
        assertThat(read(cursor)).containsExactlyInAnyOrderElementsOf(before);
        assertThat(read(nearest)).containsExactlyInAnyOrderElementsOf(before);
        assertThat(stream.toList()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(snapshot.nearest(0, 0, 3, (id, x1, y1, x2, y2, d) -> {})).isEqualTo(3);
      }
      assertThat(store.size()).isEqualTo(400);
      assertThat(visited(store, Predicate.INTERSECTS, ALL)).isNotEqualTo(before);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  @KindTest
  @MethodSource("indexes")
  void aCursorThatIsClosedOrWhoseStoreIsRefuses(String index) {
    SpatialStore store = store(index);
    fill(store, 300, Seeds.random());
    EntryCursor cursor = store.cursor(EntryQuery.intersecting(ALL));
    assertThatThrownBy(cursor::id).isInstanceOf(IllegalStateException.class);
    assertThat(cursor.next()).isTrue();
    cursor.close();
    cursor.close();
    assertThatThrownBy(cursor::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> store.cursor(EntryQuery.intersecting(1, 0, 0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    try (EntryCursor late = store.cursor(EntryQuery.intersecting(ALL))) {
      store.close();
      assertThatThrownBy(() -> read(late)).isInstanceOf(StoreClosedException.class);
    }
  }
}
