package org.flashgrove.efind;

/**
 * Which pages the read buffer takes in; what leaves it when it is full is the least recently used
 * one in all of them.
 */
interface ReadPolicy {
  /** Whether the policy works on RQ, so that the control of reads must be on. */
  boolean needsReadControl();

  /**
   * Whether a page just read from the device is cached.
   *
   * @param queue RQ, or null without control of reads; the policy notes the read in it
   * @param pages pages in both buffers, from which RQ takes its size
   */
  boolean admits(long nodeId, ReadQueue queue, int pages);

  /** Tells that a page whose id is in RQ was cached at a flush. */
  void forced(long nodeId, ReadQueue queue);
}
