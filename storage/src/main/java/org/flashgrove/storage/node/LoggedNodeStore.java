package org.flashgrove.storage.node;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.failure.StoreException;
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
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.EntryCounts;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Node store that logs its commits. An operation first stages its changes. The commit makes room in
 * memory, appends one log frame, and then publishes the changes to the {@link NodeBuffer}. After a
 * crash, an operation counts as committed if its frame in the log is complete. All kinds of {@link
 * NodeBuffer} use this class.
 *
 * <p>Opening the store replays the log into the buffer. Closing the store need not write all
 * changes to the device, because the log keeps the changes that the device lacks.
 *
 * <p>One thread at a time may change nodes, while any number of threads read, each through its own
 * snapshot. A snapshot always shows the commit for which it was opened. If a later commit changes a
 * node, the store keeps the node's old image for snapshots that may need it. A memory budget limits
 * these images. When the budget is exceeded, reads of old snapshots fail with {@link
 * SnapshotExpiredException}, but the writer never fails for this reason. Device reads run
 * concurrently with writes under {@code placement=free}, but not if pages are written in place.
 */
public final class LoggedNodeStore implements NodeStore, StoreStructure<NodeOperation, NodeReader> {
  /** Default memory limit in bytes for old node images that snapshots need. */
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
  private final Committable[] alone; // avoids an allocation for each commit
  private final ReentrantLock lock;
  private final LongFunction<NodeSnapshot> snapshots = frame -> new NodeSnapshot(this, frame);

  /**
   * Adds a tree to a store before that store is opened.
   *
   * @param store the store, which opens and closes this tree
   * @param number number of the tree in the store
   * @param layout node layouts of the tree's levels
   * @param device device that stores the nodes
   * @param buffer buffer that keeps nodes in memory
   * @param snapshotBytes memory limit in bytes for old images that snapshots need
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
          "tree "
              + number
              + ": the device belongs to tree "
              + free.tree()
              + "; pass its own device");
    }
    lock = store.lock();
    operation = new StagedOperation(this, counts);
    history = new PageHistory<>(device.pageSize(), snapshotBytes, device.pool()::release);
    reads = new NodeReads(this, history);
    part = new TreePart(this, operation, history, counts);
    alone = new Committable[] {part};
    store.add(part);
  }

  /** Returns the store to which this tree belongs. */
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

  /** Returns the statistics of the buffer. */
  public BufferStats bufferFigures() {
    lock.lock();
    try {
      reportAccesses();
      return buffer.figures();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of bytes in the old node images that the store keeps for snapshots. */
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

  /** Discards old node images that no open snapshot needs. Called after a snapshot was closed. */
  void snapshotClosed() {
    if (!history.isEmpty()) {
      store.prune();
    }
  }

  NodeReads reads() {
    return reads;
  }

  /**
   * Tells the buffer which nodes idle snapshots have read and, if no operation is open, which nodes
   * the tree's last operation has read. Called by threads that read no nodes themselves.
   */
  void reportAccesses() {
    reads.reportIdle();
    if (!operation.isOpen()) {
      operation.accesses().report(buffer);
    }
  }

  /** Releases an image that the caller has read and does not use any more. */
  void release(NodeView node) {
    device.pool().release((NodePage) node);
  }

  /** Stores the entry count of a node's current image. */
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

  /** Returns an array whose only element is this tree, for a commit of this tree alone. */
  Committable[] alone() {
    return alone;
  }

  @Override
  public void appendSealed(ByteBuffer pages, int count) {
    store.requireUsable();
    if (!operation.isOpen()) {
      throw new IllegalStateException("appendSealed: no operation is open; call begin first");
    }
    NodePage page = device.pool().take();
    lock.lock();
    try {
      device.startBatch();
      for (int i = 0; i < count; i++) {
        page.bytes().put(0, pages, i * pageSize(), pageSize());
        appendSealed(page);
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

  private void appendSealed(NodePage page) {
    page.adopt(layout);
    buffer.forget(page.nodeId());
    // This version covers all changes of an earlier node with the same id. The operation may still
    // be undone.
    device.append(page, store.frames().lastFrame());
    operation.sealPage(page.nodeId(), page.count());
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
      throw new IllegalStateException("flush: an operation is open; commit or close it first");
    }
    store.flush();
  }

  @Override
  public void close() {
    store.close();
  }
}
