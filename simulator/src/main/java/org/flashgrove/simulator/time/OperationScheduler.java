package org.flashgrove.simulator.time;

import org.flashgrove.simulator.figures.BusyTime;

/**
 * Assigns a start and an end in virtual time to each flash operation. Operations are passed in the
 * order of issue. An operation starts when it is ready and its die and channel are free.
 */
public interface OperationScheduler {
  /**
   * Listener for scheduled operations that end later than the time that the scheduler returned for
   * them.
   */
  @FunctionalInterface
  interface DelayListener {
    /**
     * Reports a delay: each operation of {@code die} that was to end after {@code fromNanos} now
     * ends {@code byNanos} later.
     */
    void delayed(int die, long fromNanos, long byNanos);
  }

  /** Tells the scheduler that no later operation is ready before the given time. */
  void advanceTo(long nanos);

  /**
   * Reads a page.
   *
   * @param page number of the page in the array
   * @param senses number of sensing operations, at least 1
   * @param readyNanos earliest start in nanoseconds
   * @return time at which the channel has transferred the content of the page
   */
  long read(int page, int senses, long readyNanos);

  /** Programs a page. Returns the time at which the program ends. */
  long program(int page, long readyNanos);

  /**
   * Copies a page within its plane, without using the channel. Returns the time at which the
   * program of the copy ends.
   */
  long copyBack(int from, int to, int senses, long readyNanos);

  /** Erases a block. Returns the time at which the erase ends. */
  long erase(int block, long readyNanos);

  /** Returns the time at which all scheduled operations have ended. */
  long idleNanos();

  /**
   * Returns the summed durations of all scheduled operations. Times of operations that ran in
   * parallel are added too.
   */
  BusyTime busy();

  /** Discards operations that are still running or waiting, as a power loss does. */
  void clear(long nowNanos);
}
