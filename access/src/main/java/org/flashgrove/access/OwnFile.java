package org.flashgrove.access;

import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.PageCopy;

/**
 * A file of a structure's own, beside the page file of the store.
 *
 * @param name its name
 * @param pages its pages
 * @param copier begins a copy of it
 */
record OwnFile(String name, PageStore pages, Copier copier) {
  /** Begins copies. */
  @FunctionalInterface
  interface Copier {
    /**
     * Begins a copy of the file as it is now, while the store is captured; what it holds stays as
     * it is until the copy is closed.
     */
    PageCopy start(PageStore target);
  }
}
