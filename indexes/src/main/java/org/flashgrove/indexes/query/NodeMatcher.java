package org.flashgrove.indexes.query;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.node.NodeView;

/**
 * Finds the entries of a node that a search follows or reports. A tree that knows more of its nodes
 * than their bounds brings its own: regions, or an order.
 *
 * <p>Serves one search at a time.
 */
public interface NodeMatcher {
  /**
   * Sets what is searched for, before the first node.
   *
   * @param test one that {@link RectangleTest#requiresContact() requires contact}
   */
  void of(RectangleTest test, double minX, double minY, double maxX, double maxY);

  /**
   * Notes the slots of a node's matching entries: in leaves those that answer, in internal nodes
   * those with a subtree that may hold an answer.
   *
   * @param hits has room for all of the node's slots
   * @return number of slots noted
   */
  int match(NodeView node, int[] hits);
}
