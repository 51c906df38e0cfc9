package org.flashgrove.access.kind;

import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;
import org.jspecify.annotations.Nullable;

/**
 * Divides a memory budget among the structures of a store. The budget belongs to this store alone,
 * or to several stores.
 *
 * <p>The budget of one store is the sum of the requests of its structures. Each structure begins
 * with its request, and can lose nearly all of it to other structures. In a budget of several
 * stores each structure begins with little memory, takes more when needed, and never exceeds its
 * request.
 */
public final class StoreShares {
  /** A structure always keeps one {@code KEPT_PART}-th of the memory that it requests. */
  private static final int KEPT_PART = 16;

  /** Maximum memory, in bytes, that a structure always keeps if several stores share the budget. */
  private static final long MOST_KEPT = 256 << 10;

  /**
   * If several stores share the budget, a block index chooses its layout for one {@code
   * LAYOUT_PART}-th of the budget. Otherwise it chooses the layout for the memory that it requests.
   */
  private static final int LAYOUT_PART = 256;

  /**
   * Minimum memory, in bytes, for which a block index chooses its layout if several stores share
   * the budget.
   */
  private static final long LEAST_LAYOUT = 512 << 10;

  /**
   * Marker for a store whose memory never moves: each structure keeps the memory that it requests.
   */
  public static final MemoryBudget FIXED = MemoryBudget.empty();

  private final @Nullable MemoryBudget budget;
  private final boolean isOwn;

  private StoreShares(@Nullable MemoryBudget budget, boolean isOwn) {
    this.budget = budget;
    this.isOwn = isOwn;
  }

  /**
   * Returns the memory shares of a store's structures.
   *
   * @param common the budget of several stores, or null
   * @param isReal whether the store is in files on a device that is not simulated
   * @param all requests of all structures of the store together
   * @param pageSize page size in bytes
   */
  public static StoreShares of(
      @Nullable MemoryBudget common, boolean isReal, MemoryRequest all, int pageSize) {
    if (common != null) {
      return common == FIXED ? new StoreShares(null, true) : new StoreShares(common, false);
    }
    boolean adapts = isReal && ProcessMemory.ofThisProcess().canMove(all, pageSize);
    return new StoreShares(adapts ? MemoryBudget.empty() : null, true);
  }

  /** Returns whether memory moves between structures, depending on their use. */
  public boolean isAdaptive() {
    return budget != null;
  }

  /** Returns whether other stores may use the same budget. */
  public boolean isCommon() {
    return budget != null && !isOwn;
  }

  /**
   * Returns the memory for which an index of blocks chooses its layout, in bytes. It can be less
   * than the request if several stores share a budget.
   *
   * @param asked memory that the index requests, in bytes
   */
  public long layout(long asked) {
    MemoryBudget from = budget;
    return isOwn || from == null
        ? asked
        : Math.min(asked, Math.max(LEAST_LAYOUT, from.bytes() / LAYOUT_PART));
  }

  /**
   * Opens the memory share of a structure.
   *
   * @param user gives memory back when the budget requests it
   * @param asked memory that the structure's settings request, in bytes
   * @param least memory that the structure cannot work without, in bytes
   * @param most maximum memory that the process has for this kind of structure, in bytes
   * @param pageBytes size of a page in memory, in bytes
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
