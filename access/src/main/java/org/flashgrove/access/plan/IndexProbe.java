package org.flashgrove.access.plan;

import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.access.cost.IndexStatistics;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.indexes.statistics.IndexEstimate;
import org.flashgrove.storage.heap.page.Rid;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first RIDs that an index finds for a condition, and estimates their total number. If a
 * probe reads all RIDs, the query need not scan the index again.
 */
abstract class IndexProbe implements AutoCloseable {
  /**
   * Minimum ratio of the assumed total of RIDs or pages to the number that an incomplete probe has
   * read.
   */
  private static final double LEAST_MORE = 1.25;

  private final TableIndex index;

  /** Record pages of the RIDs; null if nobody has asked for their number yet. */
  private @Nullable BitSet pages;

  private int distinctPages;
  private long[] rids = new long[8];
  private int count;
  private boolean isComplete;

  private long pagesRead;

  /** Estimate of the statistics, or null if the statistics are not used. */
  private @Nullable IndexEstimate estimate;

  private double pagesOfHistogram;

  IndexProbe(TableIndex index) {
    this.index = index;
  }

  /**
   * Reads RIDs until the index has no more, or a limit is reached.
   *
   * @param mostRids approximate maximum number of RIDs
   * @param mostPages approximate maximum number of index pages
   */
  abstract void read(int mostRids, long mostPages);

  /** Ends reading. */
  @Override
  public void close() {
    // a B+-tree needs no end
  }

  /** Estimates the result of the probe from the statistics of the index, or returns null. */
  abstract @Nullable IndexEstimate estimated();

  abstract IndexStatistics<?> statistics();

  /** Estimates the number of RIDs from the RIDs read so far. */
  abstract double extrapolatedRecords();

  /** Estimates the number of index pages that are still to be read, from the pages read so far. */
  abstract double extrapolatedPages();

  /** Sets the estimate that the probe uses while it is incomplete. */
  final void use(IndexEstimate newEstimate) {
    pagesOfHistogram = newEstimate.pages();
    double pages = pagesOfHistogram * statistics().pagesOfEstimated();
    estimate = new IndexEstimate(newEstimate.entries(), pages);
  }

  /**
   * Corrects an estimate after the probe has read. If the probe has read all RIDs, corrects the
   * statistics of the index. Otherwise raises the estimated totals of this probe above the numbers
   * of RIDs and pages that it has read.
   */
  final void correctEstimate() {
    IndexEstimate known = estimate;
    if (known == null) {
      return;
    }
    if (isComplete) {
      statistics().observePages(pagesOfHistogram, pagesRead);
      return;
    }
    estimate =
        new IndexEstimate(Math.max(known.entries(), LEAST_MORE * count), LEAST_MORE * pagesRead);
  }

  final boolean isEstimated() {
    return estimate != null;
  }

  /** Returns the number of RIDs if all were read, and otherwise an estimate. */
  final double records() {
    IndexEstimate known = estimate;
    return isComplete
        ? count
        : known == null ? extrapolatedRecords() : Math.max(count, known.entries());
  }

  /** Returns the estimated number of index pages that are still to be read. */
  final double pagesLeft() {
    IndexEstimate known = estimate;
    return isComplete
        ? 0
        : known == null ? extrapolatedPages() : Math.max(0, known.pages() - pagesRead);
  }

  final TableIndex index() {
    return index;
  }

  final void add(long rid) {
    if (count == rids.length) {
      rids = Arrays.copyOf(rids, 2 * count);
    }
    rids[count++] = rid;
    if (pages != null) {
      note(pages, rid);
    }
  }

  private void note(BitSet known, long rid) {
    int page = Math.toIntExact(Rid.page(rid));
    if (!known.get(page)) {
      known.set(page);
      distinctPages++;
    }
  }

  final int count() {
    return count;
  }

  final void looked(long pages) {
    pagesRead += pages;
  }

  final long pagesRead() {
    return pagesRead;
  }

  final boolean isComplete() {
    return isComplete;
  }

  final void complete() {
    isComplete = true;
    Arrays.sort(rids, 0, count);
    distinctPages = distinctPages(rids, count);
  }

  /**
   * Returns whether the RIDs of the index are estimated to fit in memory, including RIDs not read
   * yet.
   */
  final boolean fitsInMemory() {
    return isComplete || records() <= AccessChoice.MOST_COMBINED;
  }

  /**
   * Returns the RIDs read so far. If the probe is complete, the result has all RIDs in ascending
   * order.
   */
  final long[] sorted() {
    return Arrays.copyOf(rids, count);
  }

  /** Returns the number of distinct record pages of some RIDs in ascending order. */
  static int distinctPages(long[] sorted, int count) {
    int pages = 0;
    for (int i = 0; i < count; i++) {
      pages += i == 0 || Rid.page(sorted[i]) != Rid.page(sorted[i - 1]) ? 1 : 0;
    }
    return pages;
  }

  final int distinctPages() {
    if (pages == null && !isComplete) {
      BitSet known = new BitSet();
      for (int i = 0; i < count; i++) {
        note(known, rids[i]);
      }
      pages = known;
    }
    return distinctPages;
  }

  /** Returns the average number of RIDs on a record page that has any. */
  final double recordsOfPage() {
    return count == 0 ? statistics().recordsOfPage(records()) : (double) count / distinctPages;
  }
}
