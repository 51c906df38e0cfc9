package org.flashgrove.grove.index;

import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * A search of an index of blocks for the entries that match a rectangle. Used again from query to
 * query; for one thread at a time.
 *
 * @param <V> what a search sees of the index
 */
public interface BlockSearch<V> {
  /**
   * Sets what is searched for.
   *
   * @param idsOnly whether no rectangles are needed
   * @param watch ends the search early, or null
   */
  void reset(RectangleQuery query, boolean idsOnly, QueryWatch watch);

  /** Lets a search skip entries of other ids than one. The search may report some all the same. */
  default void lookFor(long id) {}

  /**
   * Reports the matching entries.
   *
   * @param view of the type that the search is made for
   * @param sink receives each entry; null to count only
   * @param without entries that are taken for gone, or null
   * @return number of entries reported
   */
  long run(BlockView view, EntrySink sink, EntryColumns without);

  /**
   * Goes one step on in a search of single steps, which began with {@link #reset}: through what is
   * in memory first, then through a block of those that may hold matching entries.
   *
   * @param sink receives each entry
   * @return false if nothing was left to look at
   */
  boolean step(V view, EntrySink sink);

  /** Forgets what ends the search early. */
  void end();

  /** Returns the number of pages that all searches so far requested. */
  long pagesRequested();

  /** Returns the most pages that are kept in memory when they were read, as it is now. */
  long pagesCached();
}
