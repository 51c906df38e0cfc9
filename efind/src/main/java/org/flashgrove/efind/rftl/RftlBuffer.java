package org.flashgrove.efind.rftl;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.efind.units.ContentDifference;
import org.flashgrove.efind.units.RecentImages;
import org.flashgrove.efind.units.UnitList;
import org.flashgrove.storage.node.BufferFigures;
import org.flashgrove.storage.node.ChangeConsumer;
import org.flashgrove.storage.node.ChangeKind;
import org.flashgrove.storage.node.Changes;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;

/**
 * RFTL (Wu, Chang and Kuo: An efficient R-tree implementation over flash-memory storage systems,
 * ACM GIS 2003). Changes of nodes are index units in a reservation buffer; when that is full all of
 * it is written, the units of a node on as few pages as first-fit decreasing finds. A node has no
 * page of its own: the node translation table says on which pages its units are, and reading it
 * means reading these pages and replaying the units.
 *
 * <p>What is the paper's: index units, the reservation buffer and its flush of everything, packing
 * as a bin-packing problem with an approximation, the table, and compaction of nodes whose lists
 * grew too long. What is judgment, since the paper does not say or the text was not at hand:
 *
 * <ul>
 *   <li>the layout of units (about 40.5 bytes for an entry of an R-tree, 42 in our notes) and the
 *       threshold of 5 pages;
 *   <li>a compacted node is one section with all of it, which fits a page;
 *   <li>new content of a node (a split) is written as its difference to the old, removals first, so
 *       that any tree of the library works, not only the R-tree;
 *   <li>nodes of a bulk load stay as they were written until they are compacted;
 *   <li>the table is in memory, as in the paper, and not charged to the budget; when a store is
 *       opened it is rebuilt by reading each page of units once, where the paper says nothing.
 * </ul>
 *
 * <p>There is no log: operations are durable at the last barrier (flush, sync, close), and a crash
 * takes the store back to it. No read is ever answered from memory but of nodes whose units are all
 * in the buffer.
 */
public class RftlBuffer implements NodeBuffer {
  private final RftlConfig config;
  private final NodeDevice device;
  private final UnitStore store;
  private final RecentImages recent;
  private final ContentDifference difference = new ContentDifference();
  private final Publisher publisher = new Publisher();
  private final Need need = new Need();
  private long newestFrame;
  private long hits;
  private long misses;
  private long flushedNodes;

  /** A buffer over a device with {@code placement=free}. */
  public RftlBuffer(RftlConfig config, NodeDevice device, TreeLayout layout) {
    this.config = config;
    this.device = device;
    store = new UnitStore(device, layout, config.pages());
    recent = new RecentImages(device.pool());
  }

  @Override
  public boolean holds(long nodeId) {
    return true; // nothing of the device's own reads is announced to it
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    return pin(nodeId, level);
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    throw new IllegalStateException("node " + stored.nodeId() + " was read past its units");
  }

  // What an extension adds to nodes

  /**
   * Is told of each unit of a node's entries, after it was appended; {@code CREATE} empties a node.
   */
  protected void appended(ChangeKind kind, long nodeId, int level, long[] words, int at) {
    // nothing is added
  }

  /** Is told that a node is gone, with all that was added to it. */
  protected void deleted(long nodeId) {
    // nothing was added
  }

  /** Bytes at most that an extension appends to the units of a change. */
  protected long addedBytes() {
    return 0;
  }

  /** Whether a node id is of what an extension adds; its units are of no tree. */
  protected boolean isAdded(long nodeId) {
    return false;
  }

  /** Appends a unit of what an extension adds. */
  protected final void appendAdded(ChangeKind kind, long nodeId, int level, long[] words) {
    store.buffer().append(kind, nodeId, level, words, 0);
  }

  /** Forgets all units of a node. */
  protected final void forgetAdded(long nodeId) {
    store.forget(nodeId);
  }

  /** Whether there is anything of a node. */
  protected final boolean isThere(long nodeId) {
    return store.contains(nodeId);
  }

  /** Hands over the ids and levels of all nodes that there are. */
  protected final void forEachNode(NodeVisitor visitor) {
    store.forEachNode(visitor);
  }

  /** Is told of a node. */
  @FunctionalInterface
  protected interface NodeVisitor {
    /** A node, or what an extension adds to one. */
    void node(long nodeId, int level);
  }

  /** Gives back what {@link #pin} gave. */
  protected final void release(NodePage image) {
    device.pool().release(image);
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    if (!store.contains(nodeId)) {
      throw new DamagedStoreException(
          "nodes.pages", "node " + nodeId, "refers to a node that is not there");
    }
    NodePage image = device.pool().take();
    try {
      boolean read = store.retrieve(image, nodeId, level) > 0;
      hits += read ? 0 : 1;
      misses += read ? 1 : 0;
    } catch (RuntimeException e) {
      device.pool().give(image);
      throw e;
    }
    return recent.handOut(image);
  }

