package org.flashgrove.efind;

/**
 * Simplified 2Q (Johnson and Shasha 1994) as the thesis uses it: RQ is the queue A1 of identifiers,
 * the read buffer is Am. The first read of a page only enters its id in RQ; a read while the id is
 * there caches the page and takes the id out.
 */
final class SimplifiedTwoQueuePolicy implements ReadPolicy {
  @Override
  public boolean needsReadControl() {
    return true;
  }

  @Override
  public boolean admits(long nodeId, ReadQueue queue, int pages) {
    if (queue.remove(nodeId)) {
      return true;
    }
    queue.add(nodeId, pages);
    return false;
  }

  @Override
  public void forced(long nodeId, ReadQueue queue) {
    queue.remove(nodeId);
  }
}
