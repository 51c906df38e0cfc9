package org.flashgrove.efind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode;

/**
 * Criterion that ranks flushing units, which are groups of nodes with adjacent ids (Carniel's
 * thesis, 2019, section 6.4.4, equations 6.4 to 6.7).
 */
interface FlushPolicy {
  /**
   * Examines all buffered nodes before {@link #degree} is called for the units of a flush. By
   * default does nothing.
   *
   * @param writes all buffered nodes
   */
  default void survey(WriteBuffer writes) {
    // most policies look at the unit alone
  }

  /**
   * Returns the degree of a flushing unit, which is at least 0. A flush writes the unit with the
   * greatest degree.
   *
   * @param unit array that starts with the nodes of the unit
   * @param size number of these nodes
   */
  double degree(BufferedNode[] unit, int size);

  /** Returns whether the degree of a unit depends only on the unit's own nodes. */
  default boolean looksAtUnitAlone() {
    return false;
  }

  /**
   * Returns whether a flush may choose among all buffered nodes. Otherwise it chooses among the
   * nodes with the oldest changes, whose share is {@link EfindConfig.Flushing#oldest}.
   */
  default boolean considersAll() {
    return false;
  }

  /**
   * Returns whether the policy reads the rectangles of entries. Entries of some trees have no
   * rectangles.
   */
  default boolean needsBounds() {
    return false;
  }

  /** Factory of a policy. */
  @FunctionalInterface
  interface Maker {
    /** Creates the policy for a tree with the given layout. */
    FlushPolicy make(TreeLayout layout);
  }
}
