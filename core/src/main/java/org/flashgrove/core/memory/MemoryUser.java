package org.flashgrove.core.memory;

/** Cache or write buffer that uses a share of a {@link MemoryBudget}. */
@FunctionalInterface
public interface MemoryUser {
  /**
   * Frees memory, for example by evicting pages, until the cache or write buffer fits {@link
   * MemoryShare#bytes}. Then calls {@link MemoryShare#settle}. Any thread may call this method, so
   * the implementation takes its own lock.
   */
  void giveBack();
}
