package org.flashgrove.core.component;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Queue of commits, each an array of 64-bit words, that the log does not contain yet. The index
 * already shows these commits, and the store later logs and applies them together.
 *
 * <p>One thread at a time adds a commit, and no snapshot is taken while it does so. Other threads
 * read the queue without a lock. They see all commits that existed when their read began, because
 * words do not change until {@link #clear}.
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
  private int commits; // accessed through COMMITS

  /**
   * Creates a queue.
   *
   * @param mostCommits maximum number of commits, 0 or more
   * @param mostWords maximum number of words of all commits together
   */
  public CommitQueue(int mostCommits, int mostWords) {
    ends = new int[mostCommits];
    words = new long[mostWords];
  }

  /** Returns the maximum number of words in the queue. */
  public int capacity() {
    return words.length;
  }

  /** Returns the memory that the queue occupies, in bytes. */
  public long bytes() {
    return OBJECT_BYTES
        + 2 * ARRAY_BYTES
        + (long) Long.BYTES * words.length
        + (long) Integer.BYTES * ends.length;
  }

  /** Returns whether a commit of {@code count} words fits. */
  public boolean hasRoom(int count) {
    return count <= words.length - length && commits < ends.length;
  }

  /** Adds a commit, which must fit, and copies its words. */
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

  /**
   * Returns the number of words of the first {@code firstCommits} commits, which is the index of
   * the first word after them.
   */
  public int end(int firstCommits) {
    return firstCommits == 0 ? 0 : ends[firstCommits - 1];
  }

  /** Returns the words of the commits, one commit after the other, from index 0. */
  public long[] words() {
    return words;
  }

  /**
   * Removes all commits. The caller must have applied them, and no thread may still read them from
   * this queue.
   */
  public void clear() {
    length = 0;
    COMMITS.setRelease(this, 0);
  }
}
