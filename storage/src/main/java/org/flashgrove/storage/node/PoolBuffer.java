package org.flashgrove.storage.node;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LinkedKeys;

/**
 * The plain buffer: a write-back pool of whole pages with LRU replacement (Denning 1980).
 *
 * <p>A change is applied to the page in the pool, which is read first unless the change gives the
 * node new content. The least recently used page goes when room is needed, and is written if it
 * holds changes. The pool logs no flushes: a page's version tells which changes it holds.
 *
 * <p>Pages in the pool are found without a lock. Which ones were is told later and in order, before
 * anything is evicted, so that replacement is the same as if it had been told at once (Ding, Jiang
 * and Zhang: BP-Wrapper, ICDE 2009).
 */
public final class PoolBuffer implements NodeBuffer {
  /** Fewest frames: an operation pins a page while others are changed. */
  public static final int MIN_FRAMES = 8;

  private static final long NOT_STORED = -1;

  private final NodeDevice device;
  private final TreeLayout layout;
  private final int frameCount;
  private final LinkedKeys order;
  private final NodePage[] frames;
  private final NodeTable table = new NodeTable();
  private final boolean[] dirty;
  private final long[] storedVersions;
  private int dirtyFrames;
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
   * A pool.
   *
   * @param frameCount pages held at most, at least {@value #MIN_FRAMES}
   */
  public PoolBuffer(NodeDevice device, TreeLayout layout, int frameCount) {
    if (frameCount < MIN_FRAMES) {
      throw new IllegalArgumentException(
          "pool of " + frameCount + " frames (allowed: at least " + MIN_FRAMES + ")");
    }
    this.device = device;
    this.layout = layout;
    this.frameCount = frameCount;
    order = new LinkedKeys(frameCount);
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
      device.pool().release(page); // it went to another node meanwhile
    }
  }

  @Override
  public void noteWarm(long nodeId) {
    hits++;
    int frame = order.position(nodeId);
    if (frame != LinkedKeys.NONE) {
      order.moveToLast(frame);
    }
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    int frame = find(nodeId, level);
    if (frame == LinkedKeys.NONE) {
      return null;
    }
    frames[frame].pin();
    return frames[frame];
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    stored.pin(); // before others may evict it
    misses++;
    admit(stored, stored.version());
    return stored;
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    NodePage page = frames[resident(nodeId, level)];
    page.pin();
    return page;
  }

  /** The frame of a node that is in the pool, or {@link LinkedKeys#NONE}. */
  private int find(long nodeId, int level) {
    int frame = order.position(nodeId);
    if (frame != LinkedKeys.NONE) {
      hits++;
      order.moveToLast(frame);
      if (frames[frame].level() != level) {
        throw new DamagedStoreException(
            NodeDevice.FILE,
            "page " + nodeId,
            "level " + frames[frame].level() + " where level " + level + " belongs");
      }
    }
    return frame;
  }

  /** The frame of a node, read from the device if it must be. */
  private int resident(long nodeId, int level) {
    int frame = find(nodeId, level);
    if (frame != LinkedKeys.NONE) {
      return frame;
    }
    misses++;
    NodePage page = device.pool().take();
    try {
      device.read(page, layout.at(level), nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(page);
      throw e;
    }
    return admit(page, page.version());
  }

  private int admit(NodePage page, long storedVersion) {
    if (order.size() >= frameCount) {
      evict();
    }
    int frame = order.addLast(page.nodeId());
    frames[frame] = page;
    dirty[frame] = false;
    storedVersions[frame] = storedVersion;
    table.set(page.nodeId(), page);
    return frame;
  }

  /** Evicts the oldest page, one that a reader holds only if all others are held. */
  private void evict() {
    int victim = LinkedKeys.NONE;
    for (int frame = order.first(); frame != LinkedKeys.NONE; frame = order.next(frame)) {
      if (frames[frame] == changing) {
        continue;
      }
      if (!frames[frame].isPinned()) {
        victim = frame;
        break;
      }
      victim = victim == LinkedKeys.NONE ? frame : victim;
    }
    NodePage page = frames[victim];
    if (dirty[victim]) {
      device.write(page, page.version());
      clean(victim);
    }
    evictions++;
    drop(page.nodeId());
  }

  private void clean(int frame) {
    dirty[frame] = false;
    dirtyFrames--;
  }

  @Override
  public void forget(long nodeId) {
    int frame = order.position(nodeId);
    if (frame != LinkedKeys.NONE) {
      if (dirty[frame]) {
        clean(frame);
      }
      drop(nodeId);
    }
  }

  private void drop(long nodeId) {
    int frame = order.remove(nodeId);
    NodePage page = frames[frame];
    frames[frame] = null;
    table.set(nodeId, null);
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
    if (kind == ChangeKind.STATE || (replaying && holdsAlready(nodeId))) {
      return;
    }
    if (changing != null && changing.nodeId() != nodeId) {
      published();
    }
    if (kind == ChangeKind.SEALED) {
      forget(nodeId);
      return;
    }
    int frame =
        kind.isContent() || kind == ChangeKind.DELETE
            ? blank(nodeId, level)
            : resident(nodeId, level);
    NodePage page = writable(frame);
    if (kind == ChangeKind.DELETE) {
      page.formatDeleted(layout.at(level), nodeId);
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

  /** Whether the image the device has, or had when it was read, holds the replayed change. */
  private boolean holdsAlready(long nodeId) {
    int frame = order.position(nodeId);
    if (frame == LinkedKeys.NONE) {
      NodePage page = device.pool().take();
      long stored = device.storedVersion(page, layout, nodeId);
      if (stored < 0) {
        device.pool().give(page);
        return false;
      }
      frame = admit(page, stored);
    }
    return storedVersions[frame] >= publishing;
  }

  /** A frame with an empty image of the node, without a look at the device. */
  private int blank(long nodeId, int level) {
    int frame = order.position(nodeId);
    if (frame == LinkedKeys.NONE) {
      misses++;
      NodePage page = claimed(device.pool().take());
      page.format(layout.at(level), nodeId, level);
      changing = page;
      return admit(page, NOT_STORED);
    }
    hits++;
    order.moveToLast(frame);
    writable(frame).format(layout.at(level), nodeId, level);
    return frame;
  }

  /** The image in a frame, claimed, or a copy that takes its place if a reader holds it. */
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

  /** Claims a page that is in no frame: who pins it by mistake lets go of it at once. */
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
    if (nodeIds.length == 0) {
      return;
    }
    device.startBatch();
    for (long nodeId : nodeIds) {
      NodePage page = frames[order.position(nodeId)];
      device.append(page, page.version());
    }
    device.finishBatch();
    for (long nodeId : nodeIds) {
      clean(order.position(nodeId));
    }
    flushes++;
    flushedNodes += nodeIds.length;
  }

  private long[] dirtyNodes() {
    long[] nodeIds = new long[dirtyFrames];
    int count = 0;
    for (int frame = order.first(); frame != LinkedKeys.NONE; frame = order.next(frame)) {
      if (dirty[frame]) {
        nodeIds[count++] = order.key(frame);
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
      records.replay(frames[order.position(nodeId)], layout, consumer);
    }
  }

  @Override
  public BufferFigures figures() {
    long frameBytes = device.pageSize();
    return new BufferFigures(
        "pool",
        frameCount * frameBytes,
        order.size() * frameBytes,
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
