package org.flashgrove.storage.node.device;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.NodeFullException;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.event.FlushEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.page.PagePool;

/**
 * Nodes on a page store. Verifies images that it reads, seals images that it writes, and writes
 * batches in runs of neighbours. Subclasses choose the slot of a node's image: {@link
 * HomeNodeDevice}, {@link FreeNodeDevice}.
 *
 * <p>Several threads may read; everything else is for one thread at a time.
 */
public abstract class NodeDevice {
  /** Name of the file in messages. */
  public static final String FILE = "nodes.pages";

  /** Bytes of the smallest node of those that share a page. */
  private static final int LEAST_NODE_BYTES = 16;

  /** Nodes that are in memory alone at most, for a bound of ids. */
  private static final long MOST_IN_MEMORY = 1L << 22;

  /** Most nodes of a tree: tables with a place for each are indexed by an int. */
  public static final long MOST_NODES = 1L << 30;

  /** Value of {@link #placeOf} for nodes that are written in place. */
  public static final long IN_PLACE = -1;

  private static final int MOST_SLAB_BYTES = 1 << 20;
  private static final int LEAST_SLAB_PAGES = 8;

  private final PageStore store;
  private final long storeTag;
  private final IoCounters counters;
  private final PagePool pool;
  private final ThreadLocal<long[]> oneSlot = ThreadLocal.withInitial(() -> new long[1]);
  private final int mostSlabPages;
  private int slabPages;
  private ByteBuffer slab;
  private long[] slots;
  private int batched;
  private int batchPages;
  private FlushEvent flush;
  private long lastBatched;
  private volatile StoreException writeFailure;

  /**
   * Creates a device.
   *
   * @param store the slots; the caller closes it
   * @param storeTag what binds pages to their store
   * @param counters counts runs of neighbouring node ids; a decorator of the store counts pages and
   *     calls
   * @param pool lends pages in memory
   */
  NodeDevice(PageStore store, long storeTag, IoCounters counters, PagePool pool) {
    this.store = store;
    this.storeTag = storeTag;
    this.counters = counters;
    this.pool = pool;
    mostSlabPages = Math.max(1, MOST_SLAB_BYTES / store.pageSize());
    growSlab(Math.min(LEAST_SLAB_PAGES, mostSlabPages));
  }

  /** Takes a larger slab, to which it copies the pages of the smaller one. */
  private void growSlab(int pages) {
    ByteBuffer larger = AlignedBuffers.allocate(pages * store.pageSize());
    long[] moreSlots = new long[pages];
    if (batched > 0) {
      larger.put(0, slab, 0, batched * store.pageSize());
      System.arraycopy(slots, 0, moreSlots, 0, batched);
    }
    slab = larger;
    slots = moreSlots;
    slabPages = pages;
  }

  /** Returns the name of the store in events. */
  public String name() {
    return store.name();
  }

  /** Returns the bytes of a page. */
  public int pageSize() {
    return store.pageSize();
  }

  /** Returns where pages in memory come from. */
  public PagePool pool() {
    return pool;
  }

  /** Returns the number of slots. */
  long pageCount() {
    return store.pageCount();
  }

  /** Returns what binds pages to their store. */
  long storeTag() {
    return storeTag;
  }

  /** Reads and verifies a node. */
  public abstract void read(NodePage into, NodeLayout layout, long nodeId, int level);

  /**
   * Returns the version of the newest stored image of a node, deleted ones included, or -1 if there
   * is none that verifies; the image is left in {@code into}.
   */
  public abstract long storedVersion(NodePage into, TreeLayout layout, long nodeId);

  /**
   * Reads the newest stored image of a node, whatever its level.
   *
   * @return whether there is one; an image that does not verify, or a deleted node's, is none
   */
  public final boolean readIfStored(NodePage into, TreeLayout layout, long nodeId) {
    return storedVersion(into, layout, nodeId) >= 0 && !into.isDeleted();
  }

  /** Returns the list of one slot, used again by the thread's next call. */
  final long[] only(long slot) {
    long[] slotList = oneSlot.get();
    slotList[0] = slot;
    return slotList;
  }

  /**
   * Takes note of nodes that the calling thread reads next; an empty list ends it. Devices that
   * write in place read each by itself: what is read ahead could be written over.
   */
  public void willRead(long[] nodeIds, int count) {
    // read when asked for
  }

  /**
   * Returns whether nodes that are announced by {@link #willRead} or named to {@link #readTogether}
   * come side by side.
   */
  public boolean readsTogether() {
    return false;
  }

  /**
   * Announces nodes, then runs their reads, so that the device reads them concurrently where {@link
   * #readsTogether}. For a buffer, under the store's lock.
   *
   * @param nodeIds in the order in which they are read
   */
  public void readTogether(long[] nodeIds, int count, Runnable reads) {
    reads.run();
  }

  /** Starts a batch: pages to be appended with ascending node ids. */
  public void startBatch() {
    flush = StoreEvents.flush();
    batched = 0;
    batchPages = 0;
    lastBatched = -2;
  }

