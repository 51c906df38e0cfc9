package org.flashgrove.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.storage.file.DiskDirectory;

/**
 * How many inserts a second callers get acknowledged, acknowledged meaning synced: one caller whose
 * every operation is synced ({@code op}), beside eight callers that wait for group commit ({@code
 * group:5ms}), in turns. A program and not a JMH benchmark: the device's sync is what is measured,
 * and it varies by the second.
 *
 * <p>Arguments: directory (target), seconds a run (5), rounds (3), callers (8), and microseconds to
 * add to a sync, joined by commas (0): after each real sync of a file the thread sleeps that long,
 * as it would wait for a device that is slower by that much. Each is measured and printed apart,
 * with the mean time that a sync took in fact. Then the store: device ({@code buffered}), index
 * ({@code rstar}) and buffer ({@code efind}).
 */
public final class AcknowledgedInserts {
  private static final int WARM_UP_SECONDS = 1;

  private final Path path;
  private final String device;
  private final String index;
  private final String flash;

  private AcknowledgedInserts(Path path, String device, String index, String flash) {
    this.path = path;
    this.device = device;
    this.index = index;
    this.flash = flash;
  }

  /** What one run gave. */
  private record Run(double insertsPerSecond, double insertsPerSync, double syncMicros) {}

  /** Runs both in turns, for each time added to a sync. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Path.of(argument(args, 0, "target")).resolve("acknowledged-inserts");
    int seconds = Integer.parseInt(argument(args, 1, "5"));
    int rounds = Integer.parseInt(argument(args, 2, "3"));
    int callers = Integer.parseInt(argument(args, 3, "8"));
    long[] added =
        Arrays.stream(argument(args, 4, "0").split(",")).mapToLong(Long::parseLong).toArray();
    AcknowledgedInserts inserts =
        new AcknowledgedInserts(
            directory,
            argument(args, 5, "buffered"),
            argument(args, 6, "rstar"),
            argument(args, 7, "efind"));
    inserts.run("op", 1, WARM_UP_SECONDS, 0);
    inserts.run("group:5ms", callers, WARM_UP_SECONDS, 0);
    System.out.println(
        "added a sync | 1 caller, op: inserts a second, inserts a sync, time of a sync | "
            + callers
            + " callers, group:5ms: the same | times");
    for (long micros : added) {
      for (int round = 1; round <= rounds; round++) {
        Run single = inserts.run("op", 1, seconds, micros);
        Run together = inserts.run("group:5ms", callers, seconds, micros);
        System.out.printf(
            Locale.ROOT,
            "%,5d µs | %,6.0f, %.2f, %,.0f µs | %,6.0f, %.2f, %,.0f µs | %.1f%n",
            micros,
            single.insertsPerSecond,
            single.insertsPerSync,
            single.syncMicros,
            together.insertsPerSecond,
            together.insertsPerSync,
            together.syncMicros,
            together.insertsPerSecond / single.insertsPerSecond);
      }
    }
  }

  private static String argument(String[] args, int number, String fallback) {
    return args.length > number ? args[number] : fallback;
  }

  private Run run(String sync, int callers, int seconds, long addedMicros)
      throws IOException, InterruptedException {
    StoreOptions options = new StoreOptions(index, flash, device, 4096, sync);
    SlowSyncDirectory directory =
        new SlowSyncDirectory(new DiskDirectory(path), addedMicros * 1_000);
    LongAdder acknowledged = new LongAdder();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Run run;
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      long syncsBefore = store.metrics().log().syncs();
      long start = System.nanoTime();
      long end = start + seconds * 1_000_000_000L;
      Thread[] threads = new Thread[callers];
      for (int i = 0; i < callers; i++) {
        int caller = i;
        threads[i] =
            new Thread(
                () -> {
                  try {
                    insertUntil(end, store, caller, callers, acknowledged);
                  } catch (RuntimeException e) {
                    failure.set(e);
                  }
                });
      }
      for (Thread thread : threads) {
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      if (failure.get() != null) {
        throw new IllegalStateException(failure.get());
      }
      double done = acknowledged.sum();
      long syncs = store.metrics().log().syncs() - syncsBefore;
      run =
          new Run(
              done * 1e9 / (System.nanoTime() - start), done / syncs, directory.meanSyncMicros());
    }
    remove();
    return run;
  }

  private static void insertUntil(
      long end, SpatialStore store, int caller, int callers, LongAdder acknowledged) {
    for (long n = 0; System.nanoTime() < end; n++) {
      double x = (n * 7919 + caller) % 100_003;
      store.insert(n * callers + caller, x, n, x, n);
      store.awaitDurable(store.commitNumber());
      acknowledged.increment();
    }
  }

  private void remove() throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(path)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
