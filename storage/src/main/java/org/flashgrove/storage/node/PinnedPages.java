package org.flashgrove.storage.node;

import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.page.PagePool;

/**
 * Images of inner nodes that a reader keeps pinned between queries, because all queries visit these
 * nodes. Pinning a node writes to its image. If each query pinned the nodes again, concurrent
 * threads would therefore write to the same memory. A query may use a kept image only while it is
 * still the newest image of its node. Images that no query uses are released before the buffer
 * chooses what to evict, and before a commit changes nodes.
 *
 * <p>Used by the thread that owns the reader, or under the store lock while the reader is idle.
 */
final class PinnedPages {
  private static final int MOST_PLACES = 512;
  private static final int MULTIPLIER = 0x9E3779B9;

  private final int most;
  private final AtomicInteger room;
  private final int shift;
  private NodePage[] pages;
  private int[] users;
  private int[] occupied;
  private int count;

  /**
   * Creates an empty set.
   *
   * @param most maximum number of images in this set; 0 to keep none
   * @param room number of images that all readers of the store together may still pin; shared by
   *     these readers
   */
  PinnedPages(int most, AtomicInteger room) {
    int places = Integer.highestOneBit(Math.max(2, Math.min(MOST_PLACES, 2 * most)));
    this.most = Math.min(most, places);
    this.room = room;
    shift = Integer.SIZE - Integer.numberOfTrailingZeros(places);
  }

  private int place(long nodeId) {
    return (int) (nodeId * MULTIPLIER) >>> shift;
  }

  /** Returns the kept image of a node, or null. Call {@link #use} to use it. */
  NodePage find(long nodeId) {
    if (count == 0) {
      return null;
    }
    NodePage page = pages[place(nodeId)];
    return page != null && page.nodeId() == nodeId ? page : null;
  }

  /** Counts one more user of an image that {@link #find} returned. */
  void use(NodePage page) {
    users[place(page.nodeId())]++;
  }

  /**
   * Keeps an image that was just read, if there is room, and counts one user of it. The image then
   * stays pinned until this set releases it.
   */
  void keep(NodePage page, PagePool pool) {
    if (most == 0) {
      return;
    }
    if (pages == null) {
      int places = 1 << Integer.SIZE - shift;
      pages = new NodePage[places];
      users = new int[places];
      occupied = new int[most];
    }
    int place = place(page.nodeId());
    if (users[place] > 0) {
      return;
    }
    if (pages[place] != null) {
      pool.release(pages[place]);
    } else if (count < most && hasRoom()) {
      occupied[count++] = place;
    } else {
      return;
    }
    pages[place] = page;
    users[place] = 1;
  }

  private boolean hasRoom() {
    int left = room.get();
    while (left > 0 && !room.compareAndSet(left, left - 1)) {
      left = room.get();
    }
    return left > 0;
  }

  /**
   * Decreases the user count of an image. Returns false if this set does not keep the image or
   * counts no user of it.
   */
  boolean release(NodePage page) {
    if (count == 0) {
      return false;
    }
    int place = place(page.nodeId());
    if (pages[place] != page || users[place] == 0) {
      return false;
    }
    users[place]--;
    return true;
  }

  /** Releases the images that nobody uses now. */
  void giveBack(PagePool pool) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      int place = occupied[i];
      if (users[place] > 0) {
        occupied[left++] = place;
      } else {
        pool.release(pages[place]);
        pages[place] = null;
      }
    }
    if (left < count) {
      room.addAndGet(count - left);
      count = left;
    }
  }
}
