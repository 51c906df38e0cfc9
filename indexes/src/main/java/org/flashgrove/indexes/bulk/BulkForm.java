package org.flashgrove.indexes.bulk;

import java.util.Set;

/**
 * Describes how the bulk load of a tree constructs nodes. If a node may contain any sequence of
 * sorted entries, the tree uses a {@link LevelForm}. If the tree partitions the space itself, it
 * uses a {@link PartitionForm}.
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
    // most trees can store every rectangle
  }
}
