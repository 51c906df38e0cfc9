package org.flashgrove.storage.log;

import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.log.role.NumberedStructure;

/**
 * A structure that takes part in commits. The structure stages changes in one open operation. The
 * store logs these changes and assigns the number of the commit.
 *
 * <p>A commit calls these methods of the structure and its {@link #operation()} in this order:
 * {@link #makeRoom()}, {@link #preserve}, {@link #describe}, {@link #publish}. If one of them
 * fails, the store refuses work until it is reopened, so a structure need not undo its changes.
 */
public interface Committable extends NumberedStructure {
  /**
   * Returns a queue for the next commits of this structure, which are later logged and published
   * together.
   *
   * @return the queue, or null if the next commit must be published at once
   */
  default CommitQueue startWaiting() {
    return null;
  }

  /**
   * Opens the operation of this structure and puts all queued commits into it. {@link #describe}
   * then appends one section per queued commit. The store calls {@link #publish} once, with the
   * number of the last commit.
   */
  default void openWaiting() {
    throw new UnsupportedOperationException("structure " + number() + ": does not queue commits");
  }

  /** Returns the operation that holds the staged changes. Every call returns the same object. */
  StructureOperation operation();

  /**
   * Makes room in memory for the staged changes by writing earlier changes to the device if needed.
   * Also syncs pages that the operation wrote directly to the device instead of logging them.
   */
  void makeRoom();

  /**
   * Keeps the current images of the pages that the staged changes modify, if a live snapshot sees
   * them ({@link PageHistory}).
   *
   * @param newestLive number of the newest commit that a live snapshot reads; {@link Commits#NONE}
   *     if no snapshot is live, so that nothing need be kept
   * @param until first commit number at which these images are no longer current; greater than all
   *     published commits and at most the number of the next commit
   */
  void preserve(long newestLive, long until);

  /**
   * Appends one section with the staged changes to {@code section}. Replaying the section on the
   * previous state must produce the new state. The store does not call this method with {@link
   * SyncMode#BARRIER}, because it logs no commits then.
   */
  void describe(AppendLog.FrameSink section);

  /**
   * Makes the staged changes visible to new snapshots.
   *
   * @param frame number of the commit, which is also its frame number
   */
  void publish(long frame);

  /**
   * Discards images that were kept for snapshots and are no longer needed.
   *
   * @param oldestLive commit of the oldest live snapshot; {@link Long#MAX_VALUE} if none is live
   */
  void prune(long oldestLive);
}
