package org.flashgrove.grove.memtable;

import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.WindowSides;

/**
 * Finds the intervals of the write buffer whose boxes meet a window. Intervals are stored in
 * leaves, and leaves in groups. The scan tests the boxes of groups, then of leaves, then of
 * intervals, up to 64 boxes at a time. Reusable; not safe for use by several threads.
 */
public final class IntervalScan {
  private WindowSides window;
  private Partition partition;
  private int firstGroup; // first of the 64 groups that the bits in groups stand for
  private long groups;
  private int firstLeaf; // first leaf of the group that the bits in leaves stand for
  private long leaves;
  private int first; // position of the first interval that the bits in intervals stand for
  private long intervals;
  private boolean within;

  /** Starts a scan of all intervals of a partition. */
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
      if (leaves != 0) {
        int leaf = firstLeaf + Long.numberOfTrailingZeros(leaves);
        leaves &= leaves - 1;
        first = partition.firstOf(leaf);
        intervals = partition.metIntervals(window, leaf);
      } else if (!nextGroup()) {
        partition = null;
        return -1;
      }
    }
    int at = first + Long.numberOfTrailingZeros(intervals);
    intervals &= intervals - 1;
    within = partition.isWithin(window, at);
    return at;
  }

  /** Returns whether the window contains the whole box of the last interval returned. */
  public boolean isWithin() {
    return within;
  }

  /**
   * Advances to the next group of leaves whose box meets the window. Returns false if there is
   * none.
   */
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
