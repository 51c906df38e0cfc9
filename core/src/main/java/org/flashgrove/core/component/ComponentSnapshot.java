package org.flashgrove.core.component;

/**
 * The index as one commit left it: while the snapshot is open no block is given out again that the
 * index referred to when it was taken. For one thread.
 */
public interface ComponentSnapshot extends AutoCloseable {
  /**
   * Returns the number of the commit.
   *
   * @throws IllegalStateException if the snapshot is closed
   */
  long commit();

  /**
   * Returns the state that {@link ComponentIndex#capture} returned.
   *
   * @throws IllegalStateException if the snapshot is closed
   */
  Object state();

  /** Ends the snapshot, which must not be used any more: the object may serve another. */
  @Override
  void close();
}
