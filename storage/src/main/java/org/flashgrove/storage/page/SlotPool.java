package org.flashgrove.storage.page;

import org.flashgrove.core.page.PageStore;

/** A pool over the slots of a page store, which it closes. */
public interface SlotPool extends PageStore {
  /** Returns the figures at this moment. */
  PoolStats figures();

  /**
   * Returns a view of the same slots that bypasses the pool, for pages that are written once and
   * rarely read. Both always show the latest content of a slot. A sync of the view also syncs the
   * pool.
   *
   * @param slots the slots below the pool, for example without its counters; the view does not
   *     close them
   */
  PageStore past(PageStore slots);
}
