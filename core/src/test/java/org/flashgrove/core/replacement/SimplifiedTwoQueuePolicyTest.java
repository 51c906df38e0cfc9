package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimplifiedTwoQueuePolicyTest extends PolicyContract {
  SimplifiedTwoQueuePolicyTest() {
    super("s2q:a1=100%");
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(2);
    // A1: 1 | Am: 1 | A1: 2 | 2 3 | 3 4 | 4 2
    assertThat(buffer.run("1 1 2 3 4 2")).isEqualTo("- m - - - -");
    // A1: 2, Am: 1 4 | A1: -, Am: 4 2 | Am: 2 4* | A1: 5 | A1: -, Am: 4* 5
    assertThat(buffer.run("4 2 4w 5 5")).isEqualTo("m m(1) h - m(2)");
    assertThat(buffer.run("6w 6w 6")).isEqualTo("- m(4*) h");
    assertThat(buffer.policy.ghostHits()).isEqualTo(5);
  }

  @Test
  void scanOfDistinctPagesChangesNothing() {
    TraceBuffer buffer = buffer(8);
    for (int round = 0; round < 2; round++) {
      for (long key = 0; key < 8; key++) {
        buffer.access(key, 0, 1, false);
      }
    }
    for (long key = 100; key < 1100; key++) {
      assertThat(buffer.access(key, 0, 1, false)).isEqualTo('-');
    }
    assertThat(buffer.evicted).isEmpty();
    assertThat(buffer.run("0 1 2 3 4 5 6 7")).isEqualTo("h h h h h h h h");
  }

  @Test
  void sharesItsQueueWithTheBuffer() {
    IdentifierQueue reads = new IdentifierQueue(3);
    TraceBuffer silent = buffer(0);
    ReplacementPolicy policy = new SimplifiedTwoQueuePolicy(10, reads, silent);
    reads.add(7);
    assertThat(policy.admit(7, 0, 1, false)).isNotNegative();
    assertThat(reads.contains(7)).isFalse();
    assertThat(policy.admit(8, 0, 1, false)).isEqualTo(ReplacementPolicy.NONE);
    assertThat(reads.toArray()).containsExactly(8);
  }

  @Override
  NaivePolicy model(int frames) {
    return new NaivePolicy(frames) {
      private final List<Long> a1 = new ArrayList<>();
      private final List<Long> am = new ArrayList<>();

      @Override
      char step(Long key, int level, boolean write) {
        if (am.contains(key)) {
          touch(am, key);
          return 'h';
        }
        if (!a1.remove(key)) {
          a1.add(key);
          if (a1.size() > frames) {
            a1.remove(0);
          }
          return '-';
        }
        if (am.size() == frames) {
          evict(am.remove(0));
        }
        am.add(key);
        return 'm';
      }
    };
  }
}
