package org.flashgrove.storage.node;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.PagePool;

/**
 * Nodes on a page store whose slots are node ids ({@code placement=home}): verifies what is read,
 * seals what is written, writes batches in runs, and keeps the log ahead of the pages.
 */
public final class NodeDevice {
  /** Name of the file in messages. */
  static final String FILE = "nodes.pages";

  private static final int SLAB_BYTES = 1 << 20;

  private final PageStore store;
  private final AppendLog log;
  private final long storeTag;
  private final IoCounters counters;
  private final PagePool pool;
  private final ByteBuffer slab;
  private final int slabPages;
  private final long[] slots;
  private final long[] oneSlot = new long[1];
  private int batched;
  private long lastBatched;
  private StoreException writeFailure;

  /**
   * A device.
   *
   * @param store slots, one per node id; the caller closes it
   * @param log the log that must be drained before a page is written
   * @param storeTag what binds pages to their store
   * @param counters counts runs of neighbouring node ids; pages and calls are a decorator's
   * @param pool where pages in memory come from
   */
  public NodeDevice(
      PageStore store, AppendLog log, long storeTag, IoCounters counters, PagePool pool) {
    this.store = store;
    this.log = log;
    this.storeTag = storeTag;
    this.counters = counters;
    this.pool = pool;
    slabPages = Math.max(1, SLAB_BYTES / store.pageSize());
    slab = AlignedBuffers.allocate(slabPages * store.pageSize());
    slots = new long[slabPages];
  }

  /** Bytes of a page. */
  public int pageSize() {
    return store.pageSize();
  }

  /** Where pages in memory come from. */
  public PagePool pool() {
    return pool;
  }

  /** Reads and verifies a node. */
  public void read(NodePage into, NodeLayout layout, long nodeId, int level) {
    if (nodeId < 0 || nodeId >= store.pageCount()) {
      throw new DamagedStoreException(
          FILE, "page " + nodeId, "refers beyond the " + store.pageCount() + " pages of the file");
    }
    oneSlot[0] = nodeId;
    store.read(oneSlot, 1, into.bytes());
    into.open(FILE, layout, nodeId, level, storeTag);
  }

  /**
   * The version of the image in a node's slot, deleted nodes included, or -1 if there is none that
   * verifies; the image is left in {@code into}.
   */
  long storedVersion(NodePage into, TreeLayout layout, long nodeId) {
    if (nodeId >= store.pageCount()) {
      return -1;
    }
    oneSlot[0] = nodeId;
    store.read(oneSlot, 1, into.bytes());
    return into.openAnyLevel(layout, nodeId, storeTag) ? into.version() : -1;
  }

  /** Starts a batch: pages to be appended with ascending node ids. */
  public void startBatch() {
    try {
      log.drain();
    } catch (StoreException e) {
      writeFailure = e;
      throw e;
    }
    batched = 0;
    lastBatched = -2;
  }

  /** Adds a copy of a page to the batch, sealed with a version. */
  public void append(NodePage page, long version) {
    long nodeId = page.nodeId();
    if (nodeId <= lastBatched) {
      throw new IllegalArgumentException(
          "batch out of order: node " + nodeId + " after " + lastBatched);
    }
    if (batched == slabPages) {
      writeSlab();
    }
    page.seal(storeTag, version);
    slab.put(batched * store.pageSize(), page.bytes(), 0, store.pageSize());
    slots[batched++] = nodeId;
    if (nodeId != lastBatched + 1) {
      counters.countWriteRuns(1);
    }
    lastBatched = nodeId;
  }

  /** Writes what the batch holds. */
  public void finishBatch() {
    writeSlab();
  }

  private void writeSlab() {
    if (batched > 0) {
      try {
        store.write(slots, batched, slab);
      } catch (StoreException e) {
        writeFailure = e;
        throw e;
      }
      batched = 0;
    }
  }

  /** The first write that failed, or null: what the device holds since then is not known. */
  StoreException writeFailure() {
    return writeFailure;
  }

  /** Writes one page. */
  public void write(NodePage page, long version) {
    startBatch();
    append(page, version);
    finishBatch();
  }

  /** Makes written pages durable. */
  public void sync() {
    try {
      store.sync();
    } catch (StoreException e) {
      writeFailure = e;
      throw e;
    }
  }
}
