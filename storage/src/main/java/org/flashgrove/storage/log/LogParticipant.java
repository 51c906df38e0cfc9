package org.flashgrove.storage.log;

import org.flashgrove.storage.log.role.Copyable;
import org.flashgrove.storage.log.role.Fallible;
import org.flashgrove.storage.log.role.Persistable;
import org.flashgrove.storage.log.role.Replayable;

/**
 * A structure of a store as {@link LoggedStore} sees it: a tree, a heap file or an index of
 * components.
 *
 * <p>The structure manages its pages and stages changes in one open operation. The store writes the
 * log, numbers commits and makes checkpoints. It calls {@link Replayable} when the store opens and
 * {@link Committable} in a commit. It calls {@link Copyable} and {@link Persistable} when it
 * compacts the log, makes a checkpoint, or is copied.
 *
 * <p>The store calls all methods under its store lock, one at a time. The exceptions are {@link
 * #number()}, {@link #fileName()}, {@link #operation()} and {@link #writeFailure()}. Another
 * exception is {@link #content}, if {@link #isStillBetweenCommits} of the structure returns true.
 *
 * <p>{@link StoreLog} lists the types of frames.
 */
public interface LogParticipant extends Replayable, Committable, Copyable, Persistable, Fallible {
  /**
   * Called when the structure is dropped from its store. The structure must stop its background
   * work.
   */
  default void dropped() {
    // most structures have no background work
  }

  /** Frees the structure's memory without writing anything. */
  void close();
}
