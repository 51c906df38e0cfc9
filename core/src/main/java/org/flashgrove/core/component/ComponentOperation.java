package org.flashgrove.core.component;

/**
 * One maintenance operation: what is staged is logged and applied together at {@link #commit()}, or
 * not at all. {@link #close()} without a commit takes all back.
 */
public interface ComponentOperation extends AutoCloseable {
  /**
   * Adds words, in a form of the index's own. They come back to {@link ComponentIndex#apply}, and
   * when the store is opened to {@link ComponentIndex#restore}, all those of an operation in one
   * array.
   *
   * @param words copied from index 0 before the call returns
   * @throws IllegalStateException if the operation is committed, is being committed, or is closed
   */
  void stage(long[] words, int length);

  /**
   * Stages an edit in the place of words: it is made when the operation is committed, in the frame
   * of the commit, so that it is there with what other structures commit together with it, or not
   * at all. The index is called for it as for an edit of the store's, and not by {@link
   * ComponentIndex#apply}. If the operation is closed without a commit, the added blocks are free
   * again.
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
