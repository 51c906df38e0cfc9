package org.flashgrove.efind.fast;

import java.util.Arrays;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.ChangeBuffer;
import org.flashgrove.efind.fast.ModifiedNode.Status;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Node buffer with one list of modifications per node and without a read buffer. Each retrieval of
 * a node reads its stored page from the device, unless the whole content of the node is in the
 * buffer. Subclasses define which nodes are flushed together, and when.
 *
 * <p>The store identifies changed entries by their identities. The lists of the FAST paper instead
 * contain positions, which are slots of the node. This class computes them from the node's content,
 * see {@link ItemList}.
 */
public abstract class ModificationsBuffer extends ChangeBuffer {
  private static final long[] NO_HEADER = new long[NodeView.HEADER_WORDS];

  final TreeModificationsTable table;
  private final String name;
  private final long bufferBytes;
  private final MergedImages images;
  private final Records records = new Records();
  private long reads;
  private long flushes;
  private long flushedNodes;
  private long unchangedFlushedNodes;

  /**
   * Creates a buffer over a device, in which each node is a flushing unit of its own.
   *
   * @param name name of the kind of buffer in statistics
   * @param memory counts the bytes of the buffered changes
   * @param log log to which flushes append FLUSH frames
   */
  protected ModificationsBuffer(
      String name,
      long bufferBytes,
      MemoryModel memory,
      NodeDevice device,
      TreeLayout layout,
      StoreLog log) {
    this(
        name,
        bufferBytes,
        new TreeModificationsTable(
            layout, memory, new FlushingUnits(1, (updates, last) -> updates), 1),
        device,
        layout,
        log);
  }

  ModificationsBuffer(
      String name,
      long bufferBytes,
      TreeModificationsTable table,
      NodeDevice device,
      TreeLayout layout,
      StoreLog log) {
    super(device, layout, log, bufferBytes);
    this.name = name;
    this.bufferBytes = bufferBytes;
    this.table = table;
    images = new MergedImages(device.pool(), scratchPages(bufferBytes, device));
  }

  /** Called after a change of a node was added to the buffer. By default does nothing. */
  protected void recorded(long nodeId) {
    // only some subclasses need it
  }

  /**
   * Returns the number of changes of a modified node, or the number of entries of a new node.
   * Returns 1 for a deleted node.
   */
  protected final int listLength(long nodeId) {
    ModifiedNode node = table.get(nodeId);
    return switch (node.status) {
      case NEW -> node.content.count();
      case MOD -> node.items.size();
      default -> 1;
    };
  }

  /**
   * Writes modified nodes in one batch and removes them from the table. Processes the nodes in
   * groups that fit into the scratch memory, and reads all stored pages of a group before it writes
   * the first page of this group.
   *
   * @param nodeIds node ids in ascending order in {@code [from, to)}
   */
  protected final void flush(long[] nodeIds, int from, int to) {
    long[] unit = Arrays.copyOfRange(nodeIds, from, to);
    NodePage[] pages = new NodePage[unit.length];
    device.startBatch();
    for (int start = 0; start < unit.length; start += SMALLEST_SCRATCH_PAGES) {
      append(unit, pages, start, Math.min(unit.length, start + SMALLEST_SCRATCH_PAGES));
    }
    device.finishBatch();
    log.flushed(unit, unit.length);
    flushedNodes(unit.length, 0);
    flushed();
    for (long nodeId : unit) {
      forget(nodeId);
    }
  }

  private void append(long[] unit, NodePage[] pages, int from, int to) {
    try {
      for (int i = from; i < to; i++) {
        pages[i] = current(table.get(unit[i]));
      }
      for (int i = from; i < to; i++) {
        if (pages[i] != null) {
          device.append(pages[i], table.get(unit[i]).frame);
        }
      }
    } finally {
      for (int i = from; i < to; i++) {
        if (pages[i] != null) {
          device.pool().release(pages[i]);
          pages[i] = null;
        }
      }
    }
  }

  /**
   * Returns the pinned page that a flush must write for a node of the table. Returns null for a
   * deleted node of which the device has no page.
   */
  final NodePage current(ModifiedNode node) {
    return node.status == Status.DEL ? deletion(node) : pin(node.nodeId, node.level);
  }

  /**
   * Adds to the statistics the number of nodes that a flush wrote.
   *
   * @param unchanged number of these nodes that had no changes
   */
  final void flushedNodes(int nodes, int unchanged) {
    flushedNodes += nodes;
    unchangedFlushedNodes += unchanged;
  }

  /** Adds one flush to the statistics. */
  final void flushed() {
    flushes++;
  }

  @Override
  public boolean holds(long nodeId) {
    ModifiedNode node = table.get(nodeId);
    return node != null && node.status == Status.NEW;
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    ModifiedNode node = table.get(nodeId);
    if (node == null) {
      return null;
    }
    int found = node.status == Status.DEL ? -1 : node.level;
    if (found != level) {
      throw new DamagedStoreException(
          "nodes", "node " + nodeId, "has level " + found + ", expected level " + level);
    }
    return node.status == Status.NEW ? pinned(imageOfNew(node)) : null;
  }

  @Override
  public boolean isWholeAfterFailure() {
    return true; // changes leave memory only after the device has stored them
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    reads++;
    ModifiedNode node = table.get(stored.nodeId());
    NodePage image = pinned(node == null ? stored : imageOfModified(node, stored));
    device.pool().give(stored);
    return image;
  }

