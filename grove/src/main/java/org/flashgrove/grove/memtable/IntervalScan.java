package org.flashgrove.grove.memtable;

import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.WindowSides;

/**
 * Finds the intervals of the write buffer whose boxes a window meets, by the boxes of groups of
 * leaves, of leaves and of intervals, each time a word of bits. To be used again; for one thread.
 */
public final class IntervalScan {
  private WindowSides window;
  private Partition partition;
  private int firstGroup; // of the 64 whose bits are left
  private long groups;
  private int firstLeaf; // of the group whose bits are left
  private long leaves;
  private int first; // position of the first interval of the leaf whose bits are left
  private long intervals;
  private boolean within;

  /** Starts at the first interval of a partition. */
  public void start(Partition of, WindowSides newWindow) {
    partition = of;
    window = newWindow;
    firstGroup = 0;
    groups = of.metGroups(newWindow, 0);
    leaves = 0;
    intervals = 0;
  }

  /** Returns the position of the next interval, or -1 if there is none. */
  public int next() {
    while (intervals == 0) {
      if (leaves == 0 && !nextGroup()) {
        partition = null;
        return -1;
      }
      if (leaves != 0) {
        int leaf = firstLeaf + Long.numberOfTrailingZeros(leaves);
        leaves &= leaves - 1;
        first = partition.firstOf(leaf);
        intervals = partition.metIntervals(window, leaf);
      }
    }
    int at = first + Long.numberOfTrailingZeros(intervals);
    intervals &= intervals - 1;
    within = partition.isWithin(window, at);
    return at;
  }

  /** Returns whether all that the last interval holds lies within the window. */
  public boolean isWithin() {
    return within;
  }

  /** Turns to the next group; returns whether there is one. */
  private boolean nextGroup() {
    while (groups == 0) {
      firstGroup += Long.SIZE;
      if (firstGroup >= partition.groups()) {
        return false;
      }
      groups = partition.metGroups(window, firstGroup);
    }
    int group = firstGroup + Long.numberOfTrailingZeros(groups);
    groups &= groups - 1;
    firstLeaf = group * BoxGroups.GROUP;
    leaves = partition.metLeaves(window, group);
    return true;
  }
}
