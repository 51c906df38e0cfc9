package org.flashgrove.simulator.time;

import org.flashgrove.simulator.figures.BusyTime;

/**
 * Assigns each flash operation its place in virtual time. Operations are passed in the order of
 * issue. An operation starts when it is ready and its resources are free.
 */
public interface OperationScheduler {
  /**
   * Listener for scheduled operations that end later than the time that the scheduler returned for
   * them.
   */
  @FunctionalInterface
  interface DelayListener {
    /**
     * Reports that operations of {@code die} that end after {@code fromNanos} end {@code byNanos}
     * later.
     */
    void delayed(int die, long fromNanos, long byNanos);
  }

  /** Tells the scheduler that no later operation is ready before the given time. */
  void advanceTo(long nanos);

  /**
   * Reads a page.
   *
   * @param page number of the page in the array
   * @param senses number of senses, at least 1
   * @param readyNanos earliest start in nanoseconds
   * @return time at which its content has left the channel
   */
  long read(int page, int senses, long readyNanos);

  /** Programs a page; returns the time at which it is programmed. */
  long program(int page, long readyNanos);

  /**
   * Copies a page within its plane without the channel; returns the time at which the copy is
   * programmed.
   */
  long copyBack(int from, int to, int senses, long readyNanos);

  /** Erases a block; returns the time at which it is erased. */
  long erase(int block, long readyNanos);

  /** Returns the time at which all scheduled operations have ended. */
  long idleNanos();

  /** Returns the total times of all scheduled operations, even if they ran in parallel. */
  BusyTime busy();

  /** Discards running operations, as a power loss does. */
  void clear(long nowNanos);
}
