package org.flashgrove.indexes.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.tree.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SplitAlgorithmTest {
  private static final int WORDS = 5;

  private static EntryList entries(Shape shape, int count, Random random) {
    EntryList entries = new EntryList(WORDS, count);
    for (int i = 0; i < count; i++) {
      double[] box = shape.next(random);
      long[] words = new long[WORDS];
      words[0] = i;
      for (int word = 0; word < 4; word++) {
        words[1 + word] = Double.doubleToRawLongBits(box[word]);
      }
      entries.add(words, 0);
    }
    return entries;
  }

  private static List<Long> ids(EntryList entries) {
    return IntStream.range(0, entries.count()).mapToObj(i -> entries.word(i, 0)).toList();
  }

  @ParameterizedTest
  @EnumSource(value = Shape.class, mode = EnumSource.Mode.EXCLUDE, names = "POLYGON_BOXES")
  void groupsPartitionTheEntriesAndReachTheMinimum(Shape shape) {
    Random random = Seeds.random();
    for (String name : SplitAlgorithms.names()) {
      SplitAlgorithm split = SplitAlgorithms.named(name);
      for (int run = 0; run < 200; run++) {
        int most = name.equals("exponential") ? 14 : run < 150 ? 20 : 150;
        int count = 4 + random.nextInt(most);
        int minimum = 1 + random.nextInt(count / 2);
        EntryList entries = entries(shape, count, random);
        EntryList before = new EntryList(WORDS, count);
        before.copyFrom(entries);
        int first = split.partition(entries, minimum);
        assertThat(first).as(name).isBetween(minimum, count - minimum);
        assertThat(ids(entries)).containsExactlyInAnyOrderElementsOf(ids(before));
        for (int i = 0; i < count; i++) {
          int id = (int) entries.word(i, 0);
          for (int word = 1; word < WORDS; word++) {
            assertThat(entries.word(i, word)).isEqualTo(before.word(id, word));
          }
        }
      }
    }
  }

  private static EntryList boxes(double[]... boxes) {
    EntryList entries = new EntryList(WORDS, boxes.length);
    for (int i = 0; i < boxes.length; i++) {
      long[] words = new long[WORDS];
      words[0] = i;
      for (int side = 0; side < 4; side++) {
        words[1 + side] = Double.doubleToRawLongBits(boxes[i][side]);
      }
      entries.add(words, 0);
    }
    return entries;
  }

  private static double[] box(double... sides) {
    return sides;
  }

  private static double[] point(double x, double y) {
    return new double[] {x, y, x, y};
  }

  /** Splits and compares with the ids of the two groups, in their order. */
  private static void assertGroups(
      String split, int minimum, EntryList entries, List<Long> first, List<Long> second) {
    int cut = SplitAlgorithms.named(split).partition(entries, minimum);
    assertThat(ids(entries).subList(0, cut)).as(split).isEqualTo(first);
    assertThat(ids(entries).subList(cut, entries.count())).as(split).isEqualTo(second);
  }

  @Test
  void linearByHand() {
    // Along x seeds 0 and 3 are (8 - 2) / 10 apart, along y 0 and 2 by (3 - 1) / 4.
    // Entry 1 makes group 1 grow from 2 to 4, and 2, nearer to 3, makes group 2 grow by 8.
    EntryList entries = boxes(box(0, 0, 2, 1), box(2, 0, 4, 1), box(6, 3, 7, 4), box(8, 0, 10, 1));
    assertGroups("linear", 1, entries, List.of(0L, 1L), List.of(3L, 2L));
  }

  @Test
  void exponentialByHand() {
    double[][] five = {
      box(0, 0, 1, 1), box(1, 0, 2, 1), box(2, 0, 3, 1), box(0, 5, 1, 6), point(9, 9)
    };
    // The far point alone: 3 * 6 + 0.
    assertGroups("exponential", 1, boxes(five), List.of(0L, 1L, 2L, 3L), List.of(4L));
    // Two at least: 3 * 1 + 9 * 4 = 39; next best is {0, 1, 3}, {2, 4} with 2 * 6 + 7 * 9 = 75.
    assertGroups("exponential", 2, boxes(five), List.of(0L, 1L, 2L), List.of(3L, 4L));
  }

  @Test
  void greeneByHand() {
    // Seeds 0 and 1; along x they are 7/9 apart. By low side: 0, 2, 4, 3, 1.
    double[] middle = box(4, 0, 5, 1);
    double[][] row = {box(0, 0, 1, 1), box(8, 0, 9, 1), box(2, 0, 3, 1), box(6, 0, 7, 1), middle};
    // The middle one enlarges both by 2, and both have area 3: group 1.
    assertGroups("greene", 2, boxes(row), List.of(0L, 2L, 4L), List.of(3L, 1L));
    middle[0] = 4.5;
    middle[2] = 5.5;
    assertGroups("greene", 2, boxes(row), List.of(0L, 2L), List.of(3L, 1L, 4L));
  }

  @Test
  void angTanByHand() {
    double[] last = point(4, 3);
    double[][] six = {point(0, 0), point(1, 10), point(2, 1), point(10, 9), point(9, 2), last};
    // Lists of 4 and 2 along both axes, boxes apart; areas 4*10 + 1*7 along x, 9*3 + 9*1 along y.
    assertGroups("angtan", 2, boxes(six), List.of(0L, 2L, 4L, 5L), List.of(1L, 3L));
    // Three at least: entry 5 is the highest of the lower ones.
    assertGroups("angtan", 3, boxes(six), List.of(0L, 2L, 4L), List.of(1L, 3L, 5L));
    // At 6 it makes lists of 3 and 3 along x, which decides.
    last[0] = last[2] = 6;
    assertGroups("angtan", 2, boxes(six), List.of(0L, 1L, 2L), List.of(3L, 4L, 5L));
  }

  @Test
  void rstarByHand() {
    // Two columns: margins 2 * (1 + 3) a sort along x, 2 * (5 + 1) along y.
    EntryList columns = boxes(box(4, 2, 5, 3), box(0, 2, 1, 3), box(4, 0, 5, 1), box(0, 0, 1, 1));
    assertGroups("rstar", 2, columns, List.of(1L, 3L), List.of(0L, 2L));
    // Along x; cuts after 1, 2, 3 overlap by 0, 0, 1: areas 1 + 12 and 3 + 6, so after the second.
    EntryList row = boxes(box(0, 0, 1, 1), box(2, 0, 3, 1), box(6, 0, 8, 1), box(7, 0, 12, 1));
    assertGroups("rstar", 1, row, List.of(0L, 1L), List.of(2L, 3L));
  }

  @ParameterizedTest
  @EnumSource(value = Shape.class, mode = EnumSource.Mode.EXCLUDE, names = "POLYGON_BOXES")
  void exponentialFindsTheLeastSumOfAreas(Shape shape) {
    Random random = Seeds.random();
    for (int run = 0; run < 60; run++) {
      int count = 4 + random.nextInt(8);
      int minimum = 1 + random.nextInt(count / 2);
      EntryList entries = entries(shape, count, random);
      double least = Double.POSITIVE_INFINITY;
      for (int set = 1; set < 1 << count; set++) {
        int size = Integer.bitCount(set);
        if (size >= minimum && count - size >= minimum) {
          int first = set;
          double sum =
              areaOf(entries, i -> (first >> i & 1) == 1)
                  + areaOf(entries, i -> (first >> i & 1) == 0);
          least = Math.min(least, sum);
        }
      }
      for (String name : SplitAlgorithms.names()) {
        EntryList copy = new EntryList(WORDS, count);
        copy.copyFrom(entries);
        int cut = SplitAlgorithms.named(name).partition(copy, minimum);
        double sum = areaOf(copy, i -> i < cut) + areaOf(copy, i -> i >= cut);
        if (name.equals("exponential")) {
          assertThat(sum).isEqualTo(least);
        } else {
          assertThat(sum).as(name).isGreaterThanOrEqualTo(least);
        }
      }
    }
  }

  private static double areaOf(EntryList entries, IntPredicate member) {
    double[] bound =
        IntStream.range(0, entries.count())
            .filter(member)
            .mapToObj(i -> boxOf(entries, i))
            .reduce(SplitAlgorithmTest::union)
            .orElseThrow();
    return area(bound);
  }

  private static double[] boxOf(EntryList entries, int i) {
    return new double[] {
      entries.real(i, 1), entries.real(i, 2), entries.real(i, 3), entries.real(i, 4)
    };
  }

  @ParameterizedTest
  @EnumSource(value = Shape.class, mode = EnumSource.Mode.EXCLUDE, names = "POLYGON_BOXES")
  void rstarIsThePapersWordForWord(Shape shape) {
    Random random = Seeds.random();
    SplitAlgorithm split = SplitAlgorithms.named("rstar");
    for (int run = 0; run < 200; run++) {
      int count = 4 + random.nextInt(run < 150 ? 20 : 110);
      int minimum = random.nextBoolean() ? count / 2 : 1 + random.nextInt(count / 2);
      EntryList entries = entries(shape, count, random);
      List<List<Integer>> expected = plainRStar(entries, minimum);
      int cut = split.partition(entries, minimum);
      List<Integer> got = ids(entries).stream().map(Long::intValue).toList();
      assertThat(got.subList(0, cut)).isEqualTo(expected.get(0));
      assertThat(got.subList(cut, count)).isEqualTo(expected.get(1));
    }
  }

  /** Returns the R*-tree's split, computed step by step as in the paper. */
  private static List<List<Integer>> plainRStar(EntryList entries, int minimum) {
    List<List<List<Integer>>> best = List.of();
    double leastMargins = Double.POSITIVE_INFINITY;
    for (int axis = 0; axis < 2; axis++) {
      List<List<List<Integer>>> distributions = new ArrayList<>();
      double margins = 0;
      for (int high = 0; high <= 2; high += 2) {
        int by = 1 + axis + high;
        int then = 1 + axis + 2 - high;
        double sortMargins = 0; // summed up sort by sort: rounding must not decide otherwise
        List<Integer> sorted =
            IntStream.range(0, entries.count())
                .boxed()
                .sorted(
                    Comparator.comparingDouble((Integer i) -> entries.real(i, by))
                        .thenComparingDouble(i -> entries.real(i, then)))
                .toList();
        for (int cut = minimum; cut <= entries.count() - minimum; cut++) {
          List<List<Integer>> groups =
              List.of(sorted.subList(0, cut), sorted.subList(cut, entries.count()));
          distributions.add(groups);
          double[] a = boundOf(entries, groups.get(0));
          double[] b = boundOf(entries, groups.get(1));
          sortMargins += a[2] - a[0] + (a[3] - a[1]) + (b[2] - b[0]) + (b[3] - b[1]);
        }
        margins += sortMargins;
      }
      if (margins < leastMargins) {
        leastMargins = margins;
        best = distributions;
      }
    }
    return best.stream()
        .min(
            Comparator.comparingDouble((List<List<Integer>> g) -> overlap(entries, g))
                .thenComparingDouble(
                    g -> area(boundOf(entries, g.get(0))) + area(boundOf(entries, g.get(1)))))
        .orElseThrow();
  }

  private static double[] boundOf(EntryList entries, List<Integer> group) {
    return group.stream()
        .map(i -> boxOf(entries, i))
        .reduce(SplitAlgorithmTest::union)
        .orElseThrow();
  }

  private static double overlap(EntryList entries, List<List<Integer>> groups) {
    double[] a = boundOf(entries, groups.get(0));
    double[] b = boundOf(entries, groups.get(1));
    double width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
    double height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
    return width > 0 && height > 0 ? width * height : 0;
  }

  @Test
  void exponentialRefusesWhatItCannotDo() {
    EntryList entries = entries(Shape.POINTS, 18, Seeds.random());
    assertThatThrownBy(() -> SplitAlgorithms.named("exponential").partition(entries, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("18", "17");
  }

  @ParameterizedTest
  @EnumSource(value = Shape.class, mode = EnumSource.Mode.EXCLUDE, names = "POLYGON_BOXES")
  void quadraticIsThePapersWordForWord(Shape shape) {
    Random random = Seeds.random();
    QuadraticSplit split = new QuadraticSplit();
    for (int run = 0; run < 200; run++) {
      int count = 4 + random.nextInt(run < 150 ? 20 : 110);
      int minimum = random.nextBoolean() ? count / 2 : 1 + random.nextInt(count / 2);
      EntryList entries = entries(shape, count, random);
      List<List<Long>> expected = plainQuadratic(entries, minimum);
      int first = split.partition(entries, minimum);
      assertThat(ids(entries).subList(0, first)).isEqualTo(expected.get(0));
      assertThat(ids(entries).subList(first, count)).isEqualTo(expected.get(1));
    }
  }

  /** Returns the quadratic split, computed step by step as in the specification. */
  private static List<List<Long>> plainQuadratic(EntryList entries, int minimum) {
    List<double[]> boxes = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < entries.count(); i++) {
      left.add(i);
      boxes.add(
          new double[] {
            entries.real(i, 1), entries.real(i, 2), entries.real(i, 3), entries.real(i, 4)
          });
    }
    int[] seeds = plainSeeds(boxes);
    List<List<Long>> groups = List.of(new ArrayList<>(), new ArrayList<>());
    double[][] bounds = new double[2][];
    for (int g = 0; g < 2; g++) {
      groups.get(g).add((long) seeds[g]);
      bounds[g] = boxes.get(seeds[g]);
      left.remove((Integer) seeds[g]);
    }
    while (!left.isEmpty()) {
      for (int g = 0; g < 2; g++) {
        boolean otherHasEnough = groups.get(1 - g).size() >= minimum;
        if (otherHasEnough && groups.get(g).size() + left.size() <= minimum) {
          for (int i : left) {
            groups.get(g).add((long) i);
          }
          return groups;
        }
      }
      int next = plainNext(left, boxes, bounds);
      left.remove((Integer) next);
      int g = plainGroup(boxes.get(next), bounds, groups);
      groups.get(g).add((long) next);
      bounds[g] = union(bounds[g], boxes.get(next));
    }
    return groups;
  }

  private static int[] plainSeeds(List<double[]> boxes) {
    int[] seeds = {0, 1};
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < boxes.size(); i++) {
      for (int j = i + 1; j < boxes.size(); j++) {
        double[] union = union(boxes.get(i), boxes.get(j));
        double waste = area(union) - area(boxes.get(i)) - area(boxes.get(j));
        if (waste > most) {
          most = waste;
          seeds = new int[] {i, j};
        }
      }
    }
    return seeds;
  }

  private static int plainNext(List<Integer> left, List<double[]> boxes, double[][] bounds) {
    int next = -1;
    double most = -1;
    for (int i : left) {
      double difference =
          Math.abs(growth(bounds[0], boxes.get(i)) - growth(bounds[1], boxes.get(i)));
      if (difference >= most) {
        most = difference;
        next = i;
      }
    }
    return next;
  }

  private static int plainGroup(double[] box, double[][] bounds, List<List<Long>> groups) {
    double[] growths = {growth(bounds[0], box), growth(bounds[1], box)};
    if (growths[0] != growths[1]) {
      return growths[0] < growths[1] ? 0 : 1;
    }
    if (area(bounds[0]) != area(bounds[1])) {
      return area(bounds[0]) < area(bounds[1]) ? 0 : 1;
    }
    return groups.get(0).size() <= groups.get(1).size() ? 0 : 1;
  }

  private static double growth(double[] bound, double[] box) {
    return area(union(bound, box)) - area(bound);
  }

  private static double area(double[] box) {
    return Rectangles.area(box[0], box[1], box[2], box[3]);
  }

  private static double[] union(double[] a, double[] b) {
    return new double[] {
      Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])
    };
  }
}
