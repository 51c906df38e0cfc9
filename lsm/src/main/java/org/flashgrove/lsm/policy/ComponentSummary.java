package org.flashgrove.lsm.policy;

/**
 * Immutable component as a merge policy sees it.
 *
 * @param level 0 for what was flushed; merges of policies with levels bring entries to deeper ones
 * @param records entries and deletions in it, 1 or more
 * @param bytes bytes of its pages
 * @param minX left side of the least box of its records
 * @param minY lower side
 * @param maxX right side
 * @param maxY upper side
 */
public record ComponentSummary(
    int level, long records, long bytes, double minX, double minY, double maxX, double maxY) {

  /** Returns whether the boxes of two components have a point in common. */
  public boolean overlaps(ComponentSummary other) {
    return minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY;
  }
}
