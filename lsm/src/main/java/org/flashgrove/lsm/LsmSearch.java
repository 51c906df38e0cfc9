package org.flashgrove.lsm;

import java.util.Arrays;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.index.BlockView;
import org.flashgrove.grove.index.Hits;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.index.WindowedSearch;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.lsm.merge.MemoryRun;

/**
 * Finds the entries whose rectangles match a query. It searches the changes in memory first. Then
 * it searches, in batches, the pages whose boxes may contain matches. It visits records from the
 * newest to the oldest, and skips an entry if it has visited a deletion of this entry before.
 * Results are reported after each batch, when no page is in use.
 *
 * <p>Objects are reused from query to query. Not safe for use by several threads.
 */
final class LsmSearch extends WindowedSearch<LsmView> {
  /** Maximum number of pages that are requested together. */
  private static final int BATCH = 256;

  /** Maximum number of pages that a search for one id requests together. */
  private static final int BATCH_OF_ONE_ID = 8;

  private static final int HITS_OF_ONE_ID = 16;

  /** The search of changes in memory reports its hits whenever it has this many or more. */
  private static final int MANY = 4096;

  private final ComponentStore store;
  private final FenceScan fenceScan = new FenceScan();
  private final PackedPage page;
  private final PageRequests requests = new PageRequests();
  private final Tombstones gone = new Tombstones();
  private final Hits hits = new Hits();
  private final double[] box = new double[4];
  private final long[] met = new long[BATCH];
  private final long[] inside = new long[BATCH];
  private final int[] runs = new int[BATCH];
  private final byte[][] frames = new byte[BATCH][];
  private EntrySink sink;
  private LsmView view;
  private boolean rectangles; // whether rectangles of hits are needed
  private boolean inOrder; // whether pages must be searched in order of age
  private long counted;
  private boolean stopped;
  private boolean ofOneId; // whether only entries of one id are wanted
  private long onlyId;

  LsmSearch(ComponentStore store, PageReader pages) {
    super(pages);
    this.store = store;
    page = new PackedPage(store.name());
  }

  @Override
  public void reset(RectangleQuery newQuery, boolean noRectangles, QueryWatch newWatch) {
    super.reset(newQuery, noRectangles, newWatch);
    ofOneId = false;
  }

  @Override
  public void lookFor(long id) {
    ofOneId = true;
    onlyId = id;
  }

  @Override
  public long run(BlockView newView, EntrySink newSink, EntryColumns without) {
    view = (LsmView) newView;
    sink = newSink;
    counted = 0;
    stopped = false;
    hits.clear();
    gone.clear();
    inOrder = view.stored().deletions() > 0;
    rectangles = sink != null && !idsOnly || without != null || hasDeletions();
    try {
      for (int i = 0; without != null && i < without.size(); i++) {
        gone.add(without.id(i), without.minX(i), without.minY(i), without.maxX(i), without.maxY(i));
      }
      searchMemory();
      reportHits();
      rectangles |= !gone.isEmpty();
      searchBlocks(view.stored().next(test, query, 0), view.stored().blocks());
    } finally {
      forget();
    }
    return counted;
  }

  @Override
  public boolean step(LsmView newView, EntrySink newSink) {
    ComponentSet stored = newView.stored();
    if (nextBlock >= stored.blocks()) {
      return false;
    }
    view = newView;
    sink = newSink;
    idsOnly = false;
    counted = 0;
    stopped = false;
    hits.clear();
    inOrder = stored.deletions() > 0;
    rectangles = true;
    try {
      if (nextBlock < 0) {
        gone.clear();
        searchMemory();
        reportHits();
      } else {
        searchBlocks(nextBlock, 1);
      }
      nextBlock = stored.next(test, query, nextBlock + 1);
    } finally {
      forget();
    }
    return true;
  }

  private void forget() {
    view = null;
    sink = null;
    requests.clear();
  }

