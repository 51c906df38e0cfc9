package org.flashgrove.jmh.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;
import org.junit.jupiter.api.Test;

class QueryTurnsTest {
  private static final long NANOS = 50_000_000;

  /** An index that answers by a thread of its own. */
  private static final class Threaded implements PeerIndex {
    @Override
    public boolean hasOwnThreads() {
      return true;
    }

    @Override
    public PeerReader reader() {
      return (minX, minY, maxX, maxY, answer) -> {
        Thread thread = new Thread(QueryTurnsTest::work);
        thread.start();
        thread.join();
        answer.add(1);
      };
    }
  }

  private static void work() {
    while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < NANOS) {
      Thread.onSpinWait();
    }
  }

  @Test
  void processorTimeIncludesTheThreadsOfThePeer() throws Exception {
    WindowQueries one = new WindowQueries(new double[] {0, 0, 1, 1});
    Measurement measured = one.turns(new Threaded(), Effort.QUICK).measure("row", 1);
    assertThat(measured.operations()).isEqualTo(1);
    assertThat(measured.cpuSeconds()).isGreaterThanOrEqualTo(NANOS / 2 / 1e9);
  }
}
