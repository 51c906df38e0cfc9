package org.flashgrove.jmh.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

class CpuClockTest {
  private static final long NANOS = 2_000_000;

  @Test
  void theProcessUsesAtLeastTheTimeOfOneThread() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 10; i++) {
      double before = CpuClock.seconds();
      long begin = threads.getCurrentThreadCpuTime();
      long used = 0;
      while (used < NANOS) {
        used = threads.getCurrentThreadCpuTime() - begin;
      }
      assertThat(CpuClock.seconds() - before).isGreaterThanOrEqualTo(used / 1e9);
    }
  }
}
