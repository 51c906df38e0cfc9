package org.flashgrove.core.component;

import java.util.function.Consumer;

/**
 * An index of components as its store calls it: under the store's lock, by one thread at a time,
 * except {@link #capture} and {@link #keepsForSnapshots}. While the store is opened there is no
 * other thread, and no lock.
 *
 * <p>Opening: {@link #restore} frame by frame, {@link #visitBlocks}, {@link #opened}. A commit:
 * {@link #makeRoom}, {@link #preserve}, {@link #apply}. Commits that wait: {@link #makeRoom},
 * {@link #waiting}, later {@link #preserve}, {@link #applyWaiting}. Before the log is rewritten:
 * {@link #checkpointImage}.
 *
 * <p>Frames are numbered, later ones have greater numbers, and the number of a commit is that of
 * its frame. An exception from any of these calls ends the store's work until it is opened again.
 */
public interface ComponentIndex {
  /** No snapshot is open. */
  long NO_SNAPSHOT = -1;

  /** Kind of a log frame. */
  enum Kind {
    /**
     * Words that {@link ComponentIndex#checkpointImage} or {@link
     * ComponentIndex#checkpointImageSteps} appended. The former precede all other frames of a log;
     * the latter may alternate with other frames.
     */
    CHECKPOINT_IMAGE,

    /** Words passed to {@link ComponentStore#edit}. */
    EDIT,

    /** Words that an operation staged. */
    CHANGES
  }

  /** Takes the frames of a checkpoint image. */
  @FunctionalInterface
  interface CheckpointImageSink {
    /**
     * Appends a frame.
     *
     * @param words copied from index 0 before the call returns
     * @param length at most 2^24 - 8
     */
    void append(long[] words, int length);
  }

  /**
   * Restores the content of one log frame. The store calls this method when it opens, with the
   * oldest frame first. The same frames in the same order must always restore the same index.
   *
   * @param words from index 0; valid during the call only
   * @throws org.flashgrove.core.failure.DamagedStoreException if no index can have written it
   */
  void restore(long frame, Kind kind, long[] words, int length);

  /**
   * Visits each valid block once. After all frames were restored, the store calls this method and
   * treats all other blocks as free.
   */
  void visitBlocks(Consumer<Block> visitor);

  /**
   * Ends the opening: all frames were restored. The index may read blocks now, and cannot write any
   * yet.
   *
   * @param lastFrame number of the newest frame of the log, which is that of the newest commit
   */
  void opened(long lastFrame);

  /**
   * Makes room for the next commit. The index may write blocks and make edits for this purpose.
   *
   * @param words number of words that {@link #apply} will come with
   */
  void makeRoom(int words);

  /**
   * Keeps what snapshots see of what a commit is about to change.
   *
   * @param newestLive newest commit that a snapshot looks at, or {@link #NO_SNAPSHOT}
   */
  void preserve(long newestLive);

  /**
   * Applies a commit, whose frame is in the log. Does not fail.
   *
   * @param frame number of the commit
   * @param words those that were staged, from index 0; valid during the call only
   */
  void apply(long frame, long[] words, int length);

  /**
   * Returns the queue in which further commits may wait until they are logged and applied together,
   * or null if the next commit must be applied at once. {@link #makeRoom} makes room for all of
   * them, before or after this call. The queue is part of the state that {@link #capture} returns;
   * the store adds the commits.
   */
  default CommitQueue waiting() {
    return null;
  }

  /**
   * Applies all commits that wait, whose frames are in the log, as {@link #apply} does: none waits
   * any more.
   *
   * @param frame number of the last of them
   */
  default void applyWaiting(long frame) {
    throw new UnsupportedOperationException("no commit waits");
  }

  /**
   * Returns the state that a snapshot needs, such as an immutable directory. Any thread may call
   * this method without a lock, even while a commit is applied or an edit published. In that case
   * the store discards the result and calls again. The method must therefore end without an error
   * even if it reads a partial change.
   *
   * @param commit number of the newest commit that is applied
   * @return what {@link ComponentSnapshot#state} gives; may be null
   */
  Object capture(long commit);

  /**
   * Returns whether {@link #prune} may have something to drop; called by any thread, without a
   * lock, when a snapshot is closed. If not, closing it takes no lock.
   */
  default boolean keepsForSnapshots() {
    return true;
  }

  /**
   * Drops what was kept for snapshots of commits before {@code oldestLive}.
   *
   * @param oldestLive oldest commit that a snapshot looks at, or {@link Long#MAX_VALUE}
   */
  void prune(long oldestLive);

  /** Returns the bytes, about, of what {@link #checkpointImage} appends. */
  long unflushedBytes();

  /** Brings what is in memory to blocks, by edits. */
  void flush();

  /**
   * Appends frames with the complete state of the index: its valid blocks, and the entries in none
   * of them. These frames replace all earlier ones. Their numbers, which {@link #restore} receives,
   * exceed those of all earlier frames. An index that needs the frame in which an entry arrived
   * must store that number in the words.
   */
  void checkpointImage(CheckpointImageSink sink);

  /** A checkpoint image in steps between which the index changes. */
  @FunctionalInterface
  interface CheckpointImageSteps {
    /**
     * Appends the next frames, few at a time; called under the store's lock.
     *
     * @return whether more steps follow
     */
    boolean next(CheckpointImageSink sink);
  }

  /**
   * Returns a checkpoint image in steps, or null if this index writes its checkpoint images at
   * once. {@link #restore} receives its frames mixed with the frames of changes and edits between
   * the steps, and refuses checkpoint image frames elsewhere. A checkpoint image may be abandoned
   * and another one begun.
   */
  default CheckpointImageSteps checkpointImageSteps() {
    return null;
  }

  /** Frees memory. */
  void close();
}
