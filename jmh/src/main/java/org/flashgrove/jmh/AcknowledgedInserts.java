package org.flashgrove.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;

/**
 * How many inserts a second callers get acknowledged, acknowledged meaning synced: one caller whose
 * every operation is synced ({@code op}), beside eight callers that wait for group commit ({@code
 * group:5ms}), in turns. A program and not a JMH benchmark: the device's sync is what is measured,
 * and it varies by the second.
 *
 * <p>Arguments: directory (target), seconds a run (5), rounds (3), callers (8).
 */
public final class AcknowledgedInserts {
  private static final int WARM_UP_SECONDS = 1;

  private final Path directory;

  private AcknowledgedInserts(Path directory) {
    this.directory = directory;
  }

  /** Runs both in turns. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Path.of(args.length > 0 ? args[0] : "target").resolve("acknowledged-inserts");
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    int callers = args.length > 3 ? Integer.parseInt(args[3]) : 8;
    AcknowledgedInserts inserts = new AcknowledgedInserts(directory);
    inserts.run("op", 1, WARM_UP_SECONDS);
    inserts.run("group:5ms", callers, WARM_UP_SECONDS);
    for (int round = 1; round <= rounds; round++) {
      double single = inserts.run("op", 1, seconds);
      double together = inserts.run("group:5ms", callers, seconds);
      System.out.printf(
          Locale.ROOT,
          "round %d: 1 caller, op: %,.0f inserts a second; %d callers, group:5ms: %,.0f; %.1f times%n",
          round,
          single,
          callers,
          together,
          together / single);
    }
  }

  private double run(String sync, int callers, int seconds)
      throws IOException, InterruptedException {
    AtomicLong acknowledged = new AtomicLong();
    CountDownLatch ready = new CountDownLatch(callers);
    long nanos;
    try (SpatialStore store =
        SpatialStore.create(directory, new StoreOptions("rstar", "efind", "direct", 4096, sync))) {
      Thread[] threads = new Thread[callers];
      long[] end = {Long.MAX_VALUE};
      for (int i = 0; i < callers; i++) {
        int caller = i;
        threads[i] =
            new Thread(
                () -> {
                  ready.countDown();
                  for (long n = 0; System.nanoTime() < end[0]; n++) {
                    double x = (n * 7919 + caller) % 100_003;
                    store.insert(n * callers + caller, x, n, x, n);
                    store.awaitDurable(store.commitNumber());
                    acknowledged.incrementAndGet();
                  }
                });
      }
      long start = System.nanoTime();
      end[0] = start + seconds * 1_000_000_000L;
      for (Thread thread : threads) {
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      nanos = System.nanoTime() - start;
    }
    remove();
    return acknowledged.get() * 1e9 / nanos;
  }

  private void remove() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}
