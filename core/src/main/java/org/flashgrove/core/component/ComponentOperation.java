package org.flashgrove.core.component;

/**
 * One operation on a component index. {@link #commit()} logs and applies all staged words or none
 * of them. {@link #close()} without a commit discards them.
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
   * together with the changes of other structures, or not at all. The commit runs {@code publish},
   * but does not call {@link ComponentIndex#apply}. If the operation closes without a commit, the
   * added blocks are free again.
   *
   * <p>The parameters have the same meaning as those of {@link ComponentStore#edit}. The arrays are
   * copied before the call returns.
   *
   * @throws IllegalStateException if something is already staged, or the operation is finished
   */
  void stageEdit(long[] words, int length, Block[] added, Block[] retired, Runnable publish);

  /** Returns the number of words staged. */
  int length();

  /**
   * Logs and applies the staged words; does nothing if none are staged. An operation that is part
   * of a batch of several structures throws {@link IllegalStateException}, because the batch
   * commits it. After the commit the operation can only be closed.
   */
  void commit();

  /**
   * Commits like {@link #commit()} but does not wait until the commit is durable. An index calls
   * this method, releases its write lock, and then calls {@link ComponentStore#awaitDurable}, so
   * that one sync can serve several threads.
   */
  default void commitAsync() {
    commit();
  }

  /**
   * Returns whether the words are committed, by {@link #commit()} or by a batch of several
   * structures.
   */
  boolean isCommitted();

  @Override
  void close();
}
