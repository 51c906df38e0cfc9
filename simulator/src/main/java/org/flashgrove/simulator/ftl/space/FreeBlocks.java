package org.flashgrove.simulator.ftl.space;

import java.util.Arrays;

/**
 * Erased blocks by plane. With dynamic wear levelling the least erased block is allocated first
 * (among equal blocks the lowest number). Otherwise the block that has been free for the longest is
 * allocated first.
 */
final class FreeBlocks {
  private final FlashOperations flash;
  private final boolean leastErasedFirst;
  private final long[][] heaps;
  private final int[] counts;
  private int total;
  private int arrivals;

  /** Creates a set without free blocks. */
  FreeBlocks(FlashOperations flash, boolean leastErasedFirst) {
    this.flash = flash;
    this.leastErasedFirst = leastErasedFirst;
    heaps = new long[flash.geometry().planeCount()][16];
    counts = new int[heaps.length];
  }

  /** Returns the number of free blocks in all planes. */
  int total() {
    return total;
  }

  /** Returns the number of free blocks in a plane. */
  int count(int plane) {
    return counts[plane];
  }

  /** Adds an erased block. */
  void give(int block) {
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

  /** Allocates a block of a plane. Returns -1 if the plane has no free block. */
  int take(int plane) {
    return counts[plane] == 0 ? -1 : takeAt(plane, 0);
  }

  private int takeAt(int plane, int place) {
    long[] heap = heaps[plane];
    int block = (int) heap[place];
    int size = --counts[plane];
    total--;
    if (place == size) {
      return block;
    }
    long key = heap[size];
    int at = place;
    while (at > 0 && heap[(at - 1) / 2] > key) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
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
    return block;
  }

  /**
   * Allocates the most erased free block of a plane; among equal blocks the lowest number. Returns
   * -1 if the plane has no free block.
   */
  int takeMostErased(int plane) {
    int bestPlace = -1;
    int best = -1;
    for (int place = 0; place < counts[plane]; place++) {
      int block = (int) heaps[plane][place];
      int lead = best < 0 ? 1 : flash.eraseCount(block) - flash.eraseCount(best);
      if (lead > 0 || lead == 0 && block < best) {
        bestPlace = place;
        best = block;
      }
    }
    return best < 0 ? -1 : takeAt(plane, bestPlace);
  }

  /**
   * Allocates a block of the plane with the most free blocks; among equal planes the first. Returns
   * -1 if no plane has a free block.
   */
  int takeAny() {
    int best = 0;
    for (int plane = 1; plane < counts.length; plane++) {
      if (counts[plane] > counts[best]) {
        best = plane;
      }
    }
    return take(best);
  }
}
