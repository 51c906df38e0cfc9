package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.efind.change.MemoryModel;
import org.flashgrove.storage.page.PagePool;

/** Read buffer of eFIND: stored pages by node id, within a budget in bytes. */
final class ReadBuffer implements CachedPages {
  private final MemoryModel memory;
  private final PagePool pool;
  private final ReplacementPolicy policy;
  private final long levelCost;
  private final int lowestLevel;
  private NodePage[] pages = new NodePage[64];
  private long evictions;

  /**
   * Creates an empty buffer.
   *
   * @param readQueue queue of recently read nodes (RQ), or null if there is none; some replacement
   *     policies use it as one of their own queues
   * @param memory counts the bytes of a page
   */
  ReadBuffer(EfindConfig config, ReadQueue readQueue, MemoryModel memory, PagePool pool) {
    ReadPolicies readPolicy = ReadPolicies.named(config.buffers().readPolicy());
    lowestLevel = config.buffers().cachesInnerOnly() ? 1 : 0;
    this.memory = memory;
    this.pool = pool;
    levelCost = readPolicy.keepsLevels() ? memory.costOfLevel() : 0;
    policy =
        readPolicy
            .maker()
            .make(
                config.buffers().readBytes(),
                memory.costOfFullPage(pool.pageSize()) + levelCost,
                readPolicy.keepsReadQueue() ? readQueue.ids() : null,
                this);
  }

  private long cost(NodePage page) {
    return memory.costOfPage(page) + levelCost;
  }

  /**
   * Returns the cached page of a node and reports the access to the replacement policy. Returns
   * null if the page is not cached.
   */
  NodePage get(long nodeId) {
    int position = policy.position(nodeId);
    if (position == ReplacementPolicy.NONE) {
      return null;
    }
    policy.access(position, false);
    return pages[position];
  }

  boolean contains(long nodeId) {
    return policy.position(nodeId) != ReplacementPolicy.NONE;
  }

  int pageCount() {
    return policy.size();
  }

  long usedBytes() {
    return policy.usedCost();
  }

  long evictions() {
    return evictions;
  }

  /**
   * Offers a page to the buffer. The buffer must not contain a page of the same node.
   *
   * @return whether the buffer took ownership of the page; false if the replacement policy rejects
   *     the page or the page is larger than the buffer
   */
  boolean put(NodePage page) {
    if (page.level() < lowestLevel) {
      return false;
    }
    int position = policy.admit(page.nodeId(), page.level(), cost(page), false);
    if (position == ReplacementPolicy.NONE) {
      return false;
    }
    if (position >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(position + 1, pages.length * 2));
    }
    pages[position] = page;
    return true;
  }

  /**
   * Replaces the page of a cached node without reporting an access to the replacement policy
   * (Carniel's thesis, Algorithm 8, line 2). If the new page does not fit, the node leaves the
   * buffer.
   *
   * @return whether the buffer took ownership of the new page
   */
  boolean replace(NodePage page) {
    int position = policy.position(page.nodeId());
    if (!policy.resize(position, cost(page))) {
      remove(page.nodeId());
      return false;
    }
    pool.give(pages[position]);
    pages[position] = page;
    return true;
  }

  /** Removes the page of a node, if it is cached. The replacement policy also forgets the node. */
  void remove(long nodeId) {
    int position = policy.position(nodeId);
    policy.discard(nodeId);
    if (position != ReplacementPolicy.NONE) {
      forget(position);
    }
  }

  @Override
  public boolean mayEvict(int position) {
    // a pinned page may leave the buffer, too: it returns to the pool when it is unpinned
    return true;
  }

  @Override
  public void evict(int[] positions, int count) {
    for (int i = 0; i < count; i++) {
      forget(positions[i]);
      evictions++;
    }
  }

  private void forget(int position) {
    NodePage page = pages[position];
    pages[position] = null;
    pool.give(page);
  }
}
