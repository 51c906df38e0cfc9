package org.flashgrove.indexes.rtree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.tree.Shape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SplitAlgorithmTest {
  private static EntryList entries(Shape shape, int count, Random random) {
    EntryList entries = new EntryList(RTree.WORDS, count);
    for (int i = 0; i < count; i++) {
      double[] box = shape.next(random);
      long[] words = new long[RTree.WORDS];
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
    Random random = Seeds.random(getClass());
    for (String name : SplitAlgorithms.names()) {
      SplitAlgorithm split = SplitAlgorithms.named(name);
      for (int run = 0; run < 200; run++) {
        int count = 4 + random.nextInt(run < 150 ? 20 : 150);
        int minimum = 1 + random.nextInt(count / 2);
        EntryList entries = entries(shape, count, random);
        EntryList before = new EntryList(RTree.WORDS, count);
        before.copyFrom(entries);
        int first = split.partition(entries, minimum);
        assertThat(first).as(name).isBetween(minimum, count - minimum);
        assertThat(ids(entries)).containsExactlyInAnyOrderElementsOf(ids(before));
        for (int i = 0; i < count; i++) {
          int id = (int) entries.word(i, 0);
          for (int word = 1; word < RTree.WORDS; word++) {
            assertThat(entries.word(i, word)).isEqualTo(before.word(id, word));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = Shape.class, mode = EnumSource.Mode.EXCLUDE, names = "POLYGON_BOXES")
  void quadraticIsThePapersWordForWord(Shape shape) {
    Random random = Seeds.random(getClass());
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

  /** The quadratic split as the specification says it, without a thought of speed. */
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
