package org.flashgrove.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.PriorityQueue;
import java.util.Random;
import java.util.SplittableRandom;
import org.flashgrove.core.Seeds;
import org.flashgrove.simulator.figures.LatencyRecorder;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostQueueTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void keepsAtMostSoManyUnderWay(int depth) {
    Random random = Seeds.random();
    HostQueue queue = new HostQueue(new LatencyRecorder());
    queue.depth(depth);
    PriorityQueue<Long> underWay = new PriorityQueue<>();
    long now = 0;
    for (int i = 0; i < 5000; i++) {
      if (random.nextInt(10) == 0) {
        now += random.nextInt(1000);
        queue.arriveAt(now);
      }
      long completes = now + random.nextInt(500);
      queue.placed(OperationKind.READ, Origin.LEAF, 0, completes);
      underWay.add(completes);
      while (underWay.size() >= depth) {
        now = Math.max(now, underWay.poll());
      }
      assertThat(queue.nowNanos()).isEqualTo(now);
    }
  }

  @Test
  void aDelayIsPartOfTheLatency() {
    LatencyRecorder latencies = new LatencyRecorder();
    HostQueue queue = new HostQueue(latencies);
    queue.depth(4);
    queue.placed(OperationKind.WRITE, Origin.LEAF, 3, 100);
    queue.placed(OperationKind.WRITE, Origin.LEAF, 2, 120);
    queue.placed(OperationKind.READ, Origin.LEAF, 3, 110);
    queue.delayed(3, 90, 1000);
    assertThat(queue.lastCompletionNanos()).isEqualTo(1100);
    queue.drain();
    assertThat(queue.nowNanos()).isEqualTo(1100);
    assertThat(latencies.figures(OperationKind.WRITE).maxNanos()).isEqualTo(1100);
    assertThat(latencies.figures(OperationKind.READ).maxNanos()).isEqualTo(110);
  }

  /**
   * Poisson arrivals at one die that serves each read in the same time are an M/D/1 queue, whose
   * mean wait is {@code rho / (2 (1 - rho))} services (Pollaczek and Khinchine).
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.6, 0.8})
  void poissonArrivalsWaitAsInTheory(double load) {
    NandDevice device =
        NandSpec.parse("nand:blocks=128,timing=parallel,bus=0,read=100,depth=65536,content=off")
            .open();
    for (int page = 0; page < 1000; page++) {
      device.write(page, 1, Origin.PRECONDITION, null);
    }
    device.resetFigures();
    SplittableRandom random = new SplittableRandom(4);
    double now = device.nowNanos();
    for (int i = 0; i < 400_000; i++) {
      now += -Math.log(1 - random.nextDouble()) * 100_000 / load;
      device.arriveAt((long) now);
      device.read(random.nextInt(1000), 1, Origin.LEAF, null);
    }
    device.drain();
    double mean = device.latency(OperationKind.READ).meanNanos() / 100_000;
    assertThat(mean / (1 + load / (2 * (1 - load)))).isCloseTo(1, within(0.02));
  }
}
