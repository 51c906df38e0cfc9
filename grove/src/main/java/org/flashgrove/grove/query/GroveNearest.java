package org.flashgrove.grove.query;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.index.NearestBlocks;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.indexes.query.DistanceQueue;

/**
 * Nearest-neighbour search from a rectangle or a point. It returns entries one by one in order of
 * distance. The algorithm is the incremental best-first search of Hjaltason and Samet (Distance
 * Browsing in Spatial Databases, TODS 1999). Its queue holds intervals of the write buffer, groups
 * of blocks, blocks, pages and entries. The search skips pages and entries that are farther away
 * than the requested neighbours can be.
 *
 * <p>With a metric other than planar distance, the queue holds a lower bound for each entry. The
 * search computes the distance itself when the entry reaches the head of the queue. Upper bounds of
 * distances limit how far away the requested entries can be.
 *
 * <p>If the page of an entry has only the upper bits of its coordinates (cells), the entry is
 * queued with the distance of its cells, a lower bound. When such an entry reaches the head of the
 * queue, the search reports it without its exact coordinates if two conditions hold. The caller
 * wants only ids, and the farthest point of the cells is nearer than everything else in the queue.
 * Otherwise the search reads the residual page of the entry. If the page cache holds the residual
 * pages of the near entries, the exact distances are queued at once. After {@value #MANY}
 * neighbours, the search reads pages together with their residual pages ({@link WholePages}).
 *
 * <p>If the caller wants all neighbours at once, the search reads the same pages but queues only
 * nodes. It collects the nearest entries, and sorts them when no nearer node is left.
 *
 * <p>Entries at equal distance are ordered by id, then by rectangle. Objects are reused for the
 * next query, by one thread at a time.
 */
public final class GroveNearest extends NearestBlocks<View> implements PageUse {
  private static final int CELL = 0;
  private static final int BOX = 4;
  private static final int ROUND = 16;

  /** Number of neighbours from which on residual pages (low bits) are read with their pages. */
  private static final int MANY = 1 << 10;

  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final int pageSize;
  private final PageReader pages;
  private final NearestNodes nodes = new NearestNodes();
  private final DistanceQueue entries = new DistanceQueue();
  private final LeastBounds bounds;
  private final PageRequests request = new PageRequests();
  private final PackedPage page;
  private final Tombstones gone = new Tombstones();
  private final StoredTombstones deletions = new StoredTombstones();
  private final NearestFences fences;
  private final NearestQueue queue;
  private final NearestBuffer buffer;
  private final LastNeighbours last = new LastNeighbours();
  private final double[] box;
  private final double[] inner = new double[BOX];

  // pages needed until the search ends: those with queued cells, and residual pages
  private final KeptPages kept = new KeptPages();
  private final WholePages whole;
  private int turnedTo = -1;
  private View view;
  private LongToDoubleFunction exact;
  private boolean idsOnly;
  private final boolean planar;
  private DistanceFrom from;
  private final int[] readBlocks = new int[ROUND];
  private final int[] readPages = new int[ROUND];
  private final int[] readRuns = new int[ROUND]; // nearest run of each page
  private boolean readsResidual;
  private long wanted;
  private long taken;

  public GroveNearest(ComponentStore store, PageReader pages, Metric metric) {
    this(store, pages, metric, new double[BOX]);
  }

  private GroveNearest(ComponentStore store, PageReader pages, Metric metric, double[] box) {
    super(pages, box);
    planar = metric == Metric.PLANAR;
    bounds = new LeastBounds(planar);
    pageSize = store.pageSize();
    page = new PackedPage(store.name());
    this.pages = pages;
    whole = new WholePages(store, pages, ROUND);
    this.box = box;
    queue = new NearestQueue(nodes, entries, bounds, planar, box);
    fences = new NearestFences(nodes, bounds, queue, gone, deletions);
    buffer = new NearestBuffer(queue, deletions, box);
  }

