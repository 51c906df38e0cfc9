package org.flashgrove.core.index;

/**
 * Cursor over the results of a query. The nearest entries come nearest first; the results of other
 * queries have no particular order. The cursor reads pages on demand and keeps the entries of a few
 * pages.
 *
 * <p>It shows the index at the time of its creation and pins no page between two calls. While it is
 * open, the index keeps the data that later changes replace, up to a memory budget. When the budget
 * is used up, the oldest cursor throws {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}. The caller must close the cursor.
 *
 * <p>For one thread at a time. The getters return the entry that the last call of {@link #next}
 * moved to. They throw {@link IllegalStateException} before the first call and after a call that
 * returned false.
 */
public interface EntryCursor extends AutoCloseable {
  /**
   * Moves to the next entry.
   *
   * @return whether there is a next entry
   * @throws IllegalStateException if the cursor is closed, or an earlier call failed
   */
  boolean next();

  /** Returns the id of the entry. */
  long id();

  /** Returns the least x of the entry's rectangle. */
  double minX();

  /** Returns the least y of the entry's rectangle. */
  double minY();

  /** Returns the greatest x of the entry's rectangle. */
  double maxX();

  /** Returns the greatest y of the entry's rectangle. */
  double maxY();

  /**
   * Returns the distance of the entry from the query, in the unit of the index's metric.
   *
   * @throws UnsupportedOperationException unless the query is for the nearest entries
   */
  default double distance() {
    throw new UnsupportedOperationException(
        "the cursor has no distances; open one with EntryQuery.nearest");
  }

  /** Returns the entry as an object. */
  default Entry entry() {
    return new Entry(id(), minX(), minY(), maxX(), maxY());
  }

  /** Closes the cursor. A second call does nothing. */
  @Override
  void close();
}
