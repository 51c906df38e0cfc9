package org.flashgrove.indexes.tree;

import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;

/** Receives the nodes of the upper levels of a tree, level by level from the root. */
public interface LevelVisitor {
  /** Starts a level. The nodes of the level follow. */
  void level(int level, int nodes);

  /** Receives a node, which is valid only during the call. */
  void node(NodeView node);

  /**
   * Reads complete levels of internal nodes, starting with the root.
   *
   * @param reader snapshot of a tree whose internal nodes have children in word 0
   * @param most maximum number of nodes to read
   */
  static void visit(NodeReader reader, int most, LevelVisitor visitor) {
    WarmUp.readLevels(reader, most, false, visitor);
  }
}
