package org.flashgrove.storage.heap;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.heap.page.HeapBuffer;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;

/**
 * Private images of the pages that an operation changes, or that the replay of one log frame
 * changes. Replay skips a page whose stored image already contains the changes, so such a page has
 * no image here.
 */
final class StagedPages implements LoggedChange.Pages {
  private final HeapFile file;
  private final LongIntMap indices = new LongIntMap(16);
  private HeapPage[] pages = new HeapPage[16];
  private long[] ids = new long[16];
  private int count;

  StagedPages(HeapFile file) {
    this.file = file;
  }

  /** Returns the number of pages that were changed, or were skipped by {@link #skip}. */
  int count() {
    return count;
  }

  /** Returns the id of the {@code index}-th page. */
  long id(int index) {
    return ids[index];
  }

  /** Returns whether the page was changed, or was skipped by {@link #skip}. */
  boolean contains(long pageId) {
    return indices.get(pageId) != LongIntMap.ABSENT;
  }

  /** Returns the image of a changed page, or null if the page was skipped by {@link #skip}. */
  HeapPage get(long pageId) {
    return pages[indices.get(pageId)];
  }

  /**
   * Returns a private image of a page for changes. The first call for a page copies the published
   * image.
   */
  @Override
  public HeapPage change(long pageId) {
    if (contains(pageId)) {
      return get(pageId);
    }
    HeapPage page = file.device().take();
    boolean copied = false;
    try {
      copied = file.images().copy(pageId, HeapFile.NEWEST, page);
    } finally {
      if (!copied) {
        file.device().give(page);
      }
    }
    if (!copied) {
      throw HeapPage.damaged(HeapDevice.FILE, pageId, "does not exist");
    }
    add(pageId, page);
    return page;
  }

  /** Returns a new, empty image of a page. Previous content of the page is discarded. */
  @Override
  public HeapPage format(int kind, long pageId) {
    HeapPage page;
    if (contains(pageId)) {
      page = get(pageId);
    } else {
      page = file.device().take();
      add(pageId, page);
    }
    page.format(kind, pageId);
    return page;
  }

  /**
   * Notes that the changes of a page are skipped in this frame, because the stored page contains
   * them.
   */
  void skip(long pageId) {
    add(pageId, null);
  }

  private void add(long pageId, HeapPage page) {
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, 2 * count);
      ids = Arrays.copyOf(ids, 2 * count);
    }
    indices.put(pageId, count);
    ids[count] = pageId;
    pages[count++] = page;
  }

  /** Publishes the images to the page cache. Their version becomes the number of the log frame. */
  void publish(long frame, HeapBuffer buffer) {
    for (int i = 0; i < count; i++) {
      indices.remove(ids[i]);
      HeapPage page = pages[i];
      pages[i] = null;
      if (page != null) {
        page.version(frame);
        buffer.publish(page);
      }
    }
    count = 0;
  }

  /** Discards all images. */
  void discard() {
    for (int i = 0; i < count; i++) {
      indices.remove(ids[i]);
      if (pages[i] != null) {
        file.device().give(pages[i]);
        pages[i] = null;
      }
    }
    count = 0;
  }
}
