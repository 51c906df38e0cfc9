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
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;

/**
 * Flips one bit of one file of a closed store, and opens the store. Opening, reading everything or
 * the structural check must throw a typed exception. Otherwise every answer must be right, and the
 * bit must be in an unused page: a page that may be filled with garbage without any consequence.
 * Unused pages are free pages, the older superblock, and pages of nodes whose whole content is in
 * the log. So the number of used pages can be less than the number of nodes.
 */
final class BitFlips {
  private static final int PAGE = 512;
  private static final int NODES = 64;
  private static final String PAGES = "nodes.pages";

  /**
   * A closed store.
   *
   * @param scenario opens the store
   * @param state the files of the store
   * @param expected digest of the content of the store
   * @param pages name of the file that may have unused pages; all bits of other files count as used
   * @param pageBytes page size in bytes
   */
  record Closed(
      CrashScenario scenario, DiskState state, long expected, String pages, int pageBytes) {}

  /**
   * Result of flipping bits.
   *
   * @param store name of the kind of store
   * @param bits number of flipped bits; each run flips one
   * @param reported number of runs that ended in a typed exception or in a problem that the check
   *     found
   * @param harmless number of runs without consequence whose bit was in an unused page
   * @param usedPages pages whose loss is detected
   * @param openedPages pages that opening the store reads before it writes them
   * @param queriedPages pages that queries and the check read before they write them
   * @param pages number of pages of the file
   * @param nanos duration in nanoseconds
   * @param violations descriptions of all other runs
   */
  record Report(
      String store,
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
          store,
          bits,
          reported,
          harmless,
          violations.size(),
          usedPages.cardinality(),
          pages,
          nanos / 1e9);
    }
  }

  private final Closed store;
  private BitSet usedPages;
  private BitSet openedPages;
  private BitSet queriedPages;
  private final AtomicLong reported = new AtomicLong();
  private final AtomicLong harmless = new AtomicLong();
  private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

  private BitFlips(Closed store) {
    this.store = store;
  }

  /**
   * Flips bits of every file.
   *
   * @param stride distance between two flipped bits; 1 flips all bits
   */
  static Report run(Closed store, int stride, Random random) {
    return new BitFlips(store).flip(stride, random);
  }

  private Report flip(int stride, Random random) {
    long start = System.nanoTime();
    watchReads();
    findUsedPages(random);
    long bits = 0;
    for (String file : store.state.names()) {
      long size = store.state.sizeBytes(file) * Byte.SIZE;
      int offset = random.nextInt(stride);
      long count = (size - offset + stride - 1) / stride;
      bits += count;
      LongStream.range(0, count).parallel().forEach(i -> tryFlip(file, offset + i * stride));
    }
    return new Report(
        store.scenario.name(),
        bits,
        reported.get(),
        harmless.get(),
        usedPages,
        openedPages,
        queriedPages,
        store.state.sizeBytes(store.pages) / store.pageBytes,
        System.nanoTime() - start,
        List.copyOf(violations));
  }

  /** Creates a store of an R-tree that has free pages, used pages, and changes in its log. */
  static Closed tree(String flash, long seed) {
    CrashWorkload workload = new CrashWorkload(seed, 3_000, 150, true);
    StoreScenario scenario =
        new StoreScenario(
            workload,
            StoreOptions.defaults()
                .withIndex("rtree")
                .withFlash(flash)
                .withDevice("buffered")
                .withPageSize(PAGE)
                .withSync(SyncMode.CLOSE));
    CrashDisk disk = new CrashDisk();
    StoreUnderTest store = scenario.open(disk);
    int step = 0;
    while (Internals.tree(((StoreScenario.OpenStore) store).store().index()).check().nodes()
        < NODES) {
      store.step(step++);
    }
    ((StoreScenario.OpenStore) store).store().flush();
    for (int i = 0; i < 12; i++) {
      store.step(step++);
    }
    store.close();
    return new Closed(scenario, disk.everything(), workload.expected(step), PAGES, PAGE);
  }

  private void watchReads() {
    PageReads reads = new PageReads(new CrashDisk(store.state), store.pages, store.pageBytes);
    String outcome = outcome(reads, () -> openedPages = reads.take());
    if (outcome != null) {
      throw new AssertionError("the store is damaged before a bit is flipped: " + outcome);
    }
    queriedPages = reads.take();
  }

  /** Fills one page after the other with garbage. A page is unused if this has no consequence. */
  private void findUsedPages(Random random) {
    usedPages = new BitSet();
    byte[] pages = store.state.bytes(store.pages);
    for (int page = 0; page < pages.length / store.pageBytes; page++) {
      byte[] garbage = new byte[store.pageBytes];
      random.nextBytes(garbage);
      byte[] damaged = pages.clone();
      System.arraycopy(garbage, 0, damaged, page * store.pageBytes, garbage.length);
      usedPages.set(page, outcome(store.state.with(store.pages, damaged)) != null);
    }
  }

  private boolean isUsed(String file, long bit) {
    return !file.equals(store.pages) || usedPages.get((int) (bit / Byte.SIZE / store.pageBytes));
  }

  private void tryFlip(String file, long bit) {
    String outcome;
    try {
      outcome = outcome(store.state.flipped(file, bit));
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

  /**
   * Returns the reported problem, or null if all answers are right and the check finds no problem.
   */
  private String outcome(DiskState damaged) {
    return outcome(new CrashDisk(damaged), () -> {});
  }

  private String outcome(StoreDirectory directory, Runnable opened) {
    try {
      StoreUnderTest opening = store.scenario.open(directory);
      opened.run();
      long digest = opening.digest();
      if (digest != store.expected) {
        throw new AssertionError("a wrong answer");
      }
      List<String> problems = opening.problems();
      return problems.isEmpty() ? null : problems.toString();
    } catch (StoreException e) {
      return e.getMessage();
    }
  }
}
