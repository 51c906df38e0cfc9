package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TwoQueuePolicyTest {
  /** The paper's reclaim, or fixed parts. */
  private static final class Naive extends NaivePolicy {
    private final List<Long> in = new ArrayList<>();
    private final List<Long> out = new ArrayList<>();
    private final List<Long> am = new ArrayList<>();
    private final int part;
    private final boolean shared;

    Naive(int frames, int part, boolean shared) {
      super(frames);
      this.part = part;
      this.shared = shared;
    }

    @Override
    char step(Long key, int level, boolean write) {
      if (am.contains(key)) {
        touch(am, key);
        return 'h';
      }
      if (in.contains(key)) {
        return 'h';
      }
      List<Long> queue = out.remove(key) ? am : in;
      if (shared ? in.size() + am.size() == frames : queue.size() == room(queue)) {
        if (shared ? in.size() > part || am.isEmpty() : queue == in) {
          if (in.isEmpty()) {
            return '-';
          }
          Long leaving = in.remove(0);
          evict(leaving);
          out.add(leaving);
          if (out.size() > frames / 2) {
            out.remove(0);
          }
        } else if (am.isEmpty()) {
          return '-';
        } else {
          evict(am.remove(0));
        }
      }
      queue.add(key);
      return 'm';
    }

    private int room(List<Long> queue) {
      return queue == in ? part : frames - part;
    }
  }

  @Nested
  class Shared extends PolicyContract {
    Shared() {
      super("2q");
    }

    @Test
    void traceByHand() {
      TraceBuffer buffer = buffer(4); // Kin 1, Kout 2
      assertThat(buffer.run("1 2 3 4 5")).isEqualTo("m m m m m(1)"); // in 2 3 4 5, out 1
      assertThat(buffer.run("1 3w 6")).isEqualTo("m(2) h m(3*)"); // in 4 5 6, out 2 3, am 1
      assertThat(buffer.run("7 2")).isEqualTo("m(4) m(5)"); // in 6 7 2, out 4 5, am 1
      assertThat(buffer.run("4 5")).isEqualTo("m(6) m(7)"); // in 2, out 6 7, am 1 4 5
      assertThat(buffer.run("6 1")).isEqualTo("m(1) m(4)"); // in 2 1, out 7, am 5 6
      assertThat(buffer.policy.ghostHits()).isEqualTo(4);
    }

    @Test
    void hotPagesSurviveScan() {
      TraceBuffer buffer = buffer(20);
      // seen, gone to A1out, seen again: in Am
      for (long key = 0; key < 5; key++) {
        buffer.access(key, 0, 1, false);
      }
      for (long key = 100; key < 120; key++) {
        buffer.access(key, 0, 1, false);
      }
      buffer.run("0 1 2 3 4");
      for (long key = 1000; key < 3000; key++) {
        buffer.access(key, 0, 1, false);
      }
      assertThat(buffer.run("0 1 2 3 4")).isEqualTo("h h h h h");
    }

    @Override
    NaivePolicy model(int frames) {
      return new Naive(frames, frames / 4, true);
    }
  }

  @Nested
  class Fixed extends PolicyContract {
    Fixed() {
      super("2q:queues=fixed");
    }

    @Test
    void traceByHand() {
      TraceBuffer buffer = buffer(4); // A1in 1, Am 3, Kout 2
      assertThat(buffer.run("1 2 1 3")).isEqualTo("m m(1) m m(2)"); // in 3, out 2, am 1
      assertThat(buffer.run("2 3w 4 3")).isEqualTo("m h m(3*) m"); // in 4, out -, am 1 2 3
      assertThat(buffer.run("5 2 4")).isEqualTo("m(4) h m(1)"); // in 5, am 3 2 4
    }

    @Override
    NaivePolicy model(int frames) {
      return new Naive(frames, Math.max(1, frames / 4), false);
    }
  }
}
