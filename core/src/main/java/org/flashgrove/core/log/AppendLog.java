package org.flashgrove.core.log;

import java.util.function.Consumer;

/**
 * A sequential log of frames. A frame is a type and a number of 64-bit words.
 *
 * <p>The log numbers its frames: the first is 1, each later one is one higher, and a {@link
 * #rewrite} goes on counting. A frame is read back completely or not at all, for which a checksum
 * covers its number, its type, the store it belongs to and its words.
 *
 * <p>Opening a log finds its last valid frame. What follows is the torn tail of a crash and is no
 * part of the log, valid frames in it included, since of unsynced writes a later one may survive
 * without an earlier one. Opening ends in {@link org.flashgrove.core.failure.DamagedStoreException}
 * instead if the log shows that the first missing frame was durable once. All frames that opening
 * finds are durable when it returns.
 *
 * <p>An appended frame may wait in memory. {@link #drain()} passes it to the operating system,
 * after which it survives the end of the process; {@link #sync()} makes it durable, after which it
 * survives a power cut. One thread at a time appends, drains, replays and rewrites; another may
 * call {@link #sync()} and the methods that return numbers at the same time.
 *
 * <p>After an append, drain or sync that failed on the device every later append, drain, sync,
 * replay and rewrite ends in {@link org.flashgrove.core.failure.StoreClosedException}, as it does
 * after {@link #close()}. A rewrite that fails before its content is complete leaves the log as it
 * was, and usable. An impossible type or length is refused by {@link IllegalArgumentException}, and
 * the log goes on.
 */
public interface AppendLog extends SyncedLog, AutoCloseable {
  /** Receives the frames of a log, oldest first. */
  @FunctionalInterface
  interface FrameVisitor {
    /**
     * Receives one frame.
     *
     * @param number the frame's number, one more than that of the frame before
     * @param type its type, 0 to 255
     * @param words holds its words from index 0; valid during the call only
     * @param length number of its words; {@code words} may be longer
     */
    void frame(long number, int type, long[] words, int length);

    /**
     * Returns whether frames of a type are wanted; others may be left out, and need not be read.
     */
    default boolean wants(int type) {
      return true;
    }
  }

  /** Accepts the frames of a {@link #rewrite}. */
  @FunctionalInterface
  interface FrameSink {
    /** Appends a frame of {@code length} words, which are copied from {@code words[0]} on. */
    void append(int type, long[] words, int length);
  }

  /**
   * A {@link #rewrite} that goes on while frames are appended: the new content is written to a
   * place of its own, and frames that are appended go to both, so that at the end the new content
   * and all frames since its beginning, in the order in which they came, take the place of the log.
   * Until then the log is as if there were no rewrite.
   */
  interface Rewrite extends FrameSink {
    /** Returns the bytes of the new content that are in memory alone. */
    long waitingBytes();

    /**
     * Writes what waits up to the next multiple of some bytes of the new content, if that much
     * waits.
     *
     * @param pieceBytes a multiple of 8
     */
    void write(int pieceBytes);

    /**
     * Puts what was written in the place of the log, atomically: after a crash the log holds either
     * the old frames or the new ones, and with both all that were durable. All frames are durable
     * when the method returns.
     */
    void finish();

    /** Gives the new content up; the log goes on as it is. Does nothing behind the end. */
    void abandon();
  }

  /**
   * Appends a frame and returns its number.
   *
   * @param type 0 to 255
   * @param words the frame's words from index 0; copied before the method returns
   * @param length number of words, 0 to 2^24 and at most {@code words.length}
   * @throws IllegalStateException if called by the content of a {@link #rewrite}
   */
  long append(int type, long[] words, int length);

  /** Passes every appended frame to the operating system, without a sync. */
  void drain();

  /**
   * Visits all frames, oldest first, those that still wait in memory included.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if a frame is not valid any more
   */
  void replay(FrameVisitor visitor);

  /**
   * Replaces all frames by those that {@code content} appends, atomically: after a crash the log
   * holds either the old frames or the new ones. The new frames are numbered from {@link
   * #lastFrame()} + 1 on and are durable when the method returns. {@code content} may replay the
   * log; if it appends to the log or rewrites it the call ends in {@link IllegalStateException}.
   * What {@code content} throws is passed on, and the log stays as it was.
   */
  void rewrite(Consumer<FrameSink> content);

  /**
   * Begins a rewrite that goes on while frames are appended, and gives up one that is under way; so
   * does {@link #rewrite}. The caller appends, writes and ends it where it appends to this log. The
   * frames of the new content are numbered with all others: in the log as it is, a frame that says
   * nothing has the number of each of them.
   *
   * @param type type of the frames that say nothing, and
   * @param words their words
   */
  Rewrite startRewrite(int type, long[] words);

  /** Returns the bytes of the log, frames that wait in memory included and a torn tail left out. */
  long sizeBytes();

  /**
   * Returns whether an earlier version of the program wrote the log, in a format that the next
   * rewrite replaces by the present one.
   */
  default boolean isOfOlderFormat() {
    return false;
  }

  /** Returns the bytes of the torn tail that opening left out; 0 if there was none. */
  long tornBytes();

  /** Drains the log and closes it, without a sync. A second call does nothing. */
  @Override
  void close();
}
