package org.flashgrove.core.node;

import java.util.Arrays;

/**
 * Allocates node ids: the oldest free id, or the greatest id plus 1 if none is free.
 *
 * <p>If an operation is undone, the ids that it allocated are available again. Ids that an
 * operation frees become free when the operation commits.
 */
public final class NodeIds {
  private long last = -1;
  private long[] free = new long[16];
  private int freeHead;
  private int freeTail;
  private int taken;
  private long lastAtStart = -1;

  /** Returns an id for a new node. */
  public long take() {
    if (freeHead + taken < freeTail) {
      return free[freeHead + taken++];
    }
    return ++last;
  }

  /** Makes all allocations since the last commit or undo permanent. */
  public void commit() {
    freeHead += taken;
    taken = 0;
    lastAtStart = last;
  }

  /** Makes all ids available again that were allocated since the last commit or undo. */
  public void undo() {
    taken = 0;
    last = lastAtStart;
  }

  /** Adds an id to the end of the free list. */
  public void free(long nodeId) {
    if (freeTail == free.length) {
      int used = freeTail - freeHead;
      long[] grown = used * 2 > free.length ? new long[free.length * 2] : free;
      System.arraycopy(free, freeHead, grown, 0, used);
      free = grown;
      freeHead = 0;
      freeTail = used;
    }
    free[freeTail++] = nodeId;
  }

  /** Returns the greatest id ever allocated, including ids of the open operation, or -1. */
  public long last() {
    return last;
  }

  /** Returns the greatest id allocated as of the last commit, or -1. */
  public long lastCommitted() {
    return lastAtStart;
  }

  /** Returns a copy of the ids that were free at the last commit, oldest first. */
  public long[] freeIds() {
    return Arrays.copyOfRange(free, freeHead, freeTail);
  }

  /** Returns a copy of the free ids that the open operation has not allocated, oldest first. */
  public long[] untakenIds() {
    return Arrays.copyOfRange(free, freeHead + taken, freeTail);
  }

  /** Returns the number of free ids. */
  public int freeCount() {
    return freeTail - freeHead;
  }

  /**
   * Replaces the greatest allocated id and the list of free ids.
   *
   * @param newLast greatest id allocated so far, or -1
   * @param newFree contains the free ids, oldest first
   * @param from index of the first free id in {@code newFree}
   * @param count number of free ids
   */
  public void reset(long newLast, long[] newFree, int from, int count) {
    last = newLast;
    lastAtStart = newLast;
    taken = 0;
    free = Arrays.copyOfRange(newFree, from, from + Math.max(16, count));
    freeHead = 0;
    freeTail = count;
  }
}
