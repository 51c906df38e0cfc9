package org.flashgrove.storage.node;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.Committable;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.EntryCounts;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * The node store of all buffers that log: stages an operation, makes room, appends one frame, and
 * only then publishes the changes to its {@link NodeBuffer}. A complete frame is the commit.
 *
 * <p>On opening, the log is replayed into the buffer. On closing, the log stays as long as the
 * buffer holds changes that are not on the device.
 *
 * <p>One thread at a time changes nodes; any number read beside it, each through a snapshot of its
 * own. A snapshot stays at its commit: the images it may still need are kept when a later commit
 * changes their nodes, as long as they fit a budget; a snapshot that outlives it ends in {@link
 * SnapshotExpiredException}, never the writer. Reads of the device go side by side with {@code
 * placement=free}, and take turns with writes in place.
 */
public final class LoggedNodeStore implements NodeStore, StoreStructure<NodeOperation, NodeReader> {
  /** The default of the most bytes of earlier images that are kept for snapshots. */
  public static final long SNAPSHOT_BYTES = 64L << 20;

  private final LoggedStore store;
  private final int number;
  private final TreeLayout layout;
  private final NodeDevice device;
  private final NodeBuffer buffer;
  private final NodeIds ids = new NodeIds();
  private final Catalog catalog = new Catalog();
  private final EntryCounts counts = new EntryCounts(ids);
  private final StagedOperation operation;
  private final PageHistory<NodePage> history;
  private final NodeReads reads;
  private final TreePart part;
  private final Committable[] alone; // nothing is allocated for a commit
  private final ReentrantLock lock;
  private final LongFunction<NodeSnapshot> snapshots = frame -> new NodeSnapshot(this, frame);

  /**
   * Creates a tree's nodes in a store of several structures, not opened yet.
   *
   * @param store what the structures share; opens and closes this one
   * @param number number of the tree in the store
   * @param layout what the tree states about its levels
   * @param device where nodes are kept
   * @param buffer keeps nodes in memory
   * @param snapshotBytes most bytes of earlier images kept for snapshots
   */
  public LoggedNodeStore(
      LoggedStore store,
      int number,
      TreeLayout layout,
      NodeDevice device,
      NodeBuffer buffer,
      long snapshotBytes) {
    this.store = store;
    this.number = number;
    this.layout = Objects.requireNonNull(layout, "layout");
    this.device = device;
    this.buffer = buffer;
    if (device instanceof FreeNodeDevice free && free.tree() != number) {
      throw new IllegalArgumentException(
          "tree " + number + " over the device of tree " + free.tree());
    }
    lock = store.lock();
    operation = new StagedOperation(this, counts);
    history = new PageHistory<>(device.pageSize(), snapshotBytes, device.pool()::release);
    reads = new NodeReads(this, history);
    part = new TreePart(this, operation, history, counts);
    alone = new Committable[] {part};
    store.add(part);
  }

  /**
   * Opens a store of one tree and replays its log.
   *
   * @param layout what the tree states about its levels
   * @param device where nodes are kept
   * @param log the store's log, opened; closed with this store
   * @param buffer keeps nodes in memory; closed with this store
   * @param logCapacity bytes of log above which it is compacted
   * @param sync when commits become durable
   */
  public static LoggedNodeStore open(
      TreeLayout layout,
      NodeDevice device,
      AppendLog log,
      StoreLog frames,
      NodeBuffer buffer,
      long logCapacity,
      SyncMode sync) {
    var pages = device instanceof FreeNodeDevice free ? free.pages() : null;
    LoggedStore store = new LoggedStore(log, frames, pages, logCapacity, sync);
    LoggedNodeStore nodes = new LoggedNodeStore(store, 0, layout, device, buffer, SNAPSHOT_BYTES);
    store.open();
    return nodes;
  }

  /** Returns what this tree shares with others of its store. */
  public LoggedStore store() {
    return store;
  }

  @Override
  public String name() {
    return device.name();
  }

  @Override
  public int pageSize() {
    return device.pageSize();
  }

  @Override
  public TreeLayout layout() {
    return layout;
  }

  @Override
  public NodeIds ids() {
    return ids;
  }

  /** Returns the figures of the buffer. */
  public BufferStats bufferFigures() {
    lock.lock();
    try {
      reportAccesses();
      return buffer.figures();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the bytes of earlier images kept for snapshots. */
  public long snapshotBytes() {
    return history.usedBytes();
  }

  int number() {
    return number;
  }

  NodeDevice device() {
    return device;
  }

  NodeBuffer buffer() {
    return buffer;
  }

  Catalog catalog() {
    return catalog;
  }

  @Override
  public LogParticipant participant() {
    return part;
  }

  void requireReadable() {
    store.requireReadable();
  }

  @Override
  public boolean readsConcurrently() {
    return true;
  }

  @Override
  public boolean readsTogether() {
    return device.readsTogether();
  }

  @Override
  public NodeReader snapshot() {
    requireReadable();
    Commits commits = store.commits();
    NodeSnapshot snapshot = commits.lease(this, snapshots);
    while (true) {
      long settled = commits.settled();
      snapshot.lookAt(commits.newest(), catalog);
      if (commits.isStill(settled)) {
        return snapshot;
      }
    }
  }

  /** Drops the images that only a closed snapshot has seen. */
  void snapshotClosed() {
    if (!history.isEmpty()) {
      store.prune();
    }
  }

  /** Returns how nodes are read. */
  NodeReads reads() {
    return reads;
  }

  /**
   * Reports to the buffer which nodes were read without the lock by snapshots that are not in use,
   * and by the operation if it is closed. For threads that read nothing themselves.
   */
  void reportAccesses() {
    reads.reportIdle();
    if (!operation.isOpen()) {
      operation.accesses().report(buffer);
    }
  }

  /** Gives an image back that was read. */
  void release(NodeView node) {
    device.pool().release((NodePage) node);
  }

  /** Takes over the count that a read of the current image found. */
  void noteCount(NodePage page) {
    lock.lock();
    try {
      counts.note(page.nodeId(), page.count());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public NodeOperation begin() {
    store.requireWritable();
    operation.start();
    return operation;
  }

  /** Returns this tree as all that a commit changes. */
  Committable[] alone() {
    return alone;
  }

  @Override
  public void appendSealed(ByteBuffer pages, int count) {
    store.requireUsable();
    if (!operation.isOpen()) {
      throw new IllegalStateException("whole pages belong to an open operation");
    }
    NodePage page = device.pool().take();
    lock.lock();
    try {
      device.startBatch();
      for (int i = 0; i < count; i++) {
        page.bytes().put(0, pages, i * pageSize(), pageSize());
        page.adopt(layout);
        buffer.forget(page.nodeId());
        // This version covers all changes of the id's earlier node; the operation may still be
        // undone.
        device.append(page, store.frames().lastFrame());
        operation.sealPage(page.nodeId(), page.count());
      }
      device.finishBatch();
      operation.pagesSealed();
    } catch (StoreException e) {
      throw store.fail(e);
    } finally {
      lock.unlock();
      device.pool().give(page);
    }
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public int nodesToWarm() {
    return buffer.nodesToWarm();
  }

  @Override
  public int nodesHeld() {
    return buffer.nodesHeld();
  }

  @Override
  public void awaitDurable() {
    store.awaitDurable();
  }

  @Override
  public void flush() {
    store.requireWritable();
    if (operation.isOpen()) {
      throw new IllegalStateException("flush inside an operation");
    }
    store.flush();
  }

  @Override
  public void close() {
    store.close();
  }
}
