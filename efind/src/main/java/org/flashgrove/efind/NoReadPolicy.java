package org.flashgrove.efind;

/** Caches nothing. */
final class NoReadPolicy implements ReadPolicy {
  @Override
  public boolean needsReadControl() {
    return false;
  }

  @Override
  public boolean admits(long nodeId, ReadQueue queue, int pages) {
    return false;
  }

  @Override
  public void forced(long nodeId, ReadQueue queue) {
    // nothing is cached, so there is nothing to note
  }
}
