package org.flashgrove.access;

import static java.util.Objects.requireNonNull;

import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.kind.StoreShares;
import org.flashgrove.core.memory.MemoryBudget;
import org.jspecify.annotations.Nullable;

/**
 * Options for opening an existing store. They apply until the store is closed. They do not change
 * the options with which the store was created.
 *
 * <p>Options are immutable, so threads may share them. Each method returns a copy with one option
 * changed.
 *
 * @param isReadOnly whether the store is opened for reading, as {@link Store#openReadOnly} does
 * @param memory memory of all structures together, in bytes; null for the size chosen at creation
 * @param cache initial memory for record pages, in bytes; null for the size at creation
 * @param budget memory that the store shares with other stores of this JVM, or null
 */
public record OpenOptions(
    boolean isReadOnly,
    @Nullable Long memory,
    @Nullable Long cache,
    @Nullable MemoryBudget budget) {

  /** Returns the options that {@link Store#open(java.nio.file.Path)} uses. */
  public static OpenOptions defaults() {
    return new OpenOptions(false, null, null, null);
  }

  /** Returns a copy that opens the store for reading. */
  public OpenOptions readOnly() {
    return new OpenOptions(true, memory, cache, budget);
  }

  /**
   * Returns a copy with another memory size for record pages, index pages and write buffers
   * together. At first each structure gets an equal part, as in a new store.
   *
   * @param bytes at least 16 KiB for each structure, or about 56 KiB for a structure that is a
   *     grove with default pages and blocks; opening fails with less
   */
  public OpenOptions withMemory(long bytes) {
    return new OpenOptions(isReadOnly, bytes, cache, budget);
  }

  /**
   * Returns a copy with another initial memory size for record pages.
   *
   * @param bytes memory size in bytes, at least eight pages
   */
  public OpenOptions withCache(long bytes) {
    return new OpenOptions(isReadOnly, memory, bytes, budget);
  }

  /**
   * Returns a copy that shares memory with other stores of this JVM. A structure takes memory from
   * the budget when it needs some. It never takes more memory than it would have without a budget.
   */
  public OpenOptions withBudget(MemoryBudget common) {
    return new OpenOptions(isReadOnly, memory, cache, requireNonNull(common, "common"));
  }

  /**
   * Returns a copy in which each structure keeps its initial memory, even if another structure
   * needs the memory more. Experiments use this option to be repeatable.
   */
  public OpenOptions withFixedMemory() {
    return withBudget(StoreShares.FIXED);
  }

  /**
   * Returns a store's design with these options applied.
   *
   * @param found the design in the store's description file
   */
  public StoreDesign applyTo(StoreDesign found) {
    StoreDesign sized =
        memory == null ? requireNonNull(found, "found") : StoreMemory.resized(found, memory);
    return (cache == null ? sized : StoreMemory.withCache(sized, cache)).withBudget(budget);
  }
}
