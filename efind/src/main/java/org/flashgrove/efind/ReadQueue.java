package org.flashgrove.efind;

import org.flashgrove.core.replacement.IdentifierQueue;

/** RQ: the ids of the nodes last read, first in, first out; no id twice. */
final class ReadQueue {
  private static final int SMALLEST = 10;

  private final double share;
  private final IdentifierQueue ids = new IdentifierQueue(SMALLEST);

  /** Creates a queue of {@code share} of the pages in both buffers, at least ten. */
  ReadQueue(double share) {
    this.share = share;
  }

  /** Returns the ids, which a read policy may keep as a queue of its own. */
  IdentifierQueue ids() {
    return ids;
  }

  /** Takes the size from the pages in both buffers, for the next read. */
  void size(int pages) {
    ids.limit(Math.max(SMALLEST, (int) Math.ceil(pages * share)));
  }

  /** Notes a read; an id that is there keeps its place. */
  void add(long nodeId) {
    ids.add(nodeId);
  }

  boolean contains(long nodeId) {
    return ids.contains(nodeId);
  }

  boolean remove(long nodeId) {
    return ids.remove(nodeId);
  }

  /** Returns the ids, oldest first. */
  long[] toArray() {
    return ids.toArray();
  }
}
