package org.flashgrove.core.index;

/** Receives entries found by a search. */
@FunctionalInterface
public interface EntryVisitor {
  /**
   * One entry.
   *
   * @return whether the search shall go on
   */
  boolean visit(long id, double minX, double minY, double maxX, double maxY);
}
