package org.flashgrove.lsm.policy;

/**
 * Properties of a component that merge policies use.
 *
 * @param level 0 for flushed components; merges may move entries to deeper levels
 * @param records number of entries and deletions, at least 1
 * @param bytes total size of the component's pages
 * @param minX left side of the bounding box of the component's records
 * @param minY lower side of the box
 * @param maxX right side of the box
 * @param maxY upper side of the box
 */
public record ComponentSummary(
    int level, long records, long bytes, double minX, double minY, double maxX, double maxY) {

  /** Returns whether the boxes of two components have a point in common. */
  public boolean overlaps(ComponentSummary other) {
    return minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY;
  }
}
