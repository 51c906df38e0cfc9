package org.flashgrove.grove.query;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.index.BlockView;
import org.flashgrove.grove.index.Hits;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.index.WindowedSearch;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.packed.DecodedEntries;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.grove.packed.PageTouch;

/**
 * Finds the entries whose rectangles match a query. It searches the write buffer first, and then
 * the pages whose boxes may contain matches. It reads pages in batches of up to {@value #BATCH}.
 * After each batch, it reads the residual pages (low bits of coordinates) that are necessary, and
 * reports the results.
 *
 * <p>Objects are reused for the next query, by one thread at a time.
 */
public final class WindowSearch extends WindowedSearch<View> implements PageUse {
  /** Maximum number of pages in a batch. */
  private static final int BATCH = 256;

  /**
   * If the search of the write buffer has at least this number of hits, it reports them before it
   * continues.
   */
  private static final int MANY = 4096;

  /** Value of {@link #part} for the write buffer. */
  private static final int BUFFER = -1;

  /** Value of {@link #part} for the write buffer and all blocks. */
  private static final int ALL = -2;

  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final int pageSize;
  private final boolean blind;
  private final PageWalk walk = new PageWalk();
  private final PackedPage page;
  private final PageRequests requests = new PageRequests();
  private final Residuals residuals;
  private final Tombstones gone = new Tombstones();
  private final Tombstones bufferedGone = new Tombstones();
  private final Hits hits = new Hits();
  private final BufferSearch buffer = new BufferSearch(hits, gone);
  private final HitCollector collector;
  private final long[] met = new long[BATCH];
  private final long[] inside = new long[BATCH];
  private final int[] runs = new int[BATCH];
  private final int[] counts = new int[BATCH];
  private final BlockFences[] fences = new BlockFences[BATCH];
  private final byte[][] frames = new byte[BATCH][];
  private final int[] pending = new int[BATCH];
  private int pendingCount;
  private long[] unsureBits = new long[16];
  private long[] found;
  private long[] unsure; // entries found that only residual rows can confirm
  private Directory directory;
  private int part; // a block, BUFFER or ALL

  /**
   * Creates a search.
   *
   * @param blind whether the write buffer may contain deletions of entries that do not exist
   */
  public WindowSearch(ComponentStore store, PageReader pages, boolean blind) {
    super(pages);
    pageSize = store.pageSize();
    page = new PackedPage(store.name());
    collector = new HitCollector(page, hits, gone);
    this.blind = blind;
    residuals = new Residuals(pages);
  }

  @Override
  public void reset(RectangleQuery newQuery, boolean noRectangles, QueryWatch newWatch) {
    super.reset(newQuery, noRectangles, newWatch);
    part = ALL;
    walk.reset(test, query, windowed ? window : null, watch);
  }

  /**
   * Searches the write buffer, the blocks, or both. This method is too long for inlining, so the
   * JIT compiler compiles it once, and not once for each caller.
   */
  @Override
  public long run(BlockView of, EntrySink sink, EntryColumns without) {
    View view = (View) of;
    directory = view.partition().directory();
    collector.start(sink, idsOnly);
    try {
      if (part < 0) {
        gone.clear();
        buffer.start(test, query, windowed ? window : null);
        if (view.waits() > 0) {
          buffer.searchWaiting(view);
        }
        boolean complete = without != null;
        boolean rectangles = complete || collector.wantsRectangles();
        if (windowed) {
          buffer.startIntervals(view);
          while (!collector.isStopped() && buffer.searchNext(view, rectangles)) {
            reportMany(complete);
          }
        } else {
          searchUnbounded(view, complete, rectangles);
        }
        if (complete) {
          bufferedGone.clear();
          bufferedGone.addMatching(without, test, query);
          hits.remove(bufferedGone, 0);
          gone.addAll(bufferedGone); // the remaining deletions are of entries in blocks
        }
        collector.report();
      }
      if (part != BUFFER) {
        startWalk(sink == null);
        while (!collector.isStopped() && readBatch()) {
          collector.report();
        }
        collector.report();
      }
    } finally {
      clear();
    }
    return collector.counted() + walk.counted();
  }

  /**
   * Starts the walk over the blocks to search.
   *
   * @param onlyCounts whether entries are counted, if possible without their ids
   */
  private void startWalk(boolean onlyCounts) {
    if (part != ALL) {
      walk.startBlock(directory, part);
      return;
    }
    boolean counts = onlyCounts && !(blind && !gone.isEmpty());
    if (counts) {
      collector.discount(gone.left());
      gone.clear();
    }
    walk.start(directory, counts);
  }

  private void clear() {
    collector.end();
    directory = null;
    walk.clear();
    requests.clear();
    residuals.clear();
  }

  @Override
  public boolean step(View view, EntrySink sink) {
    Directory blocks = view.partition().directory();
    if (nextBlock >= blocks.blocks()) {
      return false;
    }
    idsOnly = false;
    part = nextBlock;
    run(view, sink, null);
    nextBlock = blocks.next(test, query, nextBlock + 1);
    return true;
  }

  @Override
  public void end() {
    super.end();
    walk.end();
  }

  // Write buffer

  /**
   * Searches the write buffer for the matches of a test that no window bounds.
   *
   * @param complete whether to keep all hits, with their rectangles, instead of reporting some
   *     early
   */
  private void searchUnbounded(View view, boolean complete, boolean rectangles) {
    Partition partition = view.partition();
    int beyond = partition.beyond();
    int first = partition.nextBuffer(test, query, partition.first());
    for (int at = first;
        at < beyond && !collector.isStopped();
        at = partition.nextBuffer(test, query, at + 1)) {
      buffer.search(view, at, rectangles);
      reportMany(complete);
    }
  }

