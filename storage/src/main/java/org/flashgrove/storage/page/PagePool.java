package org.flashgrove.storage.page;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Lends page objects over aligned off-heap slabs and takes them back; once it has grown to what is
 * needed at a time it allocates nothing. May be called by several threads. Pages that are not lent
 * are claimed, so that a reader that looks at one by mistake cannot pin it.
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

  /** Returns the bytes of a page. */
  public int pageSize() {
    return pageSize;
  }

  /**
   * Lends a page, unpinned, whose content is undefined. The borrower gives it back by {@link
   * #give}.
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

  private void addSlab() {
    // Doubles what is held, so that a small store takes little.
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
   * Takes a page back that {@link #take} lent: now, or when its last reader releases it.
   *
   * @throws IllegalStateException if it was given back before
   */
  public void give(NodePage page) {
    requireOwn(page);
    if (page.abandon()) {
      keep(page);
    }
  }

  /** Unpins a page. A page that was freed while pinned is freed now. */
  public void release(NodePage page) {
    requireOwn(page);
    if (page.unpin()) {
      keep(page);
    }
  }

  private void requireOwn(NodePage page) {
    if (page.pageSize() != pageSize) {
      throw new IllegalArgumentException("page is not of this pool");
    }
  }

  private synchronized void keep(NodePage page) {
    if (free.size() == heldPages) {
      throw new IllegalArgumentException("page is not of this pool");
    }
    free.add(page);
  }

  /** Releases the pages that are not lent, and with them the memory of their slabs. */
  public synchronized void trim() {
    heldPages -= free.size();
    free.clear();
  }

  /** Returns the bytes of the pages lent at the moment. */
  public synchronized long usedBytes() {
    return (heldPages - free.size()) * pageSize;
  }

  /** Returns the bytes of all slabs. */
  public synchronized long heldBytes() {
    return heldPages * pageSize;
  }
}
