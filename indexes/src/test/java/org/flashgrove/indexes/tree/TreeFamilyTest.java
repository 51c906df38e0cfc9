package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every tree of the family against a list, on every page size, with every kind of rectangle. */
class TreeFamilyTest {
  private static final int OPERATIONS = Repetitions.of(400, 1_000);
  private static final int[] PAGE_SIZES = {1024, 4096, 16384};

  static Stream<Arguments> kinds() {
    List<Arguments> kinds = new ArrayList<>();
    for (TreeFamily.Member member : TreeFamily.MEMBERS) {
      for (int pageSize : PAGE_SIZES) {
        for (Shape shape : new Shape[] {Shape.POINTS, Shape.RECTANGLES, Shape.POLYGON_BOXES}) {
          if (member.holds(shape)) {
            kinds.add(Arguments.of(member, pageSize, shape));
          }
        }
      }
    }
    return kinds.stream();
  }

  private static void run(TreeFamily.Member member, int pageSize, Shape shape, int operations) {
    requireData(shape);
    RandomOperations random =
        new RandomOperations(member.opener(pageSize, shape), shape, Seeds.random());
    random.run(operations);
    random.deleteAll();
  }

  private static void requireData(Shape shape) {
    assumeTrue(
        shape != Shape.POLYGON_BOXES || !RealBoxes.get().isEmpty(),
        "no folder shared/data beside the checkout: real polygons left out");
  }

  @Tag("kinds")
  @ParameterizedTest(name = "{0}, pages of {1}, {2}")
  @MethodSource("kinds")
  void randomOperationsGiveTheAnswersOfAList(TreeFamily.Member member, int pageSize, Shape shape) {
    run(member, pageSize, shape, OPERATIONS);
  }

  @Tag("long")
  @Tag("kinds")
  @ParameterizedTest(name = "{0}, pages of {1}, {2}")
  @MethodSource("kinds")
  void manyRandomOperationsGiveTheAnswersOfAList(
      TreeFamily.Member member, int pageSize, Shape shape) {
    run(member, pageSize, shape, 50_000);
  }

  static List<TreeFamily.Member> members() {
    return TreeFamily.MEMBERS;
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("members")
  void equalAndCollinearPointsAreNoTrouble(TreeFamily.Member member) {
    for (Shape shape : new Shape[] {Shape.IDENTICAL, Shape.COLLINEAR}) {
      run(member, 1024, shape, OPERATIONS);
    }
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("members")
  void smallNodesMakeHighTreesThatStaySound(TreeFamily.Member member) {
    for (Shape shape : new Shape[] {Shape.POINTS, Shape.RECTANGLES, Shape.IDENTICAL}) {
      if (member.holds(shape)) {
        RandomOperations random =
            new RandomOperations(member.openerOfSmallNodes(shape), shape, Seeds.random());
        for (int i = 0; i < 1_200; i++) {
          random.step(i < 800 ? 80 : 30);
          if (i % 100 == 99) {
            random.assertSound();
          }
          if (i == 799 && shape != Shape.IDENTICAL) {
            // a FOR-tree grows overflow nodes before it grows in height
            int least = member.spec().startsWith("fortree") ? 3 : 4;
            assertThat(random.tree().structure().height()).isGreaterThanOrEqualTo(least);
          }
        }
        random.assertAnswers();
        random.deleteAll();
      }
    }
  }
}