  private void reportMany(boolean complete) {
    QueryWatch.check(watch);
    if (!complete && hits.size() >= MANY) {
      collector.report();
    }
  }

  private static int wordsOf(int count) {
    return count + 63 >> 6;
  }

  // Blocks

  /** Reads a batch of pages and collects their matches. Returns whether more pages may follow. */
  private boolean readBatch() {
    boolean goesOn = true;
    while (goesOn && requests.count() < BATCH) {
      goesOn = walk.next();
      if (goesOn) {
        request();
      }
    }
    readRequests();
    return goesOn;
  }

  /** Adds the current page of the walk to the batch. */
  private void request() {
    int at = requests.count();
    BlockFences all = walk.fences();
    met[at] = walk.met();
    inside[at] = walk.inside();
    runs[at] = all.subBoxes();
    fences[at] = all;
    counts[at] = all.count(walk.page());
    requests.add(walk.block(), all.indexOf(walk.page()));
  }

  /** Reads the requested pages and collects their matches. */
  private void readRequests() {
    if (requests.count() == 0) {
      return;
    }
    pendingCount = 0;
    residuals.clear();
    pages.begin(directory, false);
    try {
      pages.read(requests, this);
      if (pendingCount > 0) {
        residuals.read();
        for (int i = 0; i < pendingCount; i++) {
          settle(pending[i]);
        }
        residuals.clear();
      }
    } finally {
      pages.end();
      for (int i = 0; i < pendingCount; i++) {
        frames[pending[i]] = null;
      }
    }
    requests.clear();
  }

  @Override
  public long touch(int index, byte[] bytes) {
    return PageTouch.cells(bytes, ENVELOPE, met[index], runs[index], counts[index]);
  }

  @Override
  public boolean page(int index, byte[] bytes) {
    long[] decoded = plain ? pages.decoded() : null;
    scan(index, bytes);
    if (page.residualPages() > 0 && needsResiduals() && !attachResiduals(index, decoded)) {
      frames[index] = bytes;
      pending[pendingCount++] = index;
      return true;
    }
    if (plain && collector.wantsRectangles() && pages.shouldDecode()) {
      PageForm.decode(pages, page, requests.block(index), fences[index], pageSize);
    }
    collector.collect(found, decoded);
    return false;
  }

  /** Returns whether some match of the current page may need its low bits on a residual page. */
  private boolean needsResiduals() {
    return !plain || page.unsureCount() > 0 || collector.needsRectangles();
  }

  /**
   * Looks up the residual pages (low bits of coordinates) that the matches of the current page
   * need. If the cache contains all of them, tests the exact rectangles of the entries that may or
   * may not match.
   *
   * @param decoded decoded entries of the page, which make residual pages unnecessary, or null; the
   *     residual pages are looked up nevertheless
   * @return false if some residual pages must be read first
   */
  private boolean attachResiduals(int index, long[] decoded) {
    Block block = requests.block(index);
    boolean isSettled = true;
    boolean anyNeeded = false;
    boolean all = collector.wantsRectangles();
    int end = 0; // end of the entries whose residual rows were looked up
    for (int w = 0; w < wordsOf(page.count()); w++) {
      long needed = all ? found[w] : unsure[w] | collector.maybeGone(found[w], w);
      needed &= end <= w << 6 ? -1L : end - (w << 6) >= Long.SIZE ? 0 : -1L << end;
      while (needed != 0) {
        int i = (w << 6) + Long.numberOfTrailingZeros(needed);
        int k = page.residualPageOf(i);
        byte[] frame = residuals.request(block, fences[index].residualIndexOf(page, k));
        if (frame == null) {
          isSettled = false;
        } else if (decoded == null) {
          page.attach(k, frame, ENVELOPE, pageSize);
        }
        anyNeeded = true;
        end = page.endOfRows(i);
        needed &= end - (w << 6) >= Long.SIZE ? 0 : -1L << end;
      }
    }
    if (isSettled && decoded != null) {
      DecodedEntries.settle(decoded, page.isPoints(), found, unsure, wordsOf(page.count()), window);
    } else if (isSettled && anyNeeded) {
      settle();
    }
    return isSettled;
  }

  /**
   * Positions the reader on a page and finds its matches. The matches include entries that match
   * only if their residual rows (lower bits of coordinates) confirm it. These entries are marked as
   * unsure.
   */
  private void scan(int index, byte[] bytes) {
    long block = requests.block(index).number();
    page.reset(bytes, ENVELOPE, pageSize, block, requests.page(index));
    int words = wordsOf(page.count());
    found = meeting(page, met[index], inside[index], runs[index]);
    unsure = page.unsure();
    if (!plain) {
      unsureBits = unsureBits.length < words ? new long[2 * words] : unsureBits;
      unsure = unsureBits;
      filter.cells(page, found, unsure, words);
    }
  }

  /**
   * Tests the entries of a page whose cells (upper bits) do not show whether they match. Then
   * collects the matches of the page. The residual pages of the page must have been read.
   */
  private void settle(int index) {
    scan(index, frames[index]);
    for (int k = 0; k < page.residualPages(); k++) {
      byte[] frame = residuals.frame(requests.block(index), fences[index].residualIndexOf(page, k));
      if (frame != null) {
        page.attach(k, frame, ENVELOPE, pageSize);
      }
    }
    settle();
    collector.collect(found, null);
  }

  /**
   * Tests the entries of the current page whose cells (upper bits) do not show whether they match.
   * Uses the low bits in the attached residual rows.
   */
  private void settle() {
    if (plain) {
      page.settle();
    } else {
      filter.exact(page, found, unsure, wordsOf(page.count()));
    }
  }
}
