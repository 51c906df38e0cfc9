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

  /** Returns the number of words staged. */
  int length();

  /**
   * Logs and applies what is staged; nothing happens if that is nothing. If the operation is part
   * of a batch of several structures, the batch does it. Afterwards it can only be closed.
   */
  void commit();

  /**
   * Returns whether the words are committed: by {@link #commit()}, or with those of other
   * structures.
   */
  boolean isCommitted();

  @Override
  void close();
}
