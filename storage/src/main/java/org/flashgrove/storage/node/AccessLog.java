package org.flashgrove.storage.node;

/**
 * Nodes whose images one reader found without the store's lock, in order, until the buffer is told.
 */
final class AccessLog {
  private final long[] nodeIds = new long[64];
  private int count;

  /** Adds a node; whether the buffer must be told before the next one. */
  boolean add(long nodeId) {
    nodeIds[count++] = nodeId;
    return count == nodeIds.length;
  }

  /** Tells the buffer, under the store's lock. */
  void tell(NodeBuffer buffer) {
    for (int i = 0; i < count; i++) {
      buffer.noteWarm(nodeIds[i]);
    }
    count = 0;
  }
}
