package org.flashgrove.literature.buffer.lcr;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;

/** The page of the log that holds a node's records, one at most, and how many nodes a page has. */
final class LogTable {
  /** No page. */
  static final int NONE = LongIntMap.ABSENT;

  private final LongIntMap pages = new LongIntMap(256);
  private int[] nodesOf = new int[64];

  /** Returns the bytes in use. */
  long usedBytes() {
    return (long) pages.size() * 3 * (Long.BYTES + Integer.BYTES) / 2
        + (long) nodesOf.length * Integer.BYTES;
  }

  /** Returns the page with a node's records, or {@link #NONE}. */
  int page(long nodeId) {
    return pages.get(nodeId);
  }

  /** Returns the number of nodes whose records are on a page. */
  int nodesOf(int pageId) {
    return pageId < nodesOf.length ? nodesOf[pageId] : 0;
  }

  /** Notes where a node's records are that has none elsewhere. */
  void add(long nodeId, int pageId) {
    pages.put(nodeId, pageId);
    if (pageId >= nodesOf.length) {
      nodesOf = Arrays.copyOf(nodesOf, Math.max(pageId + 1, 2 * nodesOf.length));
    }
    nodesOf[pageId]++;
  }

  /** Forgets a node's records; the page that no node needs any more, or {@link #NONE}. */
  int remove(long nodeId) {
    int pageId = pages.remove(nodeId);
    return pageId != NONE && --nodesOf[pageId] == 0 ? pageId : NONE;
  }
}
