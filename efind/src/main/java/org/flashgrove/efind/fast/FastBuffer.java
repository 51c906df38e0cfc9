package org.flashgrove.efind.fast;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.fast.ModifiedNode.Status;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.BufferFigures;
import org.flashgrove.storage.node.ChangeConsumer;
import org.flashgrove.storage.node.ChangeKind;
import org.flashgrove.storage.node.Changes;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;

/**
 * FAST (Sarwat, Mokbel, Zhou and Nath, SSTD 2011; thesis, section 4.3): a table of modifications,
 * one list a node, and flushes of static units of nodes, whether all of them have changes or not.
 * There is no read buffer: a node that is not NEW is read from the device each time.
 *
 * <p>What differs from the paper, and why:
 *
 * <ul>
 *   <li>The store hands over changes of entries by identity. Their slots, the positions of the
 *       paper's items, are found from the node's content, see {@link ItemList}.
 *   <li>An operation is staged as a whole, so room is made for all its changes before the first is
 *       applied, and no flush comes in the middle of an ordered insertion.
 *   <li>The log is the store's: it holds changes by identity, which are absolute, and FLUSH frames
 *       (with {@code placement=free} MOVE frames). Positional records would not be idempotent:
 *       replayed onto a page that holds them already they would shift slots twice. A page that was
 *       written although its FLUSH frame was lost takes the absolute ones again and stays what it
 *       was. Compaction writes the table instead of reading the log backwards, so it needs no
 *       emergency flush.
 *   <li>The pages of a unit are written in order of their ids, the C implementation writes them in
 *       order of creation; deleted nodes of a unit that have left the table are not written again.
 * </ul>
 */
public final class FastBuffer implements NodeBuffer {
  private static final int SMALLEST_SCRATCH_PAGES = 32;
  private static final long[] NO_HEADER = new long[NodeView.HEADER_WORDS];

  private final FastConfig config;
  private final NodeDevice device;
  private final TreeLayout layout;
  private final StoreLog log;
  private final FlushingPolicy policy;
  private final FlushingUnits units;
  private final ModificationsTable table;
  private final MergedImages images;
  private final Need need = new Need();
  private final Records records = new Records();
  private final Publisher publisher = new Publisher();
  private final ModifiedNode[] members;
  private final NodePage[] pages;
  private final long[] versions;
  private final long[] memberIds;
  private long reads;
  private long flushes;
  private long flushedNodes;
  private long unchangedFlushedNodes;

