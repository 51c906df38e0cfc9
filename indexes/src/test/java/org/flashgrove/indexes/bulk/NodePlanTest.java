package org.flashgrove.indexes.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodePlanTest {
  @Test
  void everyNodeHasItsShare() {
    for (int capacity = 3; capacity <= 12; capacity++) {
      for (int minimum = 2; minimum <= (capacity + 1) / 2; minimum++) {
        for (int usual = minimum; usual <= capacity; usual++) {
          for (int entries = 0; entries <= 60; entries++) {
            assertShared(new NodePlan(entries, usual, minimum, capacity), minimum, capacity);
          }
        }
      }
    }
  }

  private static void assertShared(NodePlan plan, int minimum, int capacity) {
    long sum = 0;
    for (long node = 0; node < plan.nodes(); node++) {
      assertThat(plan.size(node)).isLessThanOrEqualTo(capacity);
      if (plan.nodes() > 1) {
        assertThat(plan.size(node)).isGreaterThanOrEqualTo(minimum);
      }
      for (long count = 1; count <= 3; count++) {
        long expected = 0;
        for (long i = node; i < Math.min(plan.nodes(), node + count); i++) {
          expected += plan.size(i);
        }
        assertThat(plan.size(node, count)).isEqualTo(expected);
      }
      sum += plan.size(node);
    }
    assertThat(sum).isEqualTo(plan.entries());
    assertThat(plan.size(0, plan.nodes())).isEqualTo(sum);
  }
}
