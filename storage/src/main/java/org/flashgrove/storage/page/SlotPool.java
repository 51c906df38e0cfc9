package org.flashgrove.storage.page;

import org.flashgrove.core.page.PageStore;

/** Page cache over the slots of a page store. */
public interface SlotPool extends PageStore {
  /** Returns the current statistics. */
  PoolStats figures();

  /**
   * Returns a view of the same slots that does not put pages into the cache. The view is for pages
   * that are written once and rarely read. The view and the cache always show the same content. A
   * sync of the view also syncs the cache.
   *
   * @param slots page store below the cache, for example without the decorator that counts the
   *     cache's I/O; the view does not close it
   */
  PageStore past(PageStore slots);
}
