package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.LongConsumer;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares joins of a table with itself with nested loops that use JTS. */
class SelfRunTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final Random random = Seeds.random();
  private final List<Geometry> objects = new ArrayList<>();
  private final List<Long> rids = new ArrayList<>();

  private static Table create() {
    return Table.create(
        Path.of("unused"),
        TableOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withIndex("geom", "grove:memory=96K"));
  }

  private Coordinate place(double side) {
    return new Coordinate(side * random.nextDouble(), side * random.nextDouble());
  }

  /** Returns a point, a line, a rectangle or another polygon. A few of them are large. */
  private Geometry object() {
    Coordinate at = place(100);
    double size = random.nextInt(100) == 0 ? 60 : 3;
    Coordinate to =
        new Coordinate(
            at.x + size * random.nextDouble() + 1e-3, at.y + size * random.nextDouble() + 1e-3);
    Geometry line = GEOMETRIES.createLineString(new Coordinate[] {at, to});
    return switch (random.nextInt(5)) {
      case 0 -> GEOMETRIES.createPoint(at);
      case 1 -> line;
      case 2 -> line.getEnvelope();
      default -> GEOMETRIES.createPoint(at).buffer(size * random.nextDouble() / 2 + 1e-3, 1);
    };
  }

  /** Adds records in random places, so that neighbours are on different pages. */
  private void fill(Table table, int count) {
    for (int i = 0; i < count; i++) {
      objects.add(object());
      rids.add(table.insert(i, objects.get(i), NONE));
    }
  }

  private List<String> expected(BiPredicate<Geometry, Geometry> test) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      for (int j = 0; j < objects.size(); j++) {
        if (test.test(objects.get(i), objects.get(j))) {
          pairs.add(rids.get(i) + " " + rids.get(j));
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

  @Test
  void pairsAreThoseOfNestedLoopsAndEachRecordIsReadOnce() {
    try (Table table = create()) {
      fill(table, 700);
      long points = objects.stream().filter(each -> each.getDimension() == 0).count();
      JoinQuery join = JoinQuery.of(table).with(table).threads(1 + random.nextInt(3));
      assertThat(join.explain().chosen().kind()).isEqualTo(JoinPlan.Kind.TILES);
      List<String> near = expected((a, b) -> a.isWithinDistance(b, 2));
      assertThat(found(join.cursor()))
          .containsExactlyInAnyOrderElementsOf(expected(Geometry::intersects));
      assertThat(found(join.within(2).cursor())).containsExactlyInAnyOrderElementsOf(near);
      assertThat(found(join.matching(Predicate.OVERLAP, Semantics.OGC).cursor()))
          .containsExactlyInAnyOrderElementsOf(expected(Geometry::overlaps))
          .isNotEmpty();
      assertThat(found(join.within(2).threads(1).cursor()))
          .isEqualTo(found(join.within(2).threads(4).cursor()));
      assertThat(join.within(2).limit(3).count()).isEqualTo(3);
      try (JoinCursor cursor = join.within(2).cursor()) {
        assertThat(cursor.visitAll((left, right) -> {})).isEqualTo(near.size());
        assertThat(cursor.figures().leftRecords()).isEqualTo(objects.size() - points);
        assertThat(cursor.figures().rightRecords()).isZero();
        assertThat(cursor.figures().candidates()).isGreaterThanOrEqualTo(near.size() / 2 - 700);
      }
    }
  }

  /** Returns a polygon whose sides cross, alone or in a collection with a line. */
  private Geometry invalid() {
    Coordinate at = place(100);
    Geometry crossed =
        GEOMETRIES.createPolygon(
            new Coordinate[] {
              at,
              new Coordinate(at.x + 4, at.y + 4),
              new Coordinate(at.x + 4, at.y),
              new Coordinate(at.x, at.y + 3),
              at
            });
    return random.nextBoolean()
        ? crossed
        : GEOMETRIES.createGeometryCollection(
            new Geometry[] {crossed, GEOMETRIES.createPoint(place(100)).buffer(2).getBoundary()});
  }

  /** An ordered join does not decode all objects at once, so it is the reference. */
  @Test
  void invalidNullAndEmptyObjectsGiveThePairsOfAnOrderedJoin() {
    try (Table table = create()) {
      fill(table, 200);
      for (int i = 200; i < 300; i++) {
        table.insert(
            i, i % 10 == 0 ? null : i % 10 == 1 ? GEOMETRIES.createPolygon() : invalid(), NONE);
      }
      JoinQuery join = JoinQuery.of(table).with(table).threads(2);
      for (JoinQuery each :
          List.of(join, join.within(2), join.matching(Predicate.OVERLAP, Semantics.OGC))) {
        try (JoinCursor cursor = each.cursor();
            JoinCursor ordered = each.ordered().cursor()) {
          List<String> pairs = new ArrayList<>();
          List<String> reference = new ArrayList<>();
          cursor.visitAll((left, right) -> pairs.add(left + " " + right));
          ordered.visitAll((left, right) -> reference.add(left + " " + right));
          assertThat(pairs).containsExactlyInAnyOrderElementsOf(reference).isNotEmpty();
          assertThat(cursor.figures().skipped().count())
              .isEqualTo(ordered.figures().skipped().count());
          assertThat(cursor.figures().rightRecords()).isZero();
          assertThat(ordered.figures().rightRecords()).isPositive();
        }
      }
    }
  }

  /** Starts a join that decodes all objects at once, or returns null if they need more memory. */
  private static @Nullable List<String> together(
      Table table, long bytes, int threads, LongConsumer recordsRead) {
    JoinSource side = JoinSource.of(table);
    JoinQuery.Parts parts =
        new JoinQuery.Parts(
            side, side, PairQuestion.DEFAULT, -1, Long.MAX_VALUE, false, threads, null);
    JoinChoice.Input input = new JoinChoice.Input(300, true, 10, 0);
    JoinPlan.Option plan = JoinChoice.ofPairs(input, input, false, false).chosen();
    JoinMeter meter = new JoinMeter(null);
    try (JoinSides sides = new JoinSides(parts, meter)) {
      JoinCursor cursor = SelfRun.startIfFits(new PairRun(parts, plan, sides, meter, true), bytes);
      recordsRead.accept(meter.leftRecords().sum());
      return cursor == null ? null : found(cursor);
    }
  }

  /**
   * Returns the memory of the objects that have candidates, for strips of a size. Of a strip with
   * more candidates than objects, all objects count.
   */
  private long bytesOfNeeded(int size) {
    List<Geometry> sorted = new ArrayList<>(objects);
    sorted.sort(Comparator.comparingDouble(each -> each.getEnvelopeInternal().getMinY()));
    Set<Geometry> needed = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int from = 0; from < sorted.size(); from += size) {
      List<Geometry> strip = sorted.subList(from, Math.min(from + size, sorted.size()));
      double south = strip.get(0).getEnvelopeInternal().getMinY();
      List<Geometry> swept = new ArrayList<>(sorted.subList(0, from));
      swept.removeIf(each -> each.getEnvelopeInternal().getMaxY() < south);
      List<Geometry> ofPairs = new ArrayList<>();
      for (Geometry each : strip) {
        Envelope bounds = each.getEnvelopeInternal();
        for (Geometry other : swept) {
          if (bounds.intersects(other.getEnvelopeInternal())) {
            ofPairs.addAll(List.of(each, other));
          }
        }
        swept.add(each);
      }
      needed.addAll(ofPairs.size() / 2 > strip.size() ? swept : ofPairs);
    }
    RecordGeometries geometries = new RecordGeometries();
    return needed.stream()
        .filter(each -> each.getDimension() > 0)
        .mapToLong(each -> OperandTest.bytes(geometries.wkb(each), PairQuestion.DEFAULT))
        .sum();
  }

  /** Returns the memory of the sweeps of some threads, for strips of a size. */
  private long bytesOfSweeps(int size, int threads) {
    List<Envelope> bounds = new ArrayList<>();
    objects.forEach(each -> bounds.add(each.getEnvelopeInternal()));
    bounds.sort(Comparator.comparingDouble(Envelope::getMinY));
    long most = 0;
    long total = 0;
    for (int from = 0; from < bounds.size(); from += size) {
      double south = bounds.get(from).getMinY();
      long below = bounds.subList(0, from).stream().filter(each -> each.getMaxY() >= south).count();
      long swept = below + Math.min(size, bounds.size() - from);
      most = Math.max(most, swept);
      total += swept;
    }
    return threads * SelfRun.SWEEP_BYTES * most + Integer.BYTES * total;
  }

  @Test
  void recordsThatContinueOnOtherPagesAreJoined() {
    try (Table table = create()) {
      fill(table, 300);
      for (int i = 0; i < 60; i++) { // up to 6 kB, so that some move and some fill several pages
        int vertices = i % 3 == 0 ? 100 : 10;
        objects.set(i, GEOMETRIES.createPoint(place(100)).buffer(3, vertices));
        assertThat(table.byRid().update(rids.get(i), i, objects.get(i), NONE)).isTrue();
      }
      assertThat(found(JoinQuery.of(table).with(table).threads(2).cursor()))
          .containsExactlyInAnyOrderElementsOf(expected(Geometry::intersects));
    }
  }

  @Test
  void objectsAreDecodedTogetherIfTheirMemoryFitsToTheByte() {
    try (Table table = create()) {
      fill(table, 300);
      long shared = bytesOfNeeded(300 / 16 + 1) + SelfRun.ENTRY_BYTES * 300L;
      for (int threads = 1; threads <= 3; threads++) {
        long needed = shared + bytesOfSweeps(300 / 16 + 1, threads);
        assertThat(together(table, needed - 1, threads, read -> {})).isNull();
        assertThat(together(table, needed, threads, read -> {}))
            .containsExactlyInAnyOrderElementsOf(expected(Geometry::intersects));
      }
    }
  }

  @Test
  void aTableThatIsTooLargeIsNotReadOnWhenItsMemoryIsUsedUp() {
    try (Table table = create()) {
      fill(table, 3_200);
      long records = objects.stream().filter(each -> each.getDimension() > 0).count();
      long shared = bytesOfNeeded(3_200 / 16 + 1) / 4 + SelfRun.ENTRY_BYTES * 3_200L;
      for (int threads = 1; threads <= 3; threads++) {
        long bytes = shared + bytesOfSweeps(3_200 / 16 + 1, threads);
        long part = records / 16 + 1; // each thread may have begun one
        long most = records / 3 + threads * part;
        assertThat(
                together(
                    table, bytes, threads, read -> assertThat(read).isPositive().isLessThan(most)))
            .isNull();
      }
    }
  }

  @Test
  void stripsWithTooManyPairsAreDoneInPieces() {
    try (Table table = create()) {
      for (int i = 0; i < 2_000; i++) {
        table.insert(i, GEOMETRIES.createPoint(place(100)), NONE);
      }
      JoinQuery all = JoinQuery.of(table).with(table).within(1_000).threads(2);
      long[] pairs = {0};
      assertThat(all.forEach((left, right) -> pairs[0]++)).isEqualTo(4_000_000);
      assertThat(pairs[0]).isEqualTo(4_000_000);
      assertThat(all.count()).isEqualTo(4_000_000);
    }
  }
}
