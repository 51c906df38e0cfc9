package org.flashgrove.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Stores of 64 nodes, closed in order, with one bit of one file changed. Opening, reading
 * everything or the structural check must end in a typed exception, or every answer is right and
 * the bit is in a page that can be filled with garbage without any consequence. Such pages are the
 * free ones, the older superblock, and those of nodes whose content the log holds whole: so fewer
 * pages than nodes may be used.
 */
final class BitFlips {
  private static final int PAGE = 512;
  private static final int NODES = 64;
  private static final String PAGES = "nodes.pages";

  /**
   * What flipping led to.
   *
   * @param flash spec of the buffer
   * @param bits bits flipped, each by itself
   * @param reported the runs that ended in a typed exception or a problem that the check found
   * @param harmless those in bytes that are not used
   * @param usedPages pages whose loss is noticed
   * @param openedPages pages that opening reads as they were left
   * @param queriedPages the same of queries and the check
   * @param pages pages of the file
   * @param nanos time it took
   * @param violations the others
   */
  record Report(
      String flash,
      long bits,
      long reported,
      long harmless,
      BitSet usedPages,
      BitSet openedPages,
      BitSet queriedPages,
      long pages,
      long nanos,
      List<String> violations) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %d bits flipped, %d reported, %d in unused bytes, %d violations,"
              + " %d of %d pages used, %.1f s",
          flash,
          bits,
          reported,
          harmless,
          violations.size(),
          usedPages.cardinality(),
          pages,
          nanos / 1e9);
    }
  }

  private StoreScenario scenario;
  private long expected;
  private DiskState state;
  private BitSet usedPages;
  private BitSet openedPages;
  private BitSet queriedPages;
  private final AtomicLong reported = new AtomicLong();
  private final AtomicLong harmless = new AtomicLong();
  private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

  private BitFlips() {}

  /**
   * Flips every so-many-th bit of every file.
   *
   * @param flash spec of the buffer
   * @param stride distance of the bits flipped
   */
  static Report run(String flash, int stride, Random random) {
    return new BitFlips().flip(flash, stride, random);
  }

  private Report flip(String flash, int stride, Random random) {
    long start = System.nanoTime();
    fill(flash, random.nextLong());
    findUsedPages(random);
    long bits = 0;
    for (String file : state.names()) {
      long size = state.sizeBytes(file) * Byte.SIZE;
      int offset = random.nextInt(stride);
      long count = (size - offset + stride - 1) / stride;
      bits += count;
      LongStream.range(0, count).parallel().forEach(i -> tryFlip(file, offset + i * stride));
    }
    return new Report(
        flash,
        bits,
        reported.get(),
        harmless.get(),
        usedPages,
        openedPages,
        queriedPages,
        state.sizeBytes(PAGES) / PAGE,
        System.nanoTime() - start,
        List.copyOf(violations));
  }

  /** A store with free pages, pages in use and a log that holds changes. */
  private void fill(String flash, long seed) {
    CrashWorkload workload = new CrashWorkload(seed, 3_000, 150, true);
    scenario =
        new StoreScenario(workload, new StoreOptions("rtree", flash, "buffered", PAGE, "close"));
    CrashDisk disk = new CrashDisk();
    StoreUnderTest store = scenario.open(disk);
    int step = 0;
    while (((StoreScenario.OpenStore) store).store().index().tree().check(false).nodes() < NODES) {
      store.step(step++);
    }
    ((StoreScenario.OpenStore) store).store().flush();
    for (int i = 0; i < 12; i++) {
      store.step(step++);
    }
    store.close();
    expected = workload.expected(step);
    state = disk.everything();
    PageReads reads = new PageReads(new CrashDisk(state), PAGES, PAGE);
    String outcome = outcome(reads, () -> openedPages = reads.take());
    if (outcome != null) {
      throw new AssertionError("the store is damaged before a bit is flipped: " + outcome);
    }
    queriedPages = reads.take();
  }

  /** Fills each page with garbage in turn: whose loss has no consequence is not used. */
  private void findUsedPages(Random random) {
    usedPages = new BitSet();
    byte[] pages = state.bytes(PAGES);
    for (int page = 0; page < pages.length / PAGE; page++) {
      byte[] garbage = new byte[PAGE];
      random.nextBytes(garbage);
      byte[] damaged = pages.clone();
      System.arraycopy(garbage, 0, damaged, page * PAGE, PAGE);
      usedPages.set(page, outcome(state.with(PAGES, damaged)) != null);
    }
  }

  private boolean isUsed(String file, long bit) {
    return !file.equals(PAGES) || usedPages.get((int) (bit / Byte.SIZE / PAGE));
  }

  private void tryFlip(String file, long bit) {
    String outcome;
    try {
      outcome = outcome(state.flipped(file, bit));
    } catch (RuntimeException | AssertionError e) {
      violations.add(file + ", bit " + bit + ": " + e + Arrays.toString(e.getStackTrace()));
      return;
    }
    if (outcome != null) {
      reported.incrementAndGet();
    } else if (isUsed(file, bit)) {
      violations.add(file + ", bit " + bit + ": not reported, although the byte is used");
    } else {
      harmless.incrementAndGet();
    }
  }

  /** Null if all answers are right and the check finds nothing; else what was reported. */
  private String outcome(DiskState damaged) {
    return outcome(new CrashDisk(damaged), () -> {});
  }

  private String outcome(StoreDirectory directory, Runnable opened) {
    try {
      StoreUnderTest store = scenario.open(directory);
      opened.run();
      long digest = store.digest();
      if (digest != expected) {
        throw new AssertionError("a wrong answer");
      }
      List<String> problems = store.problems();
      return problems.isEmpty() ? null : problems.toString();
    } catch (StoreException e) {
      return e.getMessage();
    }
  }
}
