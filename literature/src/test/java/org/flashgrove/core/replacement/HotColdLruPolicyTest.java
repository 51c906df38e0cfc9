package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.literature.replacement.HotColdLruPolicy;
import org.junit.jupiter.api.Test;

class HotColdLruPolicyTest {
  private static TraceBuffer buffer(int frames, int batch, boolean cleanFirst) {
    return new TraceBuffer(HotColdLruPolicy.maker(0.5, 0.25, batch, cleanFirst), frames);
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(4, 2, false);
    // cold 1* 2*; hot 3* 4
    assertThat(buffer.run("1w 2w 3w 4")).isEqualTo("m m m m");
    // both are written, 1 leaves; cold 2 3*; hot 4 5
    assertThat(buffer.run("5")).isEqualTo("m(1+ 2+ 1)");
    // cold 3* 4; hot 5 2
    assertThat(buffer.run("2")).isEqualTo("h");
    // 4 is clean and cold, but 3 is dirty and cold: it is written, and leaves first
    assertThat(buffer.run("6w")).isEqualTo("m(3+ 3)");
    // cold 4 5; hot 2 6*: nothing to write
    assertThat(buffer.run("7")).isEqualTo("m(4)");
    // cold 5 2, both held; hot 6* 7
    buffer.pinned.add(5L);
    buffer.pinned.add(2L);
    assertThat(buffer.run("8")).isEqualTo("m(6*)");
  }

  @Test
  void cleanPagesFirstByHand() {
    TraceBuffer buffer = buffer(4, 2, true);
    assertThat(buffer.run("1w 2w 3 4w")).isEqualTo("m m m m");
    // cold 2 3; hot 4* 5
    assertThat(buffer.run("5")).isEqualTo("m(1+ 2+ 1)");
    // cold 3 4*; hot 5 6*
    assertThat(buffer.run("6w")).isEqualTo("m(2)");
    assertThat(buffer.run("7")).isEqualTo("m(3)");
  }

  @Test
  void aBatchTakesTheLowestKeys() {
    TraceBuffer buffer = buffer(8, 3, false);
    buffer.run("40w 10w 30w 20w 5 6 7 8");
    assertThat(buffer.run("9")).isEqualTo("m(10+ 20+ 30+ 10)");
  }

  @Test
  void theDirectoryStaysAsFarAsItsShareGoes() {
    TraceBuffer buffer = buffer(8, 4, false); // two pages of the directory, three of the rest hot
    assertThat(buffer.run("1/1w 2/1 3/1 4 5 6 7 8")).isEqualTo("m m m m m m m m");
    // 3 is a leaf like others: cold 3 4 5; hot 6 7 8
    assertThat(buffer.run("9 10 11 12 13 14")).isEqualTo("m(3) m(4) m(5) m(6) m(7) m(8)");
    assertThat(buffer.run("1/1 2/1")).isEqualTo("h h");
    // a page of the directory becomes a leaf: the last access counts
    buffer.policy.level(buffer.policy.position(1), 0);
    assertThat(buffer.run("15 16 17 18 19 20 21"))
        .isEqualTo("m(9) m(10) m(11) m(1+ 12) m(13) m(14) m(1)");
  }

  /** Against a list: what is written was cold, what leaves is the first that may. */
  @Test
  void randomAccessesAreThoseOfAList() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      int frames = 2 * (1 + random.nextInt(10));
      int batch = 1 + random.nextInt(5);
      boolean cleanFirst = random.nextBoolean();
      TraceBuffer buffer = buffer(frames, batch, cleanFirst);
      List<Long> recency = new ArrayList<>(); // the least recently used first
      Map<Long, Boolean> dirty = new HashMap<>();
      for (int i = 0; i < 2_000; i++) {
        long key = random.nextInt(3 * frames);
        boolean write = random.nextInt(3) == 0;
        StringBuilder expected = new StringBuilder();
        if (recency.remove(key)) {
          expected.append('h');
        } else {
          expected.append('m');
          if (recency.size() == frames) {
            expected.append('(');
            makeRoom(recency, dirty, frames / 2, batch, cleanFirst, expected);
            expected.append(')');
          }
        }
        recency.add(key);
        dirty.merge(key, write, Boolean::logicalOr);
        assertThat(buffer.run(key + (write ? "w" : ""))).isEqualTo(expected.toString());
      }
    }
  }

  private static void makeRoom(
      List<Long> recency,
      Map<Long, Boolean> dirty,
      int coldPages,
      int batch,
      boolean cleanFirst,
      StringBuilder outcomes) {
    List<Long> cold = recency.subList(0, coldPages);
    boolean anyClean = cold.stream().anyMatch(key -> !dirty.get(key));
    if (!cleanFirst || !anyClean) {
      cold.stream()
          .filter(dirty::get)
          .sorted()
          .limit(batch)
          .forEach(
              key -> {
                dirty.put(key, false);
                outcomes.append(key).append("+ ");
              });
    }
    long victim = cold.stream().filter(key -> !dirty.get(key)).findFirst().orElseThrow();
    recency.remove(victim);
    dirty.remove(victim);
    outcomes.append(victim);
  }
}
