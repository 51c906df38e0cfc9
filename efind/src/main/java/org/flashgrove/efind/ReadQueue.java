package org.flashgrove.efind;

import org.flashgrove.core.replacement.LinkedKeys;

/** RQ: the ids of the nodes last read, first in, first out; no id twice. */
final class ReadQueue {
  private static final int SMALLEST = 10;

  private final double share;
  private final LinkedKeys ids = new LinkedKeys(64);

  /** A queue of {@code share} of the pages in both buffers, at least ten. */
  ReadQueue(double share) {
    this.share = share;
  }

  /** Notes a read; an id that is there keeps its place. */
  void add(long nodeId, int pages) {
    if (!ids.contains(nodeId)) {
      ids.addLast(nodeId);
      int limit = Math.max(SMALLEST, (int) Math.ceil(pages * share));
      while (ids.size() > limit) {
        ids.remove(ids.key(ids.first()));
      }
    }
  }

  boolean contains(long nodeId) {
    return ids.contains(nodeId);
  }

  boolean remove(long nodeId) {
    return ids.remove(nodeId) != LinkedKeys.NONE;
  }

  /** The ids, oldest first. */
  long[] toArray() {
    long[] all = new long[ids.size()];
    int count = 0;
    for (int at = ids.first(); at != LinkedKeys.NONE; at = ids.next(at)) {
      all[count++] = ids.key(at);
    }
    return all;
  }
}
