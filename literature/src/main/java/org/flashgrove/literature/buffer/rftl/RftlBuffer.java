package org.flashgrove.literature.buffer.rftl;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.literature.buffer.units.ContentDifference;
import org.flashgrove.literature.buffer.units.RecentImages;
import org.flashgrove.literature.buffer.units.UnitBuffer;
import org.flashgrove.literature.buffer.units.UnitStore;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Buffer of RFTL (Wu, Chang and Kuo: An efficient R-tree implementation over flash-memory storage
 * systems, ACM GIS 2003). Each change of a node becomes an index unit in a reservation buffer. When
 * the reservation buffer is full, all its units are written to pages. First-fit decreasing packing
 * keeps the units of a node on few pages. A node has no page of its own. The node translation table
 * lists the pages that contain units of a node, and reading the node replays these units.
 *
 * <p>The paper describes index units, the reservation buffer and its complete flush, and the table.
 * It treats packing as a bin-packing problem with an approximation, and compacts nodes with long
 * lists of pages. The rest is our choice, because the paper is silent or was not available:
 *
 * <ul>
 *   <li>A unit takes 42 bytes for an entry of an R-tree instead of about 40.5. A node is compacted
 *       when it has units on more than 5 pages.
 *   <li>A compacted node is a single section that contains the whole node and fits into a page.
 *   <li>New content of a node (after a split) is written as its difference to the old content,
 *       removals first. This works with every tree.
 *   <li>A bulk load writes whole nodes, which stay as they are until they are compacted.
 *   <li>The table is in memory, as in the paper, in addition to the buffer's memory limit. Opening
 *       a store rebuilds it by reading each page with units once.
 * </ul>
 *
 * <p>There is no log. A crash restores the store to its last checkpoint (flush, sync, close). A
 * node is read from pages unless all its units are in the buffer.
 */
public class RftlBuffer extends UnitBuffer {
  private final RecentImages recent;
  private final ContentDifference difference = new ContentDifference();
  private final ChangeConsumer appender = this::append;

  /** Creates a buffer on a device with {@code placement=free}. */
  public RftlBuffer(RftlConfig config, NodeDevice device, TreeLayout layout) {
    super(config.bufferBytes(), device, layout, config.pages());
    recent = new RecentImages(device.pool());
  }

  @Override
  protected String name() {
    return "rftl";
  }

  // Hooks for a subclass that adds data to nodes

  /**
   * Called after a unit, which is one change, was appended to a node of the tree. A unit of kind
   * {@code CREATE} empties the node. By default does nothing.
   */
  protected void appended(ChangeKind kind, long nodeId, int level, long[] words, int at) {
    // the default adds nothing
  }

  /**
   * Called after a node was deleted. A subclass that stores data for nodes must then drop the data
   * of this node. By default does nothing.
   */
  protected void deleted(long nodeId) {
    // the default adds nothing
  }

  /**
   * Returns the maximum number of bytes of additional units that the subclass writes to the buffer
   * for each unit (one change) of a node.
   */
  protected long addedBytes() {
    return 0;
  }

  /**
   * Returns whether an id belongs to data that a subclass stores like a node. No node of the tree
   * has such an id.
   */
  protected boolean isAdded(long nodeId) {
    return false;
  }

  /**
   * Appends a unit, which is one change, to data that a subclass stores like a node under the id
   * {@code nodeId}.
   */
  protected final void appendAdded(ChangeKind kind, long nodeId, int level, long[] words) {
    store.buffer().append(kind, nodeId, level, words, 0);
  }

  /** Drops all units of the data that a subclass stores like a node under the id {@code nodeId}. */
  protected final void forgetAdded(long nodeId) {
    store.forget(nodeId);
  }

  /**
   * Visits the ids and levels of all nodes with units. Data that a subclass stores like a node is
   * visited, too.
   */
  protected final void forEachNode(NodeVisitor visitor) {
    store.forEachNode(visitor::node);
  }

  /** Receives nodes. */
  @FunctionalInterface
  protected interface NodeVisitor {
    /**
     * Receives a node.
     *
     * @param nodeId id of a tree node, or of data that a subclass stores like a node
     */
    void node(long nodeId, int level);
  }

  /** Releases an image that {@link #pin} returned. */
  protected final void release(NodePage image) {
    device.pool().release(image);
  }

  @Override
  protected final NodePage handOut(NodePage image, int pages) {
    return recent.handOut(image);
  }

  /**
   * Writes all pending units to pages, as the paper does whenever the reservation buffer is full.
   */
  @Override
  protected final void flushSome() {
    flush();
  }

  /**
   * Returns the maximum number of bytes that a change needs in the buffer in addition to one unit
   * per entry. New content of a node may need a removal for each entry of a full page, and a
   * subclass may write units of its own.
   */
  @Override
  protected final long extraBytes(ChangeKind kind, int count) {
    boolean replaces = kind.isContent() && kind != ChangeKind.CREATE;
    return (replaces ? device.pageSize() : 0) + (count + 1) * addedBytes();
  }

  @Override
  protected final void publish(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    switch (kind) {
      case CREATE -> create(nodeId, level, words, at, count);
      case REPLACE -> replace(nodeId, level, words, at, count);
      case DELETE, SEALED -> {
        store.forget(nodeId);
        if (kind == ChangeKind.DELETE) {
          store.forgetImage(nodeId, level, newestFrame());
          deleted(nodeId);
        }
      }
      default -> {
        if (isUnit(kind)) {
          append(kind, nodeId, level, words, at, 0);
        }
      }
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
    store.forgetImage(nodeId, level, newestFrame());
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
      difference.forEach(before, words, at, count, appender);
      return;
    }
    NodePage read = pin(nodeId, level);
    try {
      difference.forEach(read, words, at, count, appender);
    } finally {
      device.pool().release(read);
    }
  }

  @Override
  public void forget(long nodeId) {
    super.forget(nodeId);
    recent.drop(nodeId);
  }

  @Override
  protected long otherBytes() {
    return recent.bytes();
  }

  /** Returns the units, for tests. */
  UnitStore units() {
    return store;
  }
}
