package org.flashgrove.grove.merge;

import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.memtable.Partition;

/**
 * State of a Grove index as merges see it: they read its partition and freeze parts of its write
 * buffer, and publish the blocks that they have written. All calls are made under the write lock.
 */
public interface MergeTarget {
  /** Returns the write buffer. */
  Memtable buffer();

  /** Returns the current directory and the intervals of the write buffer. */
  Partition partition();

  /**
   * Lends free memory to the cache of pages, and takes back what is no longer free.
   *
   * @param reserved bytes that are needed before the next call
   */
  void lend(long reserved);

  /** Sets the domain of the curve, which has none yet, and orders the buffered changes along it. */
  void define(double[] definition);

  /**
   * Replaces the intervals and blocks of [lo, hi), whose buffered changes are in the new blocks.
   *
   * @param more by how much the number of entries grows: negative by the changes that found no
   *     entry to delete, positive by the entries of a bulk load
   */
  void publish(long lo, long hi, Directory middle, long more);
}