  @Override
  protected void reset(DistanceFrom newFrom) {
    from = newFrom;
  }

  @Override
  protected Object era() {
    return view.partition().directory();
  }

  @Override
  protected void start(
      View newView, long limit, LongToDoubleFunction exactDistance, boolean onlyIds) {
    view = newView;
    exact = exactDistance;
    idsOnly = onlyIds;
    wanted = limit;
    taken = 0;
    nodes.clear();
    entries.clear();
    bounds.reset(limit);
    boundByLast(limit);
    gone.clear();
    turnedTo = -1;
    queue.start(from, exact != null, isWhole() && limit <= MANY);
    buffer.queue(view);
    fences.start(view, from, exact == null ? limit : Long.MAX_VALUE);
  }

  /** Uses the last search's neighbours to bound distances, and starts to record this search. */
  private void boundByLast(long limit) {
    if (!planar || exact != null) {
      last.forget();
      return;
    }
    bounds.lower(last.bound(from, limit, view));
    last.start(from, view);
  }

  /** Returns an entry's exact distance if the query asks for it, else the distance of its box. */
  private double measured(long entryId) {
    return exact == null ? from.to(box[0], box[1], box[2], box[3]) : exact.applyAsDouble(entryId);
  }

  /**
   * Advances to the next neighbour. Returns false if there is none. This method is too long for
   * inlining, so the JIT compiler compiles it once, and not once for each caller.
   */
  @Override
  public boolean next() {
    boolean isFound = collect();
    while (!isFound) {
      check();
      if (isNodeFirst()) {
        expandNode();
        continue;
      }
      if (entries.isEmpty()) {
        return false;
      }
      int rank = entries.rank();
      long item = entries.id();
      double key = entries.key();
      if (rank >= DistanceQueue.CANDIDATE) {
        entries.copyBox(box);
      }
      entries.remove();
      if (rank == DistanceQueue.ENTRY) {
        take(item, key, key);
        return true;
      }
      if (rank == DistanceQueue.CANDIDATE) {
        // The object must not be nearer than its rectangle because of rounding.
        double refined = Math.max(key, measured(item));
        entries.addEntry(refined, DistanceQueue.ENTRY, item, box[0], box[1], box[2], box[3]);
        continue;
      }
      // An entry of a page, queued with a lower bound from the upper bits of its coordinates.
      int slot = (int) (item >>> Integer.SIZE);
      int i = (int) item;
      turnTo(slot);
      if (!idsOnly || !gone.isEmpty() && gone.hasId(page.id(i))) {
        expandCell(slot, i);
        continue;
      }
      page.innerSides(i, inner);
      double most = from.most(inner[0], inner[1], inner[2], inner[3]);
      boolean isNode = !nodes.isEmpty() && nodes.key() <= most;
      if (isNode && nodes.rank() != NearestFences.PAGE) {
        entries.addNode(key, CELL, item);
        expandNode(); // reads nothing
      } else if (isNode || isEntryWithin(most)) {
        expandCell(slot, i);
      } else {
        take(page.id(i), key, most);
        return true;
      }
    }
    return true;
  }

  /**
   * Expands all nodes that may hold neighbours, if the search collects entries. Then advances to
   * the next collected entry. Returns false if the queue has the next neighbour.
   */
  private boolean collect() {
    while (queue.isCollecting()) {
      check();
      if (nodes.isEmpty() || nodes.key() > bounds.most()) {
        nodes.clear();
        queue.sortCollected();
      } else {
        expandNode();
      }
    }
    int number = queue.nextCollected();
    if (number >= 0) {
      take(queue.collectedId(number), bounds.bound(number), bounds.bound(number));
    }
    return number >= 0;
  }

  private boolean isNodeFirst() {
    return !nodes.isEmpty() && (entries.isEmpty() || nodes.key() <= entries.key());
  }

