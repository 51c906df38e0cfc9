package org.flashgrove.storage.log;

import org.flashgrove.storage.log.role.Copyable;
import org.flashgrove.storage.log.role.Fallible;
import org.flashgrove.storage.log.role.Persistable;
import org.flashgrove.storage.log.role.Replayable;

/**
 * A structure of a store, a tree, a heap file or an index of components, as {@link LoggedStore}
 * sees it. The structure stages changes in one open operation and keeps its pages. The store writes
 * the log, numbers commits, makes checkpoints and calls the structure at each step: {@link
 * Replayable} when the store opens, {@link Committable} in a commit, {@link Copyable} and {@link
 * Persistable} before frames leave the log or a copy is taken.
 *
 * <p>All calls are made under the store's lock, one at a time, except {@link #number()}, {@link
 * #fileName()}, {@link #operation()}, {@link #writeFailure()}, and {@link #content} of a structure
 * that {@link #isStillBetweenCommits}.
 *
 * <p>{@link StoreLog} lists the types of frames.
 */
public interface LogParticipant extends Replayable, Committable, Copyable, Persistable, Fallible {
  /** Notes that the structure was dropped: it does no work of its own any more. */
  default void dropped() {
    // most work in commits alone
  }

  /** Frees the structure's memory; nothing is written. */
  void close();
}
