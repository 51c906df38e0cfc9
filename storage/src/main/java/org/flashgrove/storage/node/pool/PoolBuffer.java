package org.flashgrove.storage.node.pool;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.storage.node.buffer.BufferFigures;
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
public final class PoolBuffer implements NodeBuffer, CachedPages {
  /** Fewest frames: an operation pins a page while others are changed. */
  public static final int MIN_FRAMES = 8;

  /** For this many frames the changes of one node that is not in the pool may wait. */
  private static final int FRAMES_AN_UNREAD_NODE = 4;

  /** Of these many nodes room for one is left to the next commit. */
  private static final int UNREAD_A_FREE = 16;

  /** Of this many frames readers may keep one pinned from query to query. */
  private static final int FRAMES_A_HELD_PAGE = 8;

  private static final int GUEST = PoolFrames.GUEST;
  private static final int NONE = -1;
  private static final long NOT_STORED = -1;

  private final String name;
  private final NodeDevice device;
  private final TreeLayout layout;
  private final int frameCount;
  private final int warmPages;
  private final boolean brief;
  private final ReplacementPolicy policy;

  private final PoolFrames frames;
  private final NodeTable table = new NodeTable();

  /** Places of pages that are written together, and their ids. */
  private final int[] behind;

  private final long[] behindIds;

  private final UnreadChanges unread;
  private final long[] unreadIds;

  /**
   * Changed pages that had to make room after a write of them or of others had failed. They stay in
   * memory, beside the frames, until the store is closed: no other place holds what they hold.
   */
  private final Map<Long, NodePage> unwritten = new HashMap<>();

  private final ChangeConsumer publisher = this::publish;
  private boolean replaying;
  private long publishing;

  /** The image whose changes are not complete: claimed, so that no reader sees half of them. */
  private NodePage changing;

  private long hits;
  private long misses;
  private long evictions;
  private long flushes;
  private long flushedNodes;

  /**
   * Creates a pool that reports its figures under a name.
   *
   * @param name the kind of buffer in figures
   * @param frameCount pages held at most, at least {@value #MIN_FRAMES}
   * @param together pages that are written in one batch at most when a changed one has to make
   *     room, if the policy can name those that go next ({@link ReplacementPolicy#nextDirty}), and
   *     nodes that are read together at most when they have changed; at least 1
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
    this.frameCount = frameCount;
    ReplacementPolicy full = policy.make(frameCount, 1, null, this);
    this.policy = full.mayRefuse() ? policy.make(frameCount - 1, 1, null, this) : full;
    frames = new PoolFrames(frameCount);
    behind = new int[together];
    behindIds = new long[together];
    unreadIds = new long[unreadNodes(device, together, frameCount)];
    unread = new UnreadChanges(layout, unreadIds.length);
  }

  /** Returns how many nodes that are not in a pool may have changes that wait. */
  static int unreadNodes(NodeDevice device, int together, int frameCount) {
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
    return frameCount / FRAMES_A_HELD_PAGE;
  }

  @Override
  public int nodesToWarm() {
    return warmPages;
  }

  @Override
  public int nodesHeld() {
    return frameCount;
  }

  @Override
  public void noteWarm(long nodeId) {
    hits++;
    int frame = frame(nodeId);
    if (frame != NONE) {
      access(frame, false);
    }
  }

  @Override
  public boolean holds(long nodeId) {
    return frame(nodeId) != NONE || unwritten.containsKey(nodeId);
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    int frame = find(nodeId, level, false);
    NodePage page = frame == NONE ? unwritten.get(nodeId) : frames.page(frame);
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
    NodePage page = frames.page(resident(nodeId, level, false));
    page.pin();
    return page;
  }

  /** Returns the frame of a node, or {@link #NONE}. */
  private int frame(long nodeId) {
    int frame = policy.position(nodeId) + 1;
    return frame != GUEST || isGuest(nodeId) ? frame : NONE;
  }

  private boolean isGuest(long nodeId) {
    return frames.page(GUEST) != null && frames.page(GUEST).nodeId() == nodeId;
  }

  /** Returns the frame of a node that is in the pool, now accessed, or {@link #NONE}. */
  private int find(long nodeId, int level, boolean write) {
    int frame = frame(nodeId);
    if (frame == NONE) {
      return NONE;
    }
    hits++;
    requireLevel(frames.page(frame), nodeId, level);
    return access(frame, write);
  }

