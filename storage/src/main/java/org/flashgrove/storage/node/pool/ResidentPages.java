package org.flashgrove.storage.node.pool;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.core.replacement.SharedFrames;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.page.PageTable;

/**
 * Holds the pages of a cache that are in memory. Most pages are in frames (slots for one page
 * each). When another page needs a frame, the replacement policy chooses a victim. A victim that
 * could not be written is kept outside of the frames.
 *
 * <p>One thread at a time uses this class. Readers find pages through the {@link PageTable}. A page
 * is claimed while a commit changes it. Readers cannot pin a claimed page, so no reader sees only a
 * part of the changes.
 */
final class ResidentPages implements CachedPages {
  private static final int GUEST = PoolFrames.GUEST;
  private static final long NOT_STORED = -1;

  private final NodeDevice device;
  private final PageTable<NodePage> table;
  private final PoolFrames frames;
  private final ReplacementPolicy policy;
  private final SharedFrames shared;
  private final PoolWrites writes;

  /**
   * Dirty pages that were evicted after a failed write. They stay in memory until the store is
   * closed, because their content exists nowhere else.
   */
  private final Map<Long, NodePage> unwritten = new HashMap<>();

  /** Page that a commit is changing, which no reader can pin; null if there is none. */
  private NodePage changing;

  private long evictions;

  /**
   * Creates empty frames.
   *
   * @param table receives the image of each node in memory
   * @param together maximum number of pages written in one batch when a dirty page must make room
   * @param otherBytes memory of the cache in addition to the frames
   */
  ResidentPages(
      NodeDevice device,
      PageTable<NodePage> table,
      int frameCount,
      PolicyMaker maker,
      int together,
      long otherBytes) {
    this.device = device;
    this.table = table;
    ReplacementPolicy full = maker.make(frameCount, 1, null, this);
    policy = full.mayRefuse() ? maker.make(frameCount - 1, 1, null, this) : full;
    frames = new PoolFrames(frameCount);
    shared =
        new SharedFrames(
            policy,
            device.pageSize() + PoolConfig.PAGE_OVERHEAD,
            otherBytes,
            PoolBuffer.MIN_FRAMES,
            device.pool()::trim);
    writes = new PoolWrites(device, frames, policy, together);
  }

  /** Returns the number of frames, which follows the cache's share of a memory budget. */
  SharedFrames shared() {
    return shared;
  }

  /** Returns the maximum number of pages. */
  int capacity() {
    return (int) policy.capacity() + (policy.mayRefuse() ? 1 : 0);
  }

  /** Returns the frame of a node, or {@link PoolFrames#NONE}. */
  int frame(long nodeId) {
    return frames.frame(nodeId, policy.position(nodeId));
  }

  NodePage page(int frame) {
    return frames.page(frame);
  }

  /**
   * Returns the version that the node's image on the device had when the page was placed in the
   * frame.
   */
  long storedVersion(int frame) {
    return frames.storedVersion(frame);
  }

  /** Returns the number of pages in frames. */
  long count() {
    return policy.size() + (frames.page(GUEST) == null ? 0 : 1);
  }

  /** Returns the number of dirty pages in frames. */
  int dirtyCount() {
    return frames.dirtyCount();
  }

  /** Returns the ids of the dirty pages in frames, in ascending order. */
  long[] dirtyNodes() {
    return frames.dirtyNodes();
  }

  /** Marks the page in a frame as dirty. */
  void markDirty(int frame) {
    frames.markDirty(frame);
  }

  /** Returns the dirty page of a node that could not be written, or null. */
  NodePage unwritten(long nodeId) {
    return unwritten.isEmpty() ? null : unwritten.get(nodeId);
  }

  /**
   * Reports an access to the policy. If the page is in the guest frame, because the policy refused
   * it before, the policy may now decide to keep it.
   *
   * @return the page's frame after the access
   */
  int access(int frame, boolean write) {
    if (frame != GUEST) {
      policy.access(frame - 1, write);
      return frame;
    }
    NodePage page = frames.page(GUEST);
    int kept = policy.admit(page.nodeId(), page.level(), 1, write) + 1;
    if (kept != GUEST) {
      frames.moveGuest(kept);
    }
    return kept;
  }

  /**
   * Reports to the replacement policy that the node in a cache frame now has another level in the
   * tree.
   */
  void levelled(int frame, int level) {
    if (frame != GUEST) {
      policy.level(frame - 1, level);
    }
  }

  /** Admits a page and evicts a victim if necessary. Returns the page's frame. */
  int admit(NodePage page, boolean write, long storedVersion) {
    shared.missed(page.nodeId());
    int frame = policy.admit(page.nodeId(), page.level(), 1, write) + 1;
    if (frame == GUEST) {
      dropGuest();
    }
    frames.place(page, frame, storedVersion);
    table.set(page.nodeId(), page);
    return frame;
  }

