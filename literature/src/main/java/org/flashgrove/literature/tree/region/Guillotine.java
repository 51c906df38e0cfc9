package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.order.KeyOrder;

/**
 * Recursive division of the regions in a node into groups. A plane from side to side that cuts no
 * region divides the regions into two groups. Each group is divided again, until each region is
 * alone. Splits and merges of the tree ensure that such planes exist in every node.
 */
final class Guillotine {
  private final KeyOrder keyOrder = new KeyOrder();
  private int[] members = new int[64];
  private int[] order = new int[64];
  private int[] sorted = new int[64];
  private double[] lows = new double[64];
  private double[] ties = new double[64];
  private final Cut cut = new Cut();
  private boolean upper;
  private int from;
  private int to;

  private void start(int count) {
    if (members.length < count) {
      members = new int[2 * count];
      order = new int[2 * count];
      sorted = new int[2 * count];
      lows = new double[2 * count];
      ties = new double[2 * count];
    }
    for (int i = 0; i < count; i++) {
      members[i] = i;
    }
  }

  /**
   * Finds the siblings of a region. Planes divide the regions of the node again and again, until
   * the region is alone. The siblings are the regions on the other side of the last plane.
   *
   * @param entries entries of a node with at least two regions
   * @param target index of the entry with the region
   * @return false if the regions are no partition; this happens only in a damaged node
   */
  boolean findSiblings(EntryList entries, int target) {
    start(entries.count());
    int low = 0;
    int high = entries.count();
    while (high - low > 1) {
      int middle = divide(entries, low, high);
      if (middle < 0) {
        return false;
      }
      upper = indexOf(target, low, middle) < 0;
      from = upper ? low : middle;
      to = upper ? middle : high;
      if (upper) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return true;
  }

  private int indexOf(int target, int low, int high) {
    for (int i = low; i < high; i++) {
      if (members[i] == target) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the number of siblings that {@link #findSiblings} has found. */
  int siblings() {
    return to - from;
  }

  /**
   * Returns the index of a sibling's entry.
   *
   * @param number position of the sibling among the siblings, from 0
   */
  int sibling(int number) {
    return members[from + number];
  }

  /** Returns the plane between the region and its siblings. */
  Cut cut() {
    return cut;
  }

  /** Returns whether the region is on the upper side of {@link #cut}. */
  boolean isUpper() {
    return upper;
  }

  /**
   * Returns whether planes from side to side that cut no region can divide the regions of all
   * entries until each is alone.
   */
  boolean isCuttable(EntryList entries) {
    start(entries.count());
    return isCuttable(entries, 0, entries.count());
  }

  private boolean isCuttable(EntryList entries, int low, int high) {
    if (high - low == 1) {
      return true;
    }
    int middle = divide(entries, low, high);
    return middle > 0 && isCuttable(entries, low, middle) && isCuttable(entries, middle, high);
  }

  /**
   * Returns whether the regions of the entries are a partition of {@code region} that recursive
   * division by planes can produce.
   */
  boolean isPartition(EntryList entries, Region region) {
    start(entries.count());
    Region whole = new Region();
    whole.set(region);
    return entries.count() > 0 && isPartition(entries, 0, entries.count(), whole);
  }

  private boolean isPartition(EntryList entries, int low, int high, Region region) {
    if (high - low == 1) {
      return region.isOf(entries, members[low]);
    }
    int middle = divide(entries, low, high);
    if (middle < 0
        || cut.value() <= region.low(cut.dimension())
        || cut.value() >= region.high(cut.dimension())) {
      return false;
    }
    Region lowerPart = new Region();
    lowerPart.set(region);
    lowerPart.keepLower(cut);
    Region upperPart = new Region();
    upperPart.set(region);
    upperPart.keepUpper(cut);
    return isPartition(entries, low, middle, lowerPart)
        && isPartition(entries, middle, high, upperPart);
  }

  /**
   * Divides the regions of some entries into two groups by a plane that cuts no region. Among
   * several such planes, uses the plane whose groups differ least in size. Returns the index of the
   * first member of the second group, or -1 if there is no such plane.
   *
   * @param low index of the first of these entries in {@code members}
   * @param high index after the last of these entries in {@code members}
   */
  private int divide(EntryList entries, int low, int high) {
    int best = -1;
    int count = high - low;
    for (int dimension = 0; dimension < Region.DIMENSIONS; dimension++) {
      for (int i = 0; i < count; i++) {
        lows[i] = RegionLayout.low(entries, members[low + i], dimension);
      }
      keyOrder.sort(order, count, lows, ties);
      double end = RegionLayout.high(entries, members[low + order[0]], dimension);
      boolean found = false;
      for (int i = 1; i < count; i++) {
        int member = members[low + order[i]];
        double start = RegionLayout.low(entries, member, dimension);
        if (start >= end && Math.min(i, count - i) > Math.min(best, count - best)) {
          best = i;
          found = true;
          cut.set(dimension, start);
        }
        end = Math.max(end, RegionLayout.high(entries, member, dimension));
      }
      if (found) {
        for (int i = 0; i < count; i++) {
          sorted[i] = members[low + order[i]];
        }
      }
    }
    if (best < 0) {
      return -1;
    }
    System.arraycopy(sorted, 0, members, low, count);
    return low + best;
  }
}