  @Override
  public void makeRoom(Changes changes) {
    if (store.buffer().nodeCount() > 0
        && store.buffer().usedBytes() + need.of(changes) > config.bufferBytes()) {
      flush();
    }
  }

  @Override
  public ChangeConsumer changes(long frame) {
    newestFrame = frame;
    return publisher;
  }

  /** Adds up what an operation's units take at most. */
  private final class Need implements ChangeConsumer {
    private long bytes;

    long of(Changes changes) {
      bytes = 0;
      changes.forEach(this);
      return bytes;
    }

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      UnitList buffer = store.buffer();
      if (kind.isContent()) {
        // At most as many removals as a page holds entries, and the header.
        long before = kind == ChangeKind.CREATE ? 0 : device.pageSize();
        bytes +=
            before
                + buffer.needBytes(ChangeKind.CREATE, level)
                + count * buffer.needBytes(ChangeKind.ADD, level);
      } else if (isUnit(kind)) {
        bytes += buffer.needBytes(kind, level);
      }
      bytes += (count + 1) * addedBytes();
    }
  }

  private static boolean isUnit(ChangeKind kind) {
    return kind == ChangeKind.ADD
        || kind == ChangeKind.CHANGE
        || kind == ChangeKind.REMOVE
        || kind == ChangeKind.HEADER;
  }

  /** Turns published changes into units. */
  private final class Publisher implements ChangeConsumer {
    private final ChangeConsumer appender = this::append;

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      switch (kind) {
        case CREATE:
          create(nodeId, level, words, at, count);
          break;
        case REPLACE:
          replace(nodeId, level, words, at, count);
          break;
        case DELETE:
        case SEALED:
          store.forget(nodeId);
          if (kind == ChangeKind.DELETE) {
            store.forgetImage(nodeId, level, newestFrame);
            deleted(nodeId);
          }
          break;
        default:
          if (isUnit(kind)) {
            append(kind, nodeId, level, words, at, 0);
          }
          break;
      }
      recent.drop(nodeId);
    }

    private void append(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      store.buffer().append(kind, nodeId, level, words, at);
      if (!isAdded(nodeId)) {
        appended(kind, nodeId, level, words, at);
      }
    }

    private void create(long nodeId, int level, long[] words, int at, int count) {
      store.forget(nodeId);
      store.forgetImage(nodeId, level, newestFrame);
      append(ChangeKind.CREATE, nodeId, level, words, at, 0);
      addAll(nodeId, level, words, at, count);
    }

    private void addAll(long nodeId, int level, long[] words, int at, int count) {
      int stride = store.words(level);
      int entry = at + NodeView.HEADER_WORDS;
      for (int i = 0; i < count; i++, entry += stride) {
        append(ChangeKind.ADD, nodeId, level, words, entry, 0);
      }
    }

    private void replace(long nodeId, int level, long[] words, int at, int count) {
      NodePage before = recent.get(nodeId);
      if (before != null) {
        difference.tell(before, words, at, count, appender);
        return;
      }
      NodePage read = pin(nodeId, level);
      try {
        difference.tell(read, words, at, count, appender);
      } finally {
        device.pool().release(read);
      }
    }
  }

  @Override
  public void forget(long nodeId) {
    store.forget(nodeId);
    recent.drop(nodeId);
  }

  @Override
  public void replaying() {
    store.load();
  }

  @Override
  public void retain(long lastId, long[] freeIds) {
    LongIntMap free = new LongIntMap(freeIds.length);
    for (long nodeId : freeIds) {
      free.put(nodeId, 1);
    }
    store.retain(id -> ownerOf(id) <= lastId && free.get(ownerOf(id)) == LongIntMap.ABSENT);
  }

  /** The tree's node that an id belongs to: itself, or the node that something is added to. */
  protected long ownerOf(long nodeId) {
    return nodeId;
  }

  @Override
  public void replayed() {
    if (store.buffer().usedBytes() > config.bufferBytes()) {
      flush();
    }
  }

  @Override
  public boolean logsFlushes() {
    return false;
  }

  @Override
  public void flush() {
    if (store.buffer().nodeCount() > 0) {
      flushedNodes += store.buffer().nodeCount();
      store.flush(newestFrame);
    }
  }

  @Override
  public long unflushedBytes() {
    return store.buffer().usedBytes();
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    store.buffer().forEach(consumer);
  }

  /** Name in figures. */
  protected String name() {
    return "rftl";
  }

  @Override
  public BufferFigures figures() {
    return new BufferFigures(
        name(),
        config.bufferBytes(),
        store.buffer().usedBytes(),
        recent.bytes() + store.table().usedBytes(),
        hits,
        misses,
        store.flushes(),
        flushedNodes,
        0,
        store.buffer().nodeCount());
  }

  /** The units, for tests. */
  UnitStore units() {
    return store;
  }

  @Override
  public void close() {
    // pages go with their pool
  }
}
