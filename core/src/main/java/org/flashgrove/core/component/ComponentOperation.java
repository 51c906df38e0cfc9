package org.flashgrove.core.component;

/**
 * One maintenance operation: what is staged is logged and applied together at {@link #commit()}, or
 * not at all. {@link #close()} without a commit takes all back.
 */
public interface ComponentOperation extends AutoCloseable {
  /**
   * Adds words in the index's own format. The store passes the words of one operation as one array
   * to {@link ComponentIndex#apply}, and to {@link ComponentIndex#restore} when it opens.
   *
   * @param words copied from index 0 before the call returns
   * @throws IllegalStateException if the operation is committed, is being committed, or is closed
   */
  void stage(long[] words, int length);

  /**
   * Stages an edit instead of words. The edit is part of the commit's frame, so it takes effect
   * together with the changes of other structures or not at all. The index is called as for any
   * other edit of the store, and not through {@link ComponentIndex#apply}. If the operation closes
   * without a commit, the added blocks are free again.
   *
   * @param words as {@link ComponentStore#edit} takes them, the others likewise; copied before the
   *     call returns
   * @throws IllegalStateException if anything is staged, or the operation takes no more
   */
  void stageEdit(long[] words, int length, Block[] added, Block[] retired, Runnable publish);

  /** Returns the number of words staged. */
  int length();

  /**
   * Logs and applies what is staged; nothing happens if that is nothing. If the operation is part
   * of a batch of several structures, the batch does it. Afterwards it can only be closed.
   */
  void commit();

  /**
   * Commits as {@link #commit()} does, but does not wait for the medium where each commit has to:
   * for an index that releases its write lock first and then waits by {@link
   * ComponentStore#awaitDurable}, so that one sync serves several threads. This default waits.
   */
  default void commitAsync() {
    commit();
  }

  /**
   * Returns whether the words are committed: by {@link #commit()}, or with those of other
   * structures.
   */
  boolean isCommitted();

  @Override
  void close();
}
