package org.flashgrove.jmh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * --ioengine=libaio --direct=1} on the same file at the same depth, in turns. Without fio only our
 * side is printed.
 *
 * <p>Arguments: directory (target), MiB of the file (1024), seconds a run (3).
 */
public final class DirectReads {
  private static final int[] DEPTHS = {1, 4, 16, 32};
  private static final int[] PAGE_SIZES = {4096, 16_384};
  private static final int BATCH = 1024;
  private static final Pattern IOPS = Pattern.compile("\"iops\"\\s*:\\s*([0-9.]+)");

  private DirectReads() {}

  /** Runs all. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Path.of(args.length > 0 ? args[0] : "target");
    long bytes = (args.length > 1 ? Long.parseLong(args[1]) : 1024) << 20;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    Files.createDirectories(directory);
    Path file = directory.resolve("direct-reads");
    Files.deleteIfExists(file);
    try {
      fill(directory, bytes);
      for (int pageSize : PAGE_SIZES) {
        for (int depth : DEPTHS) {
          double ours = ours(directory, pageSize, depth, seconds);
          double fio = fio(file, pageSize, depth, seconds);
          System.out.printf(
              Locale.ROOT,
              "pages of %,d, depth %d: %,.0f reads a second, fio %,.0f, %.0f %%%n",
              pageSize,
              depth,
              ours,
              fio,
              100 * ours / fio);
        }
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void fill(Path directory, long bytes) {
    int pageSize = 65_536;
    int batch = 16;
    ByteBuffer content = AlignedBuffers.allocate(batch * pageSize);
    SplittableRandom random = new SplittableRandom(1);
    long[] slots = new long[batch];
    try (PageStore store =
        FilePageStore.create(
            new DiskDirectory(directory), "direct-reads", RawFile.Caching.DIRECT, pageSize)) {
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

  private static double ours(Path directory, int pageSize, int depth, int seconds) {
    ByteBuffer into = AlignedBuffers.allocate(BATCH * pageSize);
    SplittableRandom random = new SplittableRandom(depth);
    long[] slots = new long[BATCH];
    try (PageStore store =
        new ParallelPageStore(
            FilePageStore.open(
                new DiskDirectory(directory), "direct-reads", RawFile.Caching.DIRECT, pageSize),
            depth)) {
      long reads = 0;
      long start = System.nanoTime();
      long end = start + seconds * 1_000_000_000L;
      while (System.nanoTime() < end) {
        for (int i = 0; i < BATCH; i++) {
          slots[i] = random.nextLong(store.pageCount());
        }
        store.read(slots, BATCH, into);
        reads += BATCH;
      }
      return reads * 1e9 / (System.nanoTime() - start);
    }
  }

  private static double fio(Path file, int pageSize, int depth, int seconds)
      throws IOException, InterruptedException {
    ProcessBuilder command =
        new ProcessBuilder(
            "fio",
            "--name=reads",
            "--filename=" + file,
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
