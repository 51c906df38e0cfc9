package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.NodeView;

/**
 * Chooses the child of a node that receives an entry. Not safe for use by several threads, because
 * it has scratch arrays.
 */
public interface SubtreeChooser {
  /**
   * Returns the slot of the chosen child.
   *
   * @param node an internal node with entries
   * @param entry five words: id and rectangle
   */
  int choose(NodeView node, long[] entry);
}
