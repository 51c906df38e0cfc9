package org.flashgrove.core.replacement;

/**
 * Decides which pages a buffer keeps. The buffer stores the pages in an array at positions that the
 * policy assigns. The policy stores their keys, recency, cost and dirty flags.
 *
 * <p>The buffer calls {@link #access} for a resident page and {@link #admit} for any other page.
 * Only {@link #admit}, {@link #resize} and {@link #capacity(long)} evict. The sum of the residents'
 * costs never exceeds {@link #capacity()}. Costs and capacity are bytes, or frames if every cost is
 * 1.
 *
 * <p>Policies are deterministic, allocate nothing per call once their arrays have grown, and are
 * not safe for several threads. A buffer may serve hits without a lock. It then reports these hits
 * later under its lock, in any order, and only if the keys are still resident.
 */
public interface ReplacementPolicy {
  /** Value that methods return instead of a position if there is none. */
  int NONE = KeyQueues.NONE;

  /**
   * Returns the position of a resident page, or {@link #NONE}. The position is valid until the page
   * is evicted or discarded.
   */
  int position(long key);

  /** Returns the key of the resident page at a position. */
  long key(int position);

  /** Returns the number of resident pages. */
  int size();

  /** Returns the sum of the costs of the resident pages. */
  long usedCost();

  /** Returns the maximum sum of the costs of the resident pages. */
  long capacity();

  /** Returns whether {@link #capacity(long)} may be called. The default is false. */
  default boolean isResizable() {
    return false;
  }

  /**
   * Changes the capacity, and evicts pages until the remaining pages fit. If the pinned pages alone
   * exceed the new capacity, later calls of {@link #admit} evict the excess.
   *
   * @throws UnsupportedOperationException if the policy is not resizable
   */
  default void capacity(long other) {
    throw new UnsupportedOperationException(
        "replacement policy: the capacity is fixed; use lru or arc");
  }

  /** Prepares for a number of pages that are going to be admitted. Changes no decision. */
  default void expect(int count) {}

  /** Reports a hit: the page at a position is read or written. A write makes the page dirty. */
  void access(int position, boolean write);

  /**
   * Reports a miss: the non-resident page of {@code key} was read or created. The policy decides
   * whether to keep it, and evicts other pages to make room.
   *
   * @param level the page's level in its tree; leaves have level 0
   * @param cost at least 1
   * @param write whether the access is a write, which makes the page dirty
   * @return the page's position, or {@link #NONE} if the page is not kept: it is larger than the
   *     buffer, the policy rejects it, or all pages that it could replace are pinned
   */
  int admit(long key, int level, long cost, boolean write);

  /**
   * Returns whether {@link #admit} may refuse a page although some pages are not pinned. If so, a
   * buffer that reads every page into one of its frames needs an additional frame for a refused
   * page.
   */
  boolean mayRefuse();

  /**
   * Changes the cost of a resident page. This does not count as an access. If necessary, the policy
   * evicts other pages.
   *
   * @return whether the page fits; if not, the buffer should {@link #discard} it
   */
  boolean resize(int position, long cost);

  /** Returns whether the page at a position was written since it was admitted or cleaned. */
  boolean isDirty(int position);

  /** Reports that the page at a position was written to the device and is clean. */
  void clean(int position);

  /** Reports the new level of a resident page; −1 for a page whose node was deleted. */
  void level(int position, int level);

  /**
   * Lists the dirty pages that would be evicted next, so that a buffer may write them together. The
   * default lists none.
   *
   * @param positions receives the positions of the pages; its length limits their number
   * @return number of positions
   */
  default int nextDirty(int[] positions) {
    return 0;
  }

  /**
   * Forgets a page, whether it is resident or not. If the policy remembers the identifier of an
   * evicted page, it forgets this identifier, too.
   */
  void discard(long key);

  /** Returns the number of misses of pages whose identifiers the policy remembered. */
  long ghostHits();
}
