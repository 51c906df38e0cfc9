package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.core.Repetitions;
import org.junit.jupiter.api.Test;

class ParallelPartsTest {
  private static final int THREADS = 4;

  @Test
  void aResultIsDeliveredWhileTheSourceIsSlow() throws InterruptedException {
    CountDownLatch isSecond = new CountDownLatch(1);
    CountDownLatch isDelivered = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    AtomicBoolean inTime = new AtomicBoolean();
    ParallelParts.Source<Integer> source =
        () -> {
          int call = calls.incrementAndGet();
          if (call == 2) {
            isSecond.countDown();
            inTime.set(awaits(isDelivered));
          }
          return call < 4 ? call : null;
        };
    try (ParallelParts<Integer, Integer> parts =
        new ParallelParts<>(2, source, (thread, part) -> ParallelParts.Outcome.whole(part))) {
      isSecond.await(); // the other thread has processed the first part
      assertThat(parts.next()).isEqualTo(1);
      isDelivered.countDown();
      assertThat(parts.next()).isEqualTo(2);
      assertThat(parts.next()).isEqualTo(3);
      assertThat(parts.next()).isNull();
    }
    assertThat(inTime).isTrue();
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void allPartsAreDeliveredInTheirOrderByEachNumberOfThreads() {
    for (int threads = 1; threads <= THREADS; threads++) {
      AtomicInteger next = new AtomicInteger();
      ParallelParts.Source<Integer> source =
          () -> next.get() == 5_000 ? null : next.getAndIncrement();
      try (ParallelParts<Integer, Integer> parts =
          new ParallelParts<>(
              threads,
              source,
              (thread, part) -> // a multiple of 7 has two pieces
              new ParallelParts.Outcome<>(
                      Math.abs(part), part > 0 && part % 7 == 0 ? Integer.valueOf(-part) : null))) {
        for (int i = 0; i < 5_000; i++) {
          assertThat(parts.next()).isEqualTo(i);
          if (i > 0 && i % 7 == 0) {
            assertThat(parts.next()).isEqualTo(i);
          }
        }
        assertThat(parts.next()).isNull();
      }
    }
  }

  /**
   * A source that has failed reports only this fact at later calls, as a cursor does. So no thread
   * may call it again, and the caller must get the original cause.
   */
  @Test
  void aSourceIsNotCalledAgainAfterItsFailure() {
    int rounds = Repetitions.of(500, 50_000);
    for (int i = 0; i < rounds; i++) {
      AtomicInteger calls = new AtomicInteger();
      ParallelParts.Source<Integer> source =
          () -> {
            throw new IllegalStateException(
                calls.getAndIncrement() == 0 ? "cause" : "called again");
          };
      try (ParallelParts<Integer, Integer> parts =
          new ParallelParts<>(
              THREADS, source, (thread, part) -> ParallelParts.Outcome.whole(part))) {
        assertThatThrownBy(parts::next).hasMessage("cause");
      }
    }
  }
}
