package org.flashgrove.core.component;

/**
 * Read view of the index as of one commit. While the snapshot is open, the store does not reuse any
 * block that the index referred to when the snapshot was taken. For use by one thread.
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

  /**
   * Ends the snapshot. The caller must not use the object afterwards, because the store may reuse
   * it for another snapshot.
   */
  @Override
  void close();
}
