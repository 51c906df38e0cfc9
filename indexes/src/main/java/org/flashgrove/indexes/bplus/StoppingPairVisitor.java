package org.flashgrove.indexes.bplus;

import org.flashgrove.core.index.VisitResult;

/** Receives pairs, one after the other, and says after each whether to go on. */
@FunctionalInterface
public interface StoppingPairVisitor {
  /**
   * Receives a pair.
   *
   * @param key the word of the key; see {@link KeyKind}
   * @return whether to go on
   */
  VisitResult found(long key, long value);
}
