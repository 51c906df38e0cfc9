package org.flashgrove.indexes.tree;

/** Cursor over the values of pairs in a range of keys of a B+-tree, leaf by leaf. */
public interface PairLeaves {
  /**
   * Moves to the next leaf that contains pairs of the range.
   *
   * @return whether there is such a leaf; if not, {@link #count} is 0
   */
  boolean nextLeaf();

  /** Returns whether no further leaf has pairs of the range. */
  boolean isDone();

  /**
   * Returns how many leaves after the current one are known to be in the range without reading
   * further nodes. The range may have more leaves.
   */
  default int leavesAhead() {
    return 0;
  }

  /** Returns the number of pairs of the range in the current leaf. */
  int count();

  /**
   * Returns the value of a pair in the current leaf.
   *
   * @param index 0 to {@link #count} - 1, in the direction of the scan
   */
  long value(int index);
}
