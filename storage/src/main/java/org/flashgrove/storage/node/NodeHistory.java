package org.flashgrove.storage.node;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.page.PagePool;

/**
 * Earlier images of nodes that live snapshots may still read. An image is kept when a commit
 * changes its node while a snapshot is live that sees it, and dropped when no such snapshot is
 * left, or when all of them together need more than a budget: then the oldest snapshots have
 * expired.
 *
 * <p>Under the store's lock.
 */
final class NodeHistory {
  /** An image of a node that was the current one for commits in [its version, until). */
  private static final class Earlier {
    private final long nodeId;
    private final NodePage page;
    private final long until;
    private Earlier older;
    private Earlier newer;

    Earlier(long nodeId, NodePage page, long until, Earlier older) {
      this.nodeId = nodeId;
      this.page = page;
      this.until = until;
      this.older = older;
    }
  }

  private final PagePool pool;
  private final long budgetBytes;
  private final Map<Long, Earlier> newestOf = new HashMap<>();
  private final ArrayDeque<Earlier> inOrder = new ArrayDeque<>();

  /** Nodes changed since the newest live snapshot was taken: it does not see their images. */
  private final Set<Long> changedSince = new HashSet<>();

  private long since = Commits.NONE;
  private long expiredBefore;
  private volatile int images;

  NodeHistory(PagePool pool, long budgetBytes) {
    this.pool = pool;
    this.budgetBytes = budgetBytes;
  }

  /** Whether no image is kept; may be asked without the lock. */
  boolean isEmpty() {
    return images == 0;
  }

  /** Bytes of the images kept. */
  long usedBytes() {
    return (long) images * pool.pageSize();
  }

  /** Notes that a node is changed; whether that is the first time since a snapshot was taken. */
  boolean firstChange(long nodeId, long newestLive) {
    if (newestLive != since) {
      changedSince.clear();
      since = newestLive;
    }
    return changedSince.add(nodeId);
  }

  /** Forgets which nodes changed: no snapshot is live. */
  void noSnapshots() {
    if (since != Commits.NONE) {
      changedSince.clear();
      since = Commits.NONE;
    }
  }

  /**
   * Keeps an image.
   *
   * @param page pinned; the history's pin from now on
   * @param until the commit that changes the node
   */
  void keep(NodePage page, long until) {
    long nodeId = page.nodeId();
    Earlier older = newestOf.get(nodeId);
    Earlier kept = new Earlier(nodeId, page, until, older);
    if (older != null) {
      older.newer = kept;
    }
    newestOf.put(nodeId, kept);
    inOrder.addLast(kept);
    images++;
    while (usedBytes() > budgetBytes) {
      expiredBefore = Math.max(expiredBefore, inOrder.getFirst().until);
      dropOldest();
    }
  }

  /** Drops images that no snapshot from {@code oldestLive} on sees. */
  void prune(long oldestLive) {
    while (!inOrder.isEmpty() && inOrder.getFirst().until <= oldestLive) {
      dropOldest();
    }
  }

  private void dropOldest() {
    Earlier gone = inOrder.removeFirst();
    if (gone.newer == null) {
      newestOf.remove(gone.nodeId);
    } else {
      gone.newer.older = null;
    }
    images--;
    pool.release(gone.page);
  }

  /** Whether a snapshot of a commit may miss images that had to be dropped. */
  boolean isExpired(long frame) {
    return frame < expiredBefore;
  }

  /** The image of a node that a snapshot of a commit sees, pinned, or null for the current one. */
  NodePage pin(long nodeId, long frame) {
    if (inOrder.isEmpty()) {
      return null;
    }
    Earlier found = null;
    for (Earlier e = newestOf.get(nodeId); e != null && e.until > frame; e = e.older) {
      found = e;
    }
    if (found == null) {
      return null;
    }
    found.page.pinAgain();
    return found.page;
  }
}
