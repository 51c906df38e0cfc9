package org.flashgrove.core.index;

/** Receives the pairs of a join. */
@FunctionalInterface
public interface JoinVisitor {
  /**
   * Receives one pair.
   *
   * @param leftId id of the entry of the left index
   * @param rightId id of the entry of the right index
   * @return whether the join shall go on
   */
  boolean visit(long leftId, long rightId);
}
