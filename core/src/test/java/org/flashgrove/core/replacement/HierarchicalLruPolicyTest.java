package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HierarchicalLruPolicyTest extends PolicyContract {
  HierarchicalLruPolicyTest() {
    super("hlru");
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(3);
    assertThat(buffer.run("9/2 8/1 1 2")).isEqualTo("m m m m(1)"); // 9 8 2
    assertThat(buffer.run("7/1 6/1")).isEqualTo("m(8) m(2)"); // 9 7 6
    assertThat(buffer.run("3 3w 7/1")).isEqualTo("- - h"); // 9 6 7
    assertThat(buffer.run("5/2")).isEqualTo("m(9)"); // 6 7 5
  }

  @Test
  void deletedNodeGivesWayToAnyPage() {
    TraceBuffer buffer = buffer(2);
    assertThat(buffer.run("9/3 8/2 1")).isEqualTo("m m -");
    buffer.policy.level(buffer.policy.position(9), -1);
    assertThat(buffer.run("1")).isEqualTo("m(9)");
  }

  @Test
  void rootStaysWhateverComesFromBelow() {
    TraceBuffer buffer = buffer(5);
    buffer.run("1000/9");
    for (long key = 0; key < 500; key++) {
      buffer.access(key * 7 % 101, (int) (key % 9), 1, key % 2 == 0);
    }
    assertThat(buffer.policy.position(1000)).isNotNegative();
    assertThat(buffer.run("1001/9")).isEqualTo("m(1000)");
  }

  @Override
  NaivePolicy model(int frames) {
    return new NaivePolicy(frames) {
      private final List<Long> recent = new ArrayList<>();
      private final Map<Long, Integer> levels = new HashMap<>();

      @Override
      char step(Long key, int level, boolean write) {
        boolean hit = recent.contains(key);
        if (!hit && recent.size() == frames) {
          Long victim = null;
          for (Long candidate : recent) {
            if (victim == null && levels.get(candidate) <= level) {
              victim = candidate;
            }
          }
          if (victim == null) {
            return '-';
          }
          recent.remove(victim);
          evict(victim);
        }
        levels.put(key, level);
        touch(recent, key);
        return hit ? 'h' : 'm';
      }
    };
  }
}
