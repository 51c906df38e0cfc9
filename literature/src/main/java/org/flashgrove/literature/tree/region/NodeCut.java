package org.flashgrove.literature.tree.region;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;

/**
 * Split of an overflowing internal node along a border of one of its regions.
 *
 * <p>An entry that the plane crosses is cut in two, and everything below it (forced splits). A
 * plane that crosses nothing always exists, namely the one that cut the node's region first, but it
 * may leave one side with next to nothing. The sources leave the choice open (Robinson 1981); here
 * it is the plane with the least sum of the entries of the larger side and the entries crossed; of
 * equal ones, the one crossing fewer, then the first.
 */
final class NodeCut {
  private double[] lows;
  private double[] highs;

  NodeCut(int capacity) {
    lows = new double[capacity];
    highs = new double[capacity];
  }

  /**
   * Chooses.
   *
   * @param entries a partition of the node's region in two parts or more
   */
  void choose(EntryList entries, Cut cut) {
    int count = entries.count();
    long best = Long.MAX_VALUE;
    for (int dimension = 0; dimension < Region.DIMENSIONS; dimension++) {
      for (int i = 0; i < count; i++) {
        lows[i] = RegionLayout.low(entries, i, dimension);
        highs[i] = RegionLayout.high(entries, i, dimension);
      }
      Arrays.sort(lows, 0, count);
      Arrays.sort(highs, 0, count);
      int below = 0; // entries that end at or before the plane
      for (int left = 1; left < count; left++) { // entries that begin before it
        double value = lows[left];
        if (value == lows[left - 1]) {
          continue;
        }
        while (highs[below] <= value) {
          below++;
        }
        int crossed = left - below;
        int larger = Math.max(left, count - below);
        long cost = (long) (larger + crossed) * (count + 1L) + crossed;
        if (cost < best) {
          best = cost;
          cut.set(dimension, value);
        }
      }
    }
  }
}
