package org.flashgrove.jmh;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.log.SyncMode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures access to a cached page (find, pin and release). For comparison, measures a lookup of
 * the page id in a primitive hash map. Also measures window queries per second on cached pages with
 * one and two threads.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WarmPages {
  private static final int ENTRIES = 200_000;
  private static final int LEAVES = 1024;

  private final long[] leaves = new long[LEAVES];
  private final LongIntMap map = new LongIntMap(LEAVES);
  private SpatialStore store;

  /** State of a measuring thread: a snapshot of the store and random numbers. */
  @State(Scope.Thread)
  public static class Caller {
    private final SplittableRandom random = new SplittableRandom(Thread.currentThread().getId());
    private NodeReader reader;
    private int next;

    /** Takes a snapshot. */
    @Setup
    public void open(WarmPages pages) {
      reader = Internals.nodes(pages.store.index()).snapshot();
    }

    /** Closes the snapshot. */
    @TearDown
    public void close() {
      reader.close();
    }
  }

  /** Fills a store whose pages all fit into the page cache. */
  @Setup
  public void fill() {
    store =
        SpatialStore.create(
            Path.of("unused"),
            StoreOptions.defaults()
                .withIndex("rstar")
                .withFlash("none:frames=20000")
                .withDevice("memory")
                .withSync(SyncMode.CLOSE));
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < ENTRIES; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      store.insert(i, x, y, x, y);
    }
    try (NodeReader reader = Internals.nodes(store.index()).snapshot()) {
      NodeView root = reader.read(reader.root(), reader.height());
      int found = 0;
      for (int slot = 0; slot < root.count() && found < LEAVES; slot++) {
        NodeView inner = reader.read(root.word(0, slot), reader.height() - 1);
        for (int i = 0; i < inner.count() && found < LEAVES; i++) {
          leaves[found] = inner.word(0, i);
          map.put(leaves[found], found);
          found++;
        }
        reader.release(inner);
      }
      reader.release(root);
      for (int i = found; i < LEAVES; i++) {
        leaves[i] = leaves[i - found];
      }
    }
  }

  @TearDown
  public void close() {
    store.close();
  }

  /** Finds, pins and releases a page. */
  @Benchmark
  @Threads(1)
  public int page(Caller caller) {
    long nodeId = leaves[caller.next++ & LEAVES - 1];
    NodeView page = caller.reader.read(nodeId, 0);
    int count = page.count();
    caller.reader.release(page);
    return count;
  }

  /** Looks up an id in a primitive hash map. */
  @Benchmark
  @Threads(1)
  public int mapped(Caller caller) {
    return map.get(leaves[caller.next++ & LEAVES - 1]);
  }

  private long window(Caller caller) {
    double x = caller.random.nextDouble();
    double y = caller.random.nextDouble();
    return store.count(EntryQuery.intersecting(x, y, x + 0.01, y + 0.01));
  }

  /** Runs window queries in one thread. */
  @Benchmark
  @Threads(1)
  public long windowsOfOneThread(Caller caller) {
    return window(caller);
  }

  /** Runs window queries in two threads. */
  @Benchmark
  @Threads(2)
  public long windowsOfTwoThreads(Caller caller) {
    return window(caller);
  }
}
