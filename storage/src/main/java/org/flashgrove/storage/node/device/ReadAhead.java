package org.flashgrove.storage.node.device;

import java.nio.ByteBuffer;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.placement.PageMap;

/**
 * Reads announced nodes ahead for one thread. When a thread requests an announced node, this node
 * and the announced nodes after it are read in one batch. The pages of the batch form the window,
 * whose maximum size limits the batch. Nothing is read before an announced node is requested.
 *
 * <p>A page in the window is valid as long as its node has the place from which the page was read.
 * A place consists of slot and checksum, so an unchanged place means an unchanged image.
 */
final class ReadAhead {
  /** Maximum size in bytes of a window, which is a batch of pages read together. */
  private static final int WINDOW_BYTES = 1 << 20;

  private static final int MOST_PAGES = 64;

  /** Maximum size in bytes of a buffer that a thread keeps for its next announcement. */
  private static final int KEPT_BYTES = 1 << 16;

  private final int pageSize;
  private final int windowPages;
  private final long[] windowNodes;
  private final long[] windowPlaces;
  private ByteBuffer slab;
  private int windowCount;
  private long[] announced = {};
  private int announcedCount;
  private int next;

  ReadAhead(int pageSize) {
    this.pageSize = pageSize;
    windowPages = Math.max(1, Math.min(MOST_PAGES, WINDOW_BYTES / pageSize));
    windowNodes = new long[windowPages];
    windowPlaces = new long[windowPages];
  }

  /** Gives access to the places of nodes and reads several pages at once. */
  interface Source {
    /**
     * Returns the node's place (slot and checksum, see {@link PageMap}), or {@link PageMap#NEVER}.
     */
    long place(long nodeId);

    /**
     * Reads pages without verifying them.
     *
     * @return false if a page could not be read
     */
    boolean read(long[] places, int count, ByteBuffer into);
  }

  /** Announces nodes, in place of the nodes that were announced before. */
  void announce(long[] nodeIds, int count) {
    if (announced.length < count) {
      announced = new long[count];
    }
    System.arraycopy(nodeIds, 0, announced, 0, count);
    announcedCount = count;
    next = 0;
    windowCount = 0;
  }

  /** Cancels the announcement and frees large buffers. */
  void forget() {
    announcedCount = 0;
    windowCount = 0;
    next = 0;
    if (slab != null && slab.capacity() > KEPT_BYTES) {
      slab = null;
    }
    if (announced.length > MOST_PAGES) {
      announced = new long[0];
    }
  }

  /**
   * Copies the page of an announced node. If the page was not read ahead yet, reads the page
   * together with the announced nodes after it.
   *
   * @param place the node's current place
   * @param into receives the page
   * @return false if the caller must read the node itself
   */
  boolean take(long nodeId, long place, NodePage into, Source source) {
    int at = find(windowNodes, 0, windowCount, nodeId);
    if (at < 0) {
      int from = find(announced, next, announcedCount, nodeId);
      if (from < 0 || !fill(from, source)) {
        return false;
      }
      at = find(windowNodes, 0, windowCount, nodeId);
    }
    if (at < 0 || windowPlaces[at] != place) {
      return false; // the node was written again after it was read ahead
    }
    into.bytes().put(0, slab, at * pageSize, pageSize);
    return true;
  }

  private static int find(long[] nodeIds, int from, int to, long nodeId) {
    for (int i = from; i < to; i++) {
      if (nodeIds[i] == nodeId) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Adds a node to the window, which is sorted by slot so that one call reads neighbouring pages.
   */
  private void insert(long nodeId, long place) {
    long slot = PageMap.slot(place);
    int at = windowCount++;
    while (at > 0 && PageMap.slot(windowPlaces[at - 1]) > slot) {
      windowNodes[at] = windowNodes[at - 1];
      windowPlaces[at] = windowPlaces[at - 1];
      at--;
    }
    windowNodes[at] = nodeId;
    windowPlaces[at] = place;
  }

  private boolean fill(int from, Source source) {
    windowCount = 0;
    int at = from;
    while (at < announcedCount && windowCount < windowPages) {
      long nodeId = announced[at++];
      long place = source.place(nodeId);
      if (PageMap.isStored(place)) {
        insert(nodeId, place);
      }
    }
    next = at;
    if (slab == null || slab.capacity() < windowCount * pageSize) {
      int pages = Math.min(windowPages, 2 * Integer.highestOneBit(windowCount));
      slab = AlignedBuffers.allocate(pages * pageSize);
    }
    if (windowCount < 2 || !source.read(windowPlaces, windowCount, slab)) {
      windowCount = 0; // the nodes are read one by one, so that an error names the right node
      return false;
    }
    return true;
  }
}
