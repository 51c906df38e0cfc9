package org.flashgrove.core.component;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Words of commits that the log does not contain yet. The index already shows these commits, and
 * the store logs and applies them together. One thread adds commits while no snapshot is taken.
 * Other threads read the commits that existed when they looked, without a lock, because words do
 * not change until {@link #clear}.
 */
public final class CommitQueue {
  private static final int OBJECT_BYTES = 32;
  private static final int ARRAY_BYTES = 16;
  private static final VarHandle COMMITS;

  static {
    try {
      COMMITS = MethodHandles.lookup().findVarHandle(CommitQueue.class, "commits", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long[] words;
  private final int[] ends;
  private int length;
  private int commits; // written and read by COMMITS

  /**
   * Creates room for commits.
   *
   * @param mostCommits 0 or more
   * @param mostWords of all of them
   */
  public CommitQueue(int mostCommits, int mostWords) {
    ends = new int[mostCommits];
    words = new long[mostWords];
  }

  /** Returns the words that there is room for. */
  public int capacity() {
    return words.length;
  }

  /** Returns the bytes of memory. */
  public long bytes() {
    return OBJECT_BYTES
        + 2 * ARRAY_BYTES
        + (long) Long.BYTES * words.length
        + (long) Integer.BYTES * ends.length;
  }

  /** Returns whether there is room for a commit. */
  public boolean hasRoom(int count) {
    return count <= words.length - length && commits < ends.length;
  }

  /** Adds a commit that there is room for; its words are copied. */
  public void add(long[] source, int count) {
    System.arraycopy(source, 0, words, length, count);
    length += count;
    ends[commits] = length;
    COMMITS.setRelease(this, commits + 1);
  }

  /** Returns the number of commits. */
  public int commits() {
    return (int) COMMITS.getAcquire(this);
  }

  /** Returns where the words of the first commits end, those of the others begin. */
  public int end(int firstCommits) {
    return firstCommits == 0 ? 0 : ends[firstCommits - 1];
  }

  /** Returns the words of the commits, one behind the other from index 0. */
  public long[] words() {
    return words;
  }

  /** Removes all commits: they are applied, and nobody looks at them here any more. */
  public void clear() {
    length = 0;
    COMMITS.setRelease(this, 0);
  }
}
