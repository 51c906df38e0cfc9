package org.flashgrove.core.node;

import java.util.Arrays;

/**
 * Gives out node ids: the oldest free one, else the last one plus 1.
 *
 * <p>Ids given out in an operation come back when it is undone; ids freed in it become free when it
 * is committed.
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

  /** Makes what was taken since the last commit or undo final. */
  public void commit() {
    freeHead += taken;
    taken = 0;
    lastAtStart = last;
  }

  /** Gives back what was taken since the last commit or undo. */
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

  /** Returns the highest id ever given out, or -1; by an open operation, too. */
  public long last() {
    return last;
  }

  /**
   * Returns the highest id given out by the last commit, or -1: without what an open operation
   * took.
   */
  public long lastCommitted() {
    return lastAtStart;
  }

  /** Returns the ids that the last commit left free, oldest first; a copy. */
  public long[] freeIds() {
    return Arrays.copyOfRange(free, freeHead, freeTail);
  }

  /** Returns the free ids that the open operation has not taken, oldest first; a copy. */
  public long[] untakenIds() {
    return Arrays.copyOfRange(free, freeHead + taken, freeTail);
  }

  /** Returns the number of free ids. */
  public int freeCount() {
    return freeTail - freeHead;
  }

  /** Starts over with the given state. */
  public void reset(long newLast, long[] newFree, int from, int count) {
    last = newLast;
    lastAtStart = newLast;
    taken = 0;
    free = Arrays.copyOfRange(newFree, from, from + Math.max(16, count));
    freeHead = 0;
    freeTail = count;
  }
}
