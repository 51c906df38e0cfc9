package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.EntryList;

/**
 * Guttman's quadratic split (SIGMOD 1984, section 3.5.2).
 *
 * <p>PickSeeds takes the pair that wastes most area, {@code area(union) - area(a) - area(b)}, the
 * first such pair. PickNext takes the entry with the greatest difference of enlargements, the last
 * such entry. An entry joins the group with less enlargement, then less area, then fewer entries,
 * then group 1; all comparisons are exact. Within a group entries stand in the order of assignment.
 *
 * <p>Stop rule: when a group together with all remaining entries just reaches the minimum m, it
 * gets them all, in their order (the paper's QS2). FESTIval asks in addition that the other group
 * has m entries already; with {@code 2m <= M + 1}, which holds here always and with m = 50 % just
 * so, that follows from the first: the other group then has {@code M + 1 - m >= m} entries. So the
 * two rules are one, and the paper's minimum is kept.
 *
 * <p>Cost O(n²) at worst, on columns of coordinates. Enlargements are kept, and computed again only
 * for a group whose box changed. PickSeeds leaves out entries that cannot be part of a pair as
 * wasteful as one that is known; the bounds are rounded as the pairs are, so the answer is the same
 * to the last bit.
 */
final class QuadraticSplit implements SplitAlgorithm {
  private static final int ASSIGNED = -1;
  private static final int WORTH_CLOSING_GAPS = 32;

  private final SplitGroups groups = new SplitGroups();
  private final double[] extent = new double[4];
  private int[] index = new int[0];
  private int[] candidates;
  private double[] minX;
  private double[] minY;
  private double[] maxX;
  private double[] maxY;
  private double[] area;
  private double[] growth1;
  private double[] growth2;
  private double[] difference;
  private double widest;
  private double highest;
  private double leastArea;
  private int span;
  private int remaining;
  private int seed1;
  private int seed2;

  @Override
  public int partition(EntryList entries, int minimum) {
    load(entries);
    pickSeeds();
    groups.start(span);
    assign(seed1, true);
    assign(seed2, false);
    enlarge(growth1, groups.minX1, groups.minY1, groups.maxX1, groups.maxY1, groups.area1);
    enlarge(growth2, groups.minX2, groups.minY2, groups.maxX2, groups.maxY2, groups.area2);
    compareGrowths();
    distribute(minimum);
    return groups.arrange(entries);
  }

