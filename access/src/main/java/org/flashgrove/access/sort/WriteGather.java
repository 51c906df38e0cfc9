package org.flashgrove.access.sort;

import java.nio.ByteBuffer;

/**
 * Combines units of several runs in one write call, so that writes keep their configured width
 * although each unit is narrow.
 */
final class WriteGather {
  private final TemporarySpace space;
  private final ByteBuffer memory;
  private final int[] pages;
  private int count;

  /**
   * With nothing in it.
   *
   * @param memory of {@code pageCount} pages
   */
  WriteGather(TemporarySpace space, ByteBuffer memory, int pageCount) {
    this.space = space;
    this.memory = memory;
    pages = new int[pageCount];
  }

  /** Takes neighbouring pages from the front of a buffer, no more than fit at all. */
  void write(int first, int pageCount, ByteBuffer from) {
    if (count + pageCount > pages.length) {
      flush();
    }
    int bytes = pageCount * space.pageSize();
    memory.put(count * space.pageSize(), from, 0, bytes);
    for (int i = 0; i < pageCount; i++) {
      pages[count++] = first + i;
    }
  }

  /** Writes the remaining units. */
  void flush() {
    for (int i = 0; i < count; i++) {
      space.number(i, pages[i], 1);
    }
    if (count > 0) {
      space.write(count, memory);
    }
    count = 0;
  }
}