  /**
   * Takes over the dirty pages of another cache of the same nodes, unless the device has images
   * that are as new. Does nothing if the other cache has written a page.
   *
   * @param storedVersion returns the version of a node's image on the device
   * @return whether this cache has all changes of the other one
   */
  boolean takeOver(ResidentPages before, LongUnaryOperator storedVersion) {
    if (before.writes.hasWritten() || !before.unwritten.isEmpty()) {
      return false;
    }
    policy.expect(before.dirtyCount());
    for (int frame = GUEST, left = before.dirtyCount(); left > 0; frame++) {
      if (!before.frames.isDirty(frame)) {
        continue;
      }
      left--;
      NodePage dirty = before.page(frame);
      boolean isDeleted = dirty.level() < 0;
      if (!isDeleted && storedVersion.applyAsLong(dirty.nodeId()) < dirty.version()) {
        NodePage taken = device.pool().takeOver(dirty);
        markDirty(admit(taken, true, taken.version()));
      }
    }
    return true;
  }

  /**
   * Puts a page back into a frame. The page was evicted but could not be written, and a commit
   * changes it again.
   */
  int admitUnwritten(long nodeId, boolean write) {
    NodePage page = unwritten.remove(nodeId);
    int frame = admit(page, write, NOT_STORED);
    frames.markDirty(frame);
    return frame;
  }

  /**
   * Admits an empty image of a node that is in no frame. Readers cannot pin the image before it is
   * published. Returns its frame.
   */
  int admitBlank(NodeLayout layout, long nodeId, int level) {
    giveUpUnwritten(nodeId);
    NodePage page = claimed(device.pool().take());
    page.format(layout, nodeId, level);
    changing = page;
    return admit(page, true, NOT_STORED);
  }

  private void dropGuest() {
    NodePage page = frames.page(GUEST);
    if (page != null) {
      makeWay(GUEST, !frames.isDirty(GUEST) || writes.guest(page));
    }
  }

  /**
   * Empties a frame. If its page is dirty and could not be written, the page stays in memory
   * outside of the frames.
   *
   * @param written whether the page was written
   */
  private void makeWay(int frame, boolean written) {
    NodePage page = frames.page(frame);
    boolean stays = frames.isDirty(frame) && !written;
    frames.clean(frame);
    if (stays) {
      frames.empty(frame);
      unwritten.put(page.nodeId(), page); // readers still find it through the table
    } else {
      drop(frame);
    }
  }

  private void drop(int frame) {
    NodePage page = frames.page(frame);
    frames.empty(frame);
    table.set(page.nodeId(), null);
    device.pool().give(page);
  }

  @Override
  public boolean mayEvict(int position) {
    NodePage page = frames.page(position + 1);
    return page != changing && !page.isPinned();
  }

  @Override
  public void evict(int[] positions, int count) {
    boolean written = writes.victims(positions, count);
    for (int i = 0; i < count; i++) {
      evictions++;
      shared.evicted(frames.page(positions[i] + 1).nodeId());
      makeWay(positions[i] + 1, written);
    }
  }

  @Override
  public void write(int[] positions, int count) {
    writes.staying(positions, count);
  }

  /** Writes all dirty pages in frames. */
  void flush() {
    writes.all();
  }

  /** Removes a node from memory and discards its changes. */
  void forget(long nodeId) {
    int frame = frame(nodeId);
    policy.discard(nodeId);
    giveUpUnwritten(nodeId);
    if (frame != PoolFrames.NONE) {
      frames.clean(frame);
      drop(frame);
    }
  }

  /** Drops the unwritten page of a node, if there is one. Called when the node gets new content. */
  private void giveUpUnwritten(long nodeId) {
    NodePage page = unwritten.isEmpty() ? null : unwritten.remove(nodeId);
    if (page != null) {
      table.set(nodeId, null);
      device.pool().give(page);
    }
  }

  /**
   * Returns an image that may be changed, and that no reader can pin before it is published. The
   * image is the page in the frame. If a reader has pinned that page, or another cache shares it,
   * the image is a copy, which replaces the page.
   */
  NodePage writable(int frame) {
    NodePage page = frames.page(frame);
    if (page == changing) {
      return page;
    }
    if (page.shares() == 0 && page.tryClaim()) {
      changing = page;
      return page;
    }
    NodePage copy = claimed(device.pool().take());
    copy.copyFrom(page);
    changing = copy;
    frames.replace(frame, copy);
    table.set(page.nodeId(), copy);
    device.pool().give(page);
    return copy;
  }

  /**
   * Claims a page that is in no frame, so that no reader can pin it. A reader without a lock may
   * have pinned the page a moment ago. Such a reader notices that the page is not the one that it
   * looked for, and releases the page at once.
   */
  private static NodePage claimed(NodePage page) {
    while (!page.tryClaim()) {
      Thread.onSpinWait();
    }
    return page;
  }

  /**
   * Publishes to readers the page that a commit is changing, unless it belongs to {@code nodeId}.
   */
  void publishOthers(long nodeId) {
    if (changing != null && changing.nodeId() != nodeId) {
      publish();
    }
  }

  /** Publishes to readers the page that a commit was changing, because its changes are complete. */
  void publish() {
    if (changing != null) {
      changing.unclaim();
      changing = null;
    }
  }

  long evictions() {
    return evictions;
  }

  PoolWrites writes() {
    return writes;
  }

  /** Empties all frames. */
  void clear() {
    frames.clear();
  }
}