  private void load(EntryList entries) {
    int count = entries.count();
    if (index.length < count) {
      allocate(count);
    }
    span = count;
    remaining = count;
    widest = 0;
    highest = 0;
    leastArea = Double.POSITIVE_INFINITY;
    extent[0] = extent[1] = Double.POSITIVE_INFINITY;
    extent[2] = extent[3] = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      index[i] = i;
      double x1 = minX[i] = entries.real(i, BOUNDS);
      double y1 = minY[i] = entries.real(i, BOUNDS + 1);
      double x2 = maxX[i] = entries.real(i, BOUNDS + 2);
      double y2 = maxY[i] = entries.real(i, BOUNDS + 3);
      area[i] = (x2 - x1) * (y2 - y1);
      extent[0] = Math.min(extent[0], x1);
      extent[1] = Math.min(extent[1], y1);
      extent[2] = Math.max(extent[2], x2);
      extent[3] = Math.max(extent[3], y2);
      widest = Math.max(widest, x2 - x1);
      highest = Math.max(highest, y2 - y1);
      leastArea = Math.min(leastArea, area[i]);
    }
  }

  private void allocate(int count) {
    index = new int[count];
    candidates = new int[count];
    minX = new double[count];
    minY = new double[count];
    maxX = new double[count];
    maxY = new double[count];
    area = new double[count];
    growth1 = new double[count];
    growth2 = new double[count];
    difference = new double[count];
  }

  /** Sets the seeds, {@code seed1 < seed2}. */
  private void pickSeeds() {
    int able = findCandidates();
    double most = Double.NEGATIVE_INFINITY;
    seed1 = 0;
    seed2 = 1;
    for (int a = 0; a < able - 1; a++) {
      for (int b = a + 1; b < able; b++) {
        double waste = waste(candidates[a], candidates[b]);
        if (waste > most) {
          most = waste;
          seed1 = candidates[a];
          seed2 = candidates[b];
        }
      }
    }
  }

  /**
   * Notes the entries, in order, that can be part of a pair wasting as much as the best partner of
   * the farthest entry; returns their number.
   */
  private int findCandidates() {
    int farthest = 0;
    for (int i = 0; i < span; i++) {
      boundWaste(i);
      farthest = growth1[i] > growth1[farthest] ? i : farthest;
    }
    double reached = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < span; j++) {
      if (j != farthest) {
        double waste = waste(Math.min(j, farthest), Math.max(j, farthest));
        reached = waste > reached ? waste : reached;
      }
    }
    int able = 0;
    for (int i = 0; i < span; i++) {
      if (!(growth1[i] < reached && growth2[i] < reached)) { // NaN: nothing is known
        candidates[able++] = i;
      }
    }
    return able;
  }

  /** Area wasted by a pair, {@code i < j}. */
  private double waste(int i, int j) {
    double width = Math.max(maxX[i], maxX[j]) - Math.min(minX[i], minX[j]);
    double height = Math.max(maxY[i], maxY[j]) - Math.min(minY[i], minY[j]);
    return width * height - area[i] - area[j];
  }

  /**
   * Bounds the waste of entry i as the first and as the second of a pair, in {@code growth1} and
   * {@code growth2}: a union's width is the width of one of the two, or reaches from the low side
   * of one to the high side of the other. Subtracts in the order of {@link #waste}, so that
   * rounding cannot lift a pair above its bound.
   */
  private void boundWaste(int i) {
    double width = Math.max(widest, Math.max(extent[2] - minX[i], maxX[i] - extent[0]));
    double height = Math.max(highest, Math.max(extent[3] - minY[i], maxY[i] - extent[1]));
    growth1[i] = width * height - area[i] - leastArea;
    growth2[i] = width * height - leastArea - area[i];
  }

  private void distribute(int minimum) {
    while (remaining > 0) {
      if (groups.count1 + remaining == minimum || groups.count2 + remaining == minimum) {
        assignRest(groups.count1 + remaining == minimum);
        return;
      }
      int next = pickNext();
      boolean to1 = groups.prefersGroup1(growth1[next], growth2[next]);
      if (assign(next, to1)) {
        closeGaps();
        if (to1) {
          enlarge(growth1, groups.minX1, groups.minY1, groups.maxX1, groups.maxY1, groups.area1);
        } else {
          enlarge(growth2, groups.minX2, groups.minY2, groups.maxX2, groups.maxY2, groups.area2);
        }
        compareGrowths();
      }
    }
  }

  private void assignRest(boolean to1) {
    for (int i = 0; i < span; i++) {
      if (index[i] != ASSIGNED && to1) {
        groups.take1(index[i]);
      } else if (index[i] != ASSIGNED) {
        groups.take2(index[i]);
      }
    }
  }

  /** Puts the entry at a position into a group; whether the group's box changed. */
  private boolean assign(int at, boolean to1) {
    boolean changed =
        to1
            ? groups.join1(index[at], minX[at], minY[at], maxX[at], maxY[at])
            : groups.join2(index[at], minX[at], minY[at], maxX[at], maxY[at]);
    index[at] = ASSIGNED;
    minX[at] = Double.NaN; // makes its enlargements NaN, which PickNext never takes
    difference[at] = Double.NaN;
    remaining--;
    return changed;
  }

  /** The last of those with the greatest difference of enlargements. */
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

  /** For areas beyond the range of doubles, where differences say nothing. */
  private int firstRemaining() {
    int at = 0;
    while (index[at] == ASSIGNED) {
      at++;
    }
    return at;
  }

  private void enlarge(double[] growth, double x1, double y1, double x2, double y2, double own) {
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

  /** Moves the remaining entries together, in their order, once half of them are gone. */
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
