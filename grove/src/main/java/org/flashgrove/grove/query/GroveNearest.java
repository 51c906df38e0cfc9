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
 * Entries by distance from a rectangle or a point, one after the other: the incremental search of
 * Hjaltason and Samet (Distance Browsing in Spatial Databases, TODS 1999), best first, over
 * intervals of the write buffer, groups of blocks, blocks, pages, and entries. No page is read
 * whose fence is farther than the last neighbour, or than as many entries as are wanted; of a page
 * only those are looked at that are not.
 *
 * <p>By a metric other than that of the plane an entry is queued with a lower bound of its
 * distance, and measured when its turn comes; upper bounds say how far as many as are wanted are at
 * most.
 *
 * <p>An entry of a page whose coordinates are split is queued with the distance of its cell, which
 * is not greater. If only ids are wanted, and the farthest point of its cell is nearer than all
 * that is queued behind it, it is the next neighbour; else its residual page is read when its turn
 * comes. Where the residual pages of the near entries are in memory, entries are queued by their
 * own distances at once. After a thousand neighbours pages are read with their residual pages
 * instead ({@link WholePages}).
 *
 * <p>Entries of equal distance come by id, then by rectangle. Objects are reused from query to
 * query; for one thread at a time.
 */
public final class GroveNearest extends NearestBlocks<View> implements PageUse {
  private static final int CELL = 0;
  private static final int BOX = 4;
  private static final int ROUND = 16;

  /** Neighbours after which pages are read whole: a search that goes on needs most of theirs. */
  private static final int MANY = 1 << 10;

  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final int pageSize;
  private final PageReader pages;
  private final DistanceQueue nodes = new DistanceQueue();
  private final DistanceQueue entries = new DistanceQueue();
  private final LeastBounds bounds;
  private final PageRequests request = new PageRequests();
  private final PackedPage page = new PackedPage("blocks");
  private final Tombstones gone = new Tombstones();
  private final StoredTombstones deletions = new StoredTombstones();
  private final NearestFences fences;
  private final NearestQueue queue;
  private final NearestBuffer buffer;
  private final LastNeighbours last = new LastNeighbours();
  private final double[] box;
  private final double[] inner = new double[BOX];

