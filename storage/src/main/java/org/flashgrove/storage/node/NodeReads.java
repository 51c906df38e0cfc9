package org.flashgrove.storage.node;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.node.NodeFullException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.commit.CommitLease;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.page.AccessLog;

/**
 * Reads nodes for a {@link LoggedNodeStore}. Nodes that are in memory are usually read without a
 * lock and without writing to shared memory. Other nodes are looked up under the store lock. If the
 * node must be read from the device, the lock is released meanwhile, provided that the device
 * allows it.
 */
final class NodeReads {
  /**
   * Divisor of {@link NodeBuffer#heldPages}, the number of images that all readers together may
   * keep pinned between queries. One reader may keep at most 1/{@code READERS} of this number.
   */
  private static final int READERS = 8;

  private final LoggedNodeStore nodes;
  private final LoggedStore store;
  private final NodeDevice device;
  private final NodeBuffer buffer;
  private final PageHistory<NodePage> history;
  private final ReentrantLock lock;
  private final Condition loaded;

  /** Number of further node images that all readers together may keep pinned between queries. */
  private final AtomicInteger room;

  /** Nodes that a thread is reading from the device without holding the lock. */
  private final LinkedKeys loading = new LinkedKeys(8);

  NodeReads(LoggedNodeStore nodes, PageHistory<NodePage> history) {
    this.nodes = nodes;
    this.history = history;
    store = nodes.store();
    device = nodes.device();
    buffer = nodes.buffer();
    lock = store.lock();
    loaded = lock.newCondition();
    room = new AtomicInteger(buffer.heldPages());
  }

  /** Creates an empty set of pinned images for a reader. */
  PinnedPages newPinnedPages() {
    return new PinnedPages(buffer.heldPages() / READERS, room);
  }

