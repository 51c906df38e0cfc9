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

  /** Returns the number of the commit that the newest step left, for {@link #isDurable}. */
  long commitNumber();

  /**
   * Returns whether the store acknowledged the commit of that number as durable: it reported so, or
   * a step returned that must not return before.
   */
  boolean isDurable(long commitNumber);

  /** Reads everything by queries; a digest of what came back, in any order. */
  long digest();

  /** Returns what the structural check finds. */
  List<String> problems();

  /** Closes the store in order. */
  void close();
}
