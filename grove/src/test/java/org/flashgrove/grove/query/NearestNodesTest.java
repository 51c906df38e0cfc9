package org.flashgrove.grove.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.indexes.query.DistanceQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearestNodesTest {
  private static final int STEPS = 20_000;

  @ParameterizedTest
  @ValueSource(ints = {20, 127, 1_000}) // the last one fills the heap
  void nodesComeInTheOrderOfTheQueue(int most) {
    Random random = Seeds.random();
    DistanceQueue queue = new DistanceQueue();
    NearestNodes nodes = new NearestNodes();
    boolean grows = true;
    for (int step = 0; step < STEPS; step++) {
      grows = queue.size() < most && (grows || queue.isEmpty());
      if (grows || random.nextInt(3) == 0) {
        double key = random.nextInt(20); // many ties
        int rank = random.nextInt(8);
        nodes.add(key, rank, step);
        queue.addNode(key, rank, step);
      } else if (!queue.isEmpty()) {
        nodes.remove(Double.POSITIVE_INFINITY);
        queue.remove();
      }
      assertFirst(nodes, queue);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 1_000})
  void nodesBeyondTheBoundAreDropped(int count) {
    Random random = Seeds.random();
    DistanceQueue queue = new DistanceQueue();
    NearestNodes nodes = new NearestNodes();
    for (int id = 0; id < count; id++) {
      double key = random.nextInt(40);
      nodes.add(key, 0, id);
      queue.addNode(key, 0, id);
    }
    while (!queue.isEmpty() && queue.key() <= 10) {
      assertFirst(nodes, queue);
      nodes.remove(10);
      queue.remove();
    }
    assertThat(nodes.isEmpty() || nodes.key() > 10).isTrue();
  }

  private static void assertFirst(NearestNodes nodes, DistanceQueue queue) {
    assertThat(nodes.isEmpty()).isEqualTo(queue.isEmpty());
    if (!queue.isEmpty()) {
      assertThat(nodes.key()).isEqualTo(queue.key());
      assertThat(nodes.rank()).isEqualTo(queue.rank());
      assertThat(nodes.id()).isEqualTo(queue.id());
    }
  }
}
