package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SparesTest {
  private final AtomicInteger made = new AtomicInteger();
  private final Spares<AtomicBoolean> spares =
      new Spares<>(
          () -> {
            made.incrementAndGet();
            return new AtomicBoolean();
          });

  @Test
  void givesAThreadTheObjectThatItReturnedLast() {
    AtomicBoolean first = spares.take();
    AtomicBoolean second = spares.take();
    spares.give(first);
    spares.give(second);

    assertThat(spares.take()).isSameAs(second);
    assertThat(spares.take()).isSameAs(first);
    assertThat(made).hasValue(2);
  }

  @Test
  void keepsSixteenObjectsOfOneThread() {
    List<AtomicBoolean> taken = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      taken.add(spares.take());
    }
    taken.forEach(spares::give);
    for (int i = 0; i < 16; i++) {
      spares.take();
    }
    assertThat(made).hasValue(20);
    spares.take();
    assertThat(made).hasValue(21);
  }

  @Test
  void neverGivesAnObjectToTwoThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(24);
    try {
      Callable<Integer> worker =
          () -> {
            int shared = 0;
            for (int i = 0; i < 20_000; i++) {
              AtomicBoolean own = spares.take();
              shared += own.getAndSet(true) ? 1 : 0;
              if (i % 16 == 0) {
                Thread.yield();
              }
              own.set(false);
              spares.give(own);
            }
            return shared;
          };
      List<Future<Integer>> ends = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        ends.add(threads.submit(worker));
      }
      for (Future<Integer> end : ends) {
        assertThat(end.get()).isZero();
      }
    } finally {
      threads.shutdown();
    }
  }
}
