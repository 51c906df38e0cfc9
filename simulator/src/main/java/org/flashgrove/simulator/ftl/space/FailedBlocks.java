package org.flashgrove.simulator.ftl.space;

import java.util.Arrays;

/** Blocks that failed and may still have valid pages, in the order of failure. */
final class FailedBlocks {
  private int[] blocks = new int[4];
  private int size;

  /** Returns whether there are no failed blocks. */
  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the number of blocks. */
  int size() {
    return size;
  }

  /** Returns the block at {@code index}; index 0 is the block that failed first. */
  int block(int index) {
    return blocks[index];
  }

  /** Returns the block that failed last. */
  int newest() {
    return blocks[size - 1];
  }

  /** Adds a block. */
  void add(int block) {
    if (size == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * size);
    }
    blocks[size++] = block;
  }

  /** Removes a block. */
  void remove(int block) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (blocks[i] != block) {
        blocks[kept++] = blocks[i];
      }
    }
    size = kept;
  }
}
