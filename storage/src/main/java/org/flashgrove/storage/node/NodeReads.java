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

/**
 * Reads nodes for a {@link LoggedNodeStore}. Nodes that are in memory are usually read without a
 * lock and without writing to shared memory. Other nodes are looked up under the store lock.
 * Devices that allow it are read without the lock.
 */
final class NodeReads {
  /** One reader may pin 1/{@code READERS} of the images that all readers together may pin. */
  private static final int READERS = 8;

  private final LoggedNodeStore nodes;
  private final LoggedStore store;
  private final NodeDevice device;
  private final NodeBuffer buffer;
  private final PageHistory<NodePage> history;
  private final ReentrantLock lock;
  private final Condition loaded;

  /** Number of further images that readers may keep pinned between queries. */
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
   * Returns the image of a node at a commit. The image is pinned, by itself or by {@code held}.
   *
   * @param held set of images that the reader keeps pinned, to which inner nodes are added, or null
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
      throw NodeDevice.damaged(e);
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

  /** Records that a node was read without the lock. */
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
   * Reports the recorded accesses of idle snapshots and of the caller to the buffer. Called before
   * the buffer chooses what to evict.
   */
  void report(AccessLog accesses) {
    reportIdle();
    accesses.report(buffer);
  }

  /**
   * Reports the recorded accesses of idle snapshots to the buffer, and releases the images that
   * they keep pinned.
   */
  void reportIdle() {
    for (CommitLease lease : store.commits().leases()) {
      if (lease.owner() == nodes) {
        ((NodeSnapshot) lease).reportIfIdle(buffer, device.pool());
      }
    }
  }

  /**
   * Announces to the device the nodes that the calling thread will read next. Nodes in the buffer
   * are left out.
   *
   * @return whether at least one node was announced; false if all were found without the lock
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

  /** Cancels the announcement of the calling thread. */
  void willReadNothing() {
    device.willRead(new long[0], 0);
  }

  private NodePage readLocked(long frame, long nodeId, int level) {
    if (nodeId < 0 || nodeId > nodes.ids().last()) {
      throw new DamagedStoreException(
          NodeDevice.FILE, "node " + nodeId, "refers to a node that was never there");
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
   * Returns the image that a snapshot sees. The caller has read the stored page without the lock,
   * so the page may have changed since.
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

  /** Returns the image that a snapshot sees, or null if the device must be read. */
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
          "level " + page.level() + " where level " + level + " belongs");
    }
    page.pinAgain();
    return page;
  }

  /**
   * Reads the stored page of a node. Releases the lock meanwhile if the device allows it.
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
