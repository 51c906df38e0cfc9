package org.flashgrove.grove.query;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxScan;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Iterates over the pages that may contain matches of a query, block by block. If matches are only
 * counted, it skips blocks, pages and runs of which all entries match, and adds their numbers of
 * entries. Then only pages that the border of the window crosses must be read.
 *
 * <p>Objects are reused for the next query, by one thread at a time.
 */
final class PageWalk {
  private static final int NONE = -1;

  private final BoxScan boxScan = new BoxScan();
  private final FenceScan fenceScan = new FenceScan();
  private final double[] box = new double[4];
  private final double[] inner = new double[4];
  private RectangleTest test;
  private double[] query;
  private double[] window;
  private boolean plain;
  private QueryWatch watch;
  private Directory directory;
  private boolean single; // whether to visit only one block
  private boolean counts;
  private long counted;
  private int nextBlock;
  private StoredBlock stored; // null between blocks
  private BlockFences fences; // of the current block
  private int page;

  /**
   * Sets the query.
   *
   * @param newQuery minX, minY, maxX, maxY; must not change until the walk ends
   * @param newWindow window that every match meets, or null if there is none; must not change until
   *     the walk ends
   * @param newWatch may cancel the walk, or null
   */
  void reset(RectangleTest newTest, double[] newQuery, double[] newWindow, QueryWatch newWatch) {
    test = newTest;
    query = newQuery;
    window = newWindow;
    watch = newWatch;
    plain = newTest == Predicate.INTERSECTS;
    if (newWindow != null) {
      fenceScan.window(newWindow[0], newWindow[1], newWindow[2], newWindow[3]);
    }
  }

  /**
   * Starts before the first page of the first block.
   *
   * @param countsWhole whether to count entries of blocks and pages that match completely, instead
   *     of visiting them
   */
  void start(Directory of, boolean countsWhole) {
    directory = of;
    counts = countsWhole;
    counted = 0;
    single = false;
    if (window == null) {
      nextBlock = blockFrom(0);
    } else {
      boxScan.window(window[0], window[1], window[2], window[3]);
      nextBlock = boxScan.first(of.boxes());
    }
  }

  /** Starts before the first page of a single block. */
  void startBlock(Directory of, int block) {
    directory = of;
    counts = false;
    single = true;
    nextBlock = block;
  }

  private int blockFrom(int first) {
    int block = directory.next(test, query, first);
    return block < directory.blocks() ? block : NONE;
  }

  /** Advances to the next page. Returns false if there is none. */
  boolean next() {
    while (stored != null || openNext()) {
      page = window == null ? page + 1 : page == NONE ? fenceScan.first(fences) : fenceScan.next();
      if (page < 0 || page >= fences.pages()) {
        stored = null;
      } else if (mayHoldPage() && !(counts && isCountedPage())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Starts before the first page of the next block that may contain matches that are not counted
   * yet. Returns false if there is none.
   */
  private boolean openNext() {
    while (nextBlock != NONE) {
      QueryWatch.check(watch);
      StoredBlock opened = directory.block(nextBlock);
      BlockFences all = opened.fences();
      nextBlock = single ? NONE : window != null ? boxScan.next() : blockFrom(nextBlock + 1);
      if ((plain || mayHold(all.minX(), all.minY(), all.maxX(), all.maxY()))
          && !(counts && isCountedBlock(opened))) {
        stored = opened;
        fences = all;
        page = NONE;
        return true;
      }
    }
    return false;
  }

  private boolean mayHold(double x1, double y1, double x2, double y2) {
    return test.mayHold(query[0], query[1], query[2], query[3], x1, y1, x2, y2);
  }

  private boolean mayHoldPage() {
    if (plain) {
      return true; // the window equals the query
    }
    fences.pageBox(page, box);
    return mayHold(box[0], box[1], box[2], box[3]);
  }

  /**
   * Checks whether all entries of a block match the query. If so, adds their number to the count
   * and returns true.
   */
  private boolean isCountedBlock(StoredBlock of) {
    BlockFences all = of.fences();
    box[0] = all.minX();
    box[1] = all.minY();
    box[2] = all.maxX();
    box[3] = all.maxY();
    boolean isWhole = matchesAll();
    counted += isWhole ? of.entries() : 0;
    return isWhole;
  }

  /**
   * Checks whether the boxes of the current page suffice to decide for each entry whether it
   * matches. If so, adds the number of matches to the count and returns true.
   */
  private boolean isCountedPage() {
    if (fences.isCoarse()) {
      return false;
    }
    int count = fences.count(page);
    if (!plain) {
      fences.pageBox(page, box);
      boolean isWhole = matchesAll();
      counted += isWhole ? count : 0;
      return isWhole;
    }
    if ((fenceScan.met() & ~fenceScan.inside()) != 0) {
      return false;
    }
    counted += entriesOf(fenceScan.met(), fences.subBoxes(), count);
    return true;
  }

  /**
   * Returns the number of entries in some runs of a page. A page has {@code runs} runs, which are
   * groups of neighbouring entries.
   *
   * @param met the runs, as bit r for run r
   * @param count number of entries on the page
   */
  private static int entriesOf(long met, int runs, int count) {
    if (met == -1L >>> -runs) {
      return count;
    }
    int sum = 0;
    for (long rest = met; rest != 0; ) {
      int first = Long.numberOfTrailingZeros(rest);
      int end = first + Long.numberOfTrailingZeros(~(rest >>> first)); // end of neighbouring runs
      sum += KdTiling.runStart(0, count, end, runs) - KdTiling.runStart(0, count, first, runs);
      rest &= rest + (1L << first);
    }
    return sum;
  }

  /** Returns whether all entries in {@link #box} match the query. */
  private boolean matchesAll() {
    inner[0] = box[2];
    inner[1] = box[3];
    inner[2] = box[0];
    inner[3] = box[1];
    return test.matchesAll(query[0], query[1], query[2], query[3], box, inner);
  }

  /** Returns the number of entries that were counted without visiting their pages. */
  long counted() {
    return counted;
  }

  /** Returns the block of the current page. */
  Block block() {
    return stored.block();
  }

  /** Returns the metadata of the current block. */
  BlockFences fences() {
    return fences;
  }

  /** Returns the index of the current page among the entry pages of its block. */
  int page() {
    return page;
  }

  /**
   * Returns which runs (groups of neighbouring entries) of the page may contain matches, as bit r
   * for run r.
   */
  long met() {
    return window != null ? fenceScan.met() : -1L;
  }

  /**
   * Returns which runs (groups of neighbouring entries) of the page contain only matches, as bit r
   * for run r. The result is defined only for runs in {@link #met}.
   */
  long inside() {
    return plain ? fenceScan.inside() : 0;
  }

  /** Drops the references to blocks. */
  void clear() {
    directory = null;
    stored = null;
    fences = null;
    nextBlock = NONE;
  }

  /** Ends the query and releases the watch that may cancel it. */
  void end() {
    watch = null;
  }
}
