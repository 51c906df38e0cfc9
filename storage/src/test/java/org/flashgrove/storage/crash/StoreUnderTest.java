package org.flashgrove.storage.crash;

import java.util.List;

/**
 * A store that a scenario opened.
 *
 * <p>When power is lost the object is dropped without a call; it must not need one to be forgotten,
 * so stores with threads of their own do not fit.
 */
public interface StoreUnderTest {
  /** Runs a step of the workload: step 0 first. The content is what all steps before it left. */
  void step(int number);

  /** Returns a number for what the newest step left, to ask {@link #isDurable} with. */
  long commitNumber();

  /**
   * Returns whether the store acknowledged what had that number as durable: because it says so, or
   * because a step returned that must not return before.
   */
  boolean isDurable(long commitNumber);

  /** Reads everything by queries; a digest of what came back, in any order. */
  long digest();

  /** Returns what the structural check finds. */
  List<String> problems();

  /** Closes the store in order. */
  void close();
}
