package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/** The two groups of a split while they are filled, with Guttman's rule for choosing a group. */
final class SplitGroups {
  final SplitGroup first = new SplitGroup();
  final SplitGroup second = new SplitGroup();
  private EntryList copy;

  /** Empties both groups for a node with {@code entries} entries. */
  void start(int entries) {
    first.start(entries);
    second.start(entries);
  }

  /** Returns the first or the second group. */
  SplitGroup group(boolean isFirst) {
    return isFirst ? first : second;
  }

  /**
   * Returns whether an entry joins the first group. The group with the smaller enlargement gets the
   * entry. Ties go to the smaller area, then to the smaller number of entries, then to the first
   * group.
   */
  boolean prefersFirst(double ofFirst, double ofSecond) {
    if (ofFirst != ofSecond) {
      return ofFirst < ofSecond;
    }
    if (first.area != second.area) {
      return first.area < second.area;
    }
    return first.count <= second.count;
  }

  /**
   * Reorders the list so that the entries of the first group come first. Each group keeps its order
   * of assignment. Returns the number of entries in the first group.
   */
  int arrange(EntryList entries) {
    if (copy == null || copy.stride() != entries.stride()) {
      copy = new EntryList(entries.stride(), entries.count());
    }
    copy.copyFrom(entries);
    entries.clear();
    first.copyTo(entries, copy);
    second.copyTo(entries, copy);
    return first.count;
  }
}