  /** Adds a copy of a page to the batch, sealed with a version; a deleted node's, too. */
  public void append(NodePage page, long version) {
    noteNext(page.nodeId());
    if (batched == slabPages) {
      if (slabPages < mostSlabPages) {
        growSlab(Math.min(2 * slabPages, mostSlabPages));
      } else {
        writeSlab();
      }
    }
    page.seal(storeTag, version);
    slab.put(batched * store.pageSize(), page.bytes(), 0, store.pageSize());
    noteStored(batched, page, version);
    batched++;
  }

  /** Takes note of the next node of the batch. */
  final void noteNext(long nodeId) {
    if (nodeId <= lastBatched) {
      throw new IllegalArgumentException(
          "batch out of order: node " + nodeId + " after " + lastBatched);
    }
    if (nodeId != lastBatched + 1) {
      counters.countWriteRuns(1);
    }
    lastBatched = nodeId;
  }

  /** Notes which page is the {@code index}-th of those written next. */
  abstract void noteStored(int index, NodePage page, long version);

  /** Gives ascending slots to the {@code count} pages that are written next. */
  abstract void assignSlots(int count, long[] into);

  /** Reports that the {@code count} pages are written to their slots. */
  abstract void stored(int count, long[] slotsOf);

  /** Writes what the batch holds. */
  public final void finishBatch() {
    writeSlab();
    if (flush != null && batchPages > 0) {
      flush.finish(store.name(), batchPages, (long) batchPages * store.pageSize());
    }
    flush = null;
    noteDeleted();
  }

  /** Notes which nodes of the batch are deleted, where no page is written for them. */
  abstract void noteDeleted();

  private void writeSlab() {
    if (batched > 0) {
      startWriting();
      try {
        assignSlots(batched, slots);
        store.write(slots, batched, slab);
        stored(batched, slots);
      } catch (StoreException e) {
        throw failed(e);
      } finally {
        finishWriting();
      }
      batchPages += batched;
      batched = 0;
    }
  }

  /** Takes the lock for writing pages of the store. */
  abstract void startWriting();

  /** Releases that lock. */
  abstract void finishWriting();

  /**
   * Returns a word that changes when a node is written to another place, or {@link #IN_PLACE} if
   * they are written there: then the device must not be read while it is written.
   */
  public abstract long placeOf(long nodeId);

  /** Notes a failure after which what the device holds is not known. */
  final StoreException failed(StoreException cause) {
    if (writeFailure == null) {
      writeFailure = cause;
    }
    return cause;
  }

  /**
   * Returns the first write that failed, or null: what the device holds since then is not known.
   */
  public StoreException writeFailure() {
    return writeFailure;
  }

  /** Writes one page. */
  public void write(NodePage page, long version) {
    startBatch();
    append(page, version);
    finishBatch();
  }

  /**
   * Returns whether a node has an image on the device, without a read.
   *
   * @throws UnsupportedOperationException if nodes are written in place, without a page map
   */
  public final boolean isStored(long nodeId) {
    return versionOf(nodeId) >= 0;
  }

  /** Returns whether nodes are written in place, over the image before. */
  public boolean writesInPlace() {
    return false;
  }

  /**
   * Returns whether the page map names an image of a node; false for nodes in place, which have no
   * map.
   */
  public boolean isMapped(long nodeId) {
    return false;
  }

  /**
   * Returns the version of a node's image on the device, without a read; -1 if there is none, or it
   * is deleted.
   *
   * @throws UnsupportedOperationException if nodes are written in place, without a page map
   */
  public long versionOf(long nodeId) {
    throw new UnsupportedOperationException(
        "versions without a read with placement=home (allowed: placement=free)");
  }

  /**
   * Returns an area for pages of a buffer's own format in the same file.
   *
   * @throws UnsupportedOperationException if nodes are written in place, where each slot belongs to
   *     a node
   */
  public PageArea area() {
    throw new UnsupportedOperationException(
        "pages beside those of nodes with placement=home (allowed: placement=free)");
  }

  /**
   * Returns whether the file and memory have room for this many nodes. Without the check a damaged
   * number would make tables by node id fill all memory.
   */
  public boolean isPossible(long nodes) {
    return nodes <= store.pageCount() * (store.pageSize() / LEAST_NODE_BYTES) + MOST_IN_MEMORY;
  }

  /** Returns the error of a node whose stored page and logged changes do not fit each other. */
  public static DamagedStoreException damaged(NodeFullException cause) {
    DamagedStoreException damaged =
        new DamagedStoreException(
            FILE,
            "node " + cause.nodeId(),
            "its page and its changes do not fit each other: "
                + cause.entries()
                + " entries (allowed: "
                + cause.capacity()
                + ")");
    damaged.initCause(cause);
    return damaged;
  }

  /** Returns the slots, for pages other than nodes. */
  final PageStore slots() {
    return store;
  }

  /** Counts a run of neighbouring pages. */
  final void countRun() {
    counters.countWriteRuns(1);
  }

  /** Shortens the file to {@code left} slots, if it is longer. */
  final void giveBack(long left) {
    try {
      long count = store.pageCount();
      if (left < count) {
        store.trim(left, count - left);
        store.sync();
      }
    } catch (StoreException e) {
      throw failed(e);
    }
  }

  /** Makes written pages durable. */
  public void sync() {
    try {
      store.sync();
    } catch (StoreException e) {
      throw failed(e);
    }
  }
}
