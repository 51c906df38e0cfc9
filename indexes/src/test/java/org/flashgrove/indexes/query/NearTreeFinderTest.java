package org.flashgrove.indexes.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares searches of a tree in memory with a test of all entries. */
class NearTreeFinderTest {
  private final Random random = Seeds.random();

  private double[] box(double side) {
    double x = 100 * random.nextDouble();
    double y = 100 * random.nextDouble();
    return new double[] {x, y, x + side * random.nextInt(2), y + side * random.nextDouble()};
  }

  private EntryBlock entries(int count) {
    EntryBlock entries = new EntryBlock(1);
    for (int i = 0; i < count; i++) {
      double[] box = box(random.nextInt(20) == 0 ? 50 : 2);
      entries.add(1_000 + i, box[0], box[1], box[2], box[3]);
    }
    return entries.alongCurve();
  }

  private static boolean matches(RectangleTest test, double[] box, NearTree tree, int entry) {
    return test.matches(
        box[0],
        box[1],
        box[2],
        box[3],
        tree.minX(entry),
        tree.minY(entry),
        tree.maxX(entry),
        tree.maxY(entry));
  }

  private static int[] matching(RectangleTest test, double[] box, NearTree tree, int[] of) {
    return Arrays.stream(of).filter(entry -> matches(test, box, tree, entry)).sorted().toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 16, 17, 300, 5_000})
  void aSearchFindsAllEntriesThatMatch(int count) {
    NearTree tree = entries(count).tree();
    int[] all = IntStream.range(0, count).toArray();
    for (RectangleTest test :
        new RectangleTest[] {
          Predicate.INTERSECTS, Predicate.INSIDE, new WithinDistance(3), new WithinDistance(0)
        }) {
      NearTree.Finder finder = tree.new Finder(test);
      int[] some = new int[NearTree.FANOUT + random.nextInt(40)];
      for (int round = 0; round < 20; round++) {
        double[] box = box(10);
        int[] found = new int[count];
        int number = 0;
        finder.start(box[0], box[1], box[2], box[3]);
        for (int more = finder.next(some); more > 0; more = finder.next(some)) {
          System.arraycopy(some, 0, found, number, more);
          number += more;
        }
        int[] distinct = Arrays.stream(found, 0, number).distinct().toArray();
        assertThat(distinct).hasSize(number);
        assertThat(matching(test, box, tree, distinct)).isEqualTo(matching(test, box, tree, all));
        double[] part = {box[0], box[1], box[0], box[1]};
        int[] selected = new int[number];
        int left = finder.select(found, number, part[0], part[1], part[2], part[3], selected);
        assertThat(matching(test, part, tree, Arrays.copyOf(selected, left)))
            .isEqualTo(matching(test, part, tree, all));
      }
    }
  }
}
