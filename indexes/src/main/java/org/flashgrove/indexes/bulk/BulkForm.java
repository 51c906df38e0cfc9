package org.flashgrove.indexes.bulk;

import java.util.Set;

/**
 * Node construction of a bulk load. A tree has one of two forms: a {@link LevelForm} if a node may
 * hold any run of the sorted entries, a {@link PartitionForm} if the tree cuts the space, and with
 * it the entries, by itself.
 */
public sealed interface BulkForm permits LevelForm, PartitionForm {
  /** Returns the orders in which the tree can be packed. */
  Set<BulkOrder> orders();

  /**
   * Refuses rectangles the tree cannot hold.
   *
   * @throws IllegalArgumentException whose message says what is allowed
   */
  default void requireHoldable(double minX, double minY, double maxX, double maxY) {
    // most trees hold every rectangle
  }
}
