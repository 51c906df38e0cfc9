package org.flashgrove.grove.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.Seeds;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.fence.WindowSides;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Raw changes against what was appended to them. */
class RawChangesTest {
  private static final int CAPACITY = 128;

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void findsWhatAWindowMeets(EntryKind kind) {
    Random random = Seeds.random();
    WindowSides sides = new WindowSides();
    for (int round = 0; round < 40; round++) {
      boolean points = random.nextBoolean();
      int count = 1 + random.nextInt(CAPACITY);
      double[][] boxes = new double[count][];
      RawChanges raw = new RawChanges(!points, CAPACITY, 0);
      for (int i = 0; i < count; i++) {
        double[] box = kind.box(random);
        boxes[i] = points ? new double[] {box[0], box[1], box[0], box[1]} : box;
        raw.append(
            raw.markOf(RawChanges.ENTRY, i), i, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3]);
      }
      double[] q = kind.window(random);
      sides.set(q);
      for (int first = 0; first < count; first += Long.SIZE) {
        int end = Math.min(count, first + Long.SIZE);
        long met = raw.met(sides, first, end);
        for (int i = 0; i < Long.SIZE; i++) {
          boolean meets = first + i < end && meets(q, boxes[first + i]);
          assertThat((met >>> i & 1) != 0).isEqualTo(meets);
        }
      }
    }
  }

  /**
   * Searches compute cells between appended changes. The frame is around the changes of the first
   * cells; others lie in it or beside it.
   */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void findsWhatAWindowMeetsByCells(EntryKind kind) {
    Random random = Seeds.random();
    RawCells cells = new RawCells();
    for (int round = 0; round < 40; round++) {
      boolean points = random.nextBoolean();
      int count = 1 + random.nextInt(CAPACITY);
      int framed = random.nextInt(count + 1);
      double[][] boxes = new double[count][];
      RawChanges raw = new RawChanges(!points, CAPACITY, 0);
      for (int i = 0; i < count; i++) {
        if (i == framed) {
          raw = raw.longer(!points, CAPACITY);
        }
        double[] box = kind.box(random);
        boxes[i] = points ? new double[] {box[0], box[1], box[0], box[1]} : box;
        raw.append(
            raw.markOf(RawChanges.ENTRY, i), i, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3]);
        if (random.nextInt(10) == 0) {
          double[] q = random.nextBoolean() ? boxes[random.nextInt(i + 1)] : kind.window(random);
          assertMeets(raw, boxes, i + 1, q, cells);
        }
      }
      assertThat(raw.cellBytes() > 0).isEqualTo(framed < count);
      for (int window = 0; window < 10; window++) {
        double[] q = window == 0 ? boxes[random.nextInt(count)] : kind.window(random);
        assertMeets(raw, boxes, count, q, cells);
      }
    }
  }

  /** A search finds the same whether it compares cells of all changes, of some or of none. */
  private static void assertMeets(
      RawChanges raw, double[][] boxes, int count, double[] q, RawCells cells) {
    WindowSides sides = new WindowSides();
    sides.set(q);
    raw.window(sides, cells);
    for (int first = 0; first < count; first += Long.SIZE) {
      long met = raw.met(sides, cells, first, Math.min(count, first + Long.SIZE));
      for (int i = 0; i < Long.SIZE; i++) {
        boolean meets = first + i < count && meets(q, boxes[first + i]);
        assertThat((met >>> i & 1) != 0).isEqualTo(meets);
      }
    }
  }

  /** The second search of many changes computes cells, which later searches extend. */
  @Test
  void computesCellsWhenItIsSearchedAgain() {
    RawChanges raw = new RawChanges(false, CAPACITY, 0, true);
    append(raw, 40);
    assertThat(cellsOfASearch(raw)).isZero();
    assertThat(cellsOfASearch(raw)).isEqualTo(40);
    append(raw, 10);
    assertThat(cellsOfASearch(raw)).isEqualTo(40);
    append(raw, 10);
    assertThat(cellsOfASearch(raw)).isEqualTo(60);
    RawChanges view = raw.shared();
    assertThat(cellsOfASearch(view)).isEqualTo(60);
    append(raw, 40);
    assertThat(cellsOfASearch(view)).isEqualTo(60);
    assertThat(cellsOfASearch(raw)).isEqualTo(100);
  }

  /** Threads that search while others do, and while changes come, find what is there. */
  @Test
  void severalThreadsSearchByCells() throws Exception {
    for (int round = 0; round < 50; round++) {
      RawChanges raw = new RawChanges(false, CAPACITY, 0, true);
      RawChanges[] views = {raw, raw};
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        List<Future<?>> searches = new ArrayList<>();
        for (RawChanges view : views) {
          searches.add(threads.submit(() -> searchUntilFull(view)));
        }
        append(raw, CAPACITY);
        for (Future<?> search : searches) {
          search.get(1, TimeUnit.MINUTES);
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static void searchUntilFull(RawChanges raw) {
    RawCells cells = new RawCells();
    WindowSides sides = new WindowSides();
    sides.set(new double[] {10, 10, 20, 20});
    for (int count = 0; count < CAPACITY; ) {
      count = raw.count(Long.MAX_VALUE);
      raw.window(sides, cells);
      for (int i = 0; i < count; i += Long.SIZE) {
        int end = Math.min(count, i + Long.SIZE);
        assertThat(raw.met(sides, cells, i, end)).isEqualTo(raw.met(sides, i, end));
      }
    }
  }

  private static int cellsOfASearch(RawChanges raw) {
    RawCells cells = new RawCells();
    WindowSides sides = new WindowSides();
    sides.set(new double[] {0, 0, 10, 10});
    raw.window(sides, cells);
    return Math.min(cells.count(), raw.count());
  }

  private static void append(RawChanges raw, int changes) {
    for (int i = 0; i < changes; i++) {
      int at = raw.count();
      raw.append(raw.markOf(RawChanges.ENTRY, at), at, at % 31, at % 37, at % 31, at % 37);
    }
  }

  private static boolean meets(double[] q, double[] b) {
    return q[0] <= b[2] && b[0] <= q[2] && q[1] <= b[3] && b[1] <= q[3];
  }

  /** Only for those who see a change of that kind. */
  @ParameterizedTest
  @EnumSource(
      value = EntryKind.class,
      names = {"POINTS", "RECTANGLES"})
  void saysWhetherItTakesAway(EntryKind kind) {
    Random random = Seeds.random();
    int first = random.nextInt(CAPACITY);
    RawChanges raw = new RawChanges(true, CAPACITY, 0);
    for (int i = 0; i < CAPACITY; i++) {
      double[] box = kind.box(random);
      int other = random.nextBoolean() ? RawChanges.ENTRY : RawChanges.STORED_GONE;
      int kindOfChange = i == first ? RawChanges.BUFFERED_GONE : other;
      raw.append(raw.markOf(kindOfChange, i), i, box[0], box[1], box[2], box[3]);
      assertThat(raw.takesAway(i + 1)).isEqualTo(i >= first);
    }
    assertThat(raw.takesAway(first)).isFalse();
    assertThat(raw.takesAway(first + 1)).isTrue();
  }

  /** Longer raw changes show each commit what the shorter one did. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aLongerOneHoldsTheSame(EntryKind kind) {
    Random random = Seeds.random();
    int count = 1 + random.nextInt(CAPACITY);
    boolean points = random.nextBoolean();
    RawChanges raw = new RawChanges(!points, CAPACITY, 0);
    for (int i = 0; i < count; i++) {
      double[] b = kind.box(random);
      int upper = points ? 0 : 2;
      raw.append(raw.markOf(random.nextInt(3), i / 3), i, b[0], b[1], b[upper], b[upper + 1]);
    }
    RawChanges longer = raw.longer(!points || random.nextBoolean(), 2 * CAPACITY);
    longer = random.nextBoolean() ? longer.copy() : longer;
    assertThat(longer.count()).isEqualTo(count);
    assertThat(longer.onlyAdds()).isEqualTo(raw.onlyAdds());
    assertThat(longer.hasRoom(count, true)).isTrue();
    for (int i = 0; i < count; i++) {
      assertThat(longer.count(i)).isEqualTo(raw.count(i));
      assertThat(longer.takesAway(i)).isEqualTo(raw.takesAway(i));
      assertSame(longer, i, raw, i);
    }
  }

  /** Each part has the changes of its stretch of the curve, and no other raw changes have them. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void isDividedInTheOrderOfTheLine(EntryKind kind) {
    Random random = Seeds.random();
    CurveOrder curve = new CurveOrder(GroveHarness.CURVE, 1.0 / 16);
    RawChanges raw = new RawChanges(true, CAPACITY, 0);
    for (int i = 0; i < CAPACITY; i++) {
      double[] b = kind.box(random);
      raw.append(
          raw.markOf(i % 5 == 0 ? RawChanges.STORED_GONE : RawChanges.ENTRY, i),
          i,
          b[0],
          b[1],
          b[2],
          b[3]);
    }
    RawSplit split = new RawSplit(curve);
    RawChanges[] into = new RawChanges[split.divide(raw, 0)];
    for (int i = 0; i < into.length; i++) {
      into[i] = new RawChanges(true, split.count(i), CAPACITY, random.nextBoolean());
    }
    split.copy(raw, into);
    int sum = 0;
    for (int i = 0; i < into.length; i++) {
      long end = i + 1 < into.length ? split.start(i + 1) : CurveOrder.END;
      assertThat(into[i].count()).isEqualTo(split.count(i)).isPositive();
      assertThat(into[i].count(CAPACITY)).as("seen at once").isEqualTo(into[i].count());
      sum += into[i].count();
      for (int j = 0; j < into[i].count(); j++) {
        RawChanges part = into[i];
        long value = curve.value(part.minX(j), part.minY(j), part.maxX(j), part.maxY(j));
        assertThat(value).isBetween(split.start(i), end - 1);
        assertSame(part, j, raw, (int) part.id(j));
      }
    }
    assertThat(sum).isEqualTo(CAPACITY);
  }

  private static void assertSame(RawChanges one, int i, RawChanges other, int j) {
    assertThat(one.id(i)).isEqualTo(other.id(j));
    assertThat(one.kind(i)).isEqualTo(other.kind(j));
    double[] box = {one.minX(i), one.minY(i), one.maxX(i), one.maxY(i)};
    assertThat(box).containsExactly(other.minX(j), other.minY(j), other.maxX(j), other.maxY(j));
  }
}
