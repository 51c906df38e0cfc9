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
   * Returns a lower bound of the number of leaves in the range after the current one. The cursor
   * knows this bound without reading further nodes.
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
