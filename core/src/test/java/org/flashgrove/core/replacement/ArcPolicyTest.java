package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class ArcPolicyTest extends PolicyContract {
  ArcPolicyTest() {
    super("arc");
  }

  private static double target(TraceBuffer buffer) {
    return ((ArcPolicy) buffer.policy).target();
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(3);
    assertThat(buffer.run("1 2 3 1")).isEqualTo("m m m h"); // T1 2 3, T2 1
    assertThat(buffer.run("4")).isEqualTo("m(2)"); // T1 3 4, T2 1, B1 2
    assertThat(buffer.run("2")).isEqualTo("m(3)"); // p 1: T1 4, T2 1 2, B1 3
    assertThat(target(buffer)).isEqualTo(1);
    assertThat(buffer.run("5w")).isEqualTo("m(1)"); // T1 4 5*, T2 2, B1 3, B2 1
    assertThat(buffer.run("1")).isEqualTo("m(4)"); // p 0: T1 5*, T2 2 1, B1 3 4
    assertThat(target(buffer)).isZero();
    assertThat(buffer.run("3")).isEqualTo("m(2)"); // p 1: T1 5*, T2 1 3, B1 4, B2 2
    assertThat(buffer.run("2")).isEqualTo("m(5*)"); // p 0: T2 1 3 2, B1 4 5
    assertThat(buffer.run("6")).isEqualTo("m(1)"); // T1 6, T2 3 2, B1 4 5, B2 1
    assertThat(buffer.run("7")).isEqualTo("m(6)"); // T1 7, T2 3 2, B1 5 6, B2 1: 4 is forgotten
    assertThat(buffer.run("4")).isEqualTo("m(7)"); // T1 4, B1 6 7
    assertThat(buffer.policy.ghostHits()).isEqualTo(4);
  }

  @Test
  void pagesOfFullT1LeaveWithoutGhost() {
    TraceBuffer buffer = buffer(3);
    assertThat(buffer.run("1 2 3 4 1 2")).isEqualTo("m m m m(1) m(2) m(3)");
    assertThat(buffer.policy.ghostHits()).isZero();
  }

  @Test
  void hotPagesSurviveScan() {
    TraceBuffer buffer = buffer(20);
    buffer.run("0 1 2 3 4 0 1 2 3 4");
    for (long key = 1000; key < 3000; key++) {
      buffer.access(key, 0, 1, false);
    }
    assertThat(buffer.run("0 1 2 3 4")).isEqualTo("h h h h h");
  }

  @Test
  void listsStayWithinTheirBounds() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      int frames = 1 + random.nextInt(20);
      TraceBuffer buffer = buffer(frames);
      ArcPolicy policy = (ArcPolicy) buffer.policy;
      for (int step = 0; step < 3_000; step++) {
        buffer.access(random.nextInt(1 + random.nextInt(4 * frames)), 0, 1, false);
        int t1 = policy.queues.size(policy.t1);
        int t2 = policy.queues.size(policy.t2);
        int b1 = policy.queues.size(ArcPolicy.B1);
        int b2 = policy.queues.size(ArcPolicy.B2);
        assertThat(t1 + t2).isLessThanOrEqualTo(frames);
        assertThat(t1 + b1).isLessThanOrEqualTo(frames);
        assertThat(t1 + t2 + b1 + b2).isLessThanOrEqualTo(2 * frames);
        assertThat(policy.target()).isBetween(0.0, (double) frames);
      }
    }
  }

  /** Figure 4 of the paper, line by line. */
  @Override
  NaivePolicy model(int frames) {
    return new NaivePolicy(frames) {
      private final List<Long> t1 = new ArrayList<>();
      private final List<Long> t2 = new ArrayList<>();
      private final List<Long> b1 = new ArrayList<>();
      private final List<Long> b2 = new ArrayList<>();
      private double target;

      @Override
      char step(Long key, int level, boolean write) {
        if (t1.remove(key) || t2.remove(key)) {
          t2.add(key);
          return 'h';
        }
        if (b1.contains(key)) {
          target = Math.min(frames, target + Math.max(1, (double) b2.size() / b1.size()));
          replace(key);
          b1.remove(key);
          t2.add(key);
          return 'm';
        }
        if (b2.contains(key)) {
          target = Math.max(0, target - Math.max(1, (double) b1.size() / b2.size()));
          replace(key);
          b2.remove(key);
          t2.add(key);
          return 'm';
        }
        int all = t1.size() + t2.size() + b1.size() + b2.size();
        if (t1.size() + b1.size() == frames) {
          if (t1.size() < frames) {
            b1.remove(0);
            replace(key);
          } else {
            evict(t1.remove(0));
          }
        } else if (all >= frames) {
          if (all == 2 * frames) {
            b2.remove(0);
          }
          replace(key);
        }
        t1.add(key);
        return 'm';
      }

      private void replace(Long key) {
        boolean tie = b2.contains(key) && t1.size() == target;
        if (!t1.isEmpty() && (t1.size() > target || tie)) {
          Long victim = t1.remove(0);
          b1.add(victim);
          evict(victim);
        } else {
          Long victim = t2.remove(0);
          b2.add(victim);
          evict(victim);
        }
      }
    };
  }
}
