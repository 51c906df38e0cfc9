package org.flashgrove.literature.buffer.lcr;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;

/** Table with the log page of each node (at most one), and the number of nodes on each log page. */
final class LogTable {
  /** Value that means no page. */
  static final int NONE = LongIntMap.ABSENT;

  private final LongIntMap pages = new LongIntMap(256);
  private int[] nodesOf = new int[64];

  /** Returns the memory of the table in bytes. */
  long usedBytes() {
    return (long) pages.size() * 3 * (Long.BYTES + Integer.BYTES) / 2
        + (long) nodesOf.length * Integer.BYTES;
  }

  /** Returns the log page with a node's records, or {@link #NONE}. */
  int page(long nodeId) {
    return pages.get(nodeId);
  }

  /** Returns the number of nodes with records on a page. */
  int nodesOf(int pageId) {
    return pageId < nodesOf.length ? nodesOf[pageId] : 0;
  }

  /**
   * Adds a node that is not yet in the table.
   *
   * @param pageId log page with the node's records
   */
  void add(long nodeId, int pageId) {
    pages.put(nodeId, pageId);
    if (pageId >= nodesOf.length) {
      nodesOf = Arrays.copyOf(nodesOf, Math.max(pageId + 1, 2 * nodesOf.length));
    }
    nodesOf[pageId]++;
  }

  /**
   * Removes a node. Returns its log page if the page has no records of other nodes, otherwise
   * {@link #NONE}.
   */
  int remove(long nodeId) {
    int pageId = pages.remove(nodeId);
    return pageId != NONE && --nodesOf[pageId] == 0 ? pageId : NONE;
  }
}
