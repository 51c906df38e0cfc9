package org.flashgrove.indexes.bulk;

import java.util.Set;

/**
 * What bulk loading asks of every tree. How nodes come about is told by one of two kinds: {@link
 * LevelForm} of trees whose nodes take any entries that follow each other, {@link PartitionForm} of
 * trees that cut the space, and so the entries, by themselves.
 */
public sealed interface BulkForm permits LevelForm, PartitionForm {
  /** The orders in which the tree can be packed. */
  Set<BulkOrder> orders();

  /**
   * Refuses rectangles the tree cannot hold.
   *
   * @throws IllegalArgumentException telling what is allowed
   */
  default void requireHoldable(double minX, double minY, double maxX, double maxY) {
    // most trees hold every rectangle
  }
}
