package org.flashgrove.access;

import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.Recovery;

/** What every open store says of its commits, whatever structures it holds. */
public interface StoreCommits {
  /** What the structures of the store share: log, commits. */
  LoggedStore store();

  /** Number of the newest commit, to ask {@link #isDurable} with. */
  default long commitNumber() {
    return store().committedFrame();
  }

  /** Whether the commit of a number, and all before it, are known to be durable. */
  default boolean isDurable(long commitNumber) {
    return store().durableFrame() >= commitNumber;
  }

  /**
   * Returns when the commit of a number, and all before it, are durable, whatever the sync mode.
   * Callers that wait at the same time are served by one sync: with {@code group:5ms} that is how
   * to acknowledge.
   *
   * @param commitNumber one that {@link #commitNumber} returned
   * @throws org.flashgrove.core.failure.StoreClosedException if the store is closed, or refuses
   *     work after a write that failed
   */
  default void awaitDurable(long commitNumber) {
    store().awaitDurable(commitNumber);
  }

  /** What opening found in the log. */
  default Recovery recovery() {
    return store().recovery();
  }
}
