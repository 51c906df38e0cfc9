package org.flashgrove.literature.buffer.fortree;

import org.flashgrove.core.replacement.LinkedKeys;

/**
 * The warm-node list, which contains the most recently modified nodes. Its maximum length is a
 * share of the number of nodes in the Update Buffer Table (the nodes with buffered changes),
 * rounded down.
 */
final class WarmNodes {
  private final double share;
  private final LinkedKeys nodes = new LinkedKeys(64);

  WarmNodes(double share) {
    this.share = share;
  }

  /**
   * Makes a node the most recently modified node of the list.
   *
   * @param tableNodes number of nodes in the Update Buffer Table after the modification
   */
  void modified(long nodeId, int tableNodes) {
    int position = nodes.position(nodeId);
    if (position == LinkedKeys.NONE) {
      nodes.addLast(nodeId);
    } else {
      nodes.moveToLast(position);
    }
    trim(tableNodes);
  }

  /**
   * Removes the least recently modified nodes from the list until its length is allowed for an
   * Update Buffer Table with {@code tableNodes} nodes.
   */
  void trim(int tableNodes) {
    int most = (int) Math.floor(tableNodes * share);
    while (nodes.size() > most) {
      nodes.remove(nodes.key(nodes.first()));
    }
  }

  /** Removes a node from the list, because the Update Buffer Table no longer contains the node. */
  void remove(long nodeId) {
    nodes.remove(nodeId);
  }

  boolean contains(long nodeId) {
    return nodes.position(nodeId) != LinkedKeys.NONE;
  }
}
