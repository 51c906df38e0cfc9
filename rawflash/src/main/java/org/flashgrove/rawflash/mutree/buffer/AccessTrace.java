package org.flashgrove.rawflash.mutree.buffer;

import java.util.Arrays;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Recorded sequence of the nodes that look-ups requested from a read buffer. With it, the misses of
 * other buffers can be computed. If there are only look-ups, the sequence does not depend on the
 * buffer.
 */
public final class AccessTrace {
  private int[] pages = new int[1 << 12];
  private byte[] levels = new byte[1 << 12];
  private int size;

  private void add(int level, int page) {
    if (size == pages.length) {
      pages = Arrays.copyOf(pages, size * 2);
      levels = Arrays.copyOf(levels, size * 2);
    }
    pages[size] = page;
    levels[size++] = (byte) level;
  }

  /** Returns the number of requested nodes. */
  public int size() {
    return size;
  }

  /** Returns the flash page of the node with index {@code at}. */
  int page(int at) {
    return pages[at];
  }

  /** Returns the level of the node with index {@code at}. */
  int level(int at) {
    return levels[at];
  }

  /** Discards the recorded sequence. */
  public void clear() {
    size = 0;
  }

  /** Returns a buffer of complete pages (LRU-P) that records the requested nodes in this trace. */
  public ReadBuffer recorder(int pageCount, int pageBytes, PageLayout layout) {
    return new PageLru(pageCount, pageBytes, layout) {
      @Override
      int use(int level, int page) {
        add(level, page);
        return super.use(level, page);
      }
    };
  }
}
