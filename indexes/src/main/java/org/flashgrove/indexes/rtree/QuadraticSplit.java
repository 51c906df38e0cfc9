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
 * <p>Cost O(n²), on flat arrays: a column of coordinates each for the remaining entries, whose
 * enlargements are kept and computed again only for a group whose box changed.
 */
final class QuadraticSplit implements SplitAlgorithm {
  private final SplitGroups groups = new SplitGroups();
  private int[] index = new int[0];
  private double[] minX;
  private double[] minY;
  private double[] maxX;
  private double[] maxY;
  private double[] area;
  private double[] growth1;
  private double[] growth2;
  private int remaining;
  private int seed1;
  private int seed2;

  @Override
  public int partition(EntryList entries, int minimum) {
    load(entries);
    pickSeeds();
    groups.start(remaining);
    int first = seed1;
    int second = seed2;
    groups.join1(index[first], minX[first], minY[first], maxX[first], maxY[first]);
    groups.join2(index[second], minX[second], minY[second], maxX[second], maxY[second]);
    drop(second); // the higher position first: the lower one stays valid
    drop(first);
    enlarge1();
    enlarge2();
    distribute(minimum);
    return groups.arrange(entries);
  }

  private void load(EntryList entries) {
    int count = entries.count();
    if (index.length < count) {
      index = new int[count];
      minX = new double[count];
      minY = new double[count];
      maxX = new double[count];
      maxY = new double[count];
      area = new double[count];
      growth1 = new double[count];
      growth2 = new double[count];
    }
    remaining = count;
    for (int i = 0; i < count; i++) {
      index[i] = i;
      minX[i] = entries.real(i, BOUNDS);
      minY[i] = entries.real(i, BOUNDS + 1);
      maxX[i] = entries.real(i, BOUNDS + 2);
      maxY[i] = entries.real(i, BOUNDS + 3);
      area[i] = (maxX[i] - minX[i]) * (maxY[i] - minY[i]);
    }
  }

  /** Sets the seeds, {@code seed1 < seed2}. Two loops, so that the first one can be vectorised. */
  private void pickSeeds() {
    double most = Double.NEGATIVE_INFINITY;
    seed1 = 0;
    seed2 = 1;
    for (int i = 0; i < remaining - 1; i++) {
      waste(i);
      for (int j = i + 1; j < remaining; j++) {
        if (growth1[j] > most) {
          most = growth1[j];
          seed1 = i;
          seed2 = j;
        }
      }
    }
  }

  /** Wasted area of the pairs of entry i with each later one, left in {@code growth1}. */
  private void waste(int i) {
    double x1 = minX[i];
    double y1 = minY[i];
    double x2 = maxX[i];
    double y2 = maxY[i];
    double own = area[i];
    for (int j = i + 1; j < remaining; j++) {
      double width = Math.max(x2, maxX[j]) - Math.min(x1, minX[j]);
      double height = Math.max(y2, maxY[j]) - Math.min(y1, minY[j]);
      growth1[j] = width * height - own - area[j];
    }
  }

  private void distribute(int minimum) {
    while (remaining > 0) {
      if (groups.count1 + remaining == minimum) {
        for (int i = 0; i < remaining; i++) {
          groups.take1(index[i]);
        }
        return;
      }
      if (groups.count2 + remaining == minimum) {
        for (int i = 0; i < remaining; i++) {
          groups.take2(index[i]);
        }
        return;
      }
      int next = pickNext();
      boolean to1 = groups.prefersGroup1(growth1[next], growth2[next]);
      boolean changed =
          to1
              ? groups.join1(index[next], minX[next], minY[next], maxX[next], maxY[next])
              : groups.join2(index[next], minX[next], minY[next], maxX[next], maxY[next]);
      drop(next);
      if (changed && to1) {
        enlarge1();
      } else if (changed) {
        enlarge2();
      }
    }
  }

  private int pickNext() {
    double most = -1;
    int next = 0;
    for (int i = 0; i < remaining; i++) {
      double difference = Math.abs(growth1[i] - growth2[i]);
      if (difference >= most) {
        most = difference;
        next = i;
      }
    }
    return next;
  }

  private void enlarge1() {
    double x1 = groups.minX1;
    double y1 = groups.minY1;
    double x2 = groups.maxX1;
    double y2 = groups.maxY1;
    enlarge(growth1, x1, y1, x2, y2, groups.area1);
  }

  private void enlarge2() {
    double x1 = groups.minX2;
    double y1 = groups.minY2;
    double x2 = groups.maxX2;
    double y2 = groups.maxY2;
    enlarge(growth2, x1, y1, x2, y2, groups.area2);
  }

  private void enlarge(double[] growth, double x1, double y1, double x2, double y2, double own) {
    for (int i = 0; i < remaining; i++) {
      double width = Math.max(x2, maxX[i]) - Math.min(x1, minX[i]);
      double height = Math.max(y2, maxY[i]) - Math.min(y1, minY[i]);
      growth[i] = width * height - own;
    }
  }

  /** Takes a position out of the remaining entries, whose order stays. */
  private void drop(int at) {
    int behind = remaining - at - 1;
    System.arraycopy(index, at + 1, index, at, behind);
    System.arraycopy(minX, at + 1, minX, at, behind);
    System.arraycopy(minY, at + 1, minY, at, behind);
    System.arraycopy(maxX, at + 1, maxX, at, behind);
    System.arraycopy(maxY, at + 1, maxY, at, behind);
    System.arraycopy(growth1, at + 1, growth1, at, behind);
    System.arraycopy(growth2, at + 1, growth2, at, behind);
    remaining--;
  }
}
