package org.flashgrove.access;

import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.kind.StoreShares;
import org.flashgrove.core.memory.MemoryBudget;
import org.jspecify.annotations.Nullable;

/**
 * Options with which an existing store is opened. They change nothing that the store was created
 * with; they last until it is closed.
 *
 * <p>Options are immutable, so threads may share them. Each method returns a copy with one more
 * choice.
 *
 * @param isReadOnly whether the store is opened for reading, as {@link Store#openReadOnly} does
 * @param memory bytes of all structures together, or null for those of the store's creation
 * @param cache bytes that pages of records begin with, or null for those of the store's creation
 * @param budget memory that the store shares with other stores of this JVM, or null for none
 */
public record OpenOptions(
    boolean isReadOnly,
    @Nullable Long memory,
    @Nullable Long cache,
    @Nullable MemoryBudget budget) {

  /** Returns the options of {@link Store#open(java.nio.file.Path)}. */
  public static OpenOptions defaults() {
    return new OpenOptions(false, null, null, null);
  }

  /** Returns a copy that opens the store for reading. */
  public OpenOptions readOnly() {
    return new OpenOptions(true, memory, cache, budget);
  }

  /**
   * Returns a copy with another total for record pages, index pages and write buffers. Structures
   * begin with equal parts, as in a new store.
   *
   * @param bytes at least 16 KiB for each structure, and about 56 KiB for a grove with default
   *     pages and blocks; opening fails with less
   */
  public OpenOptions withMemory(long bytes) {
    return new OpenOptions(isReadOnly, bytes, cache, budget);
  }

  /**
   * Returns a copy whose pages of records begin with other memory.
   *
   * @param bytes at least eight pages
   */
  public OpenOptions withCache(long bytes) {
    return new OpenOptions(isReadOnly, memory, bytes, budget);
  }

  /**
   * Returns a copy that shares memory with other stores of this JVM. Each structure then takes
   * memory of the budget when it needs some, up to what it would have without the budget.
   */
  public OpenOptions withBudget(MemoryBudget common) {
    return new OpenOptions(isReadOnly, memory, cache, common);
  }

  /**
   * Returns a copy whose structures keep the memory that they begin with, whatever their use, so
   * that experiments repeat.
   */
  public OpenOptions withFixedMemory() {
    return withBudget(StoreShares.FIXED);
  }

  /** Returns the design to open a store with, given the one of its description. */
  public StoreDesign applyTo(StoreDesign found) {
    StoreDesign sized = memory == null ? found : StoreMemory.resized(found, memory);
    return (cache == null ? sized : StoreMemory.withCache(sized, cache)).withBudget(budget);
  }
}
