package org.flashgrove.access.cost;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flashgrove.core.failure.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of an index that planners keep in memory while a table is open. They begin with the
 * statistics that were saved last, if any. They affect costs, but never the result of a query. Safe
 * for use by several threads.
 *
 * @param <H> type of the histogram
 */
public final class IndexStatistics<H> {
  /** Number of calls of {@link #histogram} after which the histogram is read again. */
  private static final int MOST_USES = 1_000;

  /** Relative change of the number of entries after which a histogram is read again. */
  private static final double MOST_CHANGE = 1.0 / 8;

  /**
   * Before a histogram is read, the queries that could have used it must have read this many times
   * the pages of the histogram.
   */
  private static final double LEAST_COSTS = 8;

  /**
   * Before a histogram is read, the query that has just ended must have read this many times the
   * pages of the histogram.
   */
  private static final double LEAST_COST = 0.25;

  /**
   * A histogram that takes fewer pages than this is read after the first query that could have used
   * it. If it were read later, a repetition of an earlier query could cost more pages than that
   * query.
   */
  private static final double FEW_PAGES = 4;

  /** Weight of a new observation in a moving average. */
  private static final double WEIGHT = 0.25;

  /**
   * Minimum number of pages that must have been estimated for a search, or its observation is
   * ignored.
   */
  private static final double LEAST_OBSERVED = 4;

  /** A histogram and the number of entries that the index had when the histogram was read. */
  private record Read<H>(H histogram, long entries) {
    boolean isOf(long current) {
      return Math.abs(entries - current) <= MOST_CHANGE * entries;
    }
  }

  private final Function<H, long @Nullable []> toWords;
  private final Function<long[], @Nullable H> ofWords;
  private final AtomicInteger uses = new AtomicInteger();
  private volatile @Nullable Supplier<long @Nullable []> saved;
  private volatile @Nullable Read<H> read;

  /**
   * Number of pages read by queries that could have used a missing or outdated histogram.
   * Concurrent changes may be lost.
   */
  private double costs;

  private volatile double pagesOfEstimated = 1;

  /**
   * Average number of a query's records on a page that has at least one of them. Element i is for
   * queries with 2^i to 2^(i+1) - 1 records, and is 0 without an observation. Concurrent
   * observations may be lost.
   */
  private final double[] recordsOfPage = new double[Long.SIZE];

  /** Creates statistics without a histogram, which cannot be saved. */
  public IndexStatistics() {
    this(histogram -> null, words -> null);
  }

  /**
   * Creates statistics without a histogram.
   *
   * @param toWords returns a histogram as numbers
   * @param ofWords returns the histogram with given numbers
   */
  public IndexStatistics(
      Function<H, long @Nullable []> toWords, Function<long[], @Nullable H> ofWords) {
    this.toWords = toWords;
    this.ofWords = ofWords;
  }

  /** Sets the source of the saved statistics, which is used when a query needs a histogram. */
  public void restoreFrom(SavedStatistics from, String index) {
    saved = () -> from.get(index);
  }

  private void restore() {
    Supplier<long @Nullable []> source = saved;
    if (source != null) {
      saved = null;
      long[] words = source.get();
      if (words != null && words.length >= 2 + recordsOfPage.length && read == null) {
        pagesOfEstimated = Double.longBitsToDouble(words[1]);
        for (int i = 0; i < recordsOfPage.length; i++) {
          recordsOfPage[i] = Double.longBitsToDouble(words[2 + i]);
        }
        @Nullable H histogram =
            ofWords.apply(Arrays.copyOfRange(words, 2 + recordsOfPage.length, words.length));
        read = histogram == null ? null : new Read<>(histogram, words[0]);
      }
    }
  }

  /** Returns the statistics as numbers to save, or null if there is no histogram. */
  public long @Nullable [] words() {
    Read<H> known = read;
    long[] histogram = known == null ? null : toWords.apply(known.histogram);
    if (known == null || histogram == null) {
      return null;
    }
    long[] words = new long[2 + recordsOfPage.length + histogram.length];
    words[0] = known.entries;
    words[1] = Double.doubleToLongBits(pagesOfEstimated);
    for (int i = 0; i < recordsOfPage.length; i++) {
      words[2 + i] = Double.doubleToLongBits(recordsOfPage[i]);
    }
    System.arraycopy(histogram, 0, words, 2 + recordsOfPage.length, histogram.length);
    return words;
  }

  /**
   * Returns the histogram, or null if there is none.
   *
   * @param entries current number of entries; if it differs by more than an eighth from the number
   *     when the histogram was read, this method returns null
   */
  public @Nullable H histogram(long entries) {
    restore();
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
      read = null;
      try {
        read(entries, reader);
      } catch (StoreException e) {
        // reading the records fails too, unless only this page is damaged
      }
    }
  }

  /**
   * Reads a histogram, whether or not there is one already.
   *
   * @param entries current number of entries
   * @param reader reads the histogram, or returns null if the index has none
   */
  public void read(long entries, Supplier<@Nullable H> reader) {
    restore(); // keeps observations of earlier queries
    uses.set(0);
    @Nullable H histogram = reader.get();
    read = histogram == null ? null : new Read<>(histogram, entries);
  }

  /**
   * Adds an observation of a search.
   *
   * @param estimated number of pages that were estimated for the search
   * @param pages number of pages that the search read
   */
  public void observePages(double estimated, double pages) {
    if (estimated >= LEAST_OBSERVED) {
      pagesOfEstimated += WEIGHT * (pages / estimated - pagesOfEstimated);
    }
  }

  /**
   * Returns the number of pages that searches really read, as a multiple of the estimated number.
   */
  public double pagesOfEstimated() {
    return pagesOfEstimated;
  }

  private static int slot(double records) {
    return Math.max(0, Math.min(Long.SIZE - 1, Math.getExponent(records)));
  }

  /**
   * Adds an observation of a query.
   *
   * @param records number of records of the query
   * @param ofPage average number of these records on a page that has any of them
   */
  public void observe(double records, double ofPage) {
    int slot = slot(records);
    double known = recordsOfPage[slot];
    recordsOfPage[slot] = known == 0 ? ofPage : known + WEIGHT * (ofPage - known);
  }

  /**
   * Returns the expected number of a query's records on a page that has at least one of them; 1 if
   * nothing is known.
   *
   * @param records number of records of the query
   */
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
