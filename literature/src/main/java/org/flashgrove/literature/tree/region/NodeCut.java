package org.flashgrove.literature.tree.region;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;

/**
 * Chooses the plane that splits an overflowing internal node. The plane is a border of one of the
 * regions in the node.
 *
 * <p>Entries that the plane crosses are cut, and so are the nodes below them (forced splits). There
 * is always a plane that crosses no entry, but it may leave one side almost empty. The sources
 * leave the choice open (Robinson 1981). Here the plane minimizes the number of entries on the
 * larger side plus the number of crossed entries. If several planes have this minimum, the plane
 * that crosses the fewest entries is chosen, and among these the first plane.
 */
final class NodeCut {
  private double[] lows;
  private double[] highs;

  NodeCut(int capacity) {
    lows = new double[capacity];
    highs = new double[capacity];
  }

  /**
   * Chooses a plane.
   *
   * @param entries a partition of the node's region into at least two parts
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
      int below = 0; // number of entries that end at or before the plane
      // left is the number of entries that start before the plane
      for (int left = 1; left < count; left++) {
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
