package org.flashgrove.core.index;

/** Receives entries found by a search and says after each whether the search goes on. */
@FunctionalInterface
public interface StoppingEntryVisitor {
  /**
   * Receives one.
   *
   * @return whether the search goes on
   */
  VisitResult found(long id, double minX, double minY, double maxX, double maxY);
}
