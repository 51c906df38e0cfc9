package org.flashgrove.storage.page;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Pool of page objects in aligned off-heap memory. The pool allocates memory only if no page is
 * free. Thread-safe.
 *
 * <p>A reader that uses no lock may still hold a reference to a page that was just freed. The pool
 * therefore marks each free page as claimed, and readers cannot pin a claimed page.
 */
public final class PagePool {
  private static final int FIRST_SLAB_BYTES = 1 << 14;
  private static final int MOST_SLAB_BYTES = 1 << 18;

  private final int pageSize;
  private final List<NodePage> free = new ArrayList<>();
  private long heldPages;

  /** Creates a pool of pages of {@code pageSize} bytes, a power of two from 512 to 65,536. */
  public PagePool(int pageSize) {
    if (Integer.bitCount(pageSize) != 1 || pageSize < 512 || pageSize > 65_536) {
      throw new IllegalArgumentException(
          "pageSize = " + pageSize + " (allowed: a power of two from 512 to 65536)");
    }
    this.pageSize = pageSize;
  }

  public int pageSize() {
    return pageSize;
  }

  /**
   * Lends a page. Its content is undefined and it is not pinned. The borrower returns it with
   * {@link #give}.
   */
  public NodePage take() {
    NodePage page;
    synchronized (this) {
      if (free.isEmpty()) {
        addSlab();
      }
      page = free.remove(free.size() - 1);
    }
    page.unclaim();
    return page;
  }

  /**
   * Takes over a page of another pool, with its content. The result is the same page, which both
   * pools then share, or a copy. The caller holds the lock of a buffer that contains the page.
   */
  public NodePage takeOver(NodePage other) {
    if (PageSharing.isCopied(other.shares(), other.nodeId())) {
      NodePage copy = take();
      copy.copyFrom(other);
      return copy;
    }
    other.share();
    synchronized (this) {
      heldPages++;
    }
    return other;
  }

  private void addSlab() {
    // Doubles the memory, so that a small store needs little.
    int least = Math.max(FIRST_SLAB_BYTES, pageSize);
    int slabBytes = (int) Math.min(MOST_SLAB_BYTES, Math.max(least, heldBytes()));
    NodePage[] pages = NodePage.pages(AlignedBuffers.allocate(slabBytes), pageSize);
    for (int i = pages.length - 1; i >= 0; i--) {
      pages[i].tryClaim();
      free.add(pages[i]);
    }
    heldPages += slabBytes / pageSize;
  }

  /**
   * Returns a page to the pool. If readers have pinned the page, it becomes free when the last
   * reader releases it. A shared page leaves the pool instead.
   *
   * @throws IllegalStateException if the page was already returned
   */
  public void give(NodePage page) {
    requireOwn(page);
    if (page.shares() > 0) {
      forget();
    } else if (page.abandon()) {
      keep(page);
    }
  }

  /**
   * Unpins a page. If the page was already returned with {@link #give}, and this was its last pin,
   * the page becomes free.
   */
  public void release(NodePage page) {
    requireOwn(page);
    if (page.unpin()) {
      keep(page);
    }
  }

  private void requireOwn(NodePage page) {
    if (page.pageSize() != pageSize) {
      throw new IllegalArgumentException("page: not from this pool; return it to its own pool");
    }
  }

  private synchronized void forget() {
    heldPages--;
  }

  private synchronized void keep(NodePage page) {
    if (free.size() == heldPages) {
      throw new IllegalArgumentException("page: not from this pool; return it to its own pool");
    }
    free.add(page);
  }

  /** Releases the free pages and their memory. */
  public synchronized void trim() {
    heldPages -= free.size();
    free.clear();
  }

  /** Returns the number of bytes in the pages that are lent. */
  public synchronized long usedBytes() {
    return (heldPages - free.size()) * pageSize;
  }

  /** Returns the number of bytes in all pages, lent and free. */
  public synchronized long heldBytes() {
    return heldPages * pageSize;
  }
}
