package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.QueryCancelledException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.core.shape.HeapBounds;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares joins of tables without an index with nested loops that use JTS. */
class ScanRunTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final Random random = Seeds.random();

  /** A table without an index on its geometries, and its objects in the order of their RIDs. */
  private record Bare(Table table, List<Geometry> objects, List<Long> rids)
      implements AutoCloseable {
    static Bare of(List<Geometry> geometries) {
      Table table =
          Table.create(
              Path.of("unused"),
              TableOptions.defaults().withDevice("memory").withSync(SyncMode.CLOSE));
      TreeMap<Long, Geometry> byRid = new TreeMap<>();
      for (Geometry each : geometries) {
        byRid.put(table.insert(byRid.size(), each, ByteBuffer.allocate(0)), each);
      }
      return new Bare(table, List.copyOf(byRid.values()), List.copyOf(byRid.keySet()));
    }

    @Override
    public void close() {
      table.close();
    }
  }

  private Coordinate place() {
    return new Coordinate(50 * random.nextDouble(), 50 * random.nextDouble());
  }

  /** Returns a point, a rectangle, a small polygon, or a polygon that needs several pages. */
  private Geometry object() {
    Geometry point = GEOMETRIES.createPoint(place());
    return switch (random.nextInt(8)) {
      case 0 -> point.buffer(2 * random.nextDouble() + 0.1, 2);
      case 1 -> GEOMETRIES.toGeometry(new Envelope(place(), place()));
      case 2 -> random.nextInt(10) == 0 ? point.buffer(3, 200) : point.buffer(1, 20);
      default -> point;
    };
  }

  private List<Geometry> objects(int count) {
    List<Geometry> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(object());
    }
    return all;
  }

  private static List<String> expected(
      Bare left, Bare right, BiPredicate<Geometry, Geometry> test) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < left.objects.size(); i++) {
      for (int j = 0; j < right.objects.size(); j++) {
        if (test.test(left.objects.get(i), right.objects.get(j))) {
          pairs.add(left.rids.get(i) + " " + right.rids.get(j));
        }
      }
    }
    return pairs;
  }

  private static List<String> found(JoinCursor cursor) {
    List<String> pairs = new ArrayList<>();
    try (cursor) {
      cursor.visitAll((left, right) -> pairs.add(left + " " + right));
    }
    return pairs;
  }

  /** Reads the objects of the rest of a result again, so that only their entries wait. */
  @Test
  void theObjectsOfARestDoNotWaitInMemory() {
    List<Geometry> areas = new ArrayList<>();
    List<Geometry> points = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      points.add(GEOMETRIES.createPoint(place()));
    }
    points.subList(0, 100).forEach(each -> areas.add(each.buffer(1, 20)));
    try (Bare left = Bare.of(areas);
        Bare right = Bare.of(points)) {
      JoinQuery.Parts far =
          parts(
              JoinSource.of(left.table),
              JoinSource.of(right.table),
              PairQuestion.within(1_000),
              false,
              1);
      try (JoinCursor cursor = scan(far, true, 1 << 26)) {
        assertThat(found(cursor)).hasSize(400_000).doesNotHaveDuplicates();
        assertThat(cursor.figures().leftRecords()).isBetween(101L, 199L);
      }
    }
  }

  /** Starts a join that scans the outer side and may use some bytes for the inner side. */
  private static JoinCursor scan(JoinQuery.Parts parts, boolean outerIsLeft, long bytes) {
    JoinMeter meter = new JoinMeter(parts.watch());
    JoinSides sides = new JoinSides(parts, meter);
    JoinPlan.Option plan =
        new JoinPlan.Option(JoinPlan.Kind.MEMORY_TREE, outerIsLeft, 1_000, 1_000, 0);
    return new ScanRun(new PairRun(parts, plan, sides, meter, true), bytes).start();
  }

  private static JoinQuery.Parts parts(
      JoinSource left, JoinSource right, PairQuestion test, boolean isOrdered, int threads) {
    return new JoinQuery.Parts(left, right, test, -1, Long.MAX_VALUE, isOrdered, threads, null);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 20_000, 100_000, 100_000_000})
  void pairsAreThoseOfNestedLoopsWhateverTheMemory(int bytes) {
    try (Bare left = Bare.of(objects(300));
        Bare right = random.nextInt(3) == 0 ? left : Bare.of(objects(400))) {
      JoinSource one = JoinSource.of(left.table);
      JoinSource other = JoinSource.of(right.table);
      PairQuestion near = PairQuestion.within(1.5);
      List<String> nearPairs = expected(left, right, (a, b) -> a.isWithinDistance(b, 1.5));
      List<String> sharing = expected(left, right, Geometry::intersects);
      for (boolean outerIsLeft : new boolean[] {true, false}) {
        int threads = 1 + random.nextInt(3);
        JoinQuery.Parts within = parts(one, other, near, false, threads);
        List<String> pairs = found(scan(within, outerIsLeft, bytes));
        assertThat(pairs).containsExactlyInAnyOrderElementsOf(nearPairs);
        JoinQuery.Parts again = parts(one, other, near, false, threads % 3 + 1);
        assertThat(found(scan(again, outerIsLeft, bytes))).isEqualTo(pairs);
        JoinQuery.Parts shared = parts(one, other, PairQuestion.DEFAULT, false, threads);
        assertThat(found(scan(shared, outerIsLeft, bytes)))
            .containsExactlyInAnyOrderElementsOf(sharing);
      }
      JoinQuery.Parts ordered = parts(one, other, near, true, 2);
      assertThat(found(scan(ordered, true, bytes))).isEqualTo(nearPairs);
    }
  }

  @Test
  void aScanCountsEachRecordThatItReads() {
    try (Bare left = Bare.of(objects(300));
        Bare right = Bare.of(objects(400))) {
      JoinQuery join = JoinQuery.of(left.table).with(right.table).within(1.0);
      assertThat(join.explain().chosen().kind()).isEqualTo(JoinPlan.Kind.MEMORY_TREE);
      try (JoinCursor cursor = join.cursor()) {
        long pairs = cursor.visitAll((one, other) -> {});
        assertThat(cursor.figures().leftRecords()).isEqualTo(300);
        assertThat(cursor.figures().rightRecords()).isEqualTo(400);
        assertThat(cursor.figures().candidates()).isGreaterThanOrEqualTo(pairs);
        assertThat(join.count()).isEqualTo(pairs).isPositive();
        assertThat(join.limit(3).count()).isEqualTo(3);
      }
      left.rids.subList(0, 40).forEach(left.table.byRid()::delete);
      for (long rid : left.rids.subList(40, 80)) { // they move to other pages
        Geometry large = GEOMETRIES.createPoint(place()).buffer(1, 40);
        assertThat(left.table.byRid().updateGeometry(rid, large)).isTrue();
      }
      try (JoinCursor cursor = join.cursor()) {
        cursor.visitAll((one, other) -> {});
        assertThat(cursor.figures().leftRecords()).isEqualTo(260);
      }
    }
  }

  @Test
  void aJoinReadsOnlyTheSelectedRecords() {
    try (Bare left = Bare.of(objects(100));
        Bare right = Bare.of(objects(100))) {
      TableQuery some = TableQuery.of(left.table).keys(10, 19);
      long selected = some.count();
      JoinQuery join = some.join().with(right.table);
      for (JoinQuery each : List.of(join.within(100), join.nearest(1))) {
        try (JoinCursor cursor = each.threads(1).cursor()) {
          assertThat(cursor.visitAll((one, other) -> {})).isPositive();
          assertThat(cursor.figures().leftRecords()).isBetween(selected, 2 * selected);
        }
      }
    }
  }

  @Test
  void theMemoryForObjectsIsEstimatedFromRecords() {
    List<Geometry> points = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      points.add(GEOMETRIES.createPoint(place()));
    }
    List<Geometry> areas = points.stream().map(each -> each.buffer(1, 100)).toList();
    try (Bare left = Bare.of(points);
        Bare right = Bare.of(areas)) {
      PairQuestion near = PairQuestion.within(1);
      JoinSource one = JoinSource.of(left.table);
      JoinQuery.Parts parts = parts(one, JoinSource.of(right.table), near, false, 1);
      JoinMeter meter = new JoinMeter(null);
      try (JoinSides sides = new JoinSides(parts, meter)) {
        assertThat(sides.left(0).records().objectBytes(near)).isZero();
        int wkbBytes = 13 + 401 * 16; // of a polygon with 401 vertices
        assertThat(sides.right(0).records().objectBytes(near))
            .isEqualTo(HeapBounds.ofDistances(wkbBytes));
        assertThat(meter.rightRecords().sum()).isZero();
      }
    }
  }

  @Test
  void aBareTableIsJoinedWithTheRectanglesOfAStore() {
    StoreOptions options =
        StoreOptions.defaults().withIndex("rstar").withDevice("memory").withSync(SyncMode.CLOSE);
    try (Bare left = Bare.of(objects(200));
        SpatialStore store = SpatialStore.create(Path.of("unused"), options)) {
      List<Geometry> boxes = objects(150).stream().map(Geometry::getEnvelope).toList();
      List<Long> ids = new ArrayList<>();
      for (Geometry each : boxes) {
        Envelope box = each.getEnvelopeInternal();
        ids.add((long) ids.size());
        insert(store, ids.size() - 1, box);
      }
      Bare right = new Bare(left.table, boxes, ids); // only for the comparison
      List<String> near = expected(left, right, (a, b) -> a.isWithinDistance(b, 0.5));
      JoinSource one = JoinSource.of(left.table);
      JoinSource other = JoinSource.of(store.store().entries(SpatialStore.INDEX));
      for (boolean outerIsLeft : new boolean[] {true, false}) {
        for (long bytes : new long[] {2_000, 1 << 20}) {
          JoinQuery.Parts parts = parts(one, other, PairQuestion.within(0.5), false, 2);
          assertThat(found(scan(parts, outerIsLeft, bytes)))
              .containsExactlyInAnyOrderElementsOf(near)
              .isNotEmpty();
        }
      }
      assertThat(found(JoinQuery.of(left.table).with(store).within(0.5).ordered().cursor()))
          .isEqualTo(near);
    }
  }

  private static void insert(SpatialStore store, long id, Envelope box) {
    store.insert(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** Returns a store whose ids have no order in the plane, and adds its rectangles by their ids. */
  private SpatialStore store(int count, TreeMap<Long, Geometry> boxes) {
    StoreOptions options =
        StoreOptions.defaults().withIndex("rstar").withDevice("memory").withSync(SyncMode.CLOSE);
    SpatialStore store = SpatialStore.create(Path.of("unused"), options);
    for (long id = 0; id < count; id++) {
      Geometry each = GEOMETRIES.createPoint(place());
      insert(store, id, each.getEnvelopeInternal());
      boxes.put(id, each);
    }
    return store;
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 10_000})
  void anOrderedScanOfAStoreGivesTheOrderOfItsIds(int count) {
    TreeMap<Long, Geometry> boxes = new TreeMap<>();
    try (Bare right = Bare.of(objects(200_000 / count)); // 200,000 pairs fill more than one result
        SpatialStore store = store(count, boxes)) {
      JoinQuery far = JoinQuery.of(store).with(right.table).within(1_000).ordered().threads(2);
      assertThat(far.explain().chosen().kind()).isEqualTo(JoinPlan.Kind.MEMORY_TREE);
      List<String> pairs = new ArrayList<>();
      boxes.keySet().forEach(id -> right.rids.forEach(rid -> pairs.add(id + " " + rid)));
      assertThat(found(far.cursor())).isEqualTo(pairs);
      assertThat(found(far.limit(50).cursor())).isEqualTo(pairs.subList(0, 50));
      assertThat(found(far.threads(1).cursor())).isEqualTo(pairs);
    }
  }

  @Test
  void moreThanOneResultOfPairsIsDeliveredInPieces() {
    try (Bare left = Bare.of(objects(600));
        Bare right = Bare.of(objects(700))) {
      JoinQuery all = JoinQuery.of(left.table).with(right.table).within(1_000).threads(2);
      assertThat(found(all.cursor())).hasSize(420_000).doesNotHaveDuplicates();
      assertThat(found(all.ordered().cursor())).isEqualTo(expected(left, right, (a, b) -> true));
    }
  }

  @Test
  void aScanEndsWhenItIsCancelledBetweenItsComparisons() {
    try (Bare left = Bare.of(objects(300));
        Bare right = Bare.of(objects(400))) {
      JoinQuery far = JoinQuery.of(left.table).with(right.table).within(1_000).threads(1);
      assertThat(far.explain().chosen().kind()).isEqualTo(JoinPlan.Kind.MEMORY_TREE);
      for (JoinQuery each : List.of(far, far.ordered())) {
        int[] asked = {0}; // 120,000 comparisons
        assertThatThrownBy(() -> each.cancelWhen(() -> ++asked[0] == 100).count())
            .isInstanceOf(QueryCancelledException.class);
      }
    }
  }

  @Test
  void aJoinIsCancelledBetweenTheStepsOfBuildingATree() {
    int records = 5_000;
    try (Bare bare = Bare.of(objects(records))) {
      JoinSource side = JoinSource.of(bare.table);
      List<Long> read = new ArrayList<>();
      JoinMeter[] meter = new JoinMeter[1];
      BooleanSupplier never =
          () -> {
            read.add(meter[0].leftRecords().sum());
            return false;
          };
      meter[0] = new JoinMeter(EntryQuery.all().cancelWhen(never).watch());
      PairQuestion test = PairQuestion.DEFAULT;
      try (JoinSides sides = new JoinSides(parts(side, side, test, false, 1), meter[0])) {
        TreeChunk.Source source =
            new TreeChunk.Source(sides.left(0), meter[0], test, true, 1L << 30, false);
        assertThat(source.next()).isNotNull();
        source.close();
      }
      long last = read.get(read.size() - 1);
      assertThat(last).isPositive();
      assertThat(read.stream().filter(number -> number == last)).hasSizeGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void aCursorThatItsVisitorClosesFails() {
    try (Bare left = Bare.of(objects(600));
        Bare right = Bare.of(objects(700))) {
      JoinQuery far = JoinQuery.of(left.table).with(right.table).within(1_000).threads(2);
      try (JoinCursor cursor = far.cursor()) {
        assertThatThrownBy(() -> cursor.visitAll((one, other) -> cursor.close()))
            .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cursor.visitAll((one, other) -> {}))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("cursor: is closed; open a new cursor");
      }
    }
  }

  @Test
  void aSearchForSelectedRecordsEndsWhenItIsCancelled() {
    try (Bare bare = Bare.of(objects(10_000))) {
      JoinSource none = JoinSource.of(bare.table);
      JoinMeter meter = new JoinMeter(null);
      JoinQuery.Parts parts = parts(none, none, PairQuestion.DEFAULT, false, 1);
      try (JoinSides sides = new JoinSides(parts, meter)) {
        RecordFetch records = sides.left(0).records();
        RecordPages pages = records.pages(new long[0], true, 1, meter::check);
        pages.start(0, records.lastPage());
        assertThat(pages.next()).isFalse();
        pages.start(0, records.lastPage());
        meter.end();
        assertThatThrownBy(pages::next).isInstanceOf(QueryCancelledException.class);
      }
    }
  }

  @Test
  void aThreadEndsItsComparisonsWhenTheCursorIsClosed() throws InterruptedException {
    Thread caller = Thread.currentThread();
    AtomicBoolean closes = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch isAsked = new CountDownLatch(1);
    try (Bare left = Bare.of(objects(300));
        Bare right = Bare.of(objects(400))) {
      JoinQuery far = JoinQuery.of(left.table).with(right.table).within(1_000).threads(2);
      BooleanSupplier untilTheCallerWaits =
          () -> {
            if (Thread.currentThread() != caller) {
              asked.incrementAndGet();
              isAsked.countDown();
              while (!closes.get() || caller.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
            }
            return false;
          };
      try (JoinCursor cursor = far.cancelWhen(untilTheCallerWaits).cursor()) {
        isAsked.await();
        closes.set(true);
        assertThat(cursor.figures().candidates()).isZero();
      }
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void aTemporaryIndexGivesTheSamePairs(@TempDir Path directory) {
    try (Bare left = Bare.of(objects(120));
        Bare right = Bare.of(objects(150))) {
      JoinSource one = JoinSource.of(left.table);
      JoinSource other = JoinSource.of(right.table);
      List<String> near = expected(left, right, (a, b) -> a.isWithinDistance(b, 1.5));
      for (boolean isOrdered : new boolean[] {true, false}) {
        JoinQuery.Parts parts = parts(one, other, PairQuestion.within(1.5), isOrdered, 2);
        JoinMeter meter = new JoinMeter(null);
        JoinSides sides = new JoinSides(parts, meter);
        sides.index(false, meter, directory);
        assertThat(directory).isNotEmptyDirectory();
        JoinPlan.Option plan =
            new JoinPlan.Option(JoinPlan.Kind.TEMPORARY_INDEX, true, 120, 150, 0);
        List<String> pairs = found(new PairRun(parts, plan, sides, meter, true).start());
        pairs.sort(isOrdered ? (a, b) -> 0 : Comparator.comparingInt(near::indexOf));
        assertThat(pairs).isEqualTo(near);
        assertThat(directory).isEmptyDirectory();
      }
    }
  }

  @Test
  void aJoinCanBeCancelledWhileItsTemporaryIndexIsLoaded(@TempDir Path directory) {
    try (Bare left = Bare.of(objects(20));
        Bare right = Bare.of(objects(9_000))) {
      JoinQuery.Parts parts =
          parts(
              JoinSource.of(left.table),
              JoinSource.of(right.table),
              PairQuestion.within(1.5),
              false,
              1);
      AtomicInteger asked = new AtomicInteger();
      JoinMeter counting =
          new JoinMeter(QueryWatch.cancelledBy(null, () -> asked.incrementAndGet() < 0));
      try (JoinSides sides = new JoinSides(parts, counting)) {
        sides.index(false, counting, directory);
      }
      int last = asked.get(); // at the end of the load
      AtomicInteger again = new AtomicInteger();
      QueryWatch watch = QueryWatch.cancelledBy(null, () -> again.incrementAndGet() == last);
      JoinMeter ending = new JoinMeter(watch);
      try (JoinSides sides = new JoinSides(parts, ending)) {
        assertThatThrownBy(() -> sides.index(false, ending, directory))
            .isInstanceOf(QueryCancelledException.class)
            .hasStackTraceContaining("KeySorter");
      }
      assertThat(directory).isEmptyDirectory();
    }
  }

  @Test
  void aFailureDoesNotKeepOtherThingsFromBeingClosed() {
    List<String> closed = new ArrayList<>();
    List<Runnable> closings = new ArrayList<>();
    for (String each : List.of("store", "files", "snapshot")) {
      closings.add(
          () -> {
            closed.add(each);
            if (!each.equals("snapshot")) {
              throw new IllegalStateException(each);
            }
          });
    }
    assertThatThrownBy(() -> JoinSides.closeAll(closings))
        .hasMessage("store")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(closed).containsExactly("store", "files", "snapshot");
  }

  @Test
  void aTemporaryIndexThatCannotBeBuiltLeavesNoFile(@TempDir Path directory) {
    StoreOptions earth =
        StoreOptions.defaults()
            .withMetric("geodesic")
            .withDevice("memory")
            .withSync(SyncMode.CLOSE);
    try (Bare far = Bare.of(List.of(GEOMETRIES.createPoint(new Coordinate(1_000, 0))));
        SpatialStore store = SpatialStore.create(Path.of("unused"), earth)) {
      JoinSource index = JoinSource.of(store.store().entries(SpatialStore.INDEX));
      JoinQuery.Parts parts =
          parts(index, JoinSource.of(far.table), PairQuestion.DEFAULT, false, 1);
      JoinMeter meter = new JoinMeter(null);
      try (JoinSides sides = new JoinSides(parts, meter)) {
        assertThatThrownBy(() -> sides.index(false, meter, directory))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(directory).isEmptyDirectory();
    }
  }
}
