package org.flashgrove.grove.index;

import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Reusable search for the entries of an index that match a rectangle. For one thread at a time.
 *
 * @param <V> type of the snapshots that it reads
 */
public interface BlockSearch<V> {
  /**
   * Sets the query.
   *
   * @param idsOnly whether the caller ignores rectangles
   * @param watch may cancel the search; null if the search cannot be cancelled
   */
  void reset(RectangleQuery query, boolean idsOnly, QueryWatch watch);

  /**
   * Tells the search that the caller is interested only in entries with {@code id}. The search may
   * then skip other entries, but need not.
   */
  default void lookFor(long id) {}

  /**
   * Reports the entries that match the query.
   *
   * @param view snapshot of type {@code V}
   * @param sink receives each entry; null to count only
   * @param without entries that are treated as deleted, or null
   * @return number of entries reported
   */
  long run(BlockView view, EntrySink sink, EntryColumns without);

  /**
   * Performs one step of a search that began with {@link #reset}. The first step searches the
   * changes in memory, and each further step searches one block that may contain matches.
   *
   * @param sink receives each entry
   * @return false if the search is complete
   */
  boolean step(V view, EntrySink sink);

  /** Ends the query, so that its watch can be freed. */
  void end();

  /** Returns the number of pages that this object has requested in all its searches. */
  long pagesRequested();

  /** Returns the maximum number of pages that the page cache can hold at present. */
  long pagesCached();
}
