package org.flashgrove.storage.node.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.flashgrove.core.node.NodePage;

/**
 * Table of the node images in memory, indexed by node id. Readers use the table without a lock,
 * while one thread at a time changes it. The table consists of chunks and takes one reference per
 * node.
 */
final class NodeTable {
  private static final int CHUNK_BITS = 10;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(NodePage[].class);

  private volatile NodePage[][] chunks = new NodePage[4][];

  /** Returns the image of a node, or null. */
  NodePage get(long nodeId) {
    NodePage[][] now = chunks;
    long number = nodeId >>> CHUNK_BITS;
    if (number >= now.length) {
      return null;
    }
    NodePage[] chunk = now[(int) number];
    return chunk == null ? null : (NodePage) PAGES.getAcquire(chunk, (int) nodeId & CHUNK - 1);
  }

  /** Sets the image of an existing node; null removes it. */
  void set(long nodeId, NodePage page) {
    int number = Math.toIntExact(nodeId >>> CHUNK_BITS);
    NodePage[][] now = chunks;
    if (number >= now.length) {
      now = Arrays.copyOf(now, Math.max(number + 1, now.length + now.length / 2));
    }
    if (now[number] == null) {
      now = now == chunks ? now.clone() : now;
      now[number] = new NodePage[CHUNK];
    }
    PAGES.setRelease(now[number], (int) nodeId & CHUNK - 1, page);
    chunks = now;
  }
}
