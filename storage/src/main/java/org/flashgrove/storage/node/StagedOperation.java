package org.flashgrove.storage.node;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodePatch;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.EntryCounts;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.page.AccessLog;

/**
 * Implements the operations of a tree. An operation stages changes, and its own reads see them. The
 * store publishes them at the commit. A tree uses one instance for all its operations, one after
 * the other.
 */
final class StagedOperation extends StructureOperation implements NodeOperation {
  private static final long NEWEST = Long.MAX_VALUE;
  private static final long[] NO_WORDS = {};

  private final LoggedNodeStore store;
  private final EntryCounts counts;
  private final Changes changes;
  private final Catalog staged = new Catalog();
  private final StagedImages images;
  private final AccessLog accesses = new AccessLog();
  private final TouchedNodes nodes;
  private boolean sealedPages;
  private Runnable lastChanges;

  StagedOperation(LoggedNodeStore store, EntryCounts counts) {
    super(store.store());
    this.store = store;
    this.counts = counts;
    changes = new Changes(store.layout());
    nodes = new TouchedNodes(changes);
    images = new StagedImages(store.device().pool());
  }

  /** Starts the next operation, which has no staged changes yet. */
  void start() {
    open();
    sealedPages = false;
    lastChanges = null;
    nodes.clear();
    staged.copyFrom(store.catalog());
    changes.clear(Catalog.FRAME_WORDS);
  }

  /** Returns the staged changes. */
  Changes changes() {
    return changes;
  }

  /** Returns the staged catalog. */
  Catalog catalog() {
    return staged;
  }

  /** Returns the accesses that the operation recorded. */
  AccessLog accesses() {
    return accesses;
  }

  /**
   * Notes that the page of a new node was written to the device. The node was created without
   * entries, and the page contains its entries.
   *
   * @param entries number of entries on the page
   */
  void sealPage(long nodeId, int entries) {
    nodes.seal(nodeId, entries);
  }

  /**
   * Called after {@link #sealPage}, when pages were written directly to the device. Drops images
   * that no reader holds.
   */
  void pagesSealed() {
    images.forget();
    sealedPages = true;
  }

  /**
   * Returns how often this operation visited a change record to build an image or to count entries.
   */
  long changesVisited() {
    return nodes.visited();
  }

  /** Returns whether pages were written directly to the device. */
  boolean hasSealedPages() {
    return sealedPages;
  }

  @Override
  public boolean beforeCommit(Runnable changesToRun) {
    lastChanges = changesToRun;
    return true;
  }

  @Override
  protected void prepare() {
    if (lastChanges != null && isStaging()) {
      lastChanges.run();
    }
  }

  @Override
  protected long stagedWords() {
    return changes.length() + NodeStore.MAX_EXTRA_BYTES / Long.BYTES;
  }

  @Override
  public long root() {
    return staged.root;
  }

  @Override
  public int height() {
    return staged.height;
  }

  @Override
  public long entries() {
    return staged.entries;
  }

  @Override
  public byte[] extra() {
    return staged.extra;
  }

  @Override
  public NodeView read(long nodeId, int level) {
    requireChangeable();
    int index = nodes.index(nodeId);
    return index == TouchedNodes.NONE ? current(nodeId, level) : staged(index, nodeId, level);
  }

  /** Returns the committed image of a node, and remembers how many entries the node has. */
  private NodePage current(long nodeId, int level) {
    NodePage page = store.reads().read(accesses, null, NEWEST, nodeId, level);
    if (counts.known(nodeId) != page.count()) {
      store.noteCount(page);
    }
    return page;
  }

  /**
   * Returns a private image of a node that this operation changed. The result is an earlier private
   * image or a new copy, with all changes applied. Unless the operation replaced the whole content
   * of the node, this method also reads the buffer's image, or notes that it would find this image
   * in memory. The counted reads are therefore the same as without the private images.
   */
  private NodePage staged(int index, long nodeId, int level) {
    boolean sealed = nodes.isSealed(index);
    boolean replaced = nodes.isReplaced(index);
    int image = images.idle(nodeId);
    boolean isBased = !replaced && !sealed;
    if (isBased && image != TouchedNodes.NONE) {
      isBased = !store.reads().noteWarm(accesses, nodeId); // an image has the content of its base
    }
    NodePage base = isBased ? current(nodeId, level) : null;
    try {
      if (image == TouchedNodes.NONE) {
        image = images.add(unchanged(base, sealed, nodeId, level));
      }
    } finally {
      if (base != null) {
        store.release(base);
      }
    }
    NodePage page = images.bringUp(image, nodes, index);
    if (!replaced && !sealed) {
      NodeDevice.requireLevel(page, nodeId, level);
    }
    if (sealed) {
      images.useOnce(image);
    }
    nodes.noteRead(index, page.count());
    return page;
  }