  private boolean isEntryWithin(double distance) {
    return !entries.isEmpty() && entries.key() <= distance;
  }

  /** Makes an entry the next neighbour. Its distance is at most {@code most}. */
  private void take(long entryId, double distance, double most) {
    last.found(most);
    found(entryId, distance);
    taken++;
  }

  /** Returns the number of pages that the search keeps until it ends. */
  int keptPages() {
    return kept.next();
  }

  /** Ends the search and releases its pages. */
  @Override
  protected void end() {
    view = null;
    fences.end();
    queue.end();
    buffer.end();
    exact = null;
    from = null;
    request.clear();
    whole.clear();
    kept.clear();
  }

  private void expandNode() {
    int rank = nodes.rank();
    long item = nodes.id();
    nodes.remove(bounds.most());
    if (rank >= NearestBuffer.INTERVAL) {
      buffer.expandNode(rank, item, nodes);
    } else if (rank == NearestFences.BLOCK) {
      fences.expandBlock((int) item);
    } else if (rank == NearestFences.GROUP) {
      fences.expandGroup((int) item);
    } else if (rank == NearestFences.PAGE_BOX) {
      fences.expandPageBox(item);
    } else if (taken < MANY) {
      readRound(item);
    } else {
      readWhole(item);
    }
  }

  /**
   * Reads a page, and all pages nearer than half of the bound {@link LeastBounds#ofEntries}. The
   * bound seldom falls by half later, so the search would read these pages anyway.
   */
  private void readRound(long nearest) {
    request.clear();
    addPage(nearest);
    while (!nodes.isEmpty()
        && nodes.key() < bounds.ofEntries() / 2
        && bounds.ofEntries() < Double.POSITIVE_INFINITY
        && request.count() < ROUND) {
      if (nodes.rank() == NearestFences.PAGE) {
        addPage(nodes.id());
        nodes.remove(bounds.most());
      } else {
        expandNode(); // reads nothing
      }
    }
    readsResidual = false;
    pages.read(request, this);
  }

  /**
   * Reads pages with all their residual pages (low bits), first {@code nearest} and then the next
   * ones in the queue. Stops when these pages hold enough entries for the remaining neighbours.
   * Queues their entries with exact distances. No page is kept, so a long search does not
   * accumulate pages.
   */
  private void readWhole(long nearest) {
    whole.clear();
    long ahead = entries.size() + addWhole(nearest);
    while (!nodes.isEmpty()
        && nodes.key() <= bounds.most()
        && ahead < wanted - taken
        && !whole.isFull()) {
      if (nodes.rank() == NearestFences.PAGE) {
        ahead += addWhole(nodes.id());
        nodes.remove(bounds.most());
      } else {
        expandNode(); // reads nothing
      }
    }
    whole.read();
    for (int i = 0; i < whole.count(); i++) {
      queue.queueEntries(whole.page(i), 1, 1, gone);
    }
  }

  /** Adds a page to those that {@link #readWhole} reads. Returns the page's number of entries. */
  private int addWhole(long item) {
    BlockFences of = fences.of(NearestFences.blockOf(item));
    int p = NearestFences.pageOf(item);
    whole.add(block(NearestFences.blockOf(item)), of, p);
    return of.count(p);
  }

  private void addPage(long item) {
    int b = NearestFences.blockOf(item);
    readBlocks[request.count()] = b;
    readPages[request.count()] = NearestFences.pageOf(item);
    readRuns[request.count()] = NearestFences.runOf(item);
    request.add(block(b), fences.of(b).indexOf(NearestFences.pageOf(item)));
  }

  private Block block(int b) {
    return view.partition().directory().block(b).block();
  }

  private void readResidual(int b, int p) {
    request.clear();
    request.add(block(b), p);
    readBlocks[0] = b;
    readsResidual = true;
    pages.read(request, this);
  }

