package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForPlusPolicyTest extends PolicyContract {
  ForPlusPolicyTest() {
    super("forplus");
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(3); // one page hot for reads, one for writes
    // weights: 1 cold 0, 2* write-hot 10.1, 3 read-hot 1
    assertThat(buffer.run("1 2w 3")).isEqualTo("m m m");
    // 4 read-hot, 3 cold; then 5* write-hot, 2* dirty 0.1
    assertThat(buffer.run("4 5w")).isEqualTo("m(1) m(3)");
    // 6 read-hot, 4 cold; then 4* write-hot, 5* dirty 0.1
    assertThat(buffer.run("6 4w")).isEqualTo("m(2*) h");
    assertThat(buffer.run("7")).isEqualTo("m(5*)");
  }

  @Override
  NaivePolicy model(int frames) {
    return new NaivePolicy(frames) {
      private final List<Long> recent = new ArrayList<>();
      private final List<Long> reads = new ArrayList<>();
      private final List<Long> writes = new ArrayList<>();

      private double weight(Long key) {
        return (reads.contains(key) ? 1 : 0)
            + (writes.contains(key) ? 10 : 0)
            + (dirty.contains(key) ? 0.1 : 0);
      }

      @Override
      char step(Long key, int level, boolean write) {
        boolean hit = recent.contains(key);
        if (!hit && recent.size() == frames) {
          Long victim = recent.get(0);
          for (Long candidate : recent) {
            if (weight(candidate) < weight(victim)) {
              victim = candidate;
            }
          }
          recent.remove(victim);
          evict(victim);
        }
        touch(recent, key);
        List<Long> hot = write ? writes : reads;
        touch(hot, key);
        if (hot.size() > Math.max(1, frames / 2)) {
          hot.remove(0);
        }
        return hit ? 'h' : 'm';
      }
    };
  }
}