  /** Returns the frame of a node, read from the device if it must be. */
  private int resident(long nodeId, int level, boolean write) {
    int frame = find(nodeId, level, write);
    if (frame != NONE) {
      return frame;
    }
    misses++;
    if (!unwritten.isEmpty() && unwritten.containsKey(nodeId)) {
      return admitUnwritten(nodeId, write);
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
    boolean changed = unread.applyTo(page);
    int frame = admit(page, write || changed, stored);
    if (changed) {
      frames.markDirty(frame);
    }
    return frame;
  }

  /**
   * Reports an access to the policy, which may now keep the guest's page; returns the page's frame.
   */
  private int access(int frame, boolean write) {
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

  private int admit(NodePage page, boolean write, long storedVersion) {
    int frame = policy.admit(page.nodeId(), page.level(), 1, write) + 1;
    if (frame == GUEST) {
      dropGuest();
    }
    frames.place(page, frame, storedVersion);
    table.set(page.nodeId(), page);
    return frame;
  }

  /** Takes a changed page among the frames again, for a commit that changes it further. */
  private int admitUnwritten(long nodeId, boolean write) {
    NodePage page = unwritten.remove(nodeId);
    int frame = admit(page, write, NOT_STORED);
    frames.markDirty(frame);
    return frame;
  }

  private void dropGuest() {
    NodePage page = frames.page(GUEST);
    if (page != null) {
      boolean written =
          !frames.isDirty(GUEST) || isWritten(() -> device.write(page, page.version()));
      makeWay(GUEST, written);
    }
  }

  /** Writes, unless a write has failed already; returns whether it was done. */
  private boolean isWritten(Runnable write) {
    if (device.writeFailure() != null) {
      return false;
    }
    try {
      write.run();
      return true;
    } catch (StoreException e) { // noted by the device: the store takes no further changes
      return false;
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

  @Override
  public boolean mayEvict(int position) {
    NodePage page = frames.page(position + 1);
    return page != changing && !page.isPinned();
  }

  @Override
  public void evict(int[] positions, int count) {
    int together = count == 1 && frames.isDirty(positions[0] + 1) ? nextDirty(positions[0]) : 0;
    boolean written =
        isWritten(
            together > 1 ? () -> writeTogether(together) : () -> writeChanged(positions, count));
    for (int i = 0; i < together && written; i++) {
      if (behind[i] != positions[0]) {
        frames.clean(behind[i] + 1);
        policy.clean(behind[i]);
      }
    }
    for (int i = 0; i < count; i++) {
      evictions++;
      makeWay(positions[i] + 1, written);
    }
  }

  /** Finds the changed pages that would have to make room next; returns their number. */
  private int nextDirty(int victim) {
    if (behind.length == 1) {
      return 0;
    }
    int found = policy.nextDirty(behind);
    int dirty = 0;
    boolean holdsVictim = false;
    for (int i = 0; i < found; i++) {
      if (frames.isDirty(behind[i] + 1)) {
        holdsVictim |= behind[i] == victim;
        behind[dirty++] = behind[i];
      }
    }
    return holdsVictim ? dirty : 0;
  }

  /** Writes pages that are written together, in the order of their ids. */
  private void writeTogether(int count) {
    for (int i = 0; i < count; i++) {
      behindIds[i] = policy.key(behind[i]);
    }
    Arrays.sort(behindIds, 0, count);
    device.startBatch();
    for (int i = 0; i < count; i++) {
      NodePage page = frames.page(frame(behindIds[i]));
      device.append(page, page.version());
    }
    device.finishBatch();
  }

  private void writeChanged(int[] positions, int count) {
    device.startBatch();
    for (int i = 0; i < count; i++) {
      int frame = positions[i] + 1;
      if (frames.isDirty(frame)) {
        device.append(frames.page(frame), frames.page(frame).version());
      }
    }
    device.finishBatch();
  }

  @Override
  public void write(int[] positions, int count) {
    if (!isWritten(() -> writeAll(positions, count))) {
      return; // they stay as they are
    }
    for (int i = 0; i < count; i++) {
      frames.clean(positions[i] + 1);
      policy.clean(positions[i]);
    }
    flushes++;
    flushedNodes += count;
  }

  private void writeAll(int[] positions, int count) {
    device.startBatch();
    for (int i = 0; i < count; i++) {
      NodePage page = frames.page(positions[i] + 1);
      device.append(page, page.version());
    }
    device.finishBatch();
  }

  @Override
  public void forget(long nodeId) {
    int frame = frame(nodeId);
    policy.discard(nodeId);
    unread.forget(nodeId);
    giveUpUnwritten(nodeId);
    if (frame != NONE) {
      frames.clean(frame);
      drop(frame);
    }
  }

  /** Forgets a changed page beside the frames, whose node gets another content. */
  private void giveUpUnwritten(long nodeId) {
    NodePage page = unwritten.isEmpty() ? null : unwritten.remove(nodeId);
    if (page != null) {
      table.set(nodeId, null);
      device.pool().give(page);
    }
  }

  private void drop(int frame) {
    NodePage page = frames.page(frame);
    frames.empty(frame);
    table.set(page.nodeId(), null);
    device.pool().give(page);
  }

  @Override
  public void makeRoom(Changes changes) {
    // Each change makes room for its own page when it is published. What waits is read before the
    // commit is logged, lest a page that cannot be read leaves the commit half done.
    if (!unread.isEmpty() && !unread.hasRoom(unreadIds.length / UNREAD_A_FREE + 1)) {
      readUnread();
    }
  }

  /** Reads the nodes whose changes wait. */
  private void readUnread() {
    int count = unread.copyNodes(unreadIds);
    device.readTogether(
        unreadIds,
        count,
        () -> {
          for (int i = 0; i < count; i++) {
            resident(unreadIds[i], unread.level(unreadIds[i]), false);
          }
        });
  }

  /** Has a change wait if its node must be read; returns whether it does. */
  private boolean waits(ChangeKind kind, long nodeId, int level, long[] words, int at) {
    boolean alters = !kind.isContent() && kind != ChangeKind.DELETE;
    if (unreadIds.length == 0 || replaying || !alters || holds(nodeId)) {
      return false;
    }
    if (!unread.hasRoom(unread.contains(nodeId) ? 0 : 1)) {
      readUnread();
      if (holds(nodeId)) {
        return false;
      }
    }
    unread.add(kind, nodeId, level, words, at, publishing);
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
    if (changing != null && changing.nodeId() != nodeId) {
      published();
    }
    if (replaying && holdsAlready(nodeId)) {
      return;
    }
    if (kind == ChangeKind.SEALED) {
      forget(nodeId);
      return;
    }
    if (waits(kind, nodeId, level, words, at)) {
      return;
    }
    int frame =
        kind.isContent() || kind == ChangeKind.DELETE
            ? blank(nodeId, level)
            : resident(nodeId, level, true);
    if (replaying && frames.storedVersion(frame) >= publishing) {
      return; // a page was read just now, and holds the change already
    }
    NodePage page = writable(frame);
    if (kind == ChangeKind.DELETE) {
      page.formatDeleted(layout.at(level), nodeId);
      levelled(frame, -1);
    } else {
      PageChanges.apply(page, kind, words, at, count);
    }
    page.version(publishing);
    frames.markDirty(frame);
  }

  @Override
  public void published() {
    if (changing != null) {
      changing.unclaim();
      changing = null;
    }
  }

  /**
   * Returns whether the image the device has, or had when it was read, holds the replayed change.
   */
  private boolean holdsAlready(long nodeId) {
    int frame = frame(nodeId);
    if (frame == NONE) {
      NodePage page = device.pool().take();
      long stored = device.storedVersion(page, layout, nodeId);
      if (stored < 0) {
        device.pool().give(page);
        return false;
      }
      frame = admit(page, false, stored);
    }
    return frames.storedVersion(frame) >= publishing;
  }

  /** Returns a frame with an empty image of the node, without a look at the device. */
  private int blank(long nodeId, int level) {
    int frame = frame(nodeId);
    if (frame == NONE) {
      misses++;
      unread.forget(nodeId);
      giveUpUnwritten(nodeId);
      NodePage page = claimed(device.pool().take());
      page.format(layout.at(level), nodeId, level);
      changing = page;
      return admit(page, true, NOT_STORED);
    }
    hits++;
    frame = access(frame, true);
    writable(frame).format(layout.at(level), nodeId, level);
    levelled(frame, level);
    return frame;
  }

  private void levelled(int frame, int level) {
    if (frame != GUEST) {
      policy.level(frame - 1, level);
    }
  }

  /** Returns the image in a frame, claimed, or a copy that takes its place if a reader holds it. */
  private NodePage writable(int frame) {
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
  public boolean logsFlushes() {
    return false;
  }

  @Override
  public void flush() {
    readUnread();
    long[] nodeIds = frames.dirtyNodes();
    if (device.writeFailure() != null) {
      throw device.writeFailure();
    }
    if (nodeIds.length == 0) {
      return;
    }
    device.startBatch();
    for (long nodeId : nodeIds) {
      NodePage page = frames.page(frame(nodeId));
      device.append(page, page.version());
    }
    device.finishBatch();
    for (long nodeId : nodeIds) {
      int frame = frame(nodeId);
      frames.clean(frame);
      if (frame != GUEST) {
        policy.clean(frame - 1);
      }
    }
    flushes++;
    flushedNodes += nodeIds.length;
  }

  @Override
  public long unflushedBytes() {
    return (long) frames.dirtyCount() * device.pageSize() + unread.bytes();
  }

  @Override
  public boolean passesOnWholeNodes() {
    return true;
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    PageRecords records = new PageRecords();
    for (long nodeId : frames.dirtyNodes()) {
      NodePage page = frames.page(frame(nodeId));
      int level = Math.max(0, page.level());
      consumer.change(ChangeKind.VERSION, nodeId, level, new long[] {page.version()}, 0, 0);
      records.replay(page, layout, consumer);
    }
    unread.forEach(consumer);
  }

  @Override
  public BufferFigures figures() {
    long frameBytes = device.pageSize();
    return new BufferFigures(
        name,
        frameCount * frameBytes,
        (policy.size() + (frames.page(GUEST) == null ? 0 : 1)) * frameBytes,
        0,
        hits,
        misses,
        flushes,
        flushedNodes,
        evictions,
        frames.dirtyCount() + unread.nodes());
  }

  @Override
  public void close() {
    frames.clear();
  }
}
