package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * Guttman's exhaustive split (SIGMOD 1984, section 3.5.1). Of all divisions into two groups with at
 * least the minimum number of entries, it finds the one with the smallest sum of the areas of both
 * boxes. Ties go to the division that is found first. Entry 0 is always in group 1, and every other
 * entry is tried in group 1 before group 2.
 *
 * <p>Entries are assigned one after another. A branch is abandoned as soon as the sum of its areas,
 * which only grow, reaches the best known sum. It is also abandoned if a group can no longer reach
 * its minimum. In the worst case the work still doubles with each entry, so capacities are limited
 * to {@value #MOST_CAPACITY}.
 *
 * <p>The C library FESTIval instead keeps a division only if both areas shrink.
 */
final class ExponentialSplit implements SplitAlgorithm {
  /** Maximum capacity of a node that this split supports. */
  static final int MOST_CAPACITY = 16;

  private static final int MOST_ENTRIES = MOST_CAPACITY + 1;

  private final SplitGroups groups = new SplitGroups();
  private final double[] sides = new double[4 * MOST_ENTRIES];
  private final double[] boxes1 = new double[4 * (MOST_ENTRIES + 1)];
  private final double[] boxes2 = new double[4 * (MOST_ENTRIES + 1)];
  private int count;
  private int minimum;
  private int best;
  private double least;

  @Override
  public int partition(EntryList entries, int minimumEntries) {
    count = entries.count();
    if (count > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "exponential split of " + count + " entries (allowed: up to " + MOST_ENTRIES + ")");
    }
    minimum = minimumEntries;
    for (int i = 0; i < count; i++) {
      for (int side = 0; side < 4; side++) {
        sides[4 * i + side] = entries.real(i, BOUNDS + side);
      }
    }
    least = Double.POSITIVE_INFINITY;
    best = (1 << minimum) - 1; // used if areas exceed the range of doubles
    assignTo1(0, 0, 0, 0);
    groups.start(count);
    for (int i = 0; i < count; i++) {
      if ((best >> i & 1) == 1) {
        groups.first.take(i);
      } else {
        groups.second.take(i);
      }
    }
    return groups.arrange(entries);
  }

  /**
   * Assigns entry {@code next}, and recursively all later entries, to each group in turn.
   *
   * @param first bit i is set if entry i is in group 1
   * @param count1 number of entries in group 1
   * @param count2 number of entries in group 2
   */
  private void assign(int next, int first, int count1, int count2) {
    double sum =
        (count1 == 0 ? 0 : area(boxes1, 4 * next)) + (count2 == 0 ? 0 : area(boxes2, 4 * next));
    int left = count - next;
    if (!(sum < least) || count1 + left < minimum || count2 + left < minimum) {
      return;
    }
    if (left == 0) {
      least = sum;
      best = first;
      return;
    }
    assignTo1(next, first, count1, count2);
    extend(boxes2, next, count2);
    System.arraycopy(boxes1, 4 * next, boxes1, 4 * next + 4, 4);
    assign(next + 1, first, count1, count2 + 1);
  }

  private void assignTo1(int next, int first, int count1, int count2) {
    extend(boxes1, next, count1);
    System.arraycopy(boxes2, 4 * next, boxes2, 4 * next + 4, 4);
    assign(next + 1, first | 1 << next, count1 + 1, count2);
  }

  /**
   * Computes the box of a group after entry {@code next} joined the group, from the box that the
   * group had before.
   */
  private void extend(double[] boxes, int next, int members) {
    int at = 4 * next;
    if (members == 0) {
      System.arraycopy(sides, at, boxes, at + 4, 4);
      return;
    }
    boxes[at + 4] = Math.min(boxes[at], sides[at]);
    boxes[at + 5] = Math.min(boxes[at + 1], sides[at + 1]);
    boxes[at + 6] = Math.max(boxes[at + 2], sides[at + 2]);
    boxes[at + 7] = Math.max(boxes[at + 3], sides[at + 3]);
  }

  private static double area(double[] boxes, int at) {
    return (boxes[at + 2] - boxes[at]) * (boxes[at + 3] - boxes[at + 1]);
  }
}
