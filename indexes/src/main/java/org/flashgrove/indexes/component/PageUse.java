package org.flashgrove.indexes.component;

/** Takes pages that a {@link PageReader} reads, in the order in which they come. */
@FunctionalInterface
public interface PageUse {
  /**
   * Receives a page.
   *
   * @param index which of the requests
   * @param bytes the page, the store's envelope first; not to be changed
   * @return whether the bytes are needed after this call: they then stay as they are until {@link
   *     PageReader#end}
   */
  boolean page(int index, byte[] bytes);
}
