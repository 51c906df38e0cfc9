package org.flashgrove.simulator.time;

import org.flashgrove.simulator.figures.BusyTime;

/**
 * Gives each flash operation its place in virtual time. Operations are given in the order in which
 * they are issued; an operation starts when it is ready and what it needs is free.
 */
public interface OperationScheduler {
  /** Is notified that operations already placed end later than was returned. */
  @FunctionalInterface
  interface DelayListener {
    /**
     * Reports that operations of {@code die} that end after {@code fromNanos} end {@code byNanos}
     * later.
     */
    void delayed(int die, long fromNanos, long byNanos);
  }

  /** Sets the time before which no operation is ready any more. */
  void advanceTo(long nanos);

  /**
   * Reads a page.
   *
   * @param page number of the page in the array
   * @param senses how often the page is sensed, at least 1
   * @param readyNanos when the read may start
   * @return when its content has left the channel
   */
  long read(int page, int senses, long readyNanos);

  /** Programs a page; returns when it is programmed. */
  long program(int page, long readyNanos);

  /** Moves a page within its plane without the channel; returns when the copy is programmed. */
  long copyBack(int from, int to, int senses, long readyNanos);

  /** Erases a block; returns when it is erased. */
  long erase(int block, long readyNanos);

  /** Returns when everything placed so far has ended. */
  long idleNanos();

  /** Sums of the times of all operations placed so far, whatever ran side by side. */
  BusyTime busy();

  /** Forgets operations under way, as a power loss does. */
  void clear(long nowNanos);
}
