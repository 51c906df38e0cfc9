package org.flashgrove.indexes.tree;

/** The values of pairs of a range of keys in a B+-tree, leaf by leaf. */
public interface PairLeaves {
  /**
   * Goes to the next leaf that has pairs of the range.
   *
   * @return whether there is one; if not, {@link #count} is 0
   */
  boolean nextLeaf();

  /** Returns the number of pairs of the range in the current leaf. */
  int count();

  /**
   * Returns the value of a pair of the current leaf.
   *
   * @param index 0 to {@link #count} - 1, in the direction of the scan
   */
  long value(int index);
}