  /**
   * A buffer over a device.
   *
   * @param log where FLUSH frames go
   */
  public FastBuffer(FastConfig config, NodeDevice device, TreeLayout layout, StoreLog log) {
    this.config = config;
    this.device = device;
    this.layout = layout;
    this.log = log;
    policy = FlushingPolicies.named(config.policy(), config.seed());
    units = new FlushingUnits(config.unit(), policy);
    MemoryModel memory = MemoryModel.named(config.memory());
    table = new ModificationsTable(layout, memory, units, config.unit());
    int scratch = (int) Math.min(1 << 20, config.bufferBytes() / 4 / device.pageSize());
    images = new MergedImages(device.pool(), Math.max(SMALLEST_SCRATCH_PAGES, scratch));
    members = new ModifiedNode[config.unit()];
    pages = new NodePage[config.unit()];
    versions = new long[config.unit()];
    memberIds = new long[config.unit()];
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    NodePage page = pinBuffered(nodeId, level);
    return page == null ? pinLoaded(readStored(nodeId, level)) : page;
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
          "nodes", "node " + nodeId, "level " + found + " where level " + level + " belongs");
    }
    return node.status == Status.NEW ? pinned(imageOfNew(node)) : null;
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    reads++;
    ModifiedNode node = table.get(stored.nodeId());
    NodePage image = pinned(node == null ? stored : imageOfModified(node, stored));
    device.pool().give(stored);
    return image;
  }

  private static NodePage pinned(NodePage page) {
    page.pin();
    return page;
  }

  private NodePage readStored(long nodeId, int level) {
    NodePage page = device.pool().take();
    try {
      device.read(page, layout.at(level), nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(page);
      throw e;
    }
    return page;
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

  @Override
  public void makeRoom(Changes changes) {
    while (table.size() > 0 && table.usedBytes() + need.of(changes) > config.bufferBytes()) {
      flushByPolicy();
    }
  }

  private void flushByPolicy() {
    if (policy.flushesAll()) {
      flush();
    } else {
      flushUnit(policy.pick(units));
    }
  }

  /** Writes all nodes of a unit that there are, and takes them out of the table. */
  void flushUnit(long unit) {
    int written;
    try {
      retrieve(unit);
      device.startBatch();
      written = append();
      device.finishBatch();
    } finally {
      release();
    }
    log.flushed(memberIds, written);
    flushes++;
    forgetUnit(unit);
  }

  /** Retrieves all pages of a unit before the first is written: no reads between the writes. */
  private void retrieve(long unit) {
    long first = units.firstNode(unit);
    for (int i = 0; i < members.length; i++) {
      ModifiedNode node = table.get(first + i);
      members[i] = node;
      if (node == null) {
        pages[i] = unchanged(first + i);
        versions[i] = pages[i] == null ? 0 : pages[i].version();
      } else {
        versions[i] = node.frame;
        pages[i] = node.status == Status.DEL ? deletion(node) : pin(node.nodeId, node.level);
      }
    }
  }

  /** The stored page of a node without changes, pinned, or null if there is no such node. */
  private NodePage unchanged(long nodeId) {
    NodePage page = device.pool().take();
    boolean stored = false;
    try {
      stored = device.readIfStored(page, layout, nodeId);
      if (stored) {
        page.pin();
      }
    } finally {
      device.pool().give(page);
    }
    return stored ? page : null;
  }

  /** What is written of a deleted node, pinned, or null if the device never had it. */
  private NodePage deletion(ModifiedNode node) {
    if (node.neverStored) {
      return null;
    }
    NodePage page = device.pool().take();
    page.formatDeleted(node.layout, node.nodeId);
    page.pin();
    device.pool().give(page);
    return page;
  }

  /** Appends the pages of the unit to the batch; returns the number of nodes done with. */
  private int append() {
    int done = 0;
    for (int i = 0; i < members.length; i++) {
      if (pages[i] != null) {
        device.append(pages[i], versions[i]);
        unchangedFlushedNodes += members[i] == null ? 1 : 0;
      }
      if (pages[i] != null || members[i] != null) {
        memberIds[done++] = pages[i] != null ? pages[i].nodeId() : members[i].nodeId;
      }
    }
    flushedNodes += done;
    return done;
  }

  /** All units with changes in one batch: what the policy {@code all} does. */
  @Override
  public void flush() {
    long[] all = units.toArray();
    if (all.length == 0) {
      return;
    }
    Arrays.sort(all);
    long[] flushed = new long[Math.multiplyExact(all.length, config.unit())];
    int count = 0;
    device.startBatch();
    for (long unit : all) {
      try {
        retrieve(unit);
        int written = append();
        System.arraycopy(memberIds, 0, flushed, count, written);
        count += written;
      } finally {
        release();
      }
    }
    device.finishBatch();
    log.flushed(flushed, count);
    flushes++;
    for (long unit : all) {
      forgetUnit(unit);
    }
  }

  /** Gives back the pages of a unit, which are in the batch now unless something failed. */
  private void release() {
    for (int i = 0; i < pages.length; i++) {
      members[i] = null;
      if (pages[i] != null) {
        device.pool().release(pages[i]);
        pages[i] = null;
      }
    }
  }

  private void forgetUnit(long unit) {
    for (int i = 0; i < config.unit(); i++) {
      forget(units.firstNode(unit) + i);
    }
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

  @Override
  public ChangeConsumer changes(long frame) {
    publisher.frame = frame;
    return publisher;
  }

  @Override
  public boolean logsFlushes() {
    return true;
  }

  @Override
  public void replaying() {
    // changes are absolute, so replaying is publishing; room is made at the end
  }

  @Override
  public void replayed() {
    while (table.size() > 0 && table.usedBytes() > config.bufferBytes()) {
      flushByPolicy();
    }
  }

  @Override
  public long unflushedBytes() {
    return table.heldBytes();
  }

  /** Tells the table, each list in order with its repeats, so that a restart finds the same. */
  @Override
  public void unflushed(ChangeConsumer consumer) {
    for (ModifiedNode node : table.byAge()) {
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
  public BufferFigures figures() {
    return new BufferFigures(
        "fast",
        config.bufferBytes(),
        table.usedBytes(),
        images.bytes(),
        0,
        reads,
        flushes,
        flushedNodes,
        0,
        table.size(),
        unchangedFlushedNodes);
  }

  /** The table, for tests. */
  ModificationsTable table() {
    return table;
  }

  /** The units, for tests. */
  FlushingUnits units() {
    return units;
  }

  @Override
  public void close() {
    // pages go with their pool
  }

  /** Adds up what an operation's changes will need. */
  private final class Need implements ChangeConsumer {
    private long bytes;

    long of(Changes changes) {
      bytes = 0;
      changes.forEach(this);
      return bytes;
    }

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      bytes += table.need(kind, nodeId, level, count);
    }
  }

  /** Counts an operation's items: each is a record of the paper's log. */
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

  /** Applies published changes. */
  private final class Publisher implements ChangeConsumer {
    private long frame;

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      if (kind == ChangeKind.SEALED) {
        forget(nodeId);
        return;
      }
      ModifiedNode known = table.get(nodeId);
      boolean needsLiveNode = !kind.isContent() && kind != ChangeKind.STATE;
      if (known != null && known.status == Status.DEL && needsLiveNode) {
        throw new IllegalStateException("node " + nodeId + " is deleted");
      }
      ModifiedNode node = table.element(kind, nodeId, level);
      node.frame = frame;
      switch (kind) {
        case CREATE:
        case REPLACE:
          images.drop(nodeId);
          table.replaceContent(node, words, at, count);
          break;
        case DELETE:
          images.drop(nodeId);
          table.delete(node);
          break;
        case STATE:
          table.restore(node, words[at], words[at + 1]);
          return;
        default:
          table.record(node, kind, slots(node, kind, words, at), words, at);
          break;
      }
      table.touch(node, kind);
    }

    /** The slots a change takes effect in, found in the node's image, which follows. */
    private long slots(ModifiedNode node, ChangeKind kind, long[] words, int at) {
      if (node.status == Status.NEW) {
        imageOfNew(node);
      }
      NodePage image = images.writable(node.nodeId);
      if (image == null) {
        return SlotChange.UNKNOWN;
      }
      image.version(frame);
      return SlotChange.apply(image, kind, words, at);
    }
  }
}
