package org.flashgrove.core.memory;

/** Cache or write buffer that uses a share of a {@link MemoryBudget}. */
@FunctionalInterface
public interface MemoryUser {
  /**
   * Evicts pages until the cache fits {@link MemoryShare#bytes}, and then calls {@link
   * MemoryShare#settle}. Any thread may call this method, so the implementation takes its own lock.
   */
  void giveBack();
}
