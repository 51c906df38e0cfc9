package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.flashgrove.core.Seeds;
import org.flashgrove.literature.replacement.FbarcPolicy;
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
    Random random = Seeds.random();
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
        assertThat(((ArcPolicy) policy).target()).isBetween(0.0, (double) arc);
      }
    }
  }

  @Test
  void writesInLongerRunsThanLru() {
    long seed = Seeds.random().nextLong();
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

  @Override
  NaivePolicy model(int frames) {
    return new Naive(frames);
  }

  /** ARC's lists with a write list of dirty pages behind them. */
  private static final class Naive extends NaivePolicy {
    private final List<Long> t1 = new ArrayList<>();
    private final List<Long> t2 = new ArrayList<>();
    private final List<Long> b1 = new ArrayList<>();
    private final List<Long> b2 = new ArrayList<>();
    private final List<Long> b3 = new ArrayList<>();
    private final TreeMap<Long, TreeSet<Long>> clusters = new TreeMap<>();
    private final int writeList;
    private final int arc;
    private double target;
    private long lastWritten = -1;

    Naive(int frames) {
      super(frames);
      writeList = (int) Math.floor(frames * 0.4);
      arc = frames - writeList;
    }

    @Override
    char step(Long key, int level, boolean write) {
      if (t1.remove(key) || t2.remove(key) || leaveWriteList(key)) {
        t2.add(key);
        return 'h';
      }
      if (b1.contains(key) || b2.contains(key) || b3.contains(key)) {
        if (b1.contains(key)) {
          target = Math.min(arc, target + Math.max(1, (double) b2.size() / b1.size()));
        } else if (b2.contains(key)) {
          target = Math.max(0, target - Math.max(1, (double) b1.size() / b2.size()));
        }
        replace(b2.contains(key));
        b1.remove(key);
        b2.remove(key);
        b3.remove(key);
        t2.add(key);
      } else {
        admitNew();
        t1.add(key);
      }
      trim(b2, t1.size() + t2.size() + b1.size() + b2.size() - 2 * arc);
      trim(b3, b3.size() - writeList);
      return 'm';
    }

    private static void trim(List<Long> ghosts, int tooMany) {
      for (int i = 0; i < tooMany && !ghosts.isEmpty(); i++) {
        ghosts.remove(0);
      }
    }

    private void admitNew() {
      if (t1.size() == arc) {
        leave(t1.remove(0), null);
      } else if (t1.size() + b1.size() == arc) {
        b1.remove(0);
      } else {
        trim(b2, t1.size() + t2.size() + b1.size() + b2.size() + 1 - 2 * arc);
      }
      replace(false);
    }

    private void replace(boolean fromB2) {
      while (t1.size() + t2.size() >= arc) {
        boolean first = t1.size() > target || fromB2 && t1.size() == target;
        if (!t1.isEmpty() && first || t2.isEmpty()) {
          leave(t1.remove(0), b1);
        } else {
          leave(t2.remove(0), b2);
        }
      }
    }

    private void leave(Long key, List<Long> ghosts) {
      if (dirty.contains(key) && writeList > 0) {
        if (clusters.values().stream().mapToInt(Set::size).sum() == writeList) {
          evictCluster();
        }
        clusters.computeIfAbsent(key / 4, number -> new TreeSet<>()).add(key);
        return;
      }
      evict(key);
      if (ghosts != null) {
        ghosts.add(key);
      }
    }

    private boolean leaveWriteList(Long key) {
      TreeSet<Long> cluster = clusters.get(key / 4);
      boolean there = cluster != null && cluster.remove(key);
      if (there && cluster.isEmpty()) {
        clusters.remove(key / 4);
      }
      return there;
    }

    private void evictCluster() {
      Long chosen = null;
      for (Long number : clusters.keySet()) {
        if (chosen == null || gap(number) < gap(chosen)) {
          chosen = number;
        }
      }
      if (lastWritten < 0 || gap(chosen) > 4) {
        chosen = clusters.firstKey();
        for (Long number : clusters.keySet()) {
          if (clusters.get(number).size() > clusters.get(chosen).size()) {
            chosen = number;
          }
        }
      }
      for (Long key : clusters.remove(chosen)) {
        evict(key);
        b3.add(key);
        lastWritten = key;
      }
    }

    private long gap(long number) {
      return Math.abs(number * 4 - lastWritten);
    }
  }
}
