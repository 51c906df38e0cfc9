package org.flashgrove.storage.node;

import org.flashgrove.storage.node.buffer.NodeBuffer;

/**
 * Records the ids of nodes that one reader found in memory without the store lock. The reader later
 * reports these accesses to the {@link NodeBuffer}, whose replacement policy needs to know each
 * access. Once this record is half full, the reader reports as soon as it finds the store lock
 * free. If this record is full, the reader waits for the lock (Ding, Jiang and Zhang: BP-Wrapper,
 * ICDE 2009).
 */
final class AccessLog {
  private static final int ROOM = 1024;
  private static final int TRY_EVERY = 64;

  private final long[] nodeIds = new long[ROOM];
  private int count;

  /**
   * Adds a node. Returns true if the caller should now try to acquire the store lock without
   * waiting, and call {@link #report} if it gets the lock.
   */
  boolean add(long nodeId) {
    nodeIds[count++] = nodeId;
    return count >= ROOM / 2 && count % TRY_EVERY == 0;
  }

  /**
   * Returns whether the log is full. The nodes must then be reported before another one is added.
   */
  boolean isFull() {
    return count == ROOM;
  }

  /** Reports the nodes to the buffer and empties the log. The caller holds the store lock. */
  void report(NodeBuffer buffer) {
    for (int i = 0; i < count; i++) {
      buffer.noteWarm(nodeIds[i]);
    }
    count = 0;
  }
}
