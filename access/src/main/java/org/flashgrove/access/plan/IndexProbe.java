package org.flashgrove.access.plan;

import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.storage.heap.page.Rid;

/**
 * First RIDs that an index returns for a condition, from which the planner estimates their total
 * number. If a probe reads all of them, the query need not scan the index again.
 */
abstract class IndexProbe {
  private final TableIndex index;
  private final BitSet pages = new BitSet();
  private int distinctPages;
  private long[] rids = new long[64];
  private int count;
  private boolean isComplete;

  /** Pages of the index that the probe has looked at. */
  private long pagesRead;

  IndexProbe(TableIndex index) {
    this.index = index;
  }

  /**
   * Reads until the index has no more RIDs, or one of the bounds is reached.
   *
   * @param mostRids about the most RIDs
   * @param mostPages about the most pages of the index
   */
  abstract void read(int mostRids, long mostPages);

  /** Returns the RIDs that the index gives: their number if all are read, else an estimate. */
  abstract double records();

  /** Returns the pages of the index still to be read, about. */
  abstract double pagesLeft();

  final TableIndex index() {
    return index;
  }

  final void add(long rid) {
    if (count == rids.length) {
      rids = Arrays.copyOf(rids, 2 * count);
    }
    rids[count++] = rid;
    int page = Math.toIntExact(Rid.page(rid));
    if (!pages.get(page)) {
      pages.set(page);
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

  /** Says that all RIDs are read. */
  final void complete() {
    isComplete = true;
    Arrays.sort(rids, 0, count);
  }

  /** Returns whether the RIDs that the index gives are few enough to be kept in memory. */
  final boolean fitsInMemory() {
    return isComplete || records() <= AccessChoice.MOST_COMBINED;
  }

  /** Returns the RIDs of a complete probe in ascending order. */
  final long[] sorted() {
    return Arrays.copyOf(rids, count);
  }

  /** Returns the different pages of the RIDs read. */
  final int distinctPages() {
    return distinctPages;
  }

  /** Returns how many of the RIDs read share a page, on average. */
  final double recordsOfPage() {
    return count == 0 ? 1 : (double) count / distinctPages;
  }
}
