package org.flashgrove.grove.query;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.packed.DecodedEntries;
import org.flashgrove.grove.packed.PackedPage;

/** Decodes pages for later queries. */
final class PageForm {
  private PageForm() {}

  /**
   * Decodes the page that a search is receiving, and offers the entries to the page cache. Does
   * nothing if one of the page's residual pages (low bits) is not cached.
   *
   * @param page reader that is positioned on the page; the method attaches residual pages
   * @param of metadata of the block
   */
  static void decode(PageReader pages, PackedPage page, Block block, BlockFences of, int pageSize) {
    for (int k = 0; k < page.residualPages(); k++) {
      byte[] rows = pages.peek(block, of.residualIndexOf(page, k));
      if (rows == null) {
        return;
      }
      page.attach(k, rows, ComponentStore.ENVELOPE_BYTES, pageSize);
    }
    try {
      pages.keepDecoded(DecodedEntries.of(page));
    } catch (DamagedStoreException e) {
      return; // only queries that meet the damaged entry fail
    }
  }
}
