package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class CleanFirstLruPolicyTest extends PolicyContract {
  CleanFirstLruPolicyTest() {
    super("cflru:window=50%");
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(4); // a window of 2
    // 1* 2* | 3 4: all dirty in the window
    assertThat(buffer.run("1w 2w 3 4 5")).isEqualTo("m m m m m(1*)");
    // 2* 3 | 4 5, then 2* 4 | 5 6
    assertThat(buffer.run("6 7")).isEqualTo("m(3) m(4)");
    // 5 6 | 7 2*
    assertThat(buffer.run("2 8")).isEqualTo("h m(5)");
  }

  private static long dirtyEvictions(String spec, long seed) {
    Random random = new Random(seed);
    TraceBuffer buffer = new TraceBuffer(spec, 40);
    for (int step = 0; step < 20_000; step++) {
      buffer.access(random.nextInt(1 + random.nextInt(200)), 0, 1, random.nextInt(3) == 0);
    }
    return buffer.evicted.stream().filter(key -> key.endsWith("*")).count();
  }

  @Test
  void writesLessThanLru() {
    for (int round = 0; round < 5; round++) {
      long seed = Seeds.random().nextLong();
      assertThat(dirtyEvictions("cflru:window=50%", seed)).isLessThan(dirtyEvictions("lru", seed));
    }
  }

  @Test
  void withoutWindowItIsLru() {
    Random random = Seeds.random();
    TraceBuffer cleanFirst = new TraceBuffer("cflru:window=0", 15);
    TraceBuffer lru = new TraceBuffer("lru", 15);
    for (int step = 0; step < 5_000; step++) {
      long key = random.nextInt(60);
      boolean write = random.nextBoolean();
      assertThat(cleanFirst.access(key, 0, 1, write)).isEqualTo(lru.access(key, 0, 1, write));
    }
    assertThat(cleanFirst.evicted).isEqualTo(lru.evicted);
  }

  @Override
  NaivePolicy model(int frames) {
    return new NaivePolicy(frames) {
      private final List<Long> recent = new ArrayList<>();

      @Override
      char step(Long key, int level, boolean write) {
        boolean hit = recent.contains(key);
        if (!hit && recent.size() == frames) {
          Long victim =
              recent.stream()
                  .limit(frames / 2)
                  .filter(page -> !dirty.contains(page))
                  .findFirst()
                  .orElse(recent.get(0));
          recent.remove(victim);
          evict(victim);
        }
        touch(recent, key);
        return hit ? 'h' : 'm';
      }
    };
  }
}