  /** Returns a private page of a node without the operation's changes. */
  private NodePage unchanged(NodePage base, boolean sealed, long nodeId, int level) {
    NodePage page = store.device().pool().take();
    if (base != null) {
      page.copyFrom(base);
    } else if (!sealed) {
      page.format(store.layout().at(level), nodeId, level);
    } else {
      try {
        store.device().read(page, store.layout().at(level), nodeId, level);
      } catch (RuntimeException e) {
        store.device().pool().give(page);
        throw e;
      }
    }
    return page;
  }

  @Override
  public void release(NodeView node) {
    if (!images.release(node)) {
      store.release(node);
    }
  }

  @Override
  public int entryCount(long nodeId, int level) {
    requireChangeable();
    int index = nodes.index(nodeId);
    if (index != TouchedNodes.NONE && !nodes.needsCountBefore(index)) {
      return nodes.entries(index, 0);
    }
    int count = counts.known(nodeId);
    if (count == EntryCounts.UNKNOWN) {
      store.release(current(nodeId, level));
      count = counts.known(nodeId);
    }
    return index == TouchedNodes.NONE ? count : nodes.entries(index, count);
  }

  @Override
  public long create(int level, long[] header, EntryList entries, int from, int to) {
    requireChangeable();
    requireRoom(level, to - from);
    long nodeId = store.ids().take();
    nodes.note(nodeId, ChangeKind.CREATE);
    changes.create(nodeId, level, header, entries, from, to);
    return nodeId;
  }

  @Override
  public void replace(long nodeId, int level, long[] header, EntryList entries, int from, int to) {
    requireChangeable();
    requireRoom(level, to - from);
    nodes.note(nodeId, ChangeKind.REPLACE);
    changes.replace(nodeId, level, header, entries, from, to);
  }

  private void requireRoom(int level, int count) {
    int capacity = NodePage.capacity(store.pageSize(), store.layout().at(level));
    if (count > capacity) {
      throw new IllegalStateException(
          count + " entries for one node (allowed: at most " + capacity + ")");
    }
  }

  @Override
  public void add(long nodeId, int level, long[] entry) {
    requireChangeable();
    nodes.note(nodeId, ChangeKind.ADD);
    changes.append(ChangeKind.ADD, nodeId, level, entry, 0, 0);
  }

  @Override
  public void change(long nodeId, int level, long[] entry) {
    requireChangeable();
    nodes.note(nodeId, ChangeKind.CHANGE);
    changes.append(ChangeKind.CHANGE, nodeId, level, entry, 0, 0);
  }

  @Override
  public void remove(long nodeId, int level, long[] key) {
    requireChangeable();
    nodes.note(nodeId, ChangeKind.REMOVE);
    changes.append(ChangeKind.REMOVE, nodeId, level, key, 0, 0);
  }

  @Override
  public void patch(long nodeId, int level, NodePatch patch) {
    requireChangeable();
    nodes.note(nodeId, ChangeKind.PATCH);
    changes.append(ChangeKind.PATCH, nodeId, level, patch.words(), 0, patch.count());
  }

  @Override
  public void header(long nodeId, int level, long[] header) {
    requireChangeable();
    nodes.note(nodeId, ChangeKind.HEADER);
    changes.append(ChangeKind.HEADER, nodeId, level, header, 0, 0);
  }

  @Override
  public void delete(long nodeId, int level) {
    requireChangeable();
    nodes.note(nodeId, ChangeKind.DELETE);
    changes.append(ChangeKind.DELETE, nodeId, level, NO_WORDS, 0, 0);
  }

  @Override
  public void root(long nodeId, int height) {
    requireChangeable();
    staged.root = nodeId;
    staged.height = height;
  }

  @Override
  public void entries(long count) {
    requireChangeable();
    staged.entries = count;
  }

  @Override
  public void extra(byte[] bytes) {
    requireChangeable();
    staged.extra(bytes);
  }

  @Override
  public void commit() {
    requireNoBatch();
    store.store().commit(store.alone());
  }

  @Override
  public void commitAsync() {
    requireNoBatch();
    store.store().commitAsync(store.alone());
  }

  /**
   * For each node that the operation has read, updates the node's entry count so that it includes
   * the operation's last change of the node. Called before the changes are published.
   */
  void settleReadCounts() {
    for (int i = 0; i < nodes.count(); i++) {
      if (nodes.isRead(i)) {
        nodes.entries(i, 0);
      }
    }
  }

  /**
   * For each node that the operation has read, stores the node's entry count as the committed
   * count. Called after the changes were published.
   */
  void takeCounts() {
    // these counts are exact, while a count kept by adding may be too high
    for (int i = 0; i < nodes.count(); i++) {
      if (nodes.isRead(i)) {
        counts.note(nodes.id(i), nodes.entries(i, 0));
      }
    }
  }

  @Override
  public void close() {
    if (end()) {
      images.clear();
      if (!isCommitted()) {
        store.ids().undo();
      }
    }
  }
}
