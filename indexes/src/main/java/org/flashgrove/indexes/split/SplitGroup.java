package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * One of the two groups of a split while it is filled, with its box, its area, and its members in
 * the order of assignment.
 */
final class SplitGroup {
  double minX;
  double minY;
  double maxX;
  double maxY;
  double area;
  int count;
  private int[] members = new int[0];

  /** Empties the group for a node with {@code entries} entries. */
  void start(int entries) {
    if (members.length < entries) {
      members = new int[entries];
    }
    count = 0;
  }

  /** Adds an entry. Returns whether the group's box changed. */
  boolean join(int index, double x1, double y1, double x2, double y2) {
    members[count++] = index;
    if (count > 1 && x1 >= minX && y1 >= minY && x2 <= maxX && y2 <= maxY) {
      return false;
    }
    boolean first = count == 1;
    minX = first ? x1 : Math.min(minX, x1);
    minY = first ? y1 : Math.min(minY, y1);
    maxX = first ? x2 : Math.max(maxX, x2);
    maxY = first ? y2 : Math.max(maxY, y2);
    area = (maxX - minX) * (maxY - minY);
    return true;
  }

  /**
   * Adds an entry without updating the box of the group. Callers use this when they no longer need
   * the box.
   */
  void take(int index) {
    members[count++] = index;
  }

  /** Returns the increase of the group's area if it got an entry with this box. */
  double enlargement(double x1, double y1, double x2, double y2) {
    double width = Math.max(maxX, x2) - Math.min(minX, x1);
    double height = Math.max(maxY, y2) - Math.min(minY, y1);
    return width * height - area;
  }

  /** Appends the members to a list, in the order of assignment. */
  void copyTo(EntryList list, EntryList entries) {
    for (int i = 0; i < count; i++) {
      list.add(entries.words(), members[i] * entries.stride());
    }
  }
}
