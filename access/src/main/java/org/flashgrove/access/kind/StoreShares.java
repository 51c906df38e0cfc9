package org.flashgrove.access.kind;

import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;
import org.jspecify.annotations.Nullable;

/**
 * Shares of the structures of a store in a memory budget: that of the store alone, or that of
 * several stores.
 *
 * <p>The budget of a store alone is the sum of what its structures ask for. Each of them begins
 * with what it asks for and keeps a quarter of it. In a budget of several stores each begins with a
 * little, takes memory when it needs some, and gets no more than it asks for.
 */
public final class StoreShares {
  /** Part of what a structure asks for that it always keeps. */
  private static final int KEPT_PART = 4;

  /** Most bytes that a structure always keeps in a budget of several stores. */
  private static final long MOST_KEPT = 256 << 10;

  /** Part of a budget of several stores that each index of blocks is laid out for. */
  private static final int LAYOUT_PART = 256;

  /** Minimum memory that an index of blocks is laid out for in such a budget. */
  private static final long LEAST_LAYOUT = 512 << 10;

  /** No budget: each structure keeps what it asks for. */
  public static final MemoryBudget FIXED = MemoryBudget.empty();

  private final @Nullable MemoryBudget budget;
  private final boolean isOwn;

  private StoreShares(@Nullable MemoryBudget budget, boolean isOwn) {
    this.budget = budget;
    this.isOwn = isOwn;
  }

  /**
   * Returns the shares of a store.
   *
   * @param common the budget of several stores, or null
   * @param isReal whether the store is in files that are not simulated
   * @param all what its structures ask for
   * @param pageSize bytes of a page
   */
  public static StoreShares of(
      @Nullable MemoryBudget common, boolean isReal, MemoryRequest all, int pageSize) {
    if (common != null) {
      return common == FIXED ? new StoreShares(null, true) : new StoreShares(common, false);
    }
    boolean adapts = isReal && ProcessMemory.ofThisProcess().canMove(all, pageSize);
    return new StoreShares(adapts ? MemoryBudget.empty() : null, true);
  }

  /** Returns whether the memory of structures changes with their use. */
  public boolean isAdaptive() {
    return budget != null;
  }

  /** Returns whether other stores may have shares in the same budget. */
  public boolean isCommon() {
    return budget != null && !isOwn;
  }

  /**
   * Returns the memory that an index of blocks is laid out for.
   *
   * @param asked bytes that its settings ask for
   */
  public long layout(long asked) {
    MemoryBudget from = budget;
    return isOwn || from == null
        ? asked
        : Math.min(asked, Math.max(LEAST_LAYOUT, from.bytes() / LAYOUT_PART));
  }

  /**
   * Opens a share.
   *
   * @param user gives memory back
   * @param asked bytes that settings ask for
   * @param least bytes that the user needs at least
   * @param most bytes of this kind that the process has
   * @param pageBytes bytes of a page in memory
   */
  public MemoryShare open(MemoryUser user, long asked, long least, long most, int pageBytes) {
    MemoryBudget from = budget;
    if (from == null) {
      return MemoryShare.fixed(asked);
    }
    long kept = Math.max(least, asked / KEPT_PART);
    if (isOwn) {
      from.extend(asked);
      return from.open(user, asked, Math.min(asked, kept), Math.max(asked, most), pageBytes);
    }
    long little = Math.max(least, Math.min(kept, MOST_KEPT));
    return from.open(user, little, little, Math.max(asked, little), pageBytes);
  }
}
