package org.flashgrove.core.structure;

/** Receives the nodes of a tree with the bounds of their entries, parents before children. */
public interface NodeVisitor {
  /**
   * Receives a node that is not empty.
   *
   * @param level 0 for leaves
   * @param parentId id of the parent, or -1 for the root
   * @param entryCount number of entries in the node
   */
  @SuppressWarnings("checkstyle:ParameterNumber") // a public method
  void node(
      int level,
      long nodeId,
      long parentId,
      int entryCount,
      double minX,
      double minY,
      double maxX,
      double maxY);

  /**
   * Receives an entry of the leaf that {@link #node} received last. The default ignores the entry.
   */
  default void entry(long id, double minX, double minY, double maxX, double maxY) {
    // for visitors that need only nodes
  }
}
