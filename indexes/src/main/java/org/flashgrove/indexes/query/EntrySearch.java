package org.flashgrove.indexes.query;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryVisitor;

/** Searches the entries of an index as one commit left them, whatever is changed meanwhile. */
@FunctionalInterface
public interface EntrySearch {
  /**
   * Visits the entries whose rectangles match a query rectangle, in no particular order. No page is
   * pinned while the visitor runs.
   *
   * @return number of entries visited
   */
  long search(
      RectangleTest test, double minX, double minY, double maxX, double maxY, EntryVisitor visitor);
}
