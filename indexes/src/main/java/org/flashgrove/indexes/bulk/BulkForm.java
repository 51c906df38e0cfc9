package org.flashgrove.indexes.bulk;

import java.util.Set;

/**
 * Describes how the bulk load of a tree constructs nodes. A tree whose nodes may contain any
 * sequence of sorted entries uses a {@link LevelForm}. A tree that itself determines which entries
 * share a node, such as a tree of quadrants, uses a {@link PartitionForm}.
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
