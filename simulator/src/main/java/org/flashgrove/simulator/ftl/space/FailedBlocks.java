package org.flashgrove.simulator.ftl.space;

import java.util.Arrays;

/** Blocks that turned bad and may still have valid pages, in the order in which they failed. */
final class FailedBlocks {
  private int[] blocks = new int[4];
  private int size;

  /** Returns whether there are none. */
  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the number of blocks. */
  int size() {
    return size;
  }

  /** Returns the block at {@code index}, from 0 for the one that failed first. */
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
