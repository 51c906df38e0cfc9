package org.flashgrove.storage.node.device;

import java.nio.ByteBuffer;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.placement.PageMap;

/**
 * The nodes that one thread has announced to read, in that order. When one of them has to be read
 * from the device, the announced nodes that follow it are read in the same batch, a window at a
 * time. Nothing is read before the first of the announced nodes is requested.
 *
 * <p>A page read ahead serves as long as its node's place is still the one it was read from: an
 * equal place, slot and checksum, is the same image.
 */
final class ReadAhead {
  /** Memory of a window at most. */
  private static final int WINDOW_BYTES = 1 << 20;

  private static final int MOST_PAGES = 64;

  /** Memory that a thread keeps for its next search. */
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

  /** Gives the places of nodes, and reads several pages together. */
  interface Source {
    /** Returns the node's place, or {@link PageMap#NEVER}. */
    long place(long nodeId);

    /**
     * Reads pages without verifying them.
     *
     * @return false if one of them could not be read
     */
    boolean read(long[] places, int count, ByteBuffer into);
  }

  /** Takes over what is read next; what was announced before is forgotten. */
  void announce(long[] nodeIds, int count) {
    if (announced.length < count) {
      announced = new long[count];
    }
    System.arraycopy(nodeIds, 0, announced, 0, count);
    announcedCount = count;
    next = 0;
    windowCount = 0;
  }

  /** Drops the announcements and frees memory that exceeds a window of a few pages. */
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
   * Returns a node's page in {@code into}, if the node was announced.
   *
   * @param place the node's place now
   * @return false if it is to be read by itself
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
      return false; // it was written since it was read ahead
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

  /** Keeps the window in the order of slots: neighbours on the device come by one call. */
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
      windowCount = 0; // each is read by itself, so that the error names the right one
      return false;
    }
    return true;
  }
}
