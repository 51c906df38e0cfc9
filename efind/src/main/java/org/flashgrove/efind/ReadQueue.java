package org.flashgrove.efind;

import org.flashgrove.core.replacement.IdentifierQueue;

/** RQ: FIFO queue of the ids of recently read nodes, without duplicates. */
final class ReadQueue {
  private static final int SMALLEST = 10;

  private final double share;
  private final IdentifierQueue ids = new IdentifierQueue(SMALLEST);

  /**
   * Creates a queue.
   *
   * @param share size of the queue as a share of the pages in the read and write buffers; the queue
   *     has room for at least ten ids
   */
  ReadQueue(double share) {
    this.share = share;
  }

  /** Returns the ids as a queue that a replacement policy may use as its own. */
  IdentifierQueue ids() {
    return ids;
  }

  /** Sets the size of the queue from the number of pages in the read and write buffers. */
  void size(int pages) {
    ids.limit(Math.max(SMALLEST, (int) Math.ceil(pages * share)));
  }

  /** Records a read of a node. An id that is already in the queue keeps its position. */
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
