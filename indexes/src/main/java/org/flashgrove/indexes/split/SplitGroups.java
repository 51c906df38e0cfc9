package org.flashgrove.indexes.split;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;

/**
 * The two groups of a linear or quadratic split while they are filled. For each group the object
 * has the box, the area and the members in the order of assignment. It implements Guttman's rule
 * for choosing a group.
 */
final class SplitGroups {
  double minX1;
  double minY1;
  double maxX1;
  double maxY1;
  double area1;
  int count1;
  double minX2;
  double minY2;
  double maxX2;
  double maxY2;
  double area2;
  int count2;
  private int[] members1 = new int[0];
  private int[] members2 = new int[0];
  private EntryList copy;

  /** Empties both groups for a node with {@code entries} entries. */
  void start(int entries) {
    if (members1.length < entries) {
      members1 = new int[entries];
      members2 = new int[entries];
    }
    count1 = 0;
    count2 = 0;
  }

  /** Adds an entry to group 1. Returns whether the group's box changed. */
  boolean join1(int index, double minX, double minY, double maxX, double maxY) {
    members1[count1++] = index;
    if (count1 > 1 && minX >= minX1 && minY >= minY1 && maxX <= maxX1 && maxY <= maxY1) {
      return false;
    }
    boolean first = count1 == 1;
    minX1 = first ? minX : Math.min(minX1, minX);
    minY1 = first ? minY : Math.min(minY1, minY);
    maxX1 = first ? maxX : Math.max(maxX1, maxX);
    maxY1 = first ? maxY : Math.max(maxY1, maxY);
    area1 = (maxX1 - minX1) * (maxY1 - minY1);
    return true;
  }

  /** Adds an entry to group 2. Returns whether the group's box changed. */
  boolean join2(int index, double minX, double minY, double maxX, double maxY) {
    members2[count2++] = index;
    if (count2 > 1 && minX >= minX2 && minY >= minY2 && maxX <= maxX2 && maxY <= maxY2) {
      return false;
    }
    boolean first = count2 == 1;
    minX2 = first ? minX : Math.min(minX2, minX);
    minY2 = first ? minY : Math.min(minY2, minY);
    maxX2 = first ? maxX : Math.max(maxX2, maxX);
    maxY2 = first ? maxY : Math.max(maxY2, maxY);
    area2 = (maxX2 - minX2) * (maxY2 - minY2);
    return true;
  }

  /**
   * Returns whether an entry joins group 1. The group with the smaller enlargement gets the entry.
   * Ties go to the smaller area, then to the smaller number of entries, then to group 1.
   */
  boolean prefersGroup1(double enlargement1, double enlargement2) {
    if (enlargement1 != enlargement2) {
      return enlargement1 < enlargement2;
    }
    if (area1 != area2) {
      return area1 < area2;
    }
    return count1 <= count2;
  }

  /**
   * Adds an entry to group 1 without updating the box of the group. Callers use this when they no
   * longer need the box.
   */
  void take1(int index) {
    members1[count1++] = index;
  }

  /** Adds an entry to group 2 without updating the box of the group. */
  void take2(int index) {
    members2[count2++] = index;
  }

  /**
   * Reorders the list so that the entries of group 1 come first. Each group keeps its order of
   * assignment. Returns the number of entries in group 1.
   */
  int arrange(EntryList entries) {
    if (copy == null || copy.stride() != entries.stride()) {
      copy = new EntryList(entries.stride(), entries.count());
    }
    copy.copyFrom(entries);
    int stride = entries.stride();
    entries.clear();
    for (int i = 0; i < count1; i++) {
      entries.add(copy.words(), members1[i] * stride);
    }
    for (int i = 0; i < count2; i++) {
      entries.add(copy.words(), members2[i] * stride);
    }
    return count1;
  }

  /** Returns the members of both groups, for messages. */
  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(members1, count1))
        + " | "
        + Arrays.toString(Arrays.copyOf(members2, count2));
  }
}
