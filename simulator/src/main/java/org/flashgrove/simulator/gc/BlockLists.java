package org.flashgrove.simulator.gc;

import java.util.Arrays;

/** Blocks in doubly linked lists; a block is in one list at most. Nothing is allocated by use. */
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

  /** Takes a block out of its list; one that is in none is left alone. */
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

  /** Returns the first block of a list; -1 if it is empty. */
  int first(int list) {
    return heads[list];
  }

  /** Returns the block after one in its list; -1 if it is the last. */
  int after(int block) {
    return next[block];
  }
}
