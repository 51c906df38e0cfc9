package org.flashgrove.indexes.grove;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.packed.PackedPage;
import org.flashgrove.indexes.query.DistanceQueue;
import org.flashgrove.indexes.query.NeighbourSearch;

/**
 * Entries by distance from a rectangle or a point, one after the other: the incremental search of
 * Hjaltason and Samet (Distance Browsing in Spatial Databases, TODS 1999), best first, over
 * intervals of the write buffer, groups of blocks, blocks, pages, and entries. No page is read
 * whose fence is farther than the last neighbour.
 *
 * <p>An entry of a page whose coordinates are split is queued with the distance of its cell, which
 * is not greater, and its residual page is read when its turn comes.
 *
 * <p>Entries of equal distance come by id, then by rectangle. Objects are reused from query to
 * query; for one thread at a time.
 */
final class NearestSearch implements NeighbourSearch, PageSink {
  private static final int CELL = 0;
  private static final int PAGE = 1;
  private static final int BLOCK = 2;
  private static final int GROUP = 3;
  private static final int BUFFER = 4;
  private static final int BOX = 4;
  private static final int PAGE_BITS = 16;
  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final ComponentStore store;
  private final DistanceQueue queue = new DistanceQueue();
  private final PageRequests request = new PageRequests();
  private final PackedPage page = new PackedPage("blocks");
  private final PackedPage chunkReader = new PackedPage("write buffer");
  private final Antimatter gone = new Antimatter();
  private final Antimatter bufferedGone = new Antimatter();
  private final double[] box = new double[BOX];

  // Pages that stay in memory until the search ends: those with entries queued by their cells, and
  // residual pages.
  private byte[][] kept = new byte[16][];
  private int[] keptBlocks = new int[16];
  private int[] keptPages = new int[16];
  private int keptCount;
  private int turnedTo = -1;

  private boolean[] gathered = new boolean[16];
  private View view;
  private LongToDoubleFunction exact;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private long id;
  private double distance;

  NearestSearch(ComponentStore store) {
    this.store = store;
  }

  /**
   * Starts over.
   *
   * @param exactDistance distance of the object of an id, not less than that of its rectangle; null
   *     if rectangles are the objects
   */
  void start(
      View newView,
      double x1,
      double y1,
      double x2,
      double y2,
      LongToDoubleFunction exactDistance) {
    view = newView;
    exact = exactDistance;
    minX = x1;
    minY = y1;
    maxX = x2;
    maxY = y2;
    queue.clear();
    gone.clear();
    keptCount = 0;
    turnedTo = -1;
    Directory directory = view.partition().directory();
    if (gathered.length < directory.intervals()) {
      gathered = new boolean[2 * directory.intervals()];
    }
    Arrays.fill(gathered, 0, directory.intervals(), false);
    queueBuffer();
    for (int group = 0; group * Directory.GROUP < directory.blocks(); group++) {
      directory.groupBox(group, box);
      queue.addNode(boxDistance(), GROUP, group);
    }
  }

  private double boxDistance() {
    return distance(box[0], box[1], box[2], box[3]);
  }

  private double distance(double x1, double y1, double x2, double y2) {
    return Rectangles.distance(minX, minY, maxX, maxY, x1, y1, x2, y2);
  }

  /** Goes on to the next neighbour; whether there is one. */
  @Override
  public boolean next() {
    while (!queue.isEmpty()) {
      int rank = queue.rank();
      long item = queue.id();
      double key = queue.key();
      if (rank >= DistanceQueue.CANDIDATE) {
        queue.copyBox(box);
      }
      queue.remove();
      if (rank == DistanceQueue.ENTRY) {
        id = item;
        distance = key;
        return true;
      }
      if (rank == DistanceQueue.CANDIDATE) {
        // Rounding must not let an object be nearer than its rectangle.
        double refined = Math.max(key, exact.applyAsDouble(item));
        queue.addEntry(refined, DistanceQueue.ENTRY, item, box[0], box[1], box[2], box[3]);
      } else {
        expand(rank, item);
      }
    }
    return false;
  }

  @Override
  public long id() {
    return id;
  }

