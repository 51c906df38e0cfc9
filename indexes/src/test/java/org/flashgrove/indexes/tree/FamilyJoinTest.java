package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.StoppingPairs;
import org.flashgrove.core.index.VisitResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Joins of every tree of the family with every other kind, against nested loops. */
class FamilyJoinTest {
  /** A tree, and its entries: the position is the id. */
  private record Side(SpatialTree tree, List<double[]> boxes) {
    static Side of(TreeFamily.Member member, boolean smallNodes, int count, Random random) {
      Shape shape = member.pointsOnly() ? Shape.POINTS : Shape.RECTANGLES;
      SpatialTree tree = smallNodes ? member.treeOfSmallNodes(shape) : member.tree(1024, shape);
      List<double[]> boxes = new ArrayList<>();
      for (int id = 0; id < count; id++) {
        double[] box = shape.next(random);
        tree.insert(id, box[0], box[1], box[2], box[3]);
        boxes.add(box);
      }
      return new Side(tree, boxes);
    }
  }

  static Stream<TreeFamily.Member> members() {
    return TreeFamily.MEMBERS.stream();
  }

  /**
   * Returns the pairs as bits: the left position times the number of right entries, plus the right
   * one.
   */
  private static BitSet pairs(Side left, Side right, RectangleTest test) {
    int rightCount = right.boxes.size();
    BitSet pairs = new BitSet();
    long count =
        left.tree.join(
            right.tree,
            test,
            (a, b) -> {
              pairs.set((int) a * rightCount + (int) b);
            });
    assertThat(pairs.cardinality()).as("no pair twice").isEqualTo((int) count);
    assertThat(left.tree.join(right.tree, test, null)).isEqualTo(count);
    return pairs;
  }

  private static BitSet loops(Side left, Side right, RectangleTest test) {
    int rightCount = right.boxes.size();
    double[][] others = right.boxes.toArray(new double[0][]);
    BitSet pairs = new BitSet();
    for (int i = 0; i < left.boxes.size(); i++) {
      double[] a = left.boxes.get(i);
      for (int j = 0; j < rightCount; j++) {
        double[] b = others[j];
        if (test.matches(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3])) {
          pairs.set(i * rightCount + j);
        }
      }
    }
    return pairs;
  }

  private static void assertPairs(Side left, Side right, RectangleTest test) {
    BitSet pairs = pairs(left, right, test);
    BitSet expected = loops(left, right, test);
    if (!pairs.equals(expected)) { // a message takes its time
      assertThat(pairs).as("%s", test).isEqualTo(expected);
    }
  }

  /** The other side is of another kind, and lower, as high, and higher. */
  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("members")
  void pairsAreThoseOfNestedLoops(TreeFamily.Member member) {
    Random random = Seeds.random();
    int entries = Repetitions.of(150, 300);
    Side left = Side.of(member, true, entries, random);
    Set<RectangleTest> tests = new LinkedHashSet<>(); // some are the same
    for (Predicate predicate : Predicate.values()) {
      if (predicate != Predicate.DISJOINT) {
        tests.add(predicate);
        tests.add(predicate.candidates());
        tests.add(Semantics.OGC.of(predicate));
      }
    }
    tests.add(new WithinDistance(0));
    tests.add(new WithinDistance(0.05 * random.nextDouble()));
    for (int count : new int[] {0, 1, 30, entries, entries * 5 / 3}) {
      TreeFamily.Member other = TreeFamily.ALL.get(random.nextInt(TreeFamily.ALL.size()));
      Side right = Side.of(other, random.nextBoolean(), count, random);
      for (RectangleTest test : tests) {
        assertPairs(left, right, test);
        assertPairs(right, left, test);
      }
    }
    assertPairs(left, left, Predicate.EQUALS);
  }

  @Test
  void aVisitorStopsAJoinAndMayChangeTheTrees() {
    Random random = Seeds.random();
    Side left = Side.of(TreeFamily.ALL.get(0), true, 100, random);
    Side right = Side.of(TreeFamily.ALL.get(1), true, 100, random);
    RectangleTest all = new WithinDistance(100);
    assertThat(left.tree.join(right.tree, all, null)).isEqualTo(100 * 100);
    assertThat(left.tree.join(right.tree, all, new StoppingPairs((a, b) -> VisitResult.STOP)))
        .isEqualTo(1);
    assertThat(
            left.tree.join(
                left.tree,
                all,
                new StoppingPairs(
                    (a, b) -> VisitResult.continueIf(left.tree.join(right.tree, all, null) < 0))))
        .isEqualTo(1);
    assertThatThrownBy(() -> left.tree.join(right.tree, Predicate.DISJOINT, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use another predicate");
    long pairs =
        left.tree.join(
            right.tree,
            all,
            (a, b) -> {
              double[] box = right.boxes.get((int) b);
              right.tree.delete(b, box[0], box[1], box[2], box[3]);
            });
    assertThat(pairs).as("a join sees the commits it began with").isEqualTo(100 * 100);
    assertThat(right.tree.size()).isZero();
  }
}
