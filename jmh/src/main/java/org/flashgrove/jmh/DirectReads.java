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
import java.util.concurrent.atomic.LongAdder;
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
 * <p>Our side reads as two scans with read-ahead do, which share the depth: each has half of it in
 * flight at most and reads batches of {@value #TURNS} times that into one buffer. A lone scan lets
 * the queue run dry at the end of a batch; longer batches do not help it, as their buffer leaves
 * the processor's cache, where fio's stays. At depth 1 one scan reads.
 *
 * <p>Arguments: directory (target), MiB of the file (1024), seconds a run (1), rounds (7), depths
 * (1,4,16,32).
 */
public final class DirectReads {
  private static final String FILE = "direct-reads";
  private static final int[] PAGE_SIZES = {4096, 16_384};
  private static final int TURNS = 8;
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
            Math.max(1, depth / 2))) {
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

  private double ours(PageStore store, int depth, long seed) throws InterruptedException {
    LongAdder reads = new LongAdder();
    Thread[] scans = new Thread[Math.min(depth, 2)];
    int batch = TURNS * depth / scans.length;
    long start = System.nanoTime();
    long end = start + seconds * 1_000_000_000L;
    for (int i = 0; i < scans.length; i++) {
      SplittableRandom random = new SplittableRandom(seed + i);
      scans[i] = new Thread(() -> scan(store, batch, random, end, reads));
      scans[i].start();
    }
    for (Thread scan : scans) {
      scan.join();
    }
    return reads.sum() * 1e9 / (System.nanoTime() - start);
  }

  private static void scan(
      PageStore store, int batch, SplittableRandom random, long end, LongAdder reads) {
    ByteBuffer into = AlignedBuffers.allocate(batch * store.pageSize());
    long[] slots = new long[batch];
    while (System.nanoTime() < end) {
      for (int i = 0; i < batch; i++) {
        slots[i] = random.nextLong(store.pageCount());
      }
      store.read(slots, batch, into);
      reads.add(batch);
    }
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
