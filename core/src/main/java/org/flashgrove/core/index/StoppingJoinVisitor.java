package org.flashgrove.core.index;

/** Receives pairs of a join and says after each whether the search goes on. */
@FunctionalInterface
public interface StoppingJoinVisitor {
  /**
   * Receives one.
   *
   * @param leftId id of the entry of the left index
   * @param rightId id of the entry of the right index
   * @return whether the search goes on
   */
  VisitResult found(long leftId, long rightId);
}
