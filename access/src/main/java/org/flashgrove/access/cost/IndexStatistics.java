package org.flashgrove.access.cost;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.flashgrove.core.failure.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of an index that planners keep in memory while a table is open. They affect costs, but
 * never the result of a query. Safe for use by several threads.
 *
 * @param <H> type of the histogram
 */
public final class IndexStatistics<H> {
  /** Number of uses after which a histogram is read again. */
  private static final int MOST_USES = 1_000;

  /** Change of the number of entries after which a histogram is read again. */
  private static final double MOST_CHANGE = 1.0 / 8;

  /**
   * Minimum number of pages of all queries before a histogram is read, as a multiple of the pages
   * of the histogram.
   */
  private static final double LEAST_COSTS = 8;

  /** Minimum number of pages of the query that reads a histogram, as such a multiple. */
  private static final double LEAST_COST = 0.25;

  /**
   * A histogram of fewer pages is read after the first query that could use it. Otherwise a later
   * query would read its pages even if it repeats an earlier query.
   */
  private static final double FEW_PAGES = 4;

  /** Weight of a new observation. */
  private static final double WEIGHT = 0.25;

  /** Minimum number of estimated pages of an observation. */
  private static final double LEAST_OBSERVED = 4;

  /** A histogram and the number of entries that the index had when the histogram was read. */
  private record Read<H>(H histogram, long entries) {
    boolean isOf(long current) {
      return Math.abs(entries - current) <= MOST_CHANGE * entries;
    }
  }

  private final AtomicInteger uses = new AtomicInteger();
  private volatile @Nullable Read<H> read;

  /** Number of pages of queries since the histogram was due. Concurrent changes may be lost. */
  private double costs;

  private volatile double pagesOfEstimated = 1;

  /**
   * Number of records on a page that has any, for each power of two of the number of records. An
   * element is 0 if it was never observed. Concurrent observations may be lost.
   */
  private final double[] recordsOfPage = new double[Long.SIZE];

  /**
   * Returns the histogram, or null if there is none.
   *
   * @param entries current number of entries; if it differs much from the number at reading, the
   *     histogram is not used
   */
  public @Nullable H histogram(long entries) {
    Read<H> known = read;
    if (known == null || !known.isOf(entries)) {
      return null;
    }
    uses.incrementAndGet();
    return known.histogram;
  }

  /**
   * Reads a histogram after a query has ended, if it is missing or old. The pages of the histogram
   * must be few in comparison with the pages of this query and of earlier queries that could have
   * used it. If a page is damaged, there is no histogram; a query that needs the page reports the
   * damage.
   *
   * @param entries current number of entries
   * @param pages number of pages to read for the histogram
   * @param cost number of pages that the query reads
   * @param reader reads the histogram, or returns null if the index has none
   */
  public void refresh(long entries, double pages, double cost, Supplier<@Nullable H> reader) {
    Read<H> known = read;
    if (known != null && known.isOf(entries) && uses.get() < MOST_USES) {
      return;
    }
    costs += cost;
    boolean isDue = pages < FEW_PAGES || costs >= LEAST_COSTS * pages;
    if (isDue && cost >= LEAST_COST * pages) {
      costs = 0;
      uses.set(0);
      read = null;
      try {
        @Nullable H histogram = reader.get();
        read = histogram == null ? null : new Read<>(histogram, entries);
      } catch (StoreException e) {
        // reading the records fails too, unless only this page is damaged
      }
    }
  }

  /** Adds an observation: a search that should have read some pages read {@code pages} pages. */
  public void observePages(double estimated, double pages) {
    if (estimated >= LEAST_OBSERVED) {
      pagesOfEstimated += WEIGHT * (pages / estimated - pagesOfEstimated);
    }
  }

  /** Returns the number of pages of a search, as a multiple of the estimate of the histogram. */
  public double pagesOfEstimated() {
    return pagesOfEstimated;
  }

  private static int slot(double records) {
    return Math.max(0, Math.min(Long.SIZE - 1, Math.getExponent(records)));
  }

  /** Adds an observation: {@code records} records of a query had {@code ofPage} on a page. */
  public void observe(double records, double ofPage) {
    int slot = slot(records);
    double known = recordsOfPage[slot];
    recordsOfPage[slot] = known == 0 ? ofPage : known + WEIGHT * (ofPage - known);
  }

  /** Returns the expected number of records on a page that has any; 1 if nothing is known. */
  public double recordsOfPage(double records) {
    int slot = slot(records);
    for (int far = 0; far < Long.SIZE; far++) {
      if (slot >= far && recordsOfPage[slot - far] > 0) {
        return recordsOfPage[slot - far];
      }
      if (slot + far < Long.SIZE && recordsOfPage[slot + far] > 0) {
        return recordsOfPage[slot + far];
      }
    }
    return 1;
  }
}
