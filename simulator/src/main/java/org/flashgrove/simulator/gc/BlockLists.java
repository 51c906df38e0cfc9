package org.flashgrove.simulator.gc;

import java.util.Arrays;

/** Doubly linked lists of blocks in preallocated arrays. A block is in at most one list. */
final class BlockLists {
  private static final int NONE = -1;

  private final int[] heads;
  private final int[] tails;
  private final int[] next;
  private final int[] previous;
  private final int[] listOf;

  BlockLists(int lists, int blocks) {
    heads = filled(lists);
    tails = filled(lists);
    next = filled(blocks);
    previous = filled(blocks);
    listOf = filled(blocks);
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  void append(int list, int block) {
    int tail = tails[list];
    previous[block] = tail;
    next[block] = NONE;
    if (tail == NONE) {
      heads[list] = block;
    } else {
      next[tail] = block;
    }
    tails[list] = block;
    listOf[block] = list;
  }

  /** Removes a block from the list that contains it, if there is one. */
  void remove(int block) {
    int list = listOf[block];
    if (list == NONE) {
      return;
    }
    if (previous[block] == NONE) {
      heads[list] = next[block];
    } else {
      next[previous[block]] = next[block];
    }
    if (next[block] == NONE) {
      tails[list] = previous[block];
    } else {
      previous[next[block]] = previous[block];
    }
    listOf[block] = NONE;
  }

  /** Returns the first block of a list, or -1 if the list is empty. */
  int first(int list) {
    return heads[list];
  }
}
