package org.flashgrove.simulator.ftl;

import java.util.Arrays;

/**
 * Erased blocks by plane. With dynamic wear levelling the least erased one is given out first (the
 * lowest number among equals), without it the one that has been free the longest.
 */
public final class FreeBlocks {
  private final FlashOperations flash;
  private final boolean leastErasedFirst;
  private final long[][] heaps;
  private final int[] counts;
  private int total;
  private int arrivals;

  /** No free blocks yet. */
  public FreeBlocks(FlashOperations flash, boolean leastErasedFirst) {
    this.flash = flash;
    this.leastErasedFirst = leastErasedFirst;
    heaps = new long[flash.geometry().planeCount()][16];
    counts = new int[heaps.length];
  }

  /** Blocks free in all planes. */
  public int total() {
    return total;
  }

  /** Blocks free in a plane. */
  public int count(int plane) {
    return counts[plane];
  }

  /** Adds an erased block. */
  public void give(int block) {
    int plane = flash.geometry().planeOf(block);
    int priority = leastErasedFirst ? flash.eraseCount(block) : arrivals++;
    long key = (long) priority << 32 | block;
    int at = counts[plane]++;
    if (at == heaps[plane].length) {
      heaps[plane] = Arrays.copyOf(heaps[plane], 2 * at);
    }
    long[] heap = heaps[plane];
    while (at > 0 && heap[(at - 1) / 2] > key) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = key;
    total++;
  }

  /** Takes a block of a plane; -1 if it has none. */
  public int take(int plane) {
    if (counts[plane] == 0) {
      return -1;
    }
    long[] heap = heaps[plane];
    int block = (int) heap[0];
    int size = --counts[plane];
    long key = heap[size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (key <= heap[child]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = key;
    total--;
    return block;
  }

  /**
   * Takes a block of the plane that has the most free ones, the first of equals; -1 if none has.
   */
  public int takeAny() {
    int best = 0;
    for (int plane = 1; plane < counts.length; plane++) {
      if (counts[plane] > counts[best]) {
        best = plane;
      }
    }
    return take(best);
  }
}
