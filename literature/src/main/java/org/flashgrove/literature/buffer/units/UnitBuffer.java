package org.flashgrove.literature.buffer.units;

import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Base class of buffers that store a node as units, each of which is one change of the node. Units
 * are pending in memory, up to a limit, until they are written to pages ({@link UnitStore}). A node
 * is read by replaying its units. Subclasses convert changes to units, choose the units that a
 * flush writes, and decide whether the image of a node is kept after a reader received it.
 */
public abstract class UnitBuffer extends UnloggedBuffer {
  /** Storage of the nodes' units. */
  protected final UnitStore store;

  private final long bufferBytes;
  private long hits;
  private long misses;
  private long flushedNodes;

  /**
   * Creates a buffer on a device with {@code placement=free}.
   *
   * @param bufferBytes memory for pending units in bytes
   * @param mostPages maximum number of pages that may contain units of one node after a complete
   *     flush; a node with units on more pages is compacted
   */
  protected UnitBuffer(long bufferBytes, NodeDevice device, TreeLayout layout, int mostPages) {
    super(device);
    this.bufferBytes = bufferBytes;
    store = new UnitStore(device, layout, mostPages);
  }

  /** Returns the name under which statistics show this buffer. */
  protected abstract String name();

  /**
   * Frees memory by writing some pending units to pages. Called only if at least one unit is
   * pending.
   */
  protected abstract void flushSome();

  /**
   * Pins the image of a node for its reader. The implementation must also give the image back to
   * the pool: at once, or, if it keeps the image for later readers, when it stops keeping the
   * image.
   *
   * @param pages number of pages that were read to build the image
   */
  protected abstract NodePage handOut(NodePage image, int pages);

  /**
   * Returns the maximum number of bytes that a change needs in memory in addition to one unit per
   * entry.
   */
  protected long extraBytes(ChangeKind kind, int count) {
    return 0;
  }

  /**
   * Returns the id of the tree node to which an id belongs. If a subclass stores additional data of
   * a node under an id of its own, that id belongs to the node. Every other id is itself the id of
   * a node.
   */
  protected long ownerOf(long nodeId) {
    return nodeId;
  }

  /** Returns the memory in bytes that the subclass uses for images and tables of its own. */
  protected long otherBytes() {
    return 0;
  }

  /** Returns additional statistics of this kind of buffer by name. */
  protected Map<String, Long> costs() {
    return Map.of();
  }

  /** Adds {@code nodes} to the counter of nodes whose units were written. */
  protected final void flushedNodes(int nodes) {
    flushedNodes += nodes;
  }

  /** Returns whether a change of this kind becomes a single unit. */
  protected static boolean isUnit(ChangeKind kind) {
    return kind == ChangeKind.ADD
        || kind == ChangeKind.CHANGE
        || kind == ChangeKind.REMOVE
        || kind == ChangeKind.HEADER;
  }

  @Override
  public final NodePage pin(long nodeId, int level) {
    if (!store.contains(nodeId)) {
      throw new DamagedStoreException(
          "nodes.pages", "node " + nodeId, "refers to a node that does not exist");
    }
    NodePage image = device.pool().take();
    int pages;
    try {
      pages = store.retrieve(image, nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(image);
      throw e;
    }
    hits += pages == 0 ? 1 : 0;
    misses += pages == 0 ? 0 : 1;
    return handOut(image, pages);
  }

  @Override
  public final void makeRoom(Changes changes) {
    if (store.buffer().nodeCount() > 0) {
      keepWithin(bufferBytes - needBytes(changes));
    }
  }

  private void keepWithin(long bytes) {
    while (store.buffer().nodeCount() > 0 && store.buffer().usedBytes() > bytes) {
      flushSome();
    }
  }

  @Override
  protected final long needBytes(ChangeKind kind, long nodeId, int level, int count) {
    UnitList buffer = store.buffer();
    long bytes = extraBytes(kind, count);
    if (kind.isContent()) {
      bytes +=
          buffer.needBytes(ChangeKind.CREATE, level)
              + count * buffer.needBytes(ChangeKind.ADD, level);
    } else if (isUnit(kind)) {
      bytes += buffer.needBytes(kind, level);
    }
    return bytes;
  }

  @Override
  public void forget(long nodeId) {
    store.forget(nodeId);
  }

  @Override
  public void replaying() {
    store.load();
  }

  @Override
  public final void retain(long lastId, long[] freeIds) {
    LongIntMap free = new LongIntMap(freeIds.length);
    for (long nodeId : freeIds) {
      free.put(nodeId, 1);
    }
    store.retain(id -> ownerOf(id) <= lastId && free.get(ownerOf(id)) == LongIntMap.ABSENT);
  }

  @Override
  public final boolean isOwn(long nodeId) {
    return ownerOf(nodeId) != nodeId;
  }

  @Override
  public void replayed() {
    keepWithin(bufferBytes);
  }

  @Override
  public final void flush() {
    if (store.buffer().nodeCount() > 0) {
      flushedNodes += store.buffer().nodeCount();
      store.flush(newestFrame());
    }
  }

  @Override
  public final long unflushedBytes() {
    return store.buffer().usedBytes();
  }

  @Override
  public final void unflushed(ChangeConsumer consumer) {
    store.buffer().forEach(consumer);
  }

  @Override
  public final BufferStats figures() {
    return new BufferStats(
        name(),
        bufferBytes,
        store.buffer().usedBytes(),
        store.table().usedBytes() + otherBytes(),
        hits,
        misses,
        store.flushes(),
        flushedNodes,
        0,
        store.buffer().nodeCount(),
        costs());
  }
}
