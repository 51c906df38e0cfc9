package org.flashgrove.storage.log.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who does what is asked for between commits, and what who asked learns of it. */
class HandoffQueueTest {
  private final ReentrantLock turn = new ReentrantLock();
  private final HandoffQueue between = new HandoffQueue(turn);
  private final ExecutorService asking = Executors.newFixedThreadPool(3);

  @AfterEach
  void end() {
    asking.shutdownNow();
  }

  /** Runs what others ask for, as a thread that commits, until something asked for has ended. */
  private void commitUntil(Future<?> ended) {
    turn.lock();
    try {
      while (!ended.isDone()) {
        between.runAsked();
      }
    } finally {
      turn.unlock();
    }
  }

  @Test
  void whoAsksDoesItIfNobodyHasTheTurn() {
    AtomicReference<Thread> by = new AtomicReference<>();
    between.run(
        () -> {
          assertThat(turn.isHeldByCurrentThread()).isTrue();
          by.set(Thread.currentThread());
        });
    assertThat(by.get()).isSameAs(Thread.currentThread());
    assertThat(turn.isLocked()).isFalse();
  }

  @Test
  void whoHasTheTurnDoesIt() throws Exception {
    AtomicReference<Thread> by = new AtomicReference<>();
    turn.lock();
    Future<?> asked;
    try {
      asked = asking.submit(() -> between.run(() -> by.set(Thread.currentThread())));
      commitUntil(asked);
    } finally {
      turn.unlock();
    }
    asked.get();
    assertThat(by.get()).isSameAs(Thread.currentThread());
  }

  @Test
  void whoAsksDoesItWhenTheTurnIsGivenBack() throws Exception {
    AtomicReference<Thread> by = new AtomicReference<>();
    turn.lock();
    Future<?> asked;
    try {
      asked = asking.submit(() -> between.run(() -> by.set(Thread.currentThread())));
    } finally {
      turn.unlock();
    }
    asked.get(1, TimeUnit.MINUTES);
    assertThat(by.get()).isNotNull().isNotSameAs(Thread.currentThread());
    assertThat(turn.isLocked()).isFalse();
  }

  @Test
  void aFailureReachesWhoAskedAndNobodyElse() {
    turn.lock();
    Future<?> asked;
    try {
      asked =
          asking.submit(
              () ->
                  between.run(
                      () -> {
                        throw new IllegalArgumentException("as told");
                      }));
      commitUntil(asked);
    } finally {
      turn.unlock();
    }
    assertThatThrownBy(asked::get).hasRootCauseMessage("as told");
  }

  @Test
  void eachIsDoneOnceWhoeverDoesIt() throws Exception {
    AtomicInteger done = new AtomicInteger();
    Callable<Void> many =
        () -> {
          for (int i = 0; i < 3_000; i++) {
            between.run(done::incrementAndGet);
          }
          return null;
        };
    Future<?> first = asking.submit(many);
    Future<?> second = asking.submit(many);
    while (!first.isDone() || !second.isDone()) {
      turn.lock();
      try {
        between.runAsked();
      } finally {
        turn.unlock();
      }
    }
    first.get();
    second.get();
    assertThat(done.get()).isEqualTo(6_000);
  }

  @Test
  void anInterruptIsKeptForLater() throws Exception {
    AtomicInteger done = new AtomicInteger();
    turn.lock();
    Future<Boolean> asked;
    try {
      asked =
          asking.submit(
              () -> {
                Thread.currentThread().interrupt();
                between.run(done::incrementAndGet);
                return Thread.interrupted();
              });
      commitUntil(asked);
    } finally {
      turn.unlock();
    }
    assertThat(asked.get()).isTrue();
    assertThat(done.get()).isEqualTo(1);
  }
}
