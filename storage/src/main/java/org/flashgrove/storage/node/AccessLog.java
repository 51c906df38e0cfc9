package org.flashgrove.storage.node;

/**
 * Keeps the ids of nodes whose images one reader found without the store's lock, in order, until
 * they are reported to the buffer.
 */
final class AccessLog {
  private final long[] nodeIds = new long[64];
  private int count;

  /** Adds a node; returns whether the nodes must be reported before another can be added. */
  boolean add(long nodeId) {
    nodeIds[count++] = nodeId;
    return count == nodeIds.length;
  }

  /** Reports the nodes to the buffer and forgets them. The caller holds the store's lock. */
  void report(NodeBuffer buffer) {
    for (int i = 0; i < count; i++) {
      buffer.noteWarm(nodeIds[i]);
    }
    count = 0;
  }
}
