package org.flashgrove.core.index;

/** Receives ids of entries found by a search and says after each whether the search goes on. */
@FunctionalInterface
public interface StoppingIdVisitor {
  /**
   * Receives one.
   *
   * @return whether the search goes on
   */
  VisitResult found(long id);
}
