package org.flashgrove.core.log;

import java.util.function.Consumer;

/**
 * A sequential log of frames. A frame consists of a type and of 64-bit words.
 *
 * <p>Frames are numbered consecutively from 1, and a {@link #rewrite} continues the numbers. A
 * checksum covers a frame's number, type, store and words, so a frame is read back completely or
 * not at all.
 *
 * <p>Opening a log finds its last valid frame. Anything after this frame is the torn tail of a
 * crash and does not belong to the log. The tail may contain valid frames, because a later unsynced
 * write may survive although an earlier one is lost. If the first missing frame is known to have
 * been durable, opening throws {@link org.flashgrove.core.failure.DamagedStoreException}. All
 * frames that opening finds are durable when it returns.
 *
 * <p>An appended frame may be buffered in memory. After {@link #drain()} it survives the end of the
 * process; after {@link #sync()} it survives a power cut. One thread at a time appends, drains,
 * replays and rewrites. Another thread may concurrently call {@link #sync()} and the methods that
 * return numbers.
 *
 * <p>After the device failed an append, drain or sync, every later append, drain, sync, replay and
 * rewrite throws {@link org.flashgrove.core.failure.StoreClosedException}, as after {@link
 * #close()}. A rewrite that fails before its content is complete leaves the log unchanged and
 * usable. An invalid type or length throws {@link IllegalArgumentException} and has no effect.
 */
public interface AppendLog extends SyncedLog, AutoCloseable {
  /** Receives the frames of a log, oldest first. */
  @FunctionalInterface
  interface FrameVisitor {
    /**
     * Receives one frame.
     *
     * @param number the frame's number, one more than that of the previous frame
     * @param type the frame's type, 0 to 255
     * @param words array with the frame's words from index 0; valid during the call only
     * @param length number of words in the frame; {@code words} may be longer
     */
    void frame(long number, int type, long[] words, int length);

    /**
     * Returns whether the visitor needs frames of a type. The log may skip other frames without
     * reading them.
     */
    default boolean wants(int type) {
      return true;
    }

    /**
     * Returns a visitor that passes on to this visitor only the frames whose numbers exceed {@code
     * after}.
     */
    default FrameVisitor behind(long after) {
      FrameVisitor all = this;
      return new FrameVisitor() {
        @Override
        public void frame(long number, int type, long[] words, int length) {
          if (number > after) {
            all.frame(number, type, words, length);
          }
        }

        @Override
        public boolean wants(int type) {
          return all.wants(type);
        }
      };
    }
  }

  /** Accepts the frames of a {@link #rewrite}. */
  @FunctionalInterface
  interface FrameSink {
    /** Appends a frame of {@code length} words, which are copied from {@code words[0]} on. */
    void append(int type, long[] words, int length);
  }

  /**
   * A {@link #rewrite} that runs while frames are appended. The new content is written to a
   * separate place, and newly appended frames go to both places. {@link #finish} replaces the log
   * by the new content followed by the frames appended since the start. Until then the log behaves
   * as if there were no rewrite.
   */
  interface Rewrite extends FrameSink {
    /** Returns the number of bytes of the new content that are only in memory. */
    long waitingBytes();

    /**
     * Writes buffered new content until the number of written bytes reaches the next multiple of
     * {@code pieceBytes}. Does nothing if too few bytes are buffered to reach it.
     *
     * @param pieceBytes a multiple of 8
     */
    void write(int pieceBytes);

    /**
     * Replaces the log by the new content, atomically: after a crash the log contains either the
     * old or the new frames. In either case it contains every frame that was durable. All frames
     * are durable when the method returns.
     */
    void finish();

    /**
     * Discards the new content and leaves the log unchanged. Does nothing after the rewrite has
     * ended.
     */
    void abandon();
  }

  /**
   * Appends a frame and returns its number.
   *
   * @param type 0 to 255
   * @param words the frame's words from index 0; copied before the method returns
   * @param length number of words, 0 to 2^24 and at most {@code words.length}
   * @throws IllegalStateException if called while a {@link #rewrite} produces its content
   */
  long append(int type, long[] words, int length);

  /** Passes every appended frame to the operating system, without a sync. */
  void drain();

  /**
   * Visits all frames, oldest first, including frames that are buffered in memory.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if a frame is no longer valid
   */
  void replay(FrameVisitor visitor);

  /**
   * Visits the frames after a given frame, oldest first, as {@link #replay(FrameVisitor)} does.
   *
   * @param after number of the given frame; 0 for all frames
   */
  default void replay(long after, FrameVisitor visitor) {
    replay(visitor.behind(after));
  }

  /**
   * Replaces all frames by those that {@code content} appends, atomically: after a crash the log
   * contains either the old or the new frames. The new frames are numbered from {@link
   * #lastFrame()} + 1 and are durable when the method returns.
   *
   * <p>{@code content} may replay the log; if it appends to the log or rewrites it, the call throws
   * {@link IllegalStateException}. An exception of {@code content} is passed on and leaves the log
   * unchanged.
   */
  void rewrite(Consumer<FrameSink> content);

  /**
   * Starts a rewrite that runs while frames are appended. This method and {@link #rewrite} abandon
   * any other rewrite that is still running. Only the thread that appends to this log may call
   * methods of the returned rewrite. Frames of the new content share the numbers of the log, so the
   * old log gets a placeholder frame for each of them.
   *
   * @param type type of the placeholder frames
   * @param words words of the placeholder frames
   */
  Rewrite startRewrite(int type, long[] words);

  /** Returns the size of the log in bytes, including buffered frames and excluding a torn tail. */
  long sizeBytes();

  /**
   * Returns whether the log on the device has a format version before 3. The next rewrite writes
   * the log in the current format.
   */
  default boolean isOfOlderFormat() {
    return false;
  }

  /** Returns the size in bytes of the torn tail that opening skipped; 0 if there was none. */
  long tornBytes();

  /** Drains the log and closes it, without a sync. A second call does nothing. */
  @Override
  void close();
}
