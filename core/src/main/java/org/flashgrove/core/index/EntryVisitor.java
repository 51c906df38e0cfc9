package org.flashgrove.core.index;

/** Receives entries found by a search. */
@FunctionalInterface
public interface EntryVisitor {
  /**
   * Receives one entry.
   *
   * @return whether the search shall go on
   */
  boolean visit(long id, double minX, double minY, double maxX, double maxY);
}
