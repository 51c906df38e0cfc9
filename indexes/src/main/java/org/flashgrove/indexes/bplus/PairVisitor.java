package org.flashgrove.indexes.bplus;

/** Receives pairs, one after the other. */
@FunctionalInterface
public interface PairVisitor {
  /**
   * Takes a pair.
   *
   * @param key the word of the key; see {@link KeyKind}
   * @return whether to go on
   */
  boolean visit(long key, long value);
}