  private NodePage imageOfNew(ModifiedNode node) {
    NodePage image = images.get(node.nodeId);
    if (image == null) {
      image = device.pool().take();
      image.format(node.layout, node.nodeId, node.level);
      node.content.copyTo(image);
      image.version(node.frame);
      images.put(image);
    }
    return image;
  }

  private NodePage imageOfModified(ModifiedNode node, NodePage stored) {
    NodePage image = images.get(node.nodeId);
    if (image == null) {
      image = device.pool().take();
      node.items.apply(stored, image);
      image.version(node.frame);
      images.put(image);
    }
    return image;
  }

  /**
   * Returns the pinned page that marks a node as deleted, or null if the device has no page of the
   * node.
   */
  private NodePage deletion(ModifiedNode node) {
    if (!needsDeletion(node.nodeId, node.neverStored)) {
      return null;
    }
    NodePage page = device.pool().take();
    page.formatDeleted(node.layout, node.nodeId);
    page.pin();
    device.pool().give(page);
    return page;
  }

  @Override
  protected final int changedNodes() {
    return table.size();
  }

  @Override
  protected final long changedBytes() {
    return table.usedBytes();
  }

  @Override
  public final long unflushedBytes() {
    return table.heldBytes();
  }

  @Override
  protected final long need(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    return table.need(kind, nodeId, level, count);
  }

  @Override
  public void forget(long nodeId) {
    ModifiedNode node = table.get(nodeId);
    if (node != null) {
      images.drop(nodeId);
      table.remove(node);
    }
  }

  @Override
  public long logRecords(Changes changes) {
    return records.of(changes);
  }

  /**
   * Passes all changes of the table to the consumer. The changes of a node are passed in the order
   * in which they were made. Repeated changes of an entry are not combined, so that a restart
   * restores the same table.
   */
  @Override
  public void unflushed(ChangeConsumer consumer) {
    for (ModifiedNode node : table.byAge()) {
      long[] version = {node.frame};
      consumer.change(ChangeKind.VERSION, node.nodeId, node.level, version, 0, 0);
      if (node.status == Status.NEW || node.neverStored) {
        boolean isNew = node.status == Status.NEW;
        consumer.change(
            node.neverStored ? ChangeKind.CREATE : ChangeKind.REPLACE,
            node.nodeId,
            node.level,
            isNew ? node.content.toWords() : NO_HEADER,
            0,
            isNew ? node.content.count() : 0);
      }
      if (node.status == Status.DEL) {
        consumer.change(ChangeKind.DELETE, node.nodeId, node.level, NO_HEADER, 0, 0);
      } else if (node.status == Status.MOD) {
        node.items.forEach(node.nodeId, node.level, consumer);
      }
      long[] state = {node.updates, node.lastUpdate};
      consumer.change(ChangeKind.STATE, node.nodeId, node.level, state, 0, 0);
    }
  }

  @Override
  public BufferStats figures() {
    return new BufferStats(
        name,
        bufferBytes,
        table.usedBytes(),
        images.bytes(),
        0,
        reads,
        flushes,
        flushedNodes,
        0,
        table.size(),
        costs());
  }

  /**
   * Returns statistics, by name, that only some subclasses have. They are added to the statistics
   * that all these buffers have. By default there are none.
   */
  Map<String, Long> costs() {
    return Map.of();
  }

  /**
   * Returns the number of nodes without changes that flushes wrote because other nodes of their
   * units had changes.
   */
  final long unchangedFlushedNodes() {
    return unchangedFlushedNodes;
  }

  /** Returns the table, for tests. */
  final TreeModificationsTable table() {
    return table;
  }

  /**
   * Counts the items of an operation: the parts of changes that the FAST paper records separately.
   * In the accounting of the paper, each item is a log record.
   */
  private final class Records implements ChangeConsumer {
    private long count;

    long of(Changes changes) {
      count = 0;
      changes.forEach(this);
      return count;
    }

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int entries) {
      count += Items.count(kind, layout.at(level));
    }
  }

  @Override
  protected final long[] changedLeaves() {
    return Arrays.stream(table.byAge())
        .filter(node -> node.status == Status.MOD && node.level == 0)
        .mapToLong(node -> node.nodeId)
        .sorted()
        .toArray();
  }

  @Override
  protected final boolean isOn(NodePage stored) {
    return stored.version() >= table.get(stored.nodeId()).frame;
  }

  @Override
  protected final boolean isDeleted(long nodeId) {
    ModifiedNode node = table.get(nodeId);
    return node != null && node.status == Status.DEL;
  }

  @Override
  protected final void apply(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    ModifiedNode node = table.element(kind, nodeId, level);
    node.frame = frame();
    switch (kind) {
      case CREATE, REPLACE -> {
        images.drop(nodeId);
        table.replaceContent(node, words, at, count);
      }
      case DELETE -> {
        images.drop(nodeId);
        table.delete(node);
      }
      case STATE -> {
        table.restore(node, words[at], words[at + 1]);
        recorded(nodeId);
        return;
      }
      default -> table.record(node, kind, slots(node, kind, words, at), words, at);
    }
    table.touch(node, kind);
    recorded(nodeId);
  }

  /**
   * Returns the slots that a change affects. Finds them by applying the change to the cached image
   * of the node.
   */
  private long slots(ModifiedNode node, ChangeKind kind, long[] words, int at) {
    if (node.status == Status.NEW) {
      imageOfNew(node);
    }
    NodePage image = images.writable(node.nodeId);
    if (image == null) {
      return SlotChange.UNKNOWN;
    }
    image.version(frame());
    return SlotChange.apply(image, kind, words, at);
  }
}
