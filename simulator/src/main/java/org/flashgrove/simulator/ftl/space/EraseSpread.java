package org.flashgrove.simulator.ftl.space;

import java.util.Arrays;

/** Histogram of the erase counts of good blocks, with minimum and maximum. */
final class EraseSpread {
  private int[] blocks = new int[64];
  private int lowest;
  private int highest;

  void add(int eraseCount) {
    if (eraseCount >= blocks.length) {
      blocks = Arrays.copyOf(blocks, Math.max(2 * blocks.length, eraseCount + 1));
    }
    blocks[eraseCount]++;
    highest = Math.max(highest, eraseCount);
    lowest = Math.min(lowest, eraseCount);
  }

  void remove(int eraseCount) {
    blocks[eraseCount]--;
    while (lowest < highest && blocks[lowest] == 0) {
      lowest++;
    }
    while (highest > lowest && blocks[highest] == 0) {
      highest--;
    }
  }

  /**
   * Records one erase of a block.
   *
   * @param eraseCount number of erases of the block, including this one
   */
  void erased(int eraseCount) {
    add(eraseCount);
    remove(eraseCount - 1);
  }

  int lowest() {
    return lowest;
  }

  int highest() {
    return highest;
  }
}
