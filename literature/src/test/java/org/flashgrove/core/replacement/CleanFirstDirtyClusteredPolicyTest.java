package org.flashgrove.core.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CleanFirstDirtyClusteredPolicyTest extends PolicyContract {
  CleanFirstDirtyClusteredPolicyTest() {
    super("cfdc:cluster=4");
  }

  @Test
  void traceByHand() {
    TraceBuffer buffer = buffer(4); // a working region of 2
    // working 8* 5; cluster 0: 0* 1*
    assertThat(buffer.run("0w 1w 8w 5")).isEqualTo("m m m m");
    // working 5 9; cluster 0: 1*; cluster 2: 8* since eviction 1
    assertThat(buffer.run("9")).isEqualTo("m(0*)");
    // cluster 0 goes on; working 9 6; clean 5; cluster 2: 8*
    assertThat(buffer.run("6")).isEqualTo("m(1*)");
    // working 6 7; clean 9; then working 7 8*; clean 9 6
    assertThat(buffer.run("7 8")).isEqualTo("m(5) h");
    // working 20* 21*; clean 7; cluster 2: 8* since eviction 2
    assertThat(buffer.run("20w 21w")).isEqualTo("m(9) m(6)");
    // working 21* 22*; cluster 2: 8*; cluster 5: 20*, both since eviction 2
    assertThat(buffer.run("22w")).isEqualTo("m(7)");
    // the lower number of two alike; then cluster 5 with 20* 21*
    assertThat(buffer.run("23w 12w")).isEqualTo("m(8*) m(20*)");
  }

  @Test
  void cleanedPageLeavesBeforeDirtyOnes() {
    TraceBuffer buffer = buffer(4);
    buffer.run("0w 1w 20w 21w"); // cluster 0: 0* 1*
    buffer.clean(1);
    assertThat(buffer.run("30 31")).isEqualTo("m(1) m(0*)");
  }

  @Override
  NaivePolicy model(int frames) {
    return new Naive(frames);
  }

  private static final class Cluster {
    private final List<Long> keys = new ArrayList<>();
    private final long createdAt;

    Cluster(long createdAt) {
      this.createdAt = createdAt;
    }

    private double priority(long time) {
      double jumps = keys.size() == 1 ? 1 : 0;
      for (int i = 1; i < keys.size(); i++) {
        jumps += Math.abs(keys.get(i) - keys.get(i - 1));
      }
      return jumps / ((double) keys.size() * keys.size() * (time - createdAt));
    }
  }

  private static final class Naive extends NaivePolicy {
    private final List<Long> working = new ArrayList<>();
    private final List<Long> clean = new ArrayList<>();
    private final Map<Long, Cluster> clusters = new LinkedHashMap<>();
    private long time;
    private Long current;

    Naive(int frames) {
      super(frames);
    }

    @Override
    char step(Long key, int level, boolean write) {
      boolean hit = working.remove(key) || clean.remove(key) || leaveCluster(key);
      if (!hit && working.size() + clean.size() + clustered() == frames) {
        makeRoom();
      }
      working.add(key);
      if (write) {
        dirty.add(key);
      }
      if (working.size() > frames - Math.ceil(frames / 2.0)) {
        Long leaving = working.remove(0);
        if (dirty.contains(leaving)) {
          clusters.computeIfAbsent(leaving / 4, number -> new Cluster(time)).keys.add(leaving);
        } else {
          clean.add(leaving);
        }
      }
      return hit ? 'h' : 'm';
    }

    private int clustered() {
      return clusters.values().stream().mapToInt(cluster -> cluster.keys.size()).sum();
    }

    private boolean leaveCluster(Long key) {
      Cluster cluster = clusters.get(key / 4);
      boolean there = cluster != null && cluster.keys.remove(key);
      if (there && cluster.keys.isEmpty()) {
        clusters.remove(key / 4);
      }
      return there;
    }

    private void makeRoom() {
      if (!clean.isEmpty()) {
        evict(clean.remove(0));
        return;
      }
      if (clusters.isEmpty()) {
        Long victim = working.remove(0);
        time += dirty.contains(victim) ? 1 : 0;
        evict(victim);
        return;
      }
      if (!clusters.containsKey(current)) {
        current = null;
        clusters.forEach(
            (number, cluster) -> {
              if (current == null || compare(number, current) < 0) {
                current = number;
              }
            });
      }
      Long victim = clusters.get(current).keys.get(0);
      leaveCluster(victim);
      evict(victim);
      time++;
    }

    private int compare(Long one, Long other) {
      Cluster a = clusters.get(one);
      Cluster b = clusters.get(other);
      int order = Double.compare(a.priority(time), b.priority(time));
      order = order != 0 ? order : Long.compare(a.createdAt, b.createdAt);
      return order != 0 ? order : Long.compare(one, other);
    }
  }
}