  private boolean hasDeletions() {
    boolean found = view.stored().deletions() > 0;
    for (MemoryRun run : view.runs()) {
      found |= run.deletions() > 0;
    }
    for (int i = 0; i < view.unsortedCount() && !found; i++) {
      found = view.unsorted().isDeletion(i);
    }
    return found;
  }

  private boolean matches(double x1, double y1, double x2, double y2) {
    return test.matches(query[0], query[1], query[2], query[3], x1, y1, x2, y2);
  }

  private boolean mayHold(double x1, double y1, double x2, double y2) {
    return test.mayHold(query[0], query[1], query[2], query[3], x1, y1, x2, y2);
  }

  // Memory

  private void searchMemory() {
    UnsortedChanges unsorted = view.unsorted();
    for (int i = view.unsortedCount() - 1; i >= 0; i--) {
      if (ofOneId && unsorted.id(i) != onlyId) {
        continue;
      }
      double x1 = unsorted.at(i, 0);
      double y1 = unsorted.at(i, 1);
      double x2 = unsorted.at(i, 2);
      double y2 = unsorted.at(i, 3);
      if (matches(x1, y1, x2, y2)) {
        if (unsorted.isDeletion(i)) {
          gone.add(unsorted.id(i), x1, y1, x2, y2);
        } else if (!gone.takes(unsorted.id(i), x1, y1, x2, y2)) {
          hits.add(unsorted.id(i), x1, y1, x2, y2);
        }
      }
    }
    for (int r = view.runs().length - 1; r >= 0 && !stopped; r--) {
      searchRun(view.runs()[r]);
    }
  }

  private void searchRun(MemoryRun run) {
    for (int leaf = run.groups().next(test, query, 0);
        leaf < run.leaves() && !stopped;
        leaf = run.groups().next(test, query, leaf + 1)) {
      if (BoxGroups.mayHold(test, query, run.boxes(), leaf)) {
        searchLeaf(run.changes(), leaf);
        if (hits.size() >= MANY) {
          reportHits();
        }
      }
    }
  }

  private void searchLeaf(EntryColumns changes, int leaf) {
    int to = Math.min(changes.size(), (leaf + 1) * MemoryRun.LEAF);
    for (int i = leaf * MemoryRun.LEAF; i < to; i++) {
      if (ofOneId && changes.id(i) != onlyId) {
        continue;
      }
      double x1 = changes.minX(i);
      double y1 = changes.minY(i);
      double x2 = changes.maxX(i);
      double y2 = changes.maxY(i);
      if (!matches(x1, y1, x2, y2)) {
        continue;
      }
      // A run never contains a deletion of one of its own entries.
      if (changes.isDeletion(i)) {
        gone.add(changes.id(i), x1, y1, x2, y2);
      } else if (!gone.takes(changes.id(i), x1, y1, x2, y2)) {
        hits.add(changes.id(i), x1, y1, x2, y2);
      }
    }
  }

  private void reportHits() {
    QueryWatch.check(watch);
    if (sink == null) {
      counted += hits.size();
    } else if (!stopped && hits.size() > 0) {
      counted += hits.report(sink, rectangles);
      stopped = hits.isRefused();
    }
    hits.clear();
  }

  // Blocks

  /**
   * Searches the pages of blocks that may contain matches.
   *
   * @param first index of the first such block
   * @param most maximum number of blocks to search
   */
  private void searchBlocks(int first, int most) {
    if (windowed) {
      fenceScan.window(window[0], window[1], window[2], window[3]);
    }
    ComponentSet stored = view.stored();
    int left = most;
    for (int b = first;
        b < stored.blocks() && left > 0 && !stopped;
        b = stored.next(test, query, b + 1)) {
      left--;
      QueryWatch.check(watch);
      StoredBlock block = stored.block(b);
      if (windowed) {
        for (int p = fenceScan.first(block.fences()); p >= 0 && !stopped; p = fenceScan.next()) {
          if (plain || mayHold(block.fences(), p)) {
            request(block, p, fenceScan.met(), plain ? fenceScan.inside() : 0);
          }
        }
      } else {
        requestPages(block);
      }
    }
    if (requests.count() > 0 && !stopped) {
      readBatch();
    }
  }

