package org.flashgrove.storage.node.pool;

import java.util.function.LongUnaryOperator;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.SharedFrames;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.buffer.PageChanges;
import org.flashgrove.storage.node.buffer.PageRecords;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.page.PageTable;

/**
 * Write-back page cache with any replacement policy, without flash-aware flushing.
 *
 * <p>A change is applied to the node's page in the cache. A page that is not cached is read first,
 * unless the change replaces all content. If the device can read pages concurrently, changes of
 * nodes outside the cache are deferred. Several of these nodes are then read together, or a single
 * node when it is needed. If a page needs room, the policy chooses a victim, which is written if it
 * has changes. The version of a stored page shows its changes, so the log needs no FLUSH frames.
 *
 * <p>A page that the policy refuses to keep stays in a separate frame, the guest frame, until the
 * policy refuses another page. If the policy may refuse pages, this frame counts toward the memory
 * limit. Otherwise it is used only while readers have pinned all pages, and is not counted.
 *
 * <p>Readers find cached pages without a lock. Their accesses are reported later, in order and
 * before the next eviction. The policy therefore evicts the same pages as with immediate reports
 * (Ding, Jiang and Zhang: BP-Wrapper, ICDE 2009).
 */
public final class PoolBuffer implements NodeBuffer {
  /** Minimum number of frames. An operation pins one page while it changes others. */
  public static final int MIN_FRAMES = 8;

  /**
   * If less than 1/{@code DEFERRED_A_FREE} of the room for deferred changes is free, a commit first
   * reads the nodes of these changes and applies the changes.
   */
  private static final int DEFERRED_A_FREE = 16;

  /** For each {@value} frames of the cache, readers may keep one page pinned between queries. */
  private static final int FRAMES_A_HELD_PAGE = 8;

  private static final int NONE = PoolFrames.NONE;

  private final String name;
  private final NodeDevice device;
  private final TreeLayout layout;
  private final int mostHeldPages;
  private final int warmPages;
  private final boolean brief;
  private final PageTable<NodePage> table;
  private final ResidentPages pages;
  private final DeferredChanges deferred;
  private final long[] deferredIds;
  private final ChangeConsumer publisher = this::publish;
  private boolean replaying;
  private long publishing;
  private long hits;
  private long misses;

  /**
   * Creates a cache.
   *
   * @param name name of the buffer in its statistics
   * @param frameCount maximum number of pages, at least {@value #MIN_FRAMES}
   * @param together at least 1. Maximum number of pages written in one batch when a changed page is
   *     evicted, if the policy can name its next victims ({@code nextDirty}). Also the maximum
   *     number of nodes with deferred changes that are read together
   * @param warmPages number of inner nodes to read at opening; limited to half of the frames
   * @param brief whether commits are logged in the compact form
   */
  @SuppressWarnings("checkstyle:ParameterNumber") // a public constructor
  public PoolBuffer(
      String name,
      NodeDevice device,
      TreeLayout layout,
      int frameCount,
      PolicyMaker policy,
      int together,
      int warmPages,
      boolean brief) {
    this.name = name;
    this.brief = brief;
    this.warmPages = Math.min(warmPages, frameCount / 2);
    if (frameCount < MIN_FRAMES) {
      throw new IllegalArgumentException(
          "pool of " + frameCount + " frames (allowed: at least " + MIN_FRAMES + ")");
    }
    this.device = device;
    this.layout = layout;
    mostHeldPages = frameCount / FRAMES_A_HELD_PAGE;
    deferredIds = new long[DeferredChanges.nodes(device, together, frameCount)];
    long deferredBytes = (long) deferredIds.length * DeferredChanges.NODE_BYTES;
    table = new PageTable<>(device.pool()::release);
    pages = new ResidentPages(device, table, frameCount, policy, together, deferredBytes);
    deferred = new DeferredChanges(layout, deferredIds.length);
  }

  /** Returns the number of frames, which follows the cache's share of a memory budget. */
  public SharedFrames shared() {
    return pages.shared();
  }

