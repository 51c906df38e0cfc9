package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LruPolicyTest extends PolicyContract {
  LruPolicyTest() {
    super("lru");
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(3);
    // 1 2 3 | 2 3 1* | 3 1* 4 | 1* 4 2 | 4 2 5
    assertThat(buffer.run("1 2 3 1w 4 2 5")).isEqualTo("m m m h m(2) m(3) m(1*)");
  }

  @Override
  NaivePolicy model(int frames) {
    return new NaivePolicy(frames) {
      private final List<Long> recent = new ArrayList<>();

      @Override
      char step(Long key, int level, boolean write) {
        boolean hit = recent.contains(key);
        if (!hit && recent.size() == frames) {
          evict(recent.remove(0));
        }
        touch(recent, key);
        return hit ? 'h' : 'm';
      }
    };
  }
}
