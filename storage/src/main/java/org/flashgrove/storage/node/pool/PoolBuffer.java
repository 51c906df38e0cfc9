package org.flashgrove.storage.node.pool;

import org.flashgrove.core.failure.DamagedStoreException;
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

/**
 * The plain buffer: a write-back pool of whole pages with any replacement policy.
 *
 * <p>A change is applied to the page in the pool, which is read first unless the change gives the
 * node new content. Where pages are written together and the device reads them side by side, the
 * changes of nodes that are not in the pool wait until as many nodes can be read together, or one
 * of them is asked for. The policy's victim goes when room is needed, and is written if it holds
 * changes. The pool logs no flushes, because a page's version shows which changes it holds.
 *
 * <p>A page that the policy does not keep is in a frame of its own, the guest's, until the next
 * such page comes. Policies that may refuse pages have one frame less, so that the budget holds;
 * others have a guest beside the budget only while readers hold all pages.
 *
 * <p>Readers find pages in the pool without a lock. These accesses are reported to the policy
 * later, in their order and before anything is evicted, so that it evicts the same pages as if each
 * had been reported at once (Ding, Jiang and Zhang: BP-Wrapper, ICDE 2009).
 */
public final class PoolBuffer implements NodeBuffer {
  /** Fewest frames: an operation pins a page while others are changed. */
  public static final int MIN_FRAMES = 8;

  /** For this many frames the changes of one node that is not in the pool may wait. */
  private static final int FRAMES_AN_UNREAD_NODE = 4;

  /** Number of nodes per node of free room left to the next commit. */
  private static final int DEFERRED_A_FREE = 16;

  /** Number of frames for each frame that readers may keep pinned between queries. */
  private static final int FRAMES_A_HELD_PAGE = 8;

  private static final int NONE = PoolFrames.NONE;

  private final String name;
  private final NodeDevice device;
  private final TreeLayout layout;
  private final int mostHeldPages;
  private final int warmPages;
  private final boolean brief;
  private final NodeTable table = new NodeTable();
  private final ResidentPages pages;
  private final DeferredChanges deferred;
  private final long[] deferredIds;
  private final ChangeConsumer publisher = this::publish;
  private boolean replaying;
  private long publishing;

  private long hits;
  private long misses;

  /**
   * Creates a pool that reports its figures under a name.
   *
   * @param name the kind of buffer in figures
   * @param frameCount pages held at most, at least {@value #MIN_FRAMES}
   * @param together pages that are written in one batch at most when a changed one has to make
   *     room, if the policy can name those that go next ({@code nextDirty}), and nodes that are
   *     read together at most when they have changed; at least 1
   * @param warmPages inner nodes that are worth reading when a store is opened; no more than half
   *     of the frames are filled so
   * @param brief whether commits are logged in brief
   */
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
    deferredIds = new long[deferredNodes(device, together, frameCount)];
    long deferredBytes = (long) deferredIds.length * DeferredChanges.NODE_BYTES;
    pages = new ResidentPages(device, table, frameCount, policy, together, deferredBytes);
    deferred = new DeferredChanges(layout, deferredIds.length);
  }

  /** Returns what adapts the number of frames to a share of memory. */
  public SharedFrames shared() {
    return pages.shared();
  }

  /** Returns how many nodes that are not in a pool may have changes that wait. */
  static int deferredNodes(NodeDevice device, int together, int frameCount) {
    int most = Math.min(together, frameCount / FRAMES_AN_UNREAD_NODE);
    return device.readsTogether() && most > 1 ? most : 0;
  }

  @Override
  public NodePage pinWarm(long nodeId) {
    while (true) {
      NodePage page = table.get(nodeId);
      if (page == null || !page.tryPin()) {
        return null;
      }
      if (table.get(nodeId) == page) {
        return page;
      }
      device.pool().release(page); // the page belongs to another node by now
    }
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
    requireLevel(page, nodeId, level);
    page.pin();
    return page;
  }

  private static void requireLevel(NodePage page, long nodeId, int level) {
    if (page.level() != level) {
      throw new DamagedStoreException(
          NodeDevice.FILE,
          "page " + nodeId,
          "level " + page.level() + " where level " + level + " belongs");
    }
  }

  @Override
  public boolean isWholeAfterFailure() {
    return true;
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    stored.pin(); // before others may evict it
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

  /** Returns the frame of a node that is in the pool, now accessed, or {@link #NONE}. */
  private int find(long nodeId, int level, boolean write) {
    int frame = pages.frame(nodeId);
    if (frame == NONE) {
      return NONE;
    }
    hits++;
    requireLevel(pages.page(frame), nodeId, level);
    return pages.access(frame, write);
  }

  /** Returns the frame of a node, read from the device if it must be. */
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

  /** Takes a page just read among the frames, with the changes that waited for it. */
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
    // Each change makes room for its own page when it is published. What waits is read before the
    // commit is logged, lest a page that cannot be read leaves the commit half done.
    if (!deferred.isEmpty() && !deferred.hasRoom(deferredIds.length / DEFERRED_A_FREE + 1)) {
      readUnread();
    }
  }

  /** Reads the nodes whose changes wait. */
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

  /** Has a change wait if its node must be read; returns whether it does. */
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
    deferred.add(kind, nodeId, level, words, at, count, publishing);
    return true;
  }

  @Override
  public ChangeConsumer changes(long frame) {
    publishing = frame;
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
      return; // a page was read just now, and holds the change already
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

  /**
   * Returns whether the image the device has, or had when it was read, holds the replayed change.
   */
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

  /** Returns a frame with an empty image of the node, without a look at the device. */
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
  public boolean takesPatches() {
    return true;
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