  /**
   * Returns the image of a node at a commit. The image is pinned, either for this read or because
   * {@code held} keeps it pinned.
   *
   * @param accesses records the read for the replacement policy
   * @param held images that the reader keeps pinned between queries, or null; an image of an inner
   *     node may be added
   * @param frame number of the commit
   */
  NodePage read(AccessLog accesses, PinnedPages held, long frame, long nodeId, int level) {
    boolean mayHold = held != null && level > 0;
    if (mayHold) {
      NodePage page = held.find(nodeId);
      if (page != null && isSeen(page, frame, level) && buffer.isCurrent(nodeId, page)) {
        held.use(page);
        note(accesses, nodeId);
        return page;
      }
    }
    NodePage page = buffer.pinWarm(nodeId);
    if (page != null) {
      if (isSeen(page, frame, level)) {
        note(accesses, nodeId);
        if (mayHold) {
          held.keep(page, device.pool());
        }
        return page;
      }
      device.pool().release(page);
    }
    lock.lock();
    try {
      if (held != null) {
        held.giveBack(device.pool());
      }
      report(accesses);
      return readLocked(frame, nodeId, level);
    } catch (NodeFullException e) {
      throw NodeDevice.damaged(e).inDirectoryOf(device.name());
    } catch (DamagedStoreException e) {
      store.noteWriteFailure();
      throw e.inDirectoryOf(device.name());
    } catch (StoreException e) {
      store.noteWriteFailure();
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private static boolean isSeen(NodePage page, long frame, int level) {
    return page.level() == level && page.version() <= frame;
  }

  /**
   * Notes a read of a node without reading it. Returns false, and notes nothing, if the node is not
   * in memory.
   */
  boolean noteWarm(AccessLog accesses, long nodeId) {
    boolean isWarm = buffer.isWarm(nodeId);
    if (isWarm) {
      note(accesses, nodeId);
    }
    return isWarm;
  }

  /** Notes that a node was read without the lock. */
  private void note(AccessLog accesses, long nodeId) {
    if (accesses.add(nodeId)) {
      if (accesses.isFull()) {
        lock.lock();
      } else if (!lock.tryLock()) {
        return;
      }
      try {
        report(accesses);
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Reports to the buffer the nodes that idle snapshots and the caller have read. Called before the
   * buffer chooses a page to evict.
   */
  void report(AccessLog accesses) {
    reportIdle();
    accesses.report(buffer);
  }

  /**
   * Reports to the buffer the nodes that idle snapshots have read, and releases the images that
   * these snapshots keep pinned.
   */
  void reportIdle() {
    for (CommitLease lease : store.commits().leases()) {
      if (lease.owner() == nodes) {
        ((NodeSnapshot) lease).reportIfIdle(buffer, device.pool());
      }
    }
  }

  /**
   * Announces to the device the nodes that the calling thread will read next. Nodes that are in the
   * buffer are not announced, because they need no read.
   *
   * @return true if at least one node was announced; false if all nodes are in the buffer
   */
  boolean willRead(long[] nodeIds, int from, int to) {
    int first = from;
    while (first < to && buffer.isWarm(nodeIds[first])) {
      first++;
    }
    if (first == to) {
      return false;
    }
    long[] missing = new long[to - first];
    int count = 0;
    lock.lock();
    try {
      for (int i = first; i < to; i++) {
        if (!buffer.holds(nodeIds[i])) {
          missing[count++] = nodeIds[i];
        }
      }
    } finally {
      lock.unlock();
    }
    if (count > 0) { // an empty list would cancel the announcement
      device.willRead(missing, count);
    }
    return count > 0;
  }

  /** Cancels the last announcement of the calling thread. */
  void willReadNothing() {
    device.willRead(new long[0], 0);
  }

  private NodePage readLocked(long frame, long nodeId, int level) {
    if (nodeId < 0 || nodeId > nodes.ids().last()) {
      throw new DamagedStoreException(
          NodeDevice.FILE, "node " + nodeId, "refers to a node that never existed");
    }
    while (true) {
      store.requireReadable();
      NodePage page = visible(frame, nodeId, level);
      if (page != null) {
        return page;
      }
      NodePage stored = load(nodeId, level);
      if (stored != null) {
        return stillVisible(stored, frame, nodeId, level);
      }
    }
  }

  /**
   * Returns the image of a node that a snapshot of commit {@code frame} sees. The caller has read
   * the stored page without the store lock, so another thread may have changed the node since then.
   */
  private NodePage stillVisible(NodePage stored, long frame, long nodeId, int level) {
    NodePage page;
    try {
      store.requireReadable();
      page = visible(frame, nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(stored);
      throw e;
    }
    if (page != null) {
      device.pool().give(stored); // another thread was faster
      return page;
    }
    return buffer.pinLoaded(stored);
  }

  /**
   * Returns the image of a node that a snapshot of commit {@code frame} sees, or null if it must be
   * read from the device.
   */
  private NodePage visible(long frame, long nodeId, int level) {
    if (history.isExpired(frame)) {
      throw new SnapshotExpiredException(frame);
    }
    NodePage page = history.find(nodeId, frame);
    if (page == null) {
      return buffer.pinBuffered(nodeId, level);
    }
    if (page.level() != level) {
      throw new DamagedStoreException(
          NodeDevice.FILE,
          "node " + nodeId,
          "has level " + page.level() + ", expected level " + level);
    }
    page.pinAgain();
    return page;
  }

  /**
   * Reads the stored page of a node. Releases the store lock during the read if the device allows
   * it.
   *
   * @return the page, or null if the node moved meanwhile or another thread was already reading it;
   *     the caller must then look into the buffer again
   */
  private NodePage load(long nodeId, int level) {
    if (loading.contains(nodeId)) {
      loaded.awaitUninterruptibly();
      return null;
    }
    NodePage page = device.pool().take();
    long place = device.placeOf(nodeId);
    boolean unlocked = place != NodeDevice.IN_PLACE;
    if (unlocked) {
      loading.addLast(nodeId);
      lock.unlock();
    }
    RuntimeException failed = null;
    try {
      device.read(page, nodes.layout().at(level), nodeId, level);
    } catch (RuntimeException e) {
      failed = e;
    } finally {
      if (unlocked) {
        lock.lock();
        loading.remove(nodeId);
        loaded.signalAll();
      }
    }
    boolean moved = device.placeOf(nodeId) != place;
    if (moved || failed != null) {
      device.pool().give(page);
      if (!moved) {
        throw failed;
      }
      return null;
    }
    return page;
  }
}
