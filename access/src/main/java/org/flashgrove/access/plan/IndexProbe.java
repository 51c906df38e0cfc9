package org.flashgrove.access.plan;

import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.storage.heap.page.Rid;

/**
 * Reads the first RIDs that an index finds for a condition, and estimates their total number. If a
 * probe reads all RIDs, the query need not scan the index again.
 */
abstract class IndexProbe {
  private final TableIndex index;
  private final BitSet pages = new BitSet();
  private int distinctPages;
  private long[] rids = new long[64];
  private int count;
  private boolean isComplete;

  /** Number of index pages that the probe has read. */
  private long pagesRead;

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

  /** Returns the number of RIDs if all were read, and otherwise an estimate. */
  abstract double records();

  /** Returns the estimated number of index pages that are still to be read. */
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

  /** Marks the probe as complete: all RIDs were read. */
  final void complete() {
    isComplete = true;
    Arrays.sort(rids, 0, count);
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

  /** Returns the number of distinct record pages of the RIDs read. */
  final int distinctPages() {
    return distinctPages;
  }

  /** Returns the average number of RIDs per record page among the RIDs read. */
  final double recordsOfPage() {
    return count == 0 ? 1 : (double) count / distinctPages;
  }
}
