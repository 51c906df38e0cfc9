package org.flashgrove.efind;

/** Caches every page read (Algorithm 5, lines 10 and 11). */
final class LruReadPolicy implements ReadPolicy {
  @Override
  public boolean needsReadControl() {
    return false;
  }

  @Override
  public boolean admits(long nodeId, ReadQueue queue, int pages) {
    if (queue != null) {
      queue.add(nodeId, pages);
    }
    return true;
  }

  @Override
  public void forced(long nodeId, ReadQueue queue) {
    // RQ keeps the id: it says which pages were read, not which are cached
  }
}
