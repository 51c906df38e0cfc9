package org.flashgrove.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures acknowledged (synced) insertions per second, for one thread and for eight threads that
 * share syncs. The store is in the directory of temporary files.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 3)
public class DurableInserts {
  private static final int CALLERS = 8;

  /** Sync mode, which says when the store syncs its log. */
  @Param({"op", "group:5ms"})
  private String sync;

  /** Microseconds to sleep after each sync, to simulate a slower device. */
  @Param("0")
  private long addedMicros;

  /** Spec of the store's index. */
  @Param("rstar")
  private String index;

  private final AtomicLong next = new AtomicLong();
  private Path directory;
  private SlowSyncDirectory files;
  private SpatialStore store;

  /** Creates the store. */
  @Setup(Level.Trial)
  public void create() throws IOException {
    directory = Files.createTempDirectory("durable-inserts");
    files = new SlowSyncDirectory(new DiskDirectory(directory), addedMicros * 1_000);
    store =
        SpatialStore.create(
            files,
            StoreOptions.defaults()
                .withIndex(index)
                .withFlash("none:buffer=64M")
                .withDevice("buffered")
                .withSync(SyncMode.parse(sync)));
  }

  /**
   * Prints the number of insertions per sync and the mean time of a sync, and deletes the store.
   */
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    System.out.printf(
        "%n%.2f inserts a sync, which took %.0f microseconds%n",
        (double) next.get() / Math.max(1, store.stats().log().syncs()), files.meanSyncMicros());
    store.close();
    List<Path> all;
    try (Stream<Path> walk = Files.walk(directory)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }

  private void insert() {
    long id = next.getAndIncrement();
    double x = id * 7919 % 100_003;
    store.insert(id, x, id, x, id);
    store.awaitDurable(store.commitNumber());
  }

  /** Inserts with one thread. */
  @Benchmark
  @Threads(1)
  public void oneCaller() {
    insert();
  }

  /** Inserts with eight threads. */
  @Benchmark
  @Threads(CALLERS)
  public void eightCallers() {
    insert();
  }
}
