package org.flashgrove.jmh;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures random page reads with direct I/O. A thread passes batches of page numbers to {@link
 * PageStore#readEach}, with a buffer of one page for each request in flight. The thread reads one
 * word of each page that arrives. To compare with fio on the same device, run {@code fio
 * --name=reads --filename=FILE --rw=randread --ioengine=libaio --direct=1 --bs=4096 --iodepth=16
 * --runtime=5 --time_based}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 7, time = 1)
public class DirectReads {
  private static final String FILE = "direct-reads";
  private static final int BATCH = 1024;
  private static final int FILL_PAGE = 65_536;
  private static final int FILL_BATCH = 16;

  /**
   * Directory for the measured file. It must be on the device to measure. If empty, the directory
   * of temporary files is used.
   */
  @Param("")
  private String parent;

  /** Size of the file in MiB. */
  @Param("1024")
  private int mebibytes;

  /** Page size in bytes. */
  @Param({"4096", "16384"})
  private int pageSize;

  /** Number of requests in flight. */
  @Param({"1", "4", "16", "32"})
  private int depth;

  /** Number of pages that a query requests together. */
  @Param("8")
  private int together;

  private final SplittableRandom random = new SplittableRandom(1);
  private final long[] slots = new long[BATCH];
  private Path directory;
  private PageStore store;
  private ByteBuffer into;

  /** Creates, fills and opens the file. */
  @Setup(Level.Trial)
  public void fill() throws Exception {
    directory =
        parent.isEmpty()
            ? Files.createTempDirectory(FILE)
            : Files.createTempDirectory(Path.of(parent), FILE);
    ByteBuffer content = AlignedBuffers.allocate(FILL_BATCH * FILL_PAGE);
    long[] filled = new long[FILL_BATCH];
    try (PageStore file =
        FilePageStore.create(
            new DiskDirectory(directory), FILE, RawFile.Caching.DIRECT, FILL_PAGE)) {
      for (long slot = 0; slot < ((long) mebibytes << 20) / FILL_PAGE; slot += FILL_BATCH) {
        for (int at = 0; at < content.capacity(); at += Long.BYTES) {
          content.putLong(at, random.nextLong());
        }
        for (int i = 0; i < FILL_BATCH; i++) {
          filled[i] = slot + i;
        }
        file.write(filled, FILL_BATCH, content);
      }
      file.sync();
    }
    into = AlignedBuffers.allocate(depth * pageSize);
    store =
        new ParallelPageStore(
            FilePageStore.open(
                new DiskDirectory(directory), FILE, RawFile.Caching.DIRECT, pageSize),
            depth);
  }

  /** Closes and deletes the file. */
  @TearDown(Level.Trial)
  public void remove() throws Exception {
    store.close();
    Files.delete(directory.resolve(FILE));
    Files.delete(directory);
  }

  /** Reads a large batch of pages. The score is the number of page reads per second. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long read() {
    return read(BATCH);
  }

  /**
   * Reads the pages of a query and waits for them before the next query. The score is the time of a
   * whole query.
   */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public long pagesOfAQuery() {
    return read(together);
  }

  private long read(int pages) {
    for (int i = 0; i < pages; i++) {
      slots[i] = random.nextLong(store.pageCount());
    }
    long[] sum = {0};
    store.readEach(slots, pages, into, (index, at) -> sum[0] += into.getLong(at));
    return sum[0];
  }
}
