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
 * Stores nodes in a page store. It verifies the checksums of images when reading, adds checksums
 * when writing, and writes batches in runs of neighbouring pages. The subclasses {@link
 * HomeNodeDevice} and {@link FreeNodeDevice} choose the slots.
 *
 * <p>Several threads may read concurrently. All other methods are for one thread at a time.
 */
public abstract class NodeDevice {
  /** Name of the page file, for messages. */
  public static final String FILE = "nodes.pages";

  /** Smallest size of a node in bytes. Several small nodes may share a page. */
  private static final int LEAST_NODE_BYTES = 16;

  /**
   * Maximum number of nodes that may exist only in memory. If a node id is greater than the number
   * of nodes in the file plus this number, the store is damaged.
   */
  private static final long MOST_IN_MEMORY = 1L << 22;

  /** Maximum number of nodes of a tree, because arrays are indexed by node id. */
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
   * @param store the page file; the caller closes it
   * @param storeTag tag that binds pages to their store
   * @param counters counts runs of neighbouring node ids; the store itself counts pages and calls
   */
  NodeDevice(PageStore store, long storeTag, IoCounters counters) {
    this.store = store;
    this.storeTag = storeTag;
    this.counters = counters;
    pool = new PagePool(store.pageSize());
    mostSlabPages = Math.max(1, MOST_SLAB_BYTES / store.pageSize());
    growSlab(Math.min(LEAST_SLAB_PAGES, mostSlabPages));
  }

  /** Allocates a larger write buffer and copies the pages of the smaller one. */
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

  /** Returns the name of the store for events. */
  public String name() {
    return store.name();
  }

  public int pageSize() {
    return store.pageSize();
  }

  /** Returns the pool of pages in memory. */
  public PagePool pool() {
    return pool;
  }

  long pageCount() {
    return store.pageCount();
  }

  /** Returns the tag that binds pages to their store. */
  long storeTag() {
    return storeTag;
  }

  /** Reads and verifies a node. */
  public abstract void read(NodePage into, NodeLayout layout, long nodeId, int level);

  /**
   * Reads the newest stored image of a node. If the node is deleted, {@code into} becomes the image
   * of a deleted node.
   *
   * @return version of the image, or -1 if there is no intact image
   */
  public abstract long storedVersion(NodePage into, TreeLayout layout, long nodeId);

  /**
   * Reads the newest stored image of a node of any level.
   *
   * @return false if there is no intact image, or the node is deleted
   */
  public final boolean readIfStored(NodePage into, TreeLayout layout, long nodeId) {
    return storedVersion(into, layout, nodeId) >= 0 && !into.isDeleted();
  }

  /**
   * Returns a list that contains only {@code slot}. The next call in the same thread overwrites
   * this list.
   */
  final long[] only(long slot) {
    long[] slotList = oneSlot.get();
    slotList[0] = slot;
    return slotList;
  }

  /**
   * Announces the nodes that the calling thread will read next, so that they can be read ahead. An
   * empty list cancels the announcement. Devices that write in place ignore announcements, because
   * a page could be overwritten after it was read ahead.
   */
  public void willRead(long[] nodeIds, int count) {
    // the default reads nodes when requested
  }

  /**
   * Returns whether nodes announced by {@link #willRead} or passed to {@link #readTogether} are
   * read concurrently.
   */
  public boolean readsTogether() {
    return false;
  }

  /**
   * Runs a task that reads nodes. If {@link #readsTogether} is true, the device reads these nodes
   * concurrently. The buffer calls this method under the store lock.
   *
   * @param nodeIds the nodes, in the order in which the task reads them
   */
  public void readTogether(long[] nodeIds, int count, Runnable reads) {
    reads.run();
  }

  /** Starts a batch of pages. They must be appended in ascending order of their node ids. */
  public void startBatch() {
    flush = StoreEvents.flush();
    batched = 0;
    batchPages = 0;
    lastBatched = -2;
  }

  /**
   * Writes {@code version} and a checksum into a page, and appends a copy of the page to the batch.
   * The node may be deleted.
   */
  public void append(NodePage page, long version) {
    noteNext(page.nodeId());
    if (batched == slabPages) {
      if (slabPages < mostSlabPages) {
        growSlab(Math.min(2 * slabPages, mostSlabPages));
      } else {
        writeSlab();
      }
    }
    if (page.shares() > 0) {
      NodePage own = pool.take();
      own.copyFrom(page);
      appendOwn(own, version);
      pool.give(own);
    } else {
      appendOwn(page, version);
    }
  }

  private void appendOwn(NodePage page, long version) {
    page.seal(storeTag, version);
    slab.put(batched * store.pageSize(), page.bytes(), 0, store.pageSize());
    noteStored(batched, page, version);
    batched++;
  }

