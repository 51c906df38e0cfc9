package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.order.KeyOrder;

/**
 * The split of the R*-tree (Beckmann, Kriegel, Schneider, Seeger, SIGMOD 1990, section 4.2).
 *
 * <p>ChooseSplitAxis sorts the entries twice for each axis: by low side, then high side, and by
 * high side, then low side. A distribution divides a sorted sequence into two groups, each with at
 * least the minimum number of entries. The axis with the smallest sum of margins over all
 * distributions of both sequences is chosen; ties go to x.
 *
 * <p>ChooseSplitIndex chooses the distribution of this axis with the least overlap of the two
 * boxes. Ties go to the smallest sum of their areas, then to the first distribution. The sequence
 * by low side comes first.
 *
 * <p>Comparisons are exact. When the C library FESTIval finds a smaller overlap, it does not reset
 * the smallest area of earlier distributions. It therefore decides later ties wrongly.
 *
 * <p>The boxes of all prefixes and suffixes of a sequence are computed once, so the split takes O(n
 * log n).
 */
final class RStarSplit implements SplitAlgorithm {
  private static final int SORTS = 4;

  private final KeyOrder sorter = new KeyOrder();
  private final double[][] sides = new double[4][];
  private final int[][] orders = new int[SORTS][];
  private final double[] margins = new double[SORTS];
  private final double[] overlaps = new double[SORTS];
  private final double[] areas = new double[SORTS];
  private final int[] cuts = new int[SORTS];
  private final double[] head = new double[4];
  private double[] tails = new double[0];
  private EntryList copy;

  @Override
  public int partition(EntryList entries, int minimum) {
    load(entries);
    int count = entries.count();
    for (int sort = 0; sort < SORTS; sort++) {
      int axis = sort / 2;
      int by = axis + 2 * (sort % 2);
      int otherSide = axis + 2 - 2 * (sort % 2);
      sorter.sort(orders[sort], count, sides[by], sides[otherSide]);
      evaluate(sort, count, minimum);
    }
    boolean alongY = margins[2] + margins[3] < margins[0] + margins[1];
    int low = alongY ? 2 : 0;
    int high = low + 1;
    boolean highIsBetter =
        overlaps[high] < overlaps[low]
            || overlaps[high] == overlaps[low] && areas[high] < areas[low];
    int chosen = highIsBetter ? high : low;
    arrange(entries, orders[chosen]);
    return cuts[chosen];
  }

  private void load(EntryList entries) {
    int count = entries.count();
    if (tails.length < 4 * count) {
      tails = new double[4 * count];
      for (int i = 0; i < SORTS; i++) {
        sides[i] = new double[count];
        orders[i] = new int[count];
      }
    }
    for (int i = 0; i < count; i++) {
      for (int side = 0; side < 4; side++) {
        sides[side][i] = entries.real(i, BOUNDS + side);
      }
    }
  }

  /**
   * Adds up the margins of all distributions of a sorted sequence, and remembers the best
   * distribution.
   */
  private void evaluate(int sort, int count, int minimum) {
    int[] order = orders[sort];
    boundTails(order, count);
    start(head, 0, order[0]);
    for (int i = 1; i < minimum; i++) {
      extend(head, 0, order[i]);
    }
    margins[sort] = 0;
    cuts[sort] = minimum;
    overlaps[sort] = Double.POSITIVE_INFINITY;
    areas[sort] = Double.POSITIVE_INFINITY;
    for (int cut = minimum; cut <= count - minimum; cut++) {
      if (cut > minimum) {
        extend(head, 0, order[cut - 1]);
      }
      int tail = 4 * cut;
      double width1 = head[2] - head[0];
      double height1 = head[3] - head[1];
      double width2 = tails[tail + 2] - tails[tail];
      double height2 = tails[tail + 3] - tails[tail + 1];
      margins[sort] += width1 + height1 + width2 + height2;
      double overlap = overlap(tail);
      double area = width1 * height1 + width2 * height2;
      if (overlap < overlaps[sort] || overlap == overlaps[sort] && area < areas[sort]) {
        overlaps[sort] = overlap;
        areas[sort] = area;
        cuts[sort] = cut;
      }
    }
  }

  private void boundTails(int[] order, int count) {
    int at = 4 * (count - 1);
    start(tails, at, order[count - 1]);
    for (int i = count - 2; i >= 0; i--) {
      System.arraycopy(tails, at, tails, at - 4, 4);
      at -= 4;
      extend(tails, at, order[i]);
    }
  }

  private void start(double[] box, int at, int entry) {
    for (int side = 0; side < 4; side++) {
      box[at + side] = sides[side][entry];
    }
  }

  private void extend(double[] box, int at, int entry) {
    box[at] = Math.min(box[at], sides[0][entry]);
    box[at + 1] = Math.min(box[at + 1], sides[1][entry]);
    box[at + 2] = Math.max(box[at + 2], sides[2][entry]);
    box[at + 3] = Math.max(box[at + 3], sides[3][entry]);
  }

  private double overlap(int tail) {
    double width = Math.min(head[2], tails[tail + 2]) - Math.max(head[0], tails[tail]);
    double height = Math.min(head[3], tails[tail + 3]) - Math.max(head[1], tails[tail + 1]);
    return width > 0 && height > 0 ? width * height : 0;
  }

  private void arrange(EntryList entries, int[] order) {
    int count = entries.count();
    if (copy == null || copy.stride() != entries.stride()) {
      copy = new EntryList(entries.stride(), count);
    }
    copy.copyFrom(entries);
    entries.clear();
    for (int i = 0; i < count; i++) {
      entries.add(copy.words(), order[i] * entries.stride());
    }
  }
}
