package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class FbarcPolicyTest extends PolicyContract {
  FbarcPolicyTest() {
    super("fbarc:cluster=4,distance=4,writelist=40%");
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(5); // ARC has 3, L3 has 2
    // T1 0* 1* 9* | 1* 9* 20, L3 0* | 9* 20 21, L3 0* 1*
    assertThat(buffer.run("0w 1w 9w 20 21")).isEqualTo("m m m m m");
    // 9* needs a place in L3: the largest cluster goes. T1 20 21 22, L3 9*, B3 0 1
    assertThat(buffer.run("22")).isEqualTo("m(0* 1*)");
    // from B3 to T2: T1 21 22, T2 1, B1 20
    assertThat(buffer.run("1")).isEqualTo("m(20)");
    // from L3 to T2: T1 21 22, T2 1 9*
    assertThat(buffer.run("9")).isEqualTo("h");
    // ARC is back at its part: T1 23, T2 1 9*
    assertThat(buffer.run("23")).isEqualTo("m(21 22)");
    assertThat(buffer.policy.ghostHits()).isEqualTo(1);
  }

  @Test
  void goesOnWhereTheLastWriteWas() {
    TraceBuffer buffer = buffer(10); // ARC has 6, L3 has 4
    buffer.run("0w 2w 3w 1w 50 51 52 53 54 55"); // L3 0* 1* 2* 3*
    assertThat(buffer.run("40w 41w 4w 42w 60 61")).isEqualTo("m(50) m(51) m(52) m(53) m(54) m(55)");
    // 40* leaves T1 for L3: cluster 0 is written in ascending order
    assertThat(buffer.run("62")).isEqualTo("m(0* 1* 2* 3*)");
    assertThat(buffer.run("63 64 65")).isEqualTo("m m m"); // L3 40* 41* 4* 42*
    // 4 is 1 from 3, the last written; then 40 to 42 are the largest
    assertThat(buffer.run("70w 71w 72w 73w 74w 75w")).doesNotContain("*");
    assertThat(buffer.run("80")).isEqualTo("m(4*)");
    assertThat(buffer.run("81")).isEqualTo("m(40* 41* 42*)");
  }

  @Test
  void listsStayWithinTheirBounds() {
    Random random = Seeds.random(getClass());
    for (int round = 0; round < 20; round++) {
      int frames = 2 + random.nextInt(40);
      TraceBuffer buffer = buffer(frames);
      FbarcPolicy policy = (FbarcPolicy) buffer.policy;
      int writeList = (int) Math.floor(frames * 0.4);
      int arc = frames - writeList;
      for (int step = 0; step < 3_000; step++) {
        buffer.access(random.nextInt(1 + random.nextInt(4 * frames)), 0, 1, random.nextBoolean());
        int t1 = policy.queues.size(policy.t1);
        int t2 = policy.queues.size(policy.t2);
        assertThat(policy.writeListCost()).isBetween(0L, (long) writeList);
        assertThat(t1 + t2 + policy.writeListCost()).isEqualTo(policy.size());
        assertThat(t1 + policy.queues.size(ArcPolicy.B1)).isLessThanOrEqualTo(arc);
        assertThat(policy.queues.size(2)).isLessThanOrEqualTo(writeList);
        assertThat(policy.target()).isBetween(0.0, (double) arc);
      }
    }
  }

  @Test
  void writesInLongerRunsThanLru() {
    long seed = Seeds.random(getClass()).nextLong();
    assertThat(runs("fbarc:writelist=40%", seed)).isLessThan(runs("lru", seed));
  }

  /** Dirty victims that do not follow the dirty victim before by at most ten pages. */
  private static double runs(String spec, long seed) {
    Random random = new Random(seed);
    TraceBuffer buffer = new TraceBuffer(spec, 100);
    for (int step = 0; step < 20_000; step++) {
      buffer.access(random.nextInt(600), 0, 1, random.nextBoolean());
    }
    long last = -1000;
    int runs = 0;
    int writes = 0;
    for (String key : buffer.evicted) {
      if (key.endsWith("*")) {
        long page = Long.parseLong(key.substring(0, key.length() - 1));
        runs += page > last && page - last <= 10 ? 0 : 1;
        writes++;
        last = page;
      }
    }
    return (double) runs / writes;
  }
}
