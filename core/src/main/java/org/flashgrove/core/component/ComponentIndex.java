package org.flashgrove.core.component;

import java.util.function.Consumer;

/**
 * Callbacks of a component index that its store calls. The store holds its lock during each call,
 * and only one thread calls at a time. Exceptions are {@link #capture} and {@link
 * #keepsForSnapshots}, which any thread calls without a lock. While the store opens, one thread
 * calls without a lock.
 *
 * <p>When a store opens, it calls {@link #restore} for each frame, then {@link #visitBlocks} and
 * {@link #opened}. A commit calls {@link #makeRoom}, {@link #preserve} and {@link #apply}. A queued
 * commit calls {@link #makeRoom} and {@link #waiting}, later {@link #preserve} and {@link
 * #applyWaiting}. A rewrite of the log calls {@link #checkpointImage}.
 *
 * <p>The number of a commit is the number of its log frame, and numbers increase. After an
 * exception from any call, the store must be opened again before it does more work.
 */
public interface ComponentIndex {
  /** Value that means that no snapshot is open. */
  long NO_SNAPSHOT = -1;

  /** Kind of a log frame. */
  enum Kind {
    /**
     * Words that {@link ComponentIndex#checkpointImage} or {@link
     * ComponentIndex#checkpointImageSteps} appended. Frames of {@code checkpointImage} precede all
     * other frames of a log. Frames of {@code checkpointImageSteps} may alternate with other
     * frames.
     */
    CHECKPOINT_IMAGE,

    /** Words passed to {@link ComponentStore#edit}. */
    EDIT,

    /** Words that an operation staged. */
    CHANGES
  }

  /** Receives the frames of a checkpoint image. */
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
   * @throws org.flashgrove.core.failure.DamagedStoreException if the words are not valid content of
   *     a frame
   */
  void restore(long frame, Kind kind, long[] words, int length);

  /**
   * Returns an action that gives this empty index the content of another index, which is open for
   * reading and does not change. The store then restores only the frames that the other index has
   * not restored. Returns null if this index does not support this and must be restored from the
   * whole log.
   */
  default Runnable takeOver(ComponentIndex other) {
    return null;
  }

  /**
   * Visits each valid block once. After all frames were restored, the store calls this method and
   * treats all other blocks as free.
   */
  void visitBlocks(Consumer<Block> visitor);

  /**
   * Tells the index that all frames were restored and the store is about to open. From now on the
   * index may read blocks. It may not write blocks yet.
   *
   * @param lastFrame number of the newest frame of the log, which is the number of the newest
   *     commit
   */
  void opened(long lastFrame);

  /**
   * Makes room for the next commit. The index may write blocks and make edits for this purpose.
   *
   * @param words number of words that the next {@link #apply} passes
   * @param next these words, from index 0; null if they are not known yet
   */
  void makeRoom(int words, long[] next);

  /**
   * Preserves, for open snapshots, the state that the next commit changes.
   *
   * @param newestLive newest commit that an open snapshot shows, or {@link #NO_SNAPSHOT}
   */
  void preserve(long newestLive);

  /**
   * Applies a commit after its frame was appended to the log. Must not fail.
   *
   * @param frame number of the commit
   * @param words the staged words, from index 0; valid during the call only
   */
  void apply(long frame, long[] words, int length);

  /**
   * Returns the queue for commits that are logged and applied together later, or null if the next
   * commit must be applied immediately. {@link #makeRoom} makes room for all queued commits. The
   * queue is part of the state that {@link #capture} returns. The store adds the commits.
   */
  default CommitQueue waiting() {
    return null;
  }

  /**
   * Applies all queued commits after their frames were appended to the log, and empties the queue.
   *
   * @param frame number of the last queued commit
   */
  default void applyWaiting(long frame) {
    throw new UnsupportedOperationException(
        "index: cannot apply queued commits; implement applyWaiting() as well as waiting()");
  }

  /**
   * Returns the state that a snapshot needs, such as an immutable directory. Any thread may call
   * this method without a lock, even while a commit is applied or an edit published. In that case
   * the store discards the result and calls again. The method must therefore end without an error
   * even if it reads a partial change.
   *
   * @param commit number of the newest commit that is applied
   * @return the state that {@link ComponentSnapshot#state} returns; may be null
   */
  Object capture(long commit);

  /**
   * Returns whether {@link #prune} may have something to drop. If not, closing a snapshot takes no
   * lock. Any thread may call this method without a lock.
   */
  default boolean keepsForSnapshots() {
    return true;
  }

  /**
   * Drops the state preserved for snapshots of commits before {@code oldestLive}.
   *
   * @param oldestLive oldest commit that an open snapshot shows, or {@link Long#MAX_VALUE}
   */
  void prune(long oldestLive);

  /** Returns the approximate size in bytes of the frames that {@link #checkpointImage} appends. */
  long unflushedBytes();

  /**
   * Writes to new blocks those entries of the index that are only in memory. Adds these blocks with
   * {@link ComponentStore#edit}.
   */
  void flush();

  /**
   * Appends frames that contain the complete state of the index: its valid blocks, and the entries
   * that are in no block. These frames replace all earlier frames and have greater numbers. If the
   * index needs the number of the frame in which an entry arrived, it must store that number in the
   * words.
   */
  void checkpointImage(CheckpointImageSink sink);

  /**
   * Returns whether restoring a {@link #checkpointImage} is much faster than restoring the same
   * content change by change.
   */
  default boolean readsImages() {
    return false;
  }

  /** A checkpoint image that is written in steps. The index may change between two steps. */
  @FunctionalInterface
  interface CheckpointImageSteps {
    /**
     * Appends the next few frames. The store calls this method under its lock.
     *
     * @return whether more steps follow
     */
    boolean next(CheckpointImageSink sink);
  }

  /**
   * Returns a checkpoint image in steps, or null if this index writes its checkpoint image in one
   * call. Changes and edits may be logged between two steps, so {@link #restore} receives their
   * frames mixed with the frames of the image. The store may abandon an image and start another
   * one.
   */
  default CheckpointImageSteps checkpointImageSteps() {
    return null;
  }

  /** Frees the memory of the index. */
  void close();
}
