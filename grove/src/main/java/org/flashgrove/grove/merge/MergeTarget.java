package org.flashgrove.grove.merge;

import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.memtable.Partition;

/**
 * Grove state that merges read and change. A merge reads the partition, freezes parts of the write
 * buffer and publishes new blocks. All calls require the write lock.
 */
public interface MergeTarget {
  /** Returns the write buffer. */
  Memtable buffer();

  /** Returns the current directory and the intervals of the write buffer. */
  Partition partition();

  /**
   * Lends unused memory to the page cache, and takes memory back from the cache if the index needs
   * it.
   *
   * @param reserved bytes that the index needs for itself before the next call
   */
  void lend(long reserved);

  /**
   * Sets the domain of the curve, which must not have a domain yet, and sorts the buffered changes
   * along the curve.
   */
  void define(double[] definition);

  /**
   * Replaces the intervals and blocks of the range [lo, hi) of the curve by {@code middle}. Drops
   * the frozen changes of the range, which the merge has written to the new blocks.
   *
   * @param more increase of the number of entries: the number of deletions that had been subtracted
   *     but matched no entry, or the number of loaded entries
   */
  void publish(long lo, long hi, Directory middle, long more);
}