  // Pages that are needed until the search ends: those with entries queued by their cells, and
  // residual pages.
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
  private final int[] readRuns = new int[ROUND]; // of each page, the nearest
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
    fences = new NearestFences(nodes, bounds, gone, deletions);
    pageSize = store.pageSize();
    this.pages = pages;
    whole = new WholePages(pages, pageSize, ROUND);
    this.box = box;
    queue = new NearestQueue(nodes, entries, bounds, planar, box);
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
    queue.start(from, exact != null);
    buffer.queue(view);
    fences.start(view, from, exact == null ? limit : Long.MAX_VALUE);
  }

  /** Bounds how far the neighbours are by those of the last search, and counts these again. */
  private void boundByLast(long limit) {
    if (!planar || exact != null) {
      last.forget();
      return;
    }
    bounds.lower(last.bound(from, limit, view));
    last.start(from, view);
  }

  private double mostInner() {
    return from.most(inner[0], inner[1], inner[2], inner[3]);
  }

  /** Measures the distance of an entry in the box, or of its object. */
  private double measured(long entryId) {
    return exact == null ? from.to(box[0], box[1], box[2], box[3]) : exact.applyAsDouble(entryId);
  }

  /** Goes on to the next neighbour; whether there is one. Pages are being read. */
  @Override
  public boolean next() {
    while (true) {
      check();
      if (!nodes.isEmpty() && (entries.isEmpty() || nodes.key() <= entries.key())) {
        expandNode();
      } else if (entries.isEmpty()) {
        return false;
      } else if (takeEntry()) {
        return true;
      }
    }
  }

  /** Takes the first of the entries; returns whether it is the next neighbour. */
  private boolean takeEntry() {
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
      // Rounding must not let an object be nearer than its rectangle.
      double refined = Math.max(key, measured(item));
      entries.addEntry(refined, DistanceQueue.ENTRY, item, box[0], box[1], box[2], box[3]);
      return false;
    }
    return takeCell(key, (int) (item >>> Integer.SIZE), (int) item);
  }

  /** Takes an entry that is known by its cell: it is the next neighbour, or queued again. */
  private boolean takeCell(double key, int slot, int i) {
    turnTo(slot);
    if (!idsOnly || gone.hasId(page.id(i))) {
      expandCell(slot, i);
      return false;
    }
    page.innerSides(i, inner);
    double most = mostInner();
    boolean isNode = !nodes.isEmpty() && nodes.key() <= most;
    if (isNode && nodes.rank() != NearestFences.PAGE) {
      entries.addNode(key, CELL, (long) slot << Integer.SIZE | i);
      expandNode(); // reads nothing
      return false;
    }
    if (isNode || !entries.isEmpty() && entries.key() <= most) {
      expandCell(slot, i);
      return false;
    }
    take(page.id(i), key, most);
    return true;
  }

  /** Takes the next neighbour, which is not farther than {@code most}. */
  private void take(long entryId, double distance, double most) {
    last.found(most);
    found(entryId, distance);
    taken++;
  }

  /** Returns the number of pages that are kept until the search ends. */
  int keptPages() {
    return kept.next();
  }

  /** Forgets pages, too. */
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
    nodes.remove();
    if (rank == NearestBuffer.INTERVAL) {
      buffer.expand((int) item);
    } else if (rank == NearestBuffer.LEAF) {
      buffer.expandLeaf((int) item);
    } else if (rank == NearestBuffer.LEAVES) {
      buffer.expandLeaves((int) item);
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
   * Reads a page, and with it those that are within half the distance of as many entries as are
   * wanted: what these pages hold will seldom halve it, so that they would be read anyway.
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
        nodes.remove();
      } else {
        expandNode(); // reads nothing
      }
    }
    readsResidual = false;
    pages.read(request, this);
  }

  /**
   * Reads a page and the next ones, up to as many as hold the neighbours that are still wanted, and
   * queues their entries by their own distances. Nothing of them is kept, so that a search that
   * goes on and on does not come to hold all pages.
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
        nodes.remove();
      } else {
        expandNode(); // reads nothing
      }
    }
    whole.read();
    for (int i = 0; i < whole.count(); i++) {
      queue.queueEntries(whole.page(i), 1, 1, gone);
    }
  }

  /** Adds a page to those that are read whole; returns the number of its entries. */
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

  // Blocks

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

  /** Queues the entries of a page, or keeps a residual page. */
  @Override
  public boolean page(int index, byte[] bytes) {
    int p = request.page(index);
    if (readsResidual) {
      kept.keep(bytes, readBlocks[index], p);
      return true;
    }
    page.reset(bytes, ENVELOPE, pageSize, request.block(index).number(), p);
    turnedTo = -1;
    int runs = fences.of(readBlocks[index]).subBoxes();
    long first = 1L << readRuns[index];
    if (page.residualPages() == 0 || attachCached(index, runs)) {
      queue.queueEntries(page, first, runs, gone);
      queue.queueEntries(page, otherRuns(index), runs, gone);
      return false;
    }
    int slot = kept.keep(bytes, readBlocks[index], p);
    turnedTo = slot;
    queueCells(slot, first, runs);
    queueCells(slot, otherRuns(index), runs); // those of the first run say how far one has to look
    return true;
  }

  /**
   * Attaches the residual pages of the entries in a page's near runs until another page is read.
   *
   * @return false if one of them is not in memory: all entries are then known by their cells
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

  /**
   * Returns the runs but the nearest of a page that may hold near entries, by what is known now.
   */
  private long otherRuns(int index) {
    return fences.runsNear(readBlocks[index], readPages[index]) & ~(1L << readRuns[index]);
  }

  private void queueCells(int slot, long met, int runs) {
    queue.scanNear(page, met, runs);
    for (int word = 0; word << 6 < page.count(); word++) {
      for (long left = page.hits()[word]; left != 0; left &= left - 1) {
        queueCell(slot, (word << 6) + Long.numberOfTrailingZeros(left));
      }
    }
  }

  private void queueCell(int slot, int i) {
    page.outerRectangle(i, box);
    double least = queue.boxDistance();
    if (least <= bounds.most()) {
      entries.addNode(least, CELL, (long) slot << Integer.SIZE | i);
      if (exact == null && !gone.hasId(page.id(i))) {
        page.innerSides(i, inner);
        bounds.add(mostInner());
      }
    }
  }

  /** Reads an entry's residual page and queues the entry by its own distance. */
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
      boolean isMeasured = planar && exact == null;
      int rank = isMeasured ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
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
