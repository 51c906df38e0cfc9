package org.flashgrove.indexes.query;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.StoppingEntryVisitor;

/** Searches the entries of an index as one commit left them, whatever is changed meanwhile. */
@FunctionalInterface
public interface EntrySearch {
  /**
   * Visits entries whose rectangles match a query rectangle, in no particular order, until the
   * visitor stops. No page is pinned while it runs.
   *
   * @return number of entries visited
   */
  long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor);
}
