package org.flashgrove.indexes.bulk;

import java.util.Set;

/**
 * Node construction of a bulk load. A tree uses a {@link LevelForm} if a node may contain any run
 * of the sorted entries, or a {@link PartitionForm} if the tree partitions the space itself.
 */
public sealed interface BulkForm permits LevelForm, PartitionForm {
  /** Returns the orders in which the tree can be packed. */
  Set<BulkOrder> orders();

  /**
   * Rejects rectangles that the tree cannot store.
   *
   * @throws IllegalArgumentException with a message that names the allowed range
   */
  default void requireHoldable(double minX, double minY, double maxX, double maxY) {
    // most trees hold every rectangle
  }
}
