package org.flashgrove.grove.query;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Batch of entry pages with all their residual pages (low bits of coordinates), for a search that
 * needs exact coordinates of most entries. The pages are copied into memory that the next batch
 * reuses. Memory therefore does not grow with the search. Not safe for use by several threads.
 */
final class WholePages {
  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final PageReader reader;
  private final int pageSize;
  private final PageRequests pages = new PageRequests();
  private final PageRequests residuals = new PageRequests();
  private final BlockFences[] fences;
  private final int[] firstResidual; // index of the first residual request of each page
  private byte[][] pageBytes;
  private byte[][] residualBytes = new byte[0][];
  private final PageUse copyPages = (index, bytes) -> copy(bytes, pageBytes[index]);
  private final PageUse copyResiduals = (index, bytes) -> copy(bytes, residualBytes[index]);
  private final PackedPage page;

  /**
   * Creates an empty batch.
   *
   * @param most maximum number of entry pages in a batch
   */
  WholePages(ComponentStore store, PageReader reader, int most) {
    this.reader = reader;
    pageSize = store.pageSize();
    page = new PackedPage(store.name());
    fences = new BlockFences[most];
    firstResidual = new int[most];
  }

  /** Removes all pages. */
  void clear() {
    Arrays.fill(fences, 0, pages.count(), null);
    pages.clear();
    residuals.clear();
  }

  /** Adds an entry page to the next read. */
  void add(Block block, BlockFences of, int entriesPage) {
    fences[pages.count()] = of;
    pages.add(block, of.indexOf(entriesPage));
  }

  /** Returns the number of entry pages. */
  int count() {
    return pages.count();
  }

  /** Returns whether the batch is full. */
  boolean isFull() {
    return pages.count() == fences.length;
  }

  /**
   * Reads all entry pages of the batch at once, and then all their residual pages (low bits of
   * coordinates) at once.
   */
  void read() {
    if (pageBytes == null) {
      pageBytes = new byte[fences.length][pageSize];
    }
    reader.read(pages, copyPages);
    for (int i = 0; i < pages.count(); i++) {
      turnTo(i);
      firstResidual[i] = residuals.count();
      for (int k = 0; k < page.residualPages(); k++) {
        residuals.add(pages.block(i), fences[i].residualIndexOf(page, k));
      }
    }
    enlarge(residuals.count());
    reader.read(residuals, copyResiduals);
  }

  private boolean copy(byte[] from, byte[] to) {
    System.arraycopy(from, 0, to, 0, pageSize);
    return false;
  }

  private void enlarge(int count) {
    if (residualBytes.length < count) {
      residualBytes = new byte[count][pageSize];
    }
  }

  private void turnTo(int i) {
    page.reset(pageBytes[i], ENVELOPE, pageSize, pages.block(i).number(), pages.page(i));
  }

  /**
   * Returns a page of the batch with its residual rows (lower bits of coordinates) attached. The
   * page is valid until the next call.
   */
  PackedPage page(int i) {
    turnTo(i);
    for (int k = 0; k < page.residualPages(); k++) {
      page.attach(k, residualBytes[firstResidual[i] + k], ENVELOPE, pageSize);
    }
    return page;
  }
}
