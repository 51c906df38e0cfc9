package org.flashgrove.storage.node;

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

/**
 * The plain buffer: a write-back pool of whole pages with any replacement policy.
 *
 * <p>A change is applied to the page in the pool, which is read first unless the change gives the
 * node new content. The policy's victim goes when room is needed, and is written if it holds
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

  private static final int GUEST = 0;
  private static final int NONE = -1;
  private static final long NOT_STORED = -1;

  private final String name;
  private final NodeDevice device;
  private final TreeLayout layout;
  private final int frameCount;
  private final ReplacementPolicy policy;

  /** The guest's frame, then the frames by the policy's positions. */
  private NodePage[] frames;

  private final NodeTable table = new NodeTable();
  private boolean[] dirty;
  private long[] storedVersions;
  private int dirtyFrames;

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
   * Creates a pool.
   *
   * @param frameCount pages held at most, at least {@value #MIN_FRAMES}
   */
  public PoolBuffer(NodeDevice device, TreeLayout layout, int frameCount, PolicyMaker policy) {
    this("pool", device, layout, frameCount, policy);
  }

  /**
   * Creates a pool that reports its figures under a name.
   *
   * @param name the kind of buffer in figures
   * @param frameCount pages held at most, at least {@value #MIN_FRAMES}
   */
  public PoolBuffer(
      String name, NodeDevice device, TreeLayout layout, int frameCount, PolicyMaker policy) {
    this.name = name;
    if (frameCount < MIN_FRAMES) {
      throw new IllegalArgumentException(
          "pool of " + frameCount + " frames (allowed: at least " + MIN_FRAMES + ")");
    }
    this.device = device;
    this.layout = layout;
    this.frameCount = frameCount;
    ReplacementPolicy full = policy.make(frameCount, 1, null, this);
    this.policy = full.mayRefuse() ? policy.make(frameCount - 1, 1, null, this) : full;
    frames = new NodePage[frameCount + 1];
    dirty = new boolean[frameCount + 1];
    storedVersions = new long[frameCount + 1];
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
  public boolean isWarm(long nodeId) {
    return table.get(nodeId) != null;
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
    NodePage page = frame == NONE ? unwritten.get(nodeId) : frames[frame];
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
    admit(stored, false, stored.version());
    return stored;
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    NodePage page = frames[resident(nodeId, level, false)];
    page.pin();
    return page;
  }

  /** Returns the frame of a node, or {@link #NONE}. */
  private int frame(long nodeId) {
    int frame = policy.position(nodeId) + 1;
    return frame != GUEST || frames[GUEST] != null && frames[GUEST].nodeId() == nodeId
        ? frame
        : NONE;
  }

  /** Returns the frame of a node that is in the pool, now accessed, or {@link #NONE}. */
  private int find(long nodeId, int level, boolean write) {
    int frame = frame(nodeId);
    if (frame == NONE) {
      return NONE;
    }
    hits++;
    requireLevel(frames[frame], nodeId, level);
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
    return admit(page, write, page.version());
  }

  /**
   * Reports an access to the policy, which may now keep the guest's page; returns the page's frame.
   */
  private int access(int frame, boolean write) {
    if (frame != GUEST) {
      policy.access(frame - 1, write);
      return frame;
    }
    NodePage page = frames[GUEST];
    int kept = policy.admit(page.nodeId(), page.level(), 1, write) + 1;
    if (kept != GUEST) {
      place(page, kept);
      dirty[kept] = dirty[GUEST];
      storedVersions[kept] = storedVersions[GUEST];
      dirty[GUEST] = false;
      frames[GUEST] = null;
    }
    return kept;
  }

  private int admit(NodePage page, boolean write, long storedVersion) {
    int frame = policy.admit(page.nodeId(), page.level(), 1, write) + 1;
    if (frame == GUEST) {
      dropGuest();
    }
    place(page, frame);
    dirty[frame] = false;
    storedVersions[frame] = storedVersion;
    table.set(page.nodeId(), page);
    return frame;
  }

  private void place(NodePage page, int frame) {
    if (frame >= frames.length) {
      int room = Math.max(frame + 1, 2 * frames.length);
      frames = Arrays.copyOf(frames, room);
      dirty = Arrays.copyOf(dirty, room);
      storedVersions = Arrays.copyOf(storedVersions, room);
    }
    frames[frame] = page;
  }

  /** Takes a changed page among the frames again, for a commit that changes it further. */
  private int admitUnwritten(long nodeId, boolean write) {
    NodePage page = unwritten.remove(nodeId);
    int frame = admit(page, write, NOT_STORED);
    dirty[frame] = true;
    dirtyFrames++;
    return frame;
  }

  private void dropGuest() {
    NodePage page = frames[GUEST];
    if (page != null) {
      boolean written = !dirty[GUEST] || isWritten(() -> device.write(page, page.version()));
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
    NodePage page = frames[frame];
    boolean stays = dirty[frame] && !written;
    if (dirty[frame]) {
      clean(frame);
    }
    if (stays) {
      frames[frame] = null;
      unwritten.put(page.nodeId(), page); // queries find it in the table as before
    } else {
      drop(frame);
    }
  }

  @Override
  public boolean mayEvict(int position) {
    NodePage page = frames[position + 1];
    return page != changing && !page.isPinned();
  }

  @Override
  public void evict(int[] positions, int count) {
    boolean written = isWritten(() -> writeChanged(positions, count));
    for (int i = 0; i < count; i++) {
      evictions++;
      makeWay(positions[i] + 1, written);
    }
  }

  private void writeChanged(int[] positions, int count) {
    device.startBatch();
    for (int i = 0; i < count; i++) {
      int frame = positions[i] + 1;
      if (dirty[frame]) {
        device.append(frames[frame], frames[frame].version());
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
      if (dirty[positions[i] + 1]) {
        clean(positions[i] + 1);
      }
      policy.clean(positions[i]);
    }
    flushes++;
    flushedNodes += count;
  }

  private void writeAll(int[] positions, int count) {
    device.startBatch();
    for (int i = 0; i < count; i++) {
      NodePage page = frames[positions[i] + 1];
      device.append(page, page.version());
    }
    device.finishBatch();
  }

  private void clean(int frame) {
    dirty[frame] = false;
    dirtyFrames--;
  }

  @Override
  public void forget(long nodeId) {
    int frame = frame(nodeId);
    policy.discard(nodeId);
    giveUpUnwritten(nodeId);
    if (frame != NONE) {
      if (dirty[frame]) {
        clean(frame);
      }
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
    NodePage page = frames[frame];
    frames[frame] = null;
    table.set(page.nodeId(), null);
    device.pool().give(page);
  }

  @Override
  public void makeRoom(Changes changes) {
    // every change makes room for its own page when it is published
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
    int frame =
        kind.isContent() || kind == ChangeKind.DELETE
            ? blank(nodeId, level)
            : resident(nodeId, level, true);
    if (replaying && storedVersions[frame] >= publishing) {
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
    if (!dirty[frame]) {
      dirty[frame] = true;
      dirtyFrames++;
    }
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
    return storedVersions[frame] >= publishing;
  }

  /** Returns a frame with an empty image of the node, without a look at the device. */
  private int blank(long nodeId, int level) {
    int frame = frame(nodeId);
    if (frame == NONE) {
      misses++;
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
    NodePage page = frames[frame];
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
    frames[frame] = copy;
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
    long[] nodeIds = dirtyNodes();
    if (device.writeFailure() != null) {
      throw device.writeFailure();
    }
    if (nodeIds.length == 0) {
      return;
    }
    device.startBatch();
    for (long nodeId : nodeIds) {
      NodePage page = frames[frame(nodeId)];
      device.append(page, page.version());
    }
    device.finishBatch();
    for (long nodeId : nodeIds) {
      int frame = frame(nodeId);
      clean(frame);
      if (frame != GUEST) {
        policy.clean(frame - 1);
      }
    }
    flushes++;
    flushedNodes += nodeIds.length;
  }

  private long[] dirtyNodes() {
    long[] nodeIds = new long[dirtyFrames];
    int count = 0;
    for (int frame = 0; count < dirtyFrames; frame++) {
      if (dirty[frame]) {
        nodeIds[count++] = frames[frame].nodeId();
      }
    }
    Arrays.sort(nodeIds);
    return nodeIds;
  }

  @Override
  public long unflushedBytes() {
    return (long) dirtyFrames * device.pageSize();
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    PageRecords records = new PageRecords();
    for (long nodeId : dirtyNodes()) {
      NodePage page = frames[frame(nodeId)];
      int level = Math.max(0, page.level());
      consumer.change(ChangeKind.VERSION, nodeId, level, new long[] {page.version()}, 0, 0);
      records.replay(page, layout, consumer);
    }
  }

  @Override
  public BufferFigures figures() {
    long frameBytes = device.pageSize();
    return new BufferFigures(
        name,
        frameCount * frameBytes,
        (policy.size() + (frames[GUEST] == null ? 0 : 1)) * frameBytes,
        0,
        hits,
        misses,
        flushes,
        flushedNodes,
        evictions,
        dirtyFrames);
  }

  @Override
  public void close() {
    Arrays.fill(frames, null);
  }
}