  @Override
  public NodePage pinWarm(long nodeId) {
    return table.pin(nodeId);
  }

  @Override
  public boolean logsInBrief() {
    return brief;
  }

  @Override
  public boolean isWarm(long nodeId) {
    return table.get(nodeId) != null;
  }

  @Override
  public boolean isCurrent(long nodeId, NodePage pinned) {
    return table.get(nodeId) == pinned;
  }

  @Override
  public int heldPages() {
    return Math.min(mostHeldPages, pages.shared().leastFrames() / 2);
  }

  @Override
  public int nodesToWarm() {
    return warmPages;
  }

  @Override
  public int nodesHeld() {
    return pages.capacity();
  }

  @Override
  public void noteWarm(long nodeId) {
    hits++;
    int frame = pages.frame(nodeId);
    if (frame != NONE) {
      pages.access(frame, false);
    }
  }

  @Override
  public boolean holds(long nodeId) {
    return pages.frame(nodeId) != NONE || pages.unwritten(nodeId) != null;
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    int frame = find(nodeId, level, false);
    NodePage page = frame == NONE ? pages.unwritten(nodeId) : pages.page(frame);
    if (page == null) {
      return null;
    }
    NodeDevice.requireLevel(page, nodeId, level);
    page.pin();
    return page;
  }

  @Override
  public boolean isWholeAfterFailure() {
    return true;
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    stored.pin(); // prevents an eviction by another page
    misses++;
    admitStored(stored, false);
    return stored;
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    NodePage page = pages.page(resident(nodeId, level, false));
    page.pin();
    return page;
  }

  /** Reports a node access to the policy. Returns the node's cache frame, or {@link #NONE}. */
  private int find(long nodeId, int level, boolean write) {
    int frame = pages.frame(nodeId);
    if (frame == NONE) {
      return NONE;
    }
    hits++;
    NodeDevice.requireLevel(pages.page(frame), nodeId, level);
    return pages.access(frame, write);
  }

