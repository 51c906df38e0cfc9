package org.flashgrove.storage.page;

import org.flashgrove.core.page.PageStore;

/** A pool over the slots of a page store, which it closes. */
public interface SlotPool extends PageStore {
  /** Returns the figures at this moment. */
  PoolStats figures();

  /**
   * Returns a view of the same slots that bypasses the pool, for pages that are written once and
   * seldom read. A slot has the content that was written to it last, by the pool or by the view. A
   * sync of the view syncs the pool, too.
   *
   * @param slots the slots as the pool's own store has them, such as without its counters; not
   *     closed by the view
   */
  PageStore past(PageStore slots);
}
