package org.flashgrove.storage.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.page.PinnedImage;

/**
 * Table of the page images in memory, indexed by page id. Readers use the table without a lock,
 * while one thread at a time changes it. The table consists of chunks and takes one reference per
 * page.
 *
 * @param <P> type of a page image
 */
public class PageTable<P extends PinnedImage> {
  private static final int CHUNK_BITS = 10;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(PinnedImage[].class);

  private final Consumer<P> release;
  private volatile PinnedImage[][] chunks = new PinnedImage[4][];

  /**
   * Creates an empty table.
   *
   * @param release unpins an image
   */
  public PageTable(Consumer<P> release) {
    this.release = release;
  }

  /**
   * Returns the image of a page, or null. Another thread may reuse the image for another page at
   * any time. The caller must not use its content before {@link #pin}.
   */
  @SuppressWarnings("unchecked") // set() stores images of this type only
  public P get(long pageId) {
    PinnedImage[][] now = chunks;
    long number = pageId >>> CHUNK_BITS;
    if (number >= now.length) {
      return null;
    }
    PinnedImage[] chunk = now[(int) number];
    return chunk == null
        ? null
        : (P) (PinnedImage) PAGES.getAcquire(chunk, (int) pageId & CHUNK - 1);
  }

  /**
   * Returns the image of a page and pins it. Returns null if the image is not in memory, or is
   * being changed.
   */
  public P pin(long pageId) {
    while (true) {
      P page = get(pageId);
      if (page == null || !page.tryPin()) {
        return null;
      }
      if (get(pageId) == page) {
        return page;
      }
      release.accept(page); // the image was reused for another page meanwhile
    }
  }

  /** Sets the image of an existing page; null removes it. */
  public void set(long pageId, P page) {
    int number = Math.toIntExact(pageId >>> CHUNK_BITS);
    PinnedImage[][] now = chunks;
    if (number >= now.length) {
      now = Arrays.copyOf(now, Math.max(number + 1, now.length + now.length / 2));
    }
    if (now[number] == null) {
      now = now == chunks ? now.clone() : now;
      now[number] = new PinnedImage[CHUNK];
    }
    PAGES.setRelease(now[number], (int) pageId & CHUNK - 1, (PinnedImage) page);
    chunks = now;
  }
}
