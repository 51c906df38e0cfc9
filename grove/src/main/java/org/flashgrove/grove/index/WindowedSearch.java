package org.flashgrove.grove.index;

import java.util.Arrays;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Base class of searches for the entries that match a query. It holds the query, and makes the
 * first test of the entries on a page.
 *
 * @param <V> type of the snapshots that the search reads
 */
public abstract class WindowedSearch<V> implements BlockSearch<V> {
  /** Reads pages through the page cache. */
  protected final PageReader pages;

  /** Tests entries that meet the window. */
  protected final MatchFilter filter = new MatchFilter();

  /** Sides of the query: minX, minY, maxX, maxY. */
  protected final double[] query = new double[4];

  /** Window that every match meets, if {@link #windowed}. */
  protected final double[] window = new double[4];

  /** Test of the query. */
  protected RectangleTest test;

  /** True if the test has a window. */
  protected boolean windowed;

  /** True if every entry that meets the window matches. */
  protected boolean plain;

  /** Next block that {@link #step} searches; -1 for the changes in memory. */
  protected int nextBlock;

  /** True if the caller ignores rectangles. */
  protected boolean idsOnly;

  /** May cancel the search, or null. */
  protected QueryWatch watch;

  private long[] ownBits = new long[16];

  protected WindowedSearch(PageReader pages) {
    this.pages = pages;
  }

  @Override
  public void reset(RectangleQuery newQuery, boolean noRectangles, QueryWatch newWatch) {
    idsOnly = noRectangles;
    watch = newWatch;
    test = newQuery.test();
    plain = test == Predicate.INTERSECTS;
    nextBlock = -1;
    query[0] = newQuery.minX() + 0.0; // turns -0.0 into 0.0
    query[1] = newQuery.minY() + 0.0;
    query[2] = newQuery.maxX() + 0.0;
    query[3] = newQuery.maxY() + 0.0;
    filter.reset(test, query);
    windowed = test.findWindow(query[0], query[1], query[2], query[3], window);
    for (int side = 0; side < window.length; side++) {
      window[side] += 0.0;
    }
  }

  /**
   * Returns the entries of a page that meet the window, as bits. Without a window, returns all.
   *
   * @param met bits of the runs that may meet the window
   * @param inside bits of the runs that lie in the window
   * @param runs number of runs of the page
   */
  protected final long[] meeting(PackedPage page, long met, long inside, int runs) {
    if (windowed) {
      if ((met & ~inside) != 0) { // otherwise no coordinate is compared
        page.window(window[0], window[1], window[2], window[3]);
      }
      page.scan(met, inside, runs);
      return page.hits();
    }
    int words = page.count() + 63 >> 6;
    ownBits = ownBits.length < words ? new long[2 * words] : ownBits;
    Arrays.fill(ownBits, 0, words, -1);
    ownBits[words - 1] = -1L >>> -page.count();
    return ownBits;
  }

  @Override
  public void end() {
    watch = null;
  }

  @Override
  public final long pagesRequested() {
    return pages.requested();
  }

  @Override
  public final long pagesCached() {
    return pages.cached();
  }
}
