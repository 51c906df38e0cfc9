package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.FestivalMemory;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The best of the oldest rows is the one that a look at each finds. */
class OldestByDegreeTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));
  private static final int NODES = 200;
  private static final int STEPS = 20_000;

  private final WriteBuffer writes = new WriteBuffer(LAYOUT, new FestivalMemory(), true);
  private long entries;

  private void change(long nodeId, int level) {
    writes.apply(ChangeKind.ADD, nodeId, level, new long[] {++entries, 0, 0, 0, 0}, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "mall", "mh"})
  void theBestRowIsThatOfAScan(String name) {
    FlushPolicy policy = FlushPolicies.named(name, LAYOUT);
    assertThat(policy.looksAtUnitAlone()).isTrue();
    Random random = Seeds.random();
    for (int step = 0; step < STEPS; step++) {
      long nodeId = random.nextInt(NODES);
      int action = random.nextInt(100);
      if (action < 5 && writes.get(nodeId) != null) {
        writes.remove(writes.get(nodeId));
      } else if (action < 7) { // the id comes back at another level
        change(nodeId, random.nextInt(3));
      } else if (action < 8) {
        writes.apply(ChangeKind.STATE, nodeId, level(nodeId), new long[] {3, step}, 0, 0);
      } else {
        for (int again = random.nextInt(3); again >= 0; again--) {
          change(nodeId, level(nodeId));
        }
      }
      if (writes.size() > 0 && random.nextInt(3) > 0) {
        int count = 1 + random.nextInt(writes.size());
        count = step % 50 < 40 ? Math.max(1, (int) (writes.size() * 0.6)) : count;
        BufferedNode best = writes.best(policy, count);
        assertThat(best.nodeId).isEqualTo(bestWithout(List.of(), policy, count));
        if (random.nextBoolean()) {
          writes.remove(best);
        }
      }
    }
  }

  /** Several taken together are those that a scan finds one after the other. */
  @ParameterizedTest
  @ValueSource(strings = {"m", "mall", "mh"})
  void rowsTakenTogetherAreThoseOfScans(String name) {
    FlushPolicy policy = FlushPolicies.named(name, LAYOUT);
    Random random = Seeds.random();
    for (int step = 0; step < STEPS; step++) {
      long nodeId = random.nextInt(NODES);
      change(nodeId, level(nodeId));
      if (random.nextInt(20) == 0) {
        double share = random.nextInt(4) > 0 ? 0.6 : random.nextDouble();
        List<BufferedNode> taken = new ArrayList<>();
        int buffered = writes.size();
        int most = random.nextInt(1 + buffered / 2);
        while (taken.size() < most) {
          int count = Math.max(1, (int) ((buffered - taken.size()) * share));
          BufferedNode next = writes.takeBest(policy, count, taken.size());
          assertThat(next.nodeId).isEqualTo(bestWithout(taken, policy, count));
          taken.add(next);
        }
        taken.forEach(writes::remove);
      }
    }
  }

  private long bestWithout(List<BufferedNode> taken, FlushPolicy policy, int count) {
    double bestDegree = -1;
    long best = -1;
    int seen = 0;
    for (BufferedNode next = writes.oldest(); seen < count; next = next.newer) {
      if (taken.contains(next)) {
        continue;
      }
      seen++;
      double degree = policy.degree(new BufferedNode[] {next}, 1);
      if (degree > bestDegree || degree == bestDegree && next.nodeId < best) {
        bestDegree = degree;
        best = next.nodeId;
      }
    }
    return best;
  }

  private int level(long nodeId) {
    BufferedNode node = writes.get(nodeId);
    return node == null ? (int) (nodeId % 17 == 0 ? 1 : 0) : node.level();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mha", "mhao"})
  void policiesThatLookAtAllRowsSaySo(String name) {
    assertThat(FlushPolicies.named(name, LAYOUT).looksAtUnitAlone()).isFalse();
  }
}