  /** Returns the coordinate 0 to 3 of the neighbour's rectangle. */
  @Override
  public double at(int coordinate) {
    return box[coordinate];
  }

  @Override
  public double distance() {
    return distance;
  }

  /** Forgets the view and the objects' distances. */
  void end() {
    view = null;
    exact = null;
  }

  private void expand(int rank, long item) {
    if (rank == BUFFER) {
      expandBuffer((int) item);
    } else if (rank == BLOCK) {
      expandBlock((int) item);
    } else if (rank == GROUP) {
      expandGroup((int) item);
    } else if (rank == PAGE) {
      expandPage((int) (item >>> PAGE_BITS), (int) item & (1 << PAGE_BITS) - 1);
    } else {
      expandCell((int) (item >>> Integer.SIZE), (int) item);
    }
  }

  private void queueEntry(long entryId, double x1, double y1, double x2, double y2) {
    int rank = exact == null ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
    queue.addEntry(distance(x1, y1, x2, y2), rank, entryId, x1, y1, x2, y2);
  }

  // The write buffer

  private void queueBuffer() {
    int intervals = view.partition().buffers();
    for (int at = 0; at < intervals; at++) {
      IntervalState state = view.buffer(at);
      double least = Double.POSITIVE_INFINITY;
      boolean any = false;
      for (Chunk chunk : state.chunks()) {
        double bound = distance(chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY());
        least = Math.min(least, bound);
        any = true;
      }
      Tail tail = state.tail();
      int count = tail.count(view.commit());
      for (int i = 0; i < count; i++) {
        double bound = distance(tail.minX(i), tail.minY(i), tail.maxX(i), tail.maxY(i));
        least = Math.min(least, bound);
        any = true;
      }
      if (any) {
        queue.addNode(least, BUFFER, at);
      }
    }
  }

