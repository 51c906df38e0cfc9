package org.flashgrove.storage.node;

import org.flashgrove.storage.node.buffer.NodeBuffer;

/**
 * Keeps the ids of nodes whose images one reader found without the store's lock, in order, until
 * they are reported to the buffer: at the latest when there is no room for more, and from half of
 * that on whenever the lock is free (Ding, Jiang and Zhang: BP-Wrapper, ICDE 2009).
 */
final class AccessLog {
  private static final int ROOM = 1024;
  private static final int TRY_EVERY = 64;

  private final long[] nodeIds = new long[ROOM];
  private int count;

  /** Adds a node; returns whether the nodes should be reported, if the lock is free. */
  boolean add(long nodeId) {
    nodeIds[count++] = nodeId;
    return count >= ROOM / 2 && count % TRY_EVERY == 0;
  }

  /** Returns whether the nodes must be reported before another can be added. */
  boolean isFull() {
    return count == ROOM;
  }

  /** Reports the nodes to the buffer and forgets them. The caller holds the store's lock. */
  void report(NodeBuffer buffer) {
    for (int i = 0; i < count; i++) {
      buffer.noteWarm(nodeIds[i]);
    }
    count = 0;
  }
}
