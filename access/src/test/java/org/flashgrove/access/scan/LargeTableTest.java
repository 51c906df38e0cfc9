package org.flashgrove.access.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.LruReads;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the page reads of scans with formulas for randomly placed records. The table is that of
 * Lee, Lee and Park (section 3.2): records of 300 bytes, 27 on each page of 8 KiB, with keys in
 * random order. The cache has 35.4 % of the pages.
 *
 * <p>A sorted index scan (SIDX) of the share s of the records reads the distinct pages, P (1 -
 * (1-s)^27). An index scan (IDX) reads as many pages as long as the cache has room. Then each
 * record reads a page with a probability that is the share of pages outside the cache. The formula
 * for IDX is 1.5 % too low, because fewer of the remaining records are on pages in the cache. For a
 * small table, chance makes this worse, so its page reads are compared exactly with a model of the
 * cache.
 */
class LargeTableTest {
  private static final int PER_PAGE = 27;
  private static final int ATTRIBUTES = 300 - 17; // head of the cell 13, slot 4

  @TempDir private Path directory;

  /** Loads a table. Returns the pages of its records in the order of their keys. */
  private int[] load(int records, TableOptions options) {
    Random random = new Random(42); // counts beside formulas are a statistic
    int[] keys = new int[records];
    for (int i = 0; i < records; i++) {
      int other = random.nextInt(i + 1);
      keys[i] = keys[other];
      keys[other] = i + 1;
    }
    ByteBuffer attributes = ByteBuffer.allocate(ATTRIBUTES);
    ByteBuffer none = ByteBuffer.allocate(0);
    long start = System.nanoTime();
    long cpuStart = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    try (Table table = Table.create(directory, options)) {
      try (TableLoader loader = table.loader(64 << 20, directory)) {
        for (int key : keys) {
          attributes.putLong(0, key);
          loader.appendWkb(key, none, attributes);
        }
        loader.commit();
      }
      System.out.printf(
          Locale.ROOT,
          "LargeTableTest: %,d records on %,d pages loaded in %.1f s, %.1f s of its thread%n",
          table.size(),
          table.pageCount(),
          (System.nanoTime() - start) / 1e9,
          (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuStart) / 1e9);
      assertThat(table.pageCount()).isEqualTo((records + PER_PAGE - 1) / PER_PAGE);
    }
    int[] pages = new int[records];
    for (int i = 0; i < records; i++) {
      pages[keys[i] - 1] = i / PER_PAGE;
    }
    return pages;
  }

  private ScanStats scan(AccessPath path, long toKey) {
    OpenOptions options = OpenOptions.defaults().readOnly().withFixedMemory();
    try (Table table = Table.open(directory, options);
        RecordCursor cursor =
            TableScan.open(table, ScanQuery.keys(1, toKey), ScanConfig.of(path))) {
      long sum = 0;
      while (cursor.next()) {
        sum += cursor.key();
      }
      assertThat(sum).isEqualTo(toKey * (toKey + 1) / 2);
      return cursor.figures();
    }
  }

  /**
   * Returns the number of pages that the first records read through a cache that is empty at first.
   */
  private static long reads(int[] pageOfRecord, long count, int cachedPages) {
    CachedPages pages =
        new CachedPages() {
          @Override
          public boolean mayEvict(int position) {
            return true;
          }

          @Override
          public void evict(int[] positions, int victims) {
            // the policy forgets them
          }
        };
    ReplacementPolicy policy = ReplacementPolicies.arc().make(cachedPages, 1, null, pages);
    long reads = 0;
    for (int i = 0; i < count; i++) {
      int position = policy.position(pageOfRecord[i]);
      if (position == ReplacementPolicy.NONE) {
        reads++;
        policy.admit(pageOfRecord[i], 0, 1, false);
      } else if (pageOfRecord[i] != pageOfRecord[i - 1]) {
        policy.access(position, false); // twice in a row is one use
      }
    }
    return reads;
  }

  private void compare(int records, double[] selectivities, boolean withFormulas) {
    int pages = (records + PER_PAGE - 1) / PER_PAGE;
    int cached = (int) (pages * 0.354);
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withPageSize(8192)
            .withCache(8192L * cached)
            .withFlash("none:buffer=4M")
            .withIndex("key", "bplus");
    int[] pageOfKey = load(records, options);
    for (double s : selectivities) {
      long n = Math.round(s * records);
      ScanStats sidx = scan(AccessPath.SIDX, n);
      ScanStats idx = scan(AccessPath.IDX, n);
      double distinct = pages * (1 - Math.pow(1 - s, PER_PAGE));
      double filled = Math.log(1 - (double) cached / pages) / Math.log(1 - 1.0 / pages);
      double expected =
          n <= filled
              ? pages * (1 - Math.pow(1 - 1.0 / pages, n))
              : cached + (n - filled) * (1 - (double) cached / pages);
      System.out.printf(
          Locale.ROOT,
          "LargeTableTest: s=%.3f: SIDX %,d (formula %,.0f), IDX %,d (formula %,.0f)%n",
          s,
          sidx.pagesRead(),
          distinct,
          idx.pagesRead(),
          expected);
      assertThat(sidx.rereads()).isZero();
      assertThat(sidx.pagesRead()).isEqualTo(sidx.distinctPages());
      assertThat(sidx.pagesRead()).isEqualTo(LruReads.count(pageOfKey, 0, n, pages));
      assertThat(idx.pagesRead()).isEqualTo(reads(pageOfKey, n, cached));
      if (withFormulas) {
        assertThat((double) sidx.pagesRead()).isCloseTo(distinct, within(0.01 * distinct + 20));
        assertThat((double) idx.pagesRead()).isCloseTo(expected, within(0.02 * expected + 20));
      }
    }
    assertThat(scan(AccessPath.FTS, records / 100).pagesRead()).isEqualTo(pages);
  }

  @Test
  void aSmallOneReadsWhatTheModelOfTheCacheSays() {
    compare(60_000, new double[] {0.01, 0.05, 0.2}, false);
  }

  @Tag("long")
  @Test
  void theWholeReadsAsTheFormulasSay() {
    compare(2_500_000, new double[] {0.001, 0.01, 0.05, 0.1, 0.5}, true);
  }
}