  private void expandBuffer(int at) {
    IntervalState state = view.buffer(at);
    Tail tail = state.tail();
    int count = tail.count(view.commit());
    bufferedGone.clear();
    for (int i = 0; i < count; i++) {
      if (tail.kind(i) == Tail.BUFFERED_GONE) {
        bufferedGone.add(tail.id(i), tail.minX(i), tail.minY(i), tail.maxX(i), tail.maxY(i));
      }
    }
    for (Chunk chunk : state.chunks()) {
      chunk.read(chunkReader);
      for (int i = 0; i < chunk.count(); i++) {
        if (!chunkReader.isDeletion(i)) {
          chunkReader.rectangle(i, box);
          queueUnlessGone(chunkReader.id(i), bufferedGone);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (tail.kind(i) == Tail.ENTRY) {
        copyBox(tail, i);
        queueUnlessGone(tail.id(i), bufferedGone);
      }
    }
  }

  private void copyBox(Tail tail, int i) {
    box[0] = tail.minX(i);
    box[1] = tail.minY(i);
    box[2] = tail.maxX(i);
    box[3] = tail.maxY(i);
  }

  private void queueUnlessGone(long entryId, Antimatter deletions) {
    if (!deletions.takes(entryId, box[0], box[1], box[2], box[3])) {
      queueEntry(entryId, box[0], box[1], box[2], box[3]);
    }
  }

  // Blocks

  private void expandGroup(int group) {
    Directory directory = view.partition().directory();
    int from = group * Directory.GROUP;
    int to = Math.min(directory.blocks(), from + Directory.GROUP);
    for (int b = from; b < to; b++) {
      BlockFences fences = directory.block(b).fences();
      double bound = distance(fences.minX(), fences.minY(), fences.maxX(), fences.maxY());
      queue.addNode(bound, BLOCK, b);
    }
  }

  /** Queues the pages of a block, and notes which entries of its interval are gone. */
  private void expandBlock(int b) {
    int interval = view.partition().directory().intervalOf(b);
    if (!gathered[interval]) {
      gathered[interval] = true;
      gatherGone(interval);
    }
    BlockFences fences = view.partition().directory().block(b).fences();
    for (int p = 0; p < fences.pages(); p++) {
      fences.pageBox(p, box);
      double bound = boxDistance();
      if (fences.subBoxes() > 1) {
        bound = Math.max(bound, leastSubBox(fences, p));
      }
      queue.addNode(bound, PAGE, (long) b << PAGE_BITS | p);
    }
  }

  private double leastSubBox(BlockFences fences, int p) {
    double least = Double.POSITIVE_INFINITY;
    int subBoxes = Math.min(fences.subBoxes(), fences.count(p));
    if (subBoxes < fences.subBoxes()) {
      return 0; // some of its runs are empty
    }
    for (int r = 0; r < subBoxes; r++) {
      fences.subBox(p, r, box);
      least = Math.min(least, boxDistance());
    }
    return least;
  }

  private void gatherGone(int interval) {
    Partition partition = view.partition();
    int to = partition.firstFrom(partition.directory().end(interval));
    for (int at = partition.firstFrom(partition.directory().start(interval)); at < to; at++) {
      IntervalState state = view.buffer(at);
      for (Chunk chunk : state.chunks()) {
        if (chunk.deletions() > 0) {
          gatherGone(chunk);
        }
      }
      Tail tail = state.tail();
      int count = tail.count(view.commit());
      for (int i = 0; i < count; i++) {
        if (tail.kind(i) == Tail.STORED_GONE) {
          gone.add(tail.id(i), tail.minX(i), tail.minY(i), tail.maxX(i), tail.maxY(i));
        }
      }
    }
  }

  private void gatherGone(Chunk chunk) {
    chunk.read(chunkReader);
    for (int i = 0; i < chunk.count(); i++) {
      if (chunkReader.isDeletion(i)) {
        chunkReader.rectangle(i, box);
        gone.add(chunkReader.id(i), box[0], box[1], box[2], box[3]);
      }
    }
  }

  private Block block(int b) {
    return view.partition().directory().block(b).block();
  }

  /** Reads a page and queues its entries. */
  private void expandPage(int b, int p) {
    int slot = read(b, p);
    turnTo(slot);
    if (page.residualPages() == 0) {
      keptCount--; // its entries are all queued: not needed any more
      turnedTo = -1;
      for (int i = 0; i < page.count(); i++) {
        page.rectangle(i, box);
        queueUnlessGone(page.id(i), gone);
      }
    } else {
      for (int i = 0; i < page.count(); i++) {
        page.outerRectangle(i, box);
        queue.addNode(boxDistance(), CELL, (long) slot << Integer.SIZE | i);
      }
    }
  }

  /** Reads an entry's residual page and queues the entry by its own distance. */
  private void expandCell(int slot, int i) {
    turnTo(slot);
    int k = page.residualPageOf(i);
    int residual = page.firstResidualPage() + k;
    int at = place(keptBlocks[slot], residual);
    if (at < 0) {
      at = read(keptBlocks[slot], residual);
    }
    page.attach(k, kept[at], ENVELOPE, store.pageSize());
    page.rectangle(i, box);
    queueUnlessGone(page.id(i), gone);
  }

  private void turnTo(int slot) {
    if (turnedTo != slot) {
      Block block = block(keptBlocks[slot]);
      page.reset(kept[slot], ENVELOPE, store.pageSize(), block.number(), keptPages[slot]);
      turnedTo = slot;
    }
  }

  private int place(int b, int p) {
    for (int i = 0; i < keptCount; i++) {
      if (keptPages[i] == p && keptBlocks[i] == b) {
        return i;
      }
    }
    return -1;
  }

  private int read(int b, int p) {
    if (keptCount == kept.length) {
      kept = Arrays.copyOf(kept, 2 * keptCount);
      keptBlocks = Arrays.copyOf(keptBlocks, 2 * keptCount);
      keptPages = Arrays.copyOf(keptPages, 2 * keptCount);
    }
    int slot = keptCount++;
    if (kept[slot] == null) {
      kept[slot] = new byte[store.pageSize()];
    }
    keptBlocks[slot] = b;
    keptPages[slot] = p;
    turnedTo = turnedTo == slot ? -1 : turnedTo;
    request.clear();
    request.add(block(b), p);
    store.read(request, this);
    return slot;
  }

  @Override
  public byte[] frame(int index) {
    return kept[keptCount - 1];
  }

  @Override
  public void loaded(int index) {
    // used when it is there
  }
}
