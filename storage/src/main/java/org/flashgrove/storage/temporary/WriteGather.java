package org.flashgrove.storage.temporary;

import java.nio.ByteBuffer;

/** Collects narrow units of several runs until they fill one write of the configured width. */
public final class WriteGather {
  private final TemporarySpace space;
  private final ByteBuffer memory;
  private final int[] pages;
  private int count;

  /**
   * Creates an empty collector.
   *
   * @param memory memory of {@code pageCount} pages
   */
  public WriteGather(TemporarySpace space, ByteBuffer memory, int pageCount) {
    this.space = space;
    this.memory = memory;
    pages = new int[pageCount];
  }

  /**
   * Adds a write of the first bytes of a buffer to consecutive pages. The pages must fit in the
   * memory of this object.
   */
  public void write(int first, int pageCount, ByteBuffer from) {
    if (count + pageCount > pages.length) {
      flush();
    }
    int bytes = pageCount * space.pageSize();
    memory.put(count * space.pageSize(), from, 0, bytes);
    for (int i = 0; i < pageCount; i++) {
      pages[count++] = first + i;
    }
  }

  /** Writes the collected units. */
  public void flush() {
    for (int i = 0; i < count; i++) {
      space.number(i, pages[i], 1);
    }
    if (count > 0) {
      space.write(count, memory);
    }
    count = 0;
  }
}