  /** Queues the entries of an entry page. Keeps a residual page (low bits) until the end. */
  @Override
  public boolean page(int index, byte[] bytes) {
    int p = request.page(index);
    if (readsResidual) {
      kept.keep(bytes, readBlocks[index], p);
      return true;
    }
    int b = readBlocks[index];
    if (planar && fences.queueDecoded(pages.decoded(), b, readPages[index], readRuns[index])) {
      return false;
    }
    page.reset(bytes, ENVELOPE, pageSize, request.block(index).number(), p);
    turnedTo = -1;
    int runs = fences.of(b).subBoxes();
    long first = 1L << readRuns[index];
    if (page.residualPages() == 0 || attachCached(index, runs)) {
      first = fences.runsForBound(b, readPages[index], readRuns[index]);
      queue.queueEntries(page, first, runs, gone);
      queue.queueEntries(page, otherRuns(index, first), runs, gone);
      if (planar && pages.shouldDecode()) {
        PageForm.decode(pages, page, request.block(index), fences.of(b), pageSize);
      }
      return false;
    }
    int slot = kept.keep(bytes, b, p);
    turnedTo = slot;
    queue.queueCells(page, CELL, slot, first, runs, gone);
    // within the bound that the first run gives
    queue.queueCells(page, CELL, slot, otherRuns(index, first), runs, gone);
    return true;
  }

  /**
   * Attaches residual pages (low bits) from the page cache to a page. These are the residual pages
   * of entries in runs that may lie within the distance bound of the search.
   *
   * @return false if one of them is not in the cache; the caller then queues all entries with the
   *     distances of their cells
   */
  private boolean attachCached(int index, int runs) {
    int b = readBlocks[index];
    long near = fences.runsNear(b, readPages[index]) | 1L << readRuns[index];
    int last = Long.SIZE - Long.numberOfLeadingZeros(near);
    int from = KdTiling.runStart(0, page.count(), Long.numberOfTrailingZeros(near), runs);
    int to = KdTiling.runStart(0, page.count(), last, runs);
    int firstPage = from == to ? 0 : page.residualPageOf(from);
    int end = from == to ? 0 : page.residualPageOf(to - 1) + 1;
    for (int k = firstPage; k < end; k++) {
      int residual = fences.of(b).residualIndexOf(page, k);
      byte[] rows = pages.cachedPage(request.block(index), residual, false);
      if (rows == null) {
        for (int attached = firstPage; attached < k; attached++) {
          page.detach(attached);
        }
        return false;
      }
      page.attach(k, rows, ENVELOPE, pageSize);
    }
    return true;
  }

  /** Returns a page's runs, except {@code first}, that may lie within the distance bound. */
  private long otherRuns(int index, long first) {
    return fences.runsNear(readBlocks[index], readPages[index]) & ~first;
  }

  /** Reads the residual page (low bits) of an entry, and queues the exact distance. */
  private void expandCell(int slot, int i) {
    turnTo(slot);
    int k = page.residualPageOf(i);
    int b = kept.block(slot);
    int residual = fences.of(b).residualIndexOf(page, k);
    int at = kept.slot(b, residual);
    if (at < 0) {
      at = kept.next();
      readResidual(b, residual);
    }
    page.attach(k, kept.bytes(at), ENVELOPE, pageSize);
    page.rectangle(i, box);
    long entryId = page.id(i);
    if (!gone.takes(entryId, box[0], box[1], box[2], box[3])) {
      int rank = planar && exact == null ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
      double least = from.least(box[0], box[1], box[2], box[3]);
      entries.addEntry(least, rank, entryId, box[0], box[1], box[2], box[3]);
    }
  }

  private void turnTo(int slot) {
    if (turnedTo != slot) {
      Block block = block(kept.block(slot));
      page.reset(kept.bytes(slot), ENVELOPE, pageSize, block.number(), kept.index(slot));
      turnedTo = slot;
    }
  }
}
