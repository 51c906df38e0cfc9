package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.storage.page.PagePool;

/** The read buffer table: stored pages by node id, within a budget of bytes, replaced by LRU. */
final class ReadBuffer {
  private final long capacityBytes;
  private final MemoryModel memory;
  private final PagePool pool;
  private final LinkedKeys order = new LinkedKeys(64);
  private NodePage[] pages = new NodePage[64];
  private long[] charged = new long[64];
  private long usedBytes;
  private long evictions;

  ReadBuffer(long capacityBytes, MemoryModel memory, PagePool pool) {
    this.capacityBytes = capacityBytes;
    this.memory = memory;
    this.pool = pool;
  }

  /** The cached page of a node, which becomes the most recently used one, or null. */
  NodePage get(long nodeId) {
    int position = order.position(nodeId);
    if (position == LinkedKeys.NONE) {
      return null;
    }
    order.moveToLast(position);
    return pages[position];
  }

  /** Whether this very image is cached. */
  boolean holds(NodePage page) {
    int position = order.position(page.nodeId());
    return position != LinkedKeys.NONE && pages[position] == page;
  }

  boolean contains(long nodeId) {
    return order.contains(nodeId);
  }

  int pageCount() {
    return order.size();
  }

  long usedBytes() {
    return usedBytes;
  }

  long evictions() {
    return evictions;
  }

  /**
   * Caches the page of a node that is not cached, evicting others; it owns the page from now on.
   *
   * @return false if the page is larger than the whole buffer: then it stays the caller's
   */
  boolean put(NodePage page) {
    long cost = memory.costOfPage(page);
    if (cost > capacityBytes) {
      return false;
    }
    makeRoom(cost, -1);
    int position = order.addLast(page.nodeId());
    if (position >= pages.length) {
      pages = Arrays.copyOf(pages, position * 2);
      charged = Arrays.copyOf(charged, position * 2);
    }
    pages[position] = page;
    charged[position] = cost;
    usedBytes += cost;
    return true;
  }

  /**
   * Gives a cached node a new image without a change of its recency (Algorithm 8, line 2). If it
   * does not fit any more the node leaves the buffer.
   *
   * @return whether the buffer owns the image now
   */
  boolean replace(NodePage page) {
    long cost = memory.costOfPage(page);
    if (cost > capacityBytes) {
      remove(page.nodeId());
      return false;
    }
    int position = order.position(page.nodeId());
    usedBytes -= charged[position];
    charged[position] = 0;
    makeRoom(cost, page.nodeId());
    pool.give(pages[position]);
    pages[position] = page;
    charged[position] = cost;
    usedBytes += cost;
    return true;
  }

  private void makeRoom(long cost, long spared) {
    int position = order.first();
    while (usedBytes + cost > capacityBytes && position != LinkedKeys.NONE) {
      long nodeId = order.key(position);
      position = order.next(position);
      if (nodeId != spared) {
        remove(nodeId);
        evictions++;
      }
    }
  }

  /** Drops a node's page if it is cached. */
  void remove(long nodeId) {
    int position = order.remove(nodeId);
    if (position != LinkedKeys.NONE) {
      usedBytes -= charged[position];
      NodePage page = pages[position];
      pages[position] = null;
      pool.give(page);
    }
  }
}
