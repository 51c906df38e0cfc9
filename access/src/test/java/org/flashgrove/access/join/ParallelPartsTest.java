package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.core.Repetitions;
import org.junit.jupiter.api.Test;

class ParallelPartsTest {
  private static final int THREADS = 4;

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
