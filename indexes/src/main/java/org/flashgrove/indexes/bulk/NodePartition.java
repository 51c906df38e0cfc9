package org.flashgrove.indexes.bulk;

/** A load under way: takes entries in order and makes nodes of them as soon as it can. */
public interface NodePartition {
  /**
   * Takes the next entry.
   *
   * @param entry id, minX, minY, maxX, maxY; copied
   */
  void accept(long[] entry);

  /** Makes the rest into nodes, one empty leaf if there was no entry; afterwards it is used up. */
  void finish();

  /** Returns the root's node id, once finished. */
  long root();

  /** Returns the root's level, once finished. */
  int height();
}
