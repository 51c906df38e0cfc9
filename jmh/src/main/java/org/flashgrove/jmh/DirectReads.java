package org.flashgrove.jmh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.file.RawFile;

/**
 * Random reads of pages past the page cache, at queue depths 1, 4, 16 and 32, beside {@code fio
 * --ioengine=libaio --direct=1} on the same file at the same depth. Both sides take turns, several
 * short rounds each, and the medians are compared: what else the machine does hits both. Without
 * fio only our side is printed.
 *
 * <p>Our side is one thread that hands batches of {@value #BATCH} slots to {@link
 * PageStore#readEach}, with a buffer of as many pages as there are requests in flight, as fio's. It
 * looks at each page when it comes.
 *
 * <p>Arguments: directory (target), MiB of the file (1024), seconds a run (1), rounds (7), depths
 * (1,4,16,32).
 */
public final class DirectReads {
  private static final String FILE = "direct-reads";
  private static final int[] PAGE_SIZES = {4096, 16_384};
  private static final int BATCH = 4096;
  private static final Pattern IOPS = Pattern.compile("\"iops\"\\s*:\\s*([0-9.]+)");

  private final Path directory;
  private final int seconds;
  private final int rounds;

  private DirectReads(Path directory, int seconds, int rounds) {
    this.directory = directory;
    this.seconds = seconds;
    this.rounds = rounds;
  }

  /** Runs all. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Path.of(args.length > 0 ? args[0] : "target");
    long bytes = (args.length > 1 ? Long.parseLong(args[1]) : 1024) << 20;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 1;
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 7;
    String depths = args.length > 4 ? args[4] : "1,4,16,32";
    Files.createDirectories(directory);
    Path file = directory.resolve(FILE);
    Files.deleteIfExists(file);
    try {
      fill(directory, bytes);
      DirectReads reads = new DirectReads(directory, seconds, rounds);
      for (int pageSize : PAGE_SIZES) {
        for (String depth : depths.split(",")) {
          reads.compare(pageSize, Integer.parseInt(depth));
        }
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void compare(int pageSize, int depth) throws IOException, InterruptedException {
    double[] ours = new double[rounds];
    double[] fio = new double[rounds];
    try (PageStore store =
        new ParallelPageStore(
            FilePageStore.open(
                new DiskDirectory(directory), FILE, RawFile.Caching.DIRECT, pageSize),
            depth)) {
      ours(store, depth, depth); // compiles
      for (int round = 0; round < rounds; round++) {
        ours[round] = ours(store, depth, depth + round);
        fio[round] = fio(pageSize, depth);
      }
    }
    Arrays.sort(ours);
    Arrays.sort(fio);
    System.out.printf(
        Locale.ROOT,
        "pages of %,d, depth %d: %,.0f reads a second (%,.0f to %,.0f), fio %,.0f (%,.0f to %,.0f),"
            + " %.0f %% of its median%n",
        pageSize,
        depth,
        ours[rounds / 2],
        ours[0],
        ours[rounds - 1],
        fio[rounds / 2],
        fio[0],
        fio[rounds - 1],
        100 * ours[rounds / 2] / fio[rounds / 2]);
  }

  private static void fill(Path directory, long bytes) {
    int pageSize = 65_536;
    int batch = 16;
    ByteBuffer content = AlignedBuffers.allocate(batch * pageSize);
    SplittableRandom random = new SplittableRandom(1);
    long[] slots = new long[batch];
    try (PageStore store =
        FilePageStore.create(
            new DiskDirectory(directory), FILE, RawFile.Caching.DIRECT, pageSize)) {
      for (long slot = 0; slot < bytes / pageSize; slot += batch) {
        for (int at = 0; at < content.capacity(); at += Long.BYTES) {
          content.putLong(at, random.nextLong());
        }
        for (int i = 0; i < batch; i++) {
          slots[i] = slot + i;
        }
        store.write(slots, batch, content);
      }
      store.sync();
    }
  }

  private double ours(PageStore store, int depth, long seed) {
    ByteBuffer into = AlignedBuffers.allocate(depth * store.pageSize());
    long[] slots = new long[BATCH];
    long[] sum = new long[1];
    SplittableRandom random = new SplittableRandom(seed);
    long reads = 0;
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    while (System.nanoTime() < end) {
      for (int i = 0; i < BATCH; i++) {
        slots[i] = random.nextLong(store.pageCount());
      }
      store.readEach(slots, BATCH, into, (index, at) -> sum[0] += into.getLong(at));
      reads += BATCH;
    }
    if (sum[0] == 0) {
      throw new IllegalStateException("the file is filled with random numbers");
    }
    return reads * 1e9 / (System.nanoTime() - start);
  }

  private double fio(int pageSize, int depth) throws IOException, InterruptedException {
    ProcessBuilder command =
        new ProcessBuilder(
            "fio",
            "--name=reads",
            "--filename=" + directory.resolve(FILE),
            "--rw=randread",
            "--ioengine=libaio",
            "--direct=1",
            "--bs=" + pageSize,
            "--iodepth=" + depth,
            "--runtime=" + seconds,
            "--time_based",
            "--output-format=json");
    Process process;
    try {
      process = command.redirectErrorStream(true).start();
    } catch (IOException noFio) {
      return Double.NaN;
    }
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream()))) {
      lines.lines().forEach(output::append);
    }
    process.waitFor();
    Matcher found = IOPS.matcher(output);
    return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
  }
}