  /**
   * Checks that the node id is greater than the id of the previous page of the batch. Counts runs
   * of neighbouring ids.
   */
  final void noteNext(long nodeId) {
    if (nodeId <= lastBatched) {
      throw new IllegalArgumentException(
          "batch of pages: node "
              + nodeId
              + " follows node "
              + lastBatched
              + "; append nodes in ascending order");
    }
    if (nodeId != lastBatched + 1) {
      counters.countWriteRuns(1);
    }
    lastBatched = nodeId;
  }

  /**
   * Remembers id, version and checksum of the page at {@code index} in the next write, if the
   * device needs them.
   */
  abstract void noteStored(int index, NodePage page, long version);

  /** Chooses ascending slots for the {@code count} pages of the next write. */
  abstract void assignSlots(int count, long[] into);

  /**
   * Called after {@code count} pages were written to these slots. A device that writes out of place
   * records the slots in the log and in the page map.
   */
  abstract void stored(int count, long[] slotsOf);

  /** Writes the pages of the batch that are not written yet, and ends the batch. */
  public final void finishBatch() {
    writeSlab();
    if (flush != null && batchPages > 0) {
      flush.finish(store.name(), batchPages, (long) batchPages * store.pageSize());
    }
    flush = null;
    noteDeleted();
  }

  /**
   * Records which nodes of the batch are deleted. Used by devices that write no pages for deleted
   * nodes.
   */
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

  /** Acquires the lock that a thread holds while it writes pages of the store. */
  abstract void startWriting();

  /** Releases the lock that {@link #startWriting} acquired. */
  abstract void finishWriting();

  /**
   * Returns a value that changes when a node moves to another slot. Returns {@link #IN_PLACE} if
   * nodes are written in place. In that case the device must not be read during writes.
   */
  public abstract long placeOf(long nodeId);

  /** Records a failed write. The content of the device is unknown from then on. */
  final StoreException failed(StoreException cause) {
    if (writeFailure == null) {
      writeFailure = cause;
    }
    return cause;
  }

  /**
   * Returns the exception of the first failed write, or null if no write has failed. After a failed
   * write the content of the device is unknown.
   */
  public StoreException writeFailure() {
    return writeFailure;
  }

  /** Writes a single page. */
  public void write(NodePage page, long version) {
    startBatch();
    append(page, version);
    finishBatch();
  }

  /**
   * Returns whether a node has an image on the device. Does not read the device.
   *
   * @throws UnsupportedOperationException if nodes are written in place, because there is no page
   *     map
   */
  public final boolean isStored(long nodeId) {
    return versionOf(nodeId) >= 0;
  }

  /** Returns whether nodes are written in place, over their previous image. */
  public boolean writesInPlace() {
    return false;
  }

  /**
   * Returns whether the page map contains an image of a node. Always false if nodes are written in
   * place.
   */
  public boolean isMapped(long nodeId) {
    return false;
  }

  /**
   * Returns the version of a node's image on the device, or -1 if there is none or the node is
   * deleted. Does not read the device.
   *
   * @throws UnsupportedOperationException if nodes are written in place, because there is no page
   *     map
   */
  public long versionOf(long nodeId) {
    throw new UnsupportedOperationException(
        "node versions: placement=home has no page map; use placement=free");
  }

  /**
   * Returns an area in the file of the nodes, where a node buffer can store pages in its own
   * format.
   *
   * @throws UnsupportedOperationException if nodes are written in place, because each slot belongs
   *     to a node
   */
  public PageArea area() {
    throw new UnsupportedOperationException(
        "pages other than nodes: placement=home cannot store them; use placement=free");
  }

  /**
   * Returns whether the file and memory can hold this many nodes. Used to check numbers from a
   * damaged file, because arrays indexed by node id would otherwise fill the memory.
   */
  public boolean isPossible(long nodes) {
    return nodes <= store.pageCount() * (store.pageSize() / LEAST_NODE_BYTES) + MOST_IN_MEMORY;
  }

  /** Returns the exception for a node whose stored page and logged changes do not fit together. */
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

  /** Returns the page file that contains the nodes. It can also contain other kinds of pages. */
  final PageStore slots() {
    return store;
  }

  /** Counts a run of neighbouring pages in the I/O counters. */
  final void countRun() {
    counters.countWriteRuns(1);
  }

  /** Truncates the file to {@code left} slots if it is longer. */
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

  /**
   * Checks the level of a page.
   *
   * @throws DamagedStoreException if the page has another level
   */
  public static void requireLevel(NodePage page, long nodeId, int level) {
    if (page.level() != level) {
      throw new DamagedStoreException(
          FILE, "page " + nodeId, "has level " + page.level() + ", expected level " + level);
    }
  }
}
