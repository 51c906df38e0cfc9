package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * Guttman's quadratic split (SIGMOD 1984, section 3.5.2).
 *
 * <p>{@link QuadraticSeeds} implements PickSeeds. PickNext takes the last entry with the largest
 * difference of enlargements. The entry joins the group with less enlargement, then less area, then
 * fewer entries, then group 1. All comparisons are exact. Entries of a group keep the order of
 * their assignment.
 *
 * <p>When a group together with all remaining entries just reaches the minimum m, the group gets
 * all of them in order (QS2 in the paper). The C library FESTIval also requires that the other
 * group has m entries. Here this always follows from {@code 2m <= M + 1}: the other group then has
 * {@code M + 1 - m >= m} entries.
 *
 * <p>The split takes O(n²) in the worst case. Enlargements are cached, and recomputed only for a
 * group whose box changed.
 */
final class QuadraticSplit implements SplitAlgorithm {
  private static final int ASSIGNED = -1;
  private static final int WORTH_CLOSING_GAPS = 32;

  private final SplitGroups groups = new SplitGroups();
  private final QuadraticSeeds seeds = new QuadraticSeeds();
  private int[] index = new int[0];
  private double[] minX;
  private double[] minY;
  private double[] maxX;
  private double[] maxY;
  private double[] growth1;
  private double[] growth2;
  private double[] difference;
  private int span;
  private int remaining;

  @Override
  public int partition(EntryList entries, int minimum) {
    seeds.pick(entries);
    load(entries.count());
    groups.start(span);
    assign(seeds.first, groups.first);
    assign(seeds.second, groups.second);
    enlarge(growth1, groups.first);
    enlarge(growth2, groups.second);
    compareGrowths();
    distribute(minimum);
    return groups.arrange(entries);
  }

  private void load(int count) {
    if (index.length < count) {
      index = new int[count];
      growth1 = new double[count];
      growth2 = new double[count];
      difference = new double[count];
    }
    for (int i = 0; i < count; i++) {
      index[i] = i;
    }
    span = count;
    remaining = count;
    minX = seeds.minX;
    minY = seeds.minY;
    maxX = seeds.maxX;
    maxY = seeds.maxY;
  }

  private void distribute(int minimum) {
    while (remaining > 0) {
      boolean isFirstShort = groups.first.count + remaining == minimum;
      if (isFirstShort || groups.second.count + remaining == minimum) {
        assignRest(groups.group(isFirstShort));
        return;
      }
      int next = pickNext();
      boolean toFirst = groups.prefersFirst(growth1[next], growth2[next]);
      SplitGroup group = groups.group(toFirst);
      if (assign(next, group)) {
        closeGaps();
        enlarge(toFirst ? growth1 : growth2, group);
        compareGrowths();
      }
    }
  }

  private void assignRest(SplitGroup group) {
    for (int i = 0; i < span; i++) {
      if (index[i] != ASSIGNED) {
        group.take(index[i]);
      }
    }
  }

  /** Assigns the entry at an index to a group. Returns whether the box of the group changed. */
  private boolean assign(int at, SplitGroup group) {
    boolean changed = group.join(index[at], minX[at], minY[at], maxX[at], maxY[at]);
    index[at] = ASSIGNED;
    minX[at] = Double.NaN; // makes its enlargements NaN, which PickNext never takes
    difference[at] = Double.NaN;
    remaining--;
    return changed;
  }

  /** Returns the last entry with the largest difference of enlargements. */
  private int pickNext() {
    double most = Double.NEGATIVE_INFINITY;
    int next = -1;
    for (int i = span - 1; i >= 0; i--) {
      if (difference[i] > most) {
        most = difference[i];
        next = i;
      }
    }
    return next >= 0 ? next : firstRemaining();
  }

  /**
   * Returns the first entry that is in no group yet. Used if areas exceed the range of doubles,
   * because then the differences of enlargements cannot be compared.
   */
  private int firstRemaining() {
    int at = 0;
    while (index[at] == ASSIGNED) {
      at++;
    }
    return at;
  }

  private void enlarge(double[] growth, SplitGroup group) {
    // Local variables stay in registers during the loop.
    double x1 = group.minX;
    double y1 = group.minY;
    double x2 = group.maxX;
    double y2 = group.maxY;
    double own = group.area;
    for (int i = 0; i < span; i++) {
      double width = Math.max(x2, maxX[i]) - Math.min(x1, minX[i]);
      double height = Math.max(y2, maxY[i]) - Math.min(y1, minY[i]);
      growth[i] = width * height - own;
    }
  }

  private void compareGrowths() {
    for (int i = 0; i < span; i++) {
      difference[i] = Math.abs(growth1[i] - growth2[i]);
    }
  }

  /**
   * Removes assigned entries from the arrays of remaining entries, once half of them are assigned.
   */
  private void closeGaps() {
    if (2 * remaining > span || span < WORTH_CLOSING_GAPS) {
      return;
    }
    int to = 0;
    for (int i = 0; i < span; i++) {
      if (index[i] != ASSIGNED) {
        index[to] = index[i];
        minX[to] = minX[i];
        minY[to] = minY[i];
        maxX[to] = maxX[i];
        maxY[to] = maxY[i];
        growth1[to] = growth1[i];
        growth2[to] = growth2[i];
        to++;
      }
    }
    span = to;
  }
}
