package org.flashgrove.grove.query;

import java.util.Arrays;

/** Pages that a search needs until it ends, in numbered slots. */
final class KeptPages {
  private byte[][] pages = new byte[16][];
  private int[] blocks = new int[16];
  private int[] indexes = new int[16];
  private int count;

  /** Adds a page and returns its slot. */
  int keep(byte[] bytes, int block, int index) {
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, 2 * count);
      blocks = Arrays.copyOf(blocks, 2 * count);
      indexes = Arrays.copyOf(indexes, 2 * count);
    }
    pages[count] = bytes;
    blocks[count] = block;
    indexes[count] = index;
    return count++;
  }

  /** Returns the slot of a page, or -1 if the page was not added. */
  int slot(int block, int index) {
    for (int i = 0; i < count; i++) {
      if (indexes[i] == index && blocks[i] == block) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the slot that the next page to be added will get. */
  int next() {
    return count;
  }

  byte[] bytes(int slot) {
    return pages[slot];
  }

  int block(int slot) {
    return blocks[slot];
  }

  int index(int slot) {
    return indexes[slot];
  }

  void clear() {
    Arrays.fill(pages, 0, count, null);
    count = 0;
  }
}
