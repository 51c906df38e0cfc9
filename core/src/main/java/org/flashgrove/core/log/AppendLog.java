package org.flashgrove.core.log;

import java.util.function.Consumer;

/**
 * A sequential log of frames; a frame is a type and a number of 64-bit words.
 *
 * <p>Frames are numbered by the log, one more each, also across a {@link #rewrite}. A frame is
 * found complete or not at all: its checksum covers number, type, store and words. When a log is
 * opened for writing, what follows the last valid frame is the torn tail of a crash and is cut off,
 * valid frames in it included (unsynced writes may come through in any order). It is damage, and
 * ends opening in {@link org.flashgrove.core.failure.DamagedStoreException}, if the log shows that
 * the first missing frame was durable once. What opening leaves is durable.
 *
 * <p>An appended frame may wait in memory. {@link #drain()} hands it to the operating system (it
 * survives the process), {@link #sync()} makes it durable (it survives a power cut). Appending and
 * draining are for one thread at a time; {@link #sync()} may be called beside them by another.
 *
 * <p>After a failed append, drain or sync every later append, drain, sync, replay and rewrite fails
 * with {@link org.flashgrove.core.failure.StoreClosedException}. A rewrite that fails before it is
 * complete leaves the log as it was, and usable.
 */
public interface AppendLog extends AutoCloseable {
  /** Receives the frames of a log, oldest first. */
  @FunctionalInterface
  interface FrameVisitor {
    /**
     * One frame.
     *
     * @param number its number
     * @param type its type, 0 to 255
     * @param words holds its content from index 0; valid during the call only
     * @param length number of words
     */
    void frame(long number, int type, long[] words, int length);
  }

  /** Accepts frames for the new content of a log. */
  @FunctionalInterface
  interface FrameSink {
    /** Appends a frame of {@code length} words taken from {@code words[0]} on. */
    void append(int type, long[] words, int length);
  }

  /**
   * Appends a frame and returns its number.
   *
   * @param type 0 to 255
   * @param words content from index 0
   * @param length number of words, at least 0 and at most 2^24
   */
  long append(int type, long[] words, int length);

  /** Hands every appended frame to the operating system. */
  void drain();

  /** Returns when every frame appended before the call is durable. */
  void sync();

  /** Number of the newest frame known to be durable; frames that were there at opening count. */
  long durableFrame();

  /** Number of the newest frame; 0 before the first. */
  long lastFrame();

  /** Visits all frames, oldest first. */
  void replay(FrameVisitor visitor);

  /**
   * Replaces the whole content by the frames that {@code content} appends, atomically: after a
   * crash either the old frames are there or the new ones. The new content is durable on return.
   * {@code content} may replay the log, but neither append to it nor rewrite it.
   */
  void rewrite(Consumer<FrameSink> content);

  /** Bytes of the log, frames still in memory included. */
  long sizeBytes();

  /** Whether an earlier version wrote the log, in a format that the next rewrite replaces. */
  default boolean isOfOlderFormat() {
    return false;
  }

  /** Bytes of a torn tail that opening cut off; 0 if there was none. */
  long tornBytes();

  /** Drains, does not sync, closes; a second call does nothing. */
  @Override
  void close();
}
