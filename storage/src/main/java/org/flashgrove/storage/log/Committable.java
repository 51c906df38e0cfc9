package org.flashgrove.storage.log;

import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.log.role.NumberedStructure;

/**
 * A structure that takes part in commits. It stages changes in one open operation; the store logs
 * them and numbers the commit.
 *
 * <p>A commit calls these methods of the structure and its {@link #operation()} in this order:
 * {@link #makeRoom()}, {@link #preserve}, {@link #describe}, {@link #publish}. If one of them
 * fails, the store refuses work until it is reopened, so a structure need not undo its changes.
 */
public interface Committable extends NumberedStructure {
  /**
   * Makes room for commits that wait until they are logged and published together, and returns
   * where they do; null if the next one is to be published at once.
   */
  default CommitQueue startWaiting() {
    return null;
  }

  /**
   * Opens the operation with all commits that wait: {@link #describe} appends a section for each,
   * and {@link #publish} is called with the number of the last.
   */
  default void openWaiting() {
    throw new UnsupportedOperationException("no commit waits");
  }

  /** Returns the changes that are staged: always the same object. */
  StructureOperation operation();

  /**
   * Writes earlier changes to the device, if memory requires it, so that the staged ones fit. Pages
   * that the operation wrote whole, past the log, are made durable here.
   */
  void makeRoom();

  /**
   * Keeps the current images of the pages that the staged changes alter, as far as live snapshots
   * see them ({@link PageHistory}).
   *
   * @param newestLive number of the newest commit that a live snapshot reads, or {@link
   *     Commits#NONE} if no snapshot is live: then nothing is kept
   * @param until the number up to which, exclusive, these images are the current ones: above all
   *     published commits and not above the commit that follows
   */
  void preserve(long newestLive, long until);

  /**
   * Appends the section that holds the staged changes: one call of {@code section}. Replaying it
   * over the state before must give the state after. Not called with {@link SyncMode#BARRIER},
   * where commits are not logged.
   */
  void describe(AppendLog.FrameSink section);

  /**
   * Makes the staged changes current: new snapshots see them.
   *
   * @param frame number of the commit, which is that of its frame
   */
  void publish(long frame);

  /**
   * Drops images that were kept for snapshots and that no snapshot of commit {@code oldestLive} or
   * a later one sees; {@link Long#MAX_VALUE} if no snapshot is live.
   */
  void prune(long oldestLive);
}
