package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class PredicateTest {
  private static boolean matches(Predicate predicate, double[] q, double[] o) {
    return predicate.matches(q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3]);
  }

  private static boolean mayHold(Predicate predicate, double[] q, double[] e) {
    return predicate.mayHold(q[0], q[1], q[2], q[3], e[0], e[1], e[2], e[3]);
  }

  private static double[] box(double... box) {
    return box;
  }

  @Test
  void meaningOnRectangles() {
    double[] query = box(0, 0, 4, 4);
    double[] touching = box(4, 4, 5, 5);
    double[] inner = box(1, 1, 2, 2);
    double[] onEdge = box(0, 1, 2, 2);
    double[] outer = box(-1, -1, 9, 9);
    assertThat(matches(Predicate.INTERSECTS, query, touching)).isTrue();
    assertThat(matches(Predicate.INTERSECTS, query, box(5, 5, 6, 6))).isFalse();
    assertThat(matches(Predicate.CONTAINS, query, inner)).isTrue();
    assertThat(matches(Predicate.CONTAINS, query, onEdge)).isFalse();
    assertThat(matches(Predicate.COVERS, query, onEdge)).isTrue();
    assertThat(matches(Predicate.COVERS, query, outer)).isFalse();
    assertThat(matches(Predicate.INSIDE, query, outer)).isTrue();
    assertThat(matches(Predicate.INSIDE, query, inner)).isFalse();
    assertThat(matches(Predicate.COVEREDBY, query, query)).isTrue();
    assertThat(matches(Predicate.EQUALS, query, query)).isTrue();
    assertThat(matches(Predicate.EQUALS, query, outer)).isFalse();
  }

  @Test
  void noSubtreeWithAnAnswerIsLeftOut() {
    Random random = Seeds.random(getClass());
    for (int round = 0; round < 20_000; round++) {
      double[] query = randomBox(random);
      double[] object = randomBox(random);
      double[] other = randomBox(random);
      double[] subtree = {
        Math.min(object[0], other[0]),
        Math.min(object[1], other[1]),
        Math.max(object[2], other[2]),
        Math.max(object[3], other[3])
      };
      for (Predicate predicate : Predicate.values()) {
        if (matches(predicate, query, object)) {
          assertThat(mayHold(predicate, query, subtree)).as(predicate.name()).isTrue();
        }
      }
    }
  }

  private static double[] randomBox(Random random) {
    double x = random.nextInt(5);
    double y = random.nextInt(5);
    return box(x, y, x + random.nextInt(4), y + random.nextInt(4));
  }

  @Test
  void namesInAnyCase() {
    assertThat(Predicate.named("coveredBy")).isEqualTo(Predicate.COVEREDBY);
    assertThat(Predicate.named("INTERSECTS")).isEqualTo(Predicate.INTERSECTS);
    assertThatThrownBy(() -> Predicate.named("near"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("near")
        .hasMessageContaining("intersects, contains, covers, inside, coveredby, equals");
  }
}
