package org.flashgrove.grove.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Sorting and selecting beside lists of the JDK. */
class EntryColumnsTest {
  private record Entry(
      long key, long id, double x1, double y1, double x2, double y2, boolean gone) {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::key)
          .thenComparingLong(Entry::id)
          .thenComparingDouble(Entry::x1)
          .thenComparingDouble(Entry::y1)
          .thenComparingDouble(Entry::x2)
          .thenComparingDouble(Entry::y2)
          .thenComparing(Entry::gone);

  private static Entry entry(EntryColumns entries, int i) {
    return new Entry(
        entries.key(i),
        entries.id(i),
        entries.minX(i),
        entries.minY(i),
        entries.maxX(i),
        entries.maxY(i),
        entries.isDeletion(i));
  }

  private static List<Entry> all(EntryColumns entries) {
    List<Entry> all = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      all.add(entry(entries, i));
    }
    return all;
  }

  private static EntryColumns draw(Random random, int count, int keys) {
    EntryColumns entries = RandomEntries.MIXED.draw(random, count, true);
    for (int i = 0; i < count; i++) {
      entries.setKey(i, random.nextInt(keys));
    }
    return entries;
  }

  @Test
  void sortsByKeyIdRectangleAndFlag() {
    Random random = Seeds.random();
    for (int round = 0; round < 30; round++) {
      EntryColumns entries = draw(random, 1 + random.nextInt(700), 1 + random.nextInt(200));
      entries.addAll(entries, 0, entries.size() / 2);
      List<Entry> expected = all(entries);
      int from = random.nextInt(entries.size());
      expected.subList(from, expected.size()).sort(ORDER);
      entries.sort(from, entries.size());
      assertThat(all(entries)).isEqualTo(expected);
    }
  }

  @Test
  void selectsByCentre() {
    Random random = Seeds.random();
    for (int round = 0; round < 100; round++) {
      EntryColumns entries = draw(random, 1 + random.nextInt(500), 1 + random.nextInt(200));
      List<Entry> before = all(entries);
      int from = random.nextInt(entries.size());
      int to = from + random.nextInt(entries.size() - from + 1);
      int middle = from + random.nextInt(to - from + 1);
      Comparator<Entry> order;
      switch (round % 2) {
        case 0:
          entries.selectByCentreX(from, to, middle);
          order = Comparator.comparingDouble(e -> 0.5 * e.x1 + 0.5 * e.x2 + 0.0);
          break;
        default:
          entries.selectByCentreY(from, to, middle);
          order = Comparator.comparingDouble(e -> 0.5 * e.y1 + 0.5 * e.y2 + 0.0);
      }
      List<Entry> after = all(entries);
      assertThat(after.subList(from, to)).hasSameElementsAs(before.subList(from, to));
      assertThat(after.subList(0, from)).isEqualTo(before.subList(0, from));
      assertThat(after.subList(to, after.size())).isEqualTo(before.subList(to, before.size()));
      if (from < middle && middle < to) {
        Entry greatest = after.subList(from, middle).stream().max(order).orElseThrow();
        Entry least = after.subList(middle, to).stream().min(order).orElseThrow();
        assertThat(order.compare(greatest, least)).isNotPositive();
      }
    }
  }

  /** Orders that are slow for a quicksort with fixed pivots take no time that shows. */
  @Test
  void ordersOfAnyKindAreSortedAndSelected() {
    int count = 20_000;
    List<LongUnaryOperator> orders =
        List.of(i -> i, i -> -i, i -> 5, i -> i % 2, i -> i < 10_000 ? i : 20_000 - i);
    for (LongUnaryOperator order : orders) {
      EntryColumns entries = new EntryColumns(count);
      for (int i = 0; i < count; i++) {
        entries.add(order.applyAsLong(i), 1, 0, 0, 0, 0);
      }
      long inOrder = entries.keyInOrder(count / 3);
      int lower = entries.bringForward(inOrder);
      assertThat(lower).isLessThanOrEqualTo(count / 3);
      for (int i = 0; i < count; i++) {
        assertThat(entries.key(i) < inOrder).isEqualTo(i < lower);
      }
      entries.sort(0, count);
      assertThat(entries.key(count / 3)).isEqualTo(inOrder);
      for (int i = 1; i < count; i++) {
        assertThat(entries.key(i - 1)).isLessThanOrEqualTo(entries.key(i));
      }
    }
  }

  /** Points share their sides' columns until a rectangle comes; nothing else is seen of that. */
  @Test
  void pointsTakeLessRoom() {
    EntryColumns points = new EntryColumns(100, false);
    for (int i = 0; i < 100; i++) {
      points.add(7, i, i, -i, i, -i);
    }
    points.selectByCentreX(0, 100, 50);
    assertThat(points.holdsOnlyPoints()).isTrue();
    assertThat(points.bytes()).isEqualTo(100L * EntryColumns.POINT_BYTES);
    points.swap(0, 99);
    points.copy(1, 2);
    for (int i = 0; i < 100; i++) {
      assertThat(points.isPoint(i)).isTrue();
      assertThat(points.minX(i)).isEqualTo(points.id(i));
    }
    points.truncate(99);
    points.add(7, 99, 99, -99, 100, -99);
    points.swap(98, 99);
    assertThat(points.holdsOnlyPoints()).isFalse();
    assertThat(points.bytes()).isEqualTo(100L * EntryColumns.RECTANGLE_BYTES);
    assertThat(points.maxX(98)).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
      assertThat(points.isPoint(i)).isEqualTo(i != 98);
    }
    EntryColumns copy = new EntryColumns(1, false);
    copy.addAll(points, 0, 100);
    assertThat(copy.maxX(98)).isEqualTo(100);
  }

  @Test
  void growsAndCopies() {
    EntryColumns entries = new EntryColumns(0);
    for (int i = 0; i < 100; i++) {
      assertThat(entries.add(i, 2 * i, i, -0.0, i + 1, 1)).isEqualTo(i);
      entries.setDeletion(i, i % 2 == 0);
    }
    long keyed = EntryColumns.RECTANGLE_BYTES + Long.BYTES;
    assertThat(entries.bytes()).isEqualTo(entries.capacity() * keyed);
    assertThat(entries.isRectangle(3, 3, -0.0, 4, 1)).isTrue();
    assertThat(entries.isRectangle(3, 3, 0.0, 4, 1)).isFalse();
    entries.copy(99, 0);
    assertThat(entries.matches(0, entries, 99)).isTrue();
    assertThat(entries.isDeletion(0)).isFalse();
    entries.truncate(1);
    assertThat(entries.size()).isEqualTo(1);
    entries.clear();
    assertThat(entries.size()).isZero();
  }
}