  /** Returns the cache frame of a node, after reading the node from the device if necessary. */
  private int resident(long nodeId, int level, boolean write) {
    int frame = find(nodeId, level, write);
    if (frame != NONE) {
      return frame;
    }
    misses++;
    if (pages.unwritten(nodeId) != null) {
      return pages.admitUnwritten(nodeId, write);
    }
    NodePage page = device.pool().take();
    try {
      device.read(page, layout.at(level), nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(page);
      throw e;
    }
    return admitStored(page, write);
  }

  /** Applies deferred changes to a page just read, and caches the page. Returns its frame. */
  private int admitStored(NodePage page, boolean write) {
    long stored = page.version();
    boolean changed = deferred.applyTo(page);
    int frame = pages.admit(page, write || changed, stored);
    if (changed) {
      pages.markDirty(frame);
    }
    return frame;
  }

  @Override
  public void forget(long nodeId) {
    deferred.forget(nodeId);
    pages.forget(nodeId);
  }

  @Override
  public void makeRoom(Changes changes) {
    // A change makes room for its own page when it is published. Nodes with deferred changes are
    // read here, before the commit is logged, because an unreadable page would leave the commit
    // half applied.
    if (!deferred.isEmpty() && !deferred.hasRoom(deferredIds.length / DEFERRED_A_FREE + 1)) {
      readUnread();
    }
  }

  /** Reads all nodes that have deferred changes, and applies these changes. */
  private void readUnread() {
    int count = deferred.copyNodes(deferredIds);
    device.readTogether(
        deferredIds,
        count,
        () -> {
          for (int i = 0; i < count; i++) {
            resident(deferredIds[i], deferred.level(deferredIds[i]), false);
          }
        });
  }

  /** Defers a change if its node would have to be read. Returns whether the change was deferred. */
  private boolean waits(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    boolean alters = !kind.isContent() && kind != ChangeKind.DELETE;
    if (deferredIds.length == 0 || replaying || !alters || holds(nodeId)) {
      return false;
    }
    if (!deferred.hasRoom(deferred.contains(nodeId) ? 0 : 1)) {
      readUnread();
      if (holds(nodeId)) {
        return false;
      }
    }
    deferred.add(kind, nodeId, level, words, at, count);
    return true;
  }

  @Override
  public ChangeConsumer changes(long frame) {
    publishing = frame;
    deferred.frame(frame);
    return publisher;
  }

  private void publish(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (kind == ChangeKind.STATE) {
      return;
    }
    pages.publishOthers(nodeId);
    if (replaying && holdsAlready(nodeId)) {
      return;
    }
    if (kind == ChangeKind.SEALED) {
      forget(nodeId);
      return;
    }
    if (waits(kind, nodeId, level, words, at, count)) {
      return;
    }
    int frame =
        kind.isContent() || kind == ChangeKind.DELETE
            ? blank(nodeId, level)
            : resident(nodeId, level, true);
    if (replaying && pages.storedVersion(frame) >= publishing) {
      return; // the page was just read and already contains the change
    }
    NodePage page = pages.writable(frame);
    if (kind == ChangeKind.DELETE) {
      page.formatDeleted(layout.at(level), nodeId);
      pages.levelled(frame, -1);
    } else {
      PageChanges.apply(page, kind, words, at, count);
    }
    page.version(publishing);
    pages.markDirty(frame);
  }

  @Override
  public void published() {
    pages.publish();
  }

  /** Returns whether the node's stored image already contains the change being replayed. */
  private boolean holdsAlready(long nodeId) {
    int frame = pages.frame(nodeId);
    if (frame == NONE) {
      NodePage page = device.pool().take();
      long stored = device.storedVersion(page, layout, nodeId);
      if (stored < 0) {
        device.pool().give(page);
        return false;
      }
      frame = pages.admit(page, false, stored);
    }
    return pages.storedVersion(frame) >= publishing;
  }

  /** Returns a cache frame with an empty image of the node. Does not read the device. */
  private int blank(long nodeId, int level) {
    int frame = pages.frame(nodeId);
    if (frame == NONE) {
      misses++;
      deferred.forget(nodeId);
      return pages.admitBlank(layout.at(level), nodeId, level);
    }
    hits++;
    frame = pages.access(frame, true);
    pages.writable(frame).format(layout.at(level), nodeId, level);
    pages.levelled(frame, level);
    return frame;
  }

  @Override
  public void replaying() {
    replaying = true;
  }

  @Override
  public void replayed() {
    published();
    replaying = false;
  }

  @Override
  public boolean needsOnlyUnflushedChanges() {
    return true;
  }

  @Override
  public boolean takeOver(NodeBuffer before, LongUnaryOperator storedVersion) {
    return before instanceof PoolBuffer pool && pages.takeOver(pool.pages, storedVersion);
  }

  @Override
  public boolean logsFlushes() {
    return false;
  }

  @Override
  public void flush() {
    readUnread();
    pages.flush();
  }

  @Override
  public long unflushedBytes() {
    return (long) pages.dirtyCount() * device.pageSize() + deferred.bytes();
  }

  @Override
  public boolean passesOnWholeNodes() {
    return true;
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    PageRecords records = new PageRecords();
    for (long nodeId : pages.dirtyNodes()) {
      NodePage page = pages.page(pages.frame(nodeId));
      int level = Math.max(0, page.level());
      consumer.change(ChangeKind.VERSION, nodeId, level, new long[] {page.version()}, 0, 0);
      records.replay(page, layout, consumer);
    }
    deferred.forEach(consumer);
  }

  @Override
  public BufferStats figures() {
    long frameBytes = device.pageSize();
    return new BufferStats(
        name,
        pages.capacity() * frameBytes,
        pages.count() * frameBytes,
        0,
        hits,
        misses,
        pages.writes().flushes(),
        pages.writes().flushedNodes(),
        pages.evictions(),
        pages.dirtyCount() + deferred.nodes());
  }

  @Override
  public void close() {
    pages.shared().close();
    pages.clear();
  }
}
