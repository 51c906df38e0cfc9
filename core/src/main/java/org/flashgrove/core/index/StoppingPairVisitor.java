package org.flashgrove.core.index;

/** Receives pairs, one after the other, and says after each whether to go on. */
@FunctionalInterface
public interface StoppingPairVisitor {
  /**
   * Receives a pair.
   *
   * @param key the word of the key; whose meaning the index knows
   * @return whether to go on
   */
  VisitResult found(long key, long value);
}
