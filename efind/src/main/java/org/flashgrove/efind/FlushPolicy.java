package org.flashgrove.efind;

import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode;

/** Criterion that ranks flushing units (thesis, section 6.4.4, equations 6.4 to 6.7). */
interface FlushPolicy {
  /**
   * Takes note of the whole write buffer before the units of a flush are compared.
   *
   * @param writes all buffered nodes
   */
  default void survey(WriteBuffer writes) {
    // most policies look at the unit alone
  }

  /** Returns the degree of a flushing unit of {@code size} nodes, at least 0. */
  double degree(BufferedNode[] unit, int size);

  /**
   * Returns whether the degree of a unit follows from the unit's own rows: it stays the same as
   * long as they do.
   */
  default boolean looksAtUnitAlone() {
    return false;
  }

  /** Returns whether all buffered nodes may be flushed, whatever p says. */
  default boolean considersAll() {
    return false;
  }

  /** Returns whether the policy looks at rectangles, which not every tree has. */
  default boolean needsBounds() {
    return false;
  }

  /** Makes the policy of a buffer. */
  @FunctionalInterface
  interface Maker {
    /** Makes the policy for a tree of a layout. */
    FlushPolicy make(TreeLayout layout);
  }
}