  private void requestPages(StoredBlock block) {
    BlockFences all = block.fences();
    if (!mayHold(all.minX(), all.minY(), all.maxX(), all.maxY())) {
      return;
    }
    for (int p = 0; p < all.pages() && !stopped; p++) {
      if (mayHold(all, p)) {
        request(block, p, -1L, 0);
      }
    }
  }

  private boolean mayHold(BlockFences all, int pageIndex) {
    all.pageBox(pageIndex, box);
    return mayHold(box[0], box[1], box[2], box[3]);
  }

  private void request(StoredBlock block, int pageIndex, long metRuns, long insideRuns) {
    if (requests.count() >= (ofOneId ? BATCH_OF_ONE_ID : BATCH)) {
      readBatch();
      if (stopped) {
        return;
      }
    }
    int at = requests.count();
    met[at] = metRuns;
    inside[at] = insideRuns;
    runs[at] = block.fences().subBoxes();
    requests.add(block.block(), block.fences().indexOf(pageIndex));
  }

  private void readBatch() {
    int count = requests.count();
    pages.begin(view.stored(), false);
    try {
      if (inOrder) {
        pages.read(
            requests,
            (index, bytes) -> {
              frames[index] = bytes;
              return true;
            });
        for (int i = 0; i < count; i++) {
          searchPage(i, frames[i]);
        }
      } else {
        pages.read(
            requests,
            (index, bytes) -> {
              searchPage(index, bytes);
              return false;
            });
      }
    } finally {
      pages.end();
      Arrays.fill(frames, 0, count, null);
    }
    requests.clear();
    reportHits();
  }

  private void searchPage(int index, byte[] bytes) {
    if (ofOneId && stopped) {
      return;
    }
    page.reset(
        bytes,
        ComponentStore.ENVELOPE_BYTES,
        store.pageSize(),
        requests.block(index).number(),
        requests.page(index));
    int words = page.count() + 63 >> 6;
    long[] found = find(index, words);
    if (ofOneId) {
      takeOfOneId(found, words);
      return;
    }
    for (int w = 0; w < words; w++) {
      for (long rest = found[w]; rest != 0; rest &= rest - 1) {
        take((w << 6) + Long.numberOfTrailingZeros(rest));
      }
    }
  }

  /**
   * Returns a bit set of the matching entries of the current page.
   *
   * @param index position of the page in the batch
   * @param words number of 64-bit words of the bit set
   */
  private long[] find(int index, int words) {
    long[] found = meeting(page, met[index], inside[index], runs[index]);
    if (!plain && !ofOneId) {
      filter.exact(page, found, found, words);
    }
    return found;
  }

  /**
   * Collects the matching entries of the requested id. Rectangles of other entries are not decoded.
   * Entries are reported a few at a time, because a page can hold very many equal entries.
   */
  private void takeOfOneId(long[] found, int words) {
    for (int w = 0; w < words; w++) {
      for (long rest = found[w]; rest != 0 && !stopped; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        if (page.id(i) == onlyId) {
          page.rectangle(i, box);
          if (matches(box[0], box[1], box[2], box[3])) {
            take(i);
          }
          if (hits.size() >= HITS_OF_ONE_ID) {
            reportHits();
          }
        }
      }
    }
  }

  private void take(int i) {
    if (!rectangles) {
      hits.add(page.id(i));
      return;
    }
    page.rectangle(i, box);
    if (page.isDeletion(i)) {
      gone.add(page.id(i), box[0], box[1], box[2], box[3]);
    } else if (!gone.takes(page.id(i), box[0], box[1], box[2], box[3])) {
      hits.add(page.id(i), box[0], box[1], box[2], box[3]);
    }
  }
}
