package org.flashgrove.storage.node.pool;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.core.replacement.SharedFrames;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * The pages of a pool that are in memory: those in frames, among which the replacement policy
 * chooses a victim when another page is admitted, and those that could not be written.
 *
 * <p>One thread at a time uses it; readers find pages by the {@link NodeTable}. The image that is
 * being changed is claimed, so that no reader sees a part of a commit's changes.
 */
final class ResidentPages implements CachedPages {
  private static final int GUEST = PoolFrames.GUEST;
  private static final long NOT_STORED = -1;

  private final NodeDevice device;
  private final NodeTable table;
  private final PoolFrames frames;
  private final ReplacementPolicy policy;
  private final SharedFrames shared;
  private final PoolWrites writes;

  /**
   * Changed pages that were evicted from the frames after a failed write. They stay in memory until
   * the store is closed, because their content exists nowhere else.
   */
  private final Map<Long, NodePage> unwritten = new HashMap<>();

  /** The image whose changes are not complete: claimed, so that no reader sees half of them. */
  private NodePage changing;

  private long evictions;

  /**
   * Creates frames that hold nothing yet.
   *
   * @param table gets the image of each node that is in memory
   * @param together pages that are written in one batch at most when a changed one has to make room
   * @param otherBytes memory of the pool in addition to the frames
   */
  ResidentPages(
      NodeDevice device,
      NodeTable table,
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

  /** Returns what adapts the number of frames to a share of memory. */
  SharedFrames shared() {
    return shared;
  }

  /** Returns the number of pages held at most. */
  int capacity() {
    return (int) policy.capacity() + (policy.mayRefuse() ? 1 : 0);
  }

  /** Returns the frame of a node, or {@link PoolFrames#NONE}. */
  int frame(long nodeId) {
    return frames.frame(nodeId, policy.position(nodeId));
  }

  /** Returns the page in a frame. */
  NodePage page(int frame) {
    return frames.page(frame);
  }

  /** Returns the version of the image that the device had when the page came to the frame. */
  long storedVersion(int frame) {
    return frames.storedVersion(frame);
  }

  /** Returns the number of pages in frames. */
  long count() {
    return policy.size() + (frames.page(GUEST) == null ? 0 : 1);
  }

  /** Returns the number of changed pages in frames. */
  int dirtyCount() {
    return frames.dirtyCount();
  }

  /** Returns the ids of the changed pages in frames, ascending. */
  long[] dirtyNodes() {
    return frames.dirtyNodes();
  }

  /** Notes a change of the page in a frame. */
  void markDirty(int frame) {
    frames.markDirty(frame);
  }

  /** Returns the changed page of a node that is beside the frames, or null. */
  NodePage unwritten(long nodeId) {
    return unwritten.isEmpty() ? null : unwritten.get(nodeId);
  }

  /**
   * Reports an access to the policy, which may now keep the guest's page; returns the page's frame.
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

  /** Reports another level of the node in a frame to the policy. */
  void levelled(int frame, int level) {
    if (frame != GUEST) {
      policy.level(frame - 1, level);
    }
  }

  /** Takes a page among the frames, where a victim of the policy makes room; returns its frame. */
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

  /** Takes a changed page among the frames again, for a commit that changes it further. */
  int admitUnwritten(long nodeId, boolean write) {
    NodePage page = unwritten.remove(nodeId);
    int frame = admit(page, write, NOT_STORED);
    frames.markDirty(frame);
    return frame;
  }

  /** Takes an empty image of a node that is in no frame, claimed, among the frames. */
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

  /** Empties a frame. */
  private void makeWay(int frame, boolean written) {
    NodePage page = frames.page(frame);
    boolean stays = frames.isDirty(frame) && !written;
    frames.clean(frame);
    if (stays) {
      frames.empty(frame);
      unwritten.put(page.nodeId(), page); // queries find it in the table as before
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

  /** Writes all changed pages in frames. */
  void flush() {
    writes.all();
  }

  /** Forgets a node, changed or not. */
  void forget(long nodeId) {
    int frame = frame(nodeId);
    policy.discard(nodeId);
    giveUpUnwritten(nodeId);
    if (frame != PoolFrames.NONE) {
      frames.clean(frame);
      drop(frame);
    }
  }

  /** Drops a changed page outside the frames whose node receives new content. */
  private void giveUpUnwritten(long nodeId) {
    NodePage page = unwritten.isEmpty() ? null : unwritten.remove(nodeId);
    if (page != null) {
      table.set(nodeId, null);
      device.pool().give(page);
    }
  }

  /** Returns the image in a frame, claimed, or a copy that takes its place if a reader holds it. */
  NodePage writable(int frame) {
    NodePage page = frames.page(frame);
    if (page == changing) {
      return page;
    }
    if (page.tryClaim()) {
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
   * Claims a page that is in no frame. A reader that has pinned it by mistake unpins it at once.
   */
  private static NodePage claimed(NodePage page) {
    while (!page.tryClaim()) {
      Thread.onSpinWait();
    }
    return page;
  }

  /** Shows readers the image that was changed, unless it is that of a node which changes on. */
  void publishOthers(long nodeId) {
    if (changing != null && changing.nodeId() != nodeId) {
      publish();
    }
  }

  /** Shows readers the image that was changed: its changes are complete. */
  void publish() {
    if (changing != null) {
      changing.unclaim();
      changing = null;
    }
  }

  /** Returns the number of pages evicted. */
  long evictions() {
    return evictions;
  }

  /** Returns the writes of changed pages. */
  PoolWrites writes() {
    return writes;
  }

  /** Empties all frames. */
  void clear() {
    frames.clear();
  }
}
