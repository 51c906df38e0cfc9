package org.flashgrove.efind.fast;

import java.util.Arrays;
import java.util.Map;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Node buffer FAST (Sarwat, Mokbel, Zhou and Nath, SSTD 2011; Carniel's thesis, 2019, section 4.3).
 * A table contains one list of modifications per node. Nodes are divided into flushing units once
 * and for all, and a flush writes all nodes of a unit, even unchanged ones. There is no read
 * buffer: each retrieval of a node reads its stored page from the device, unless the whole content
 * of the node is in the table.
 *
 * <p>Deviations from the paper and their reasons:
 *
 * <ul>
 *   <li>The store identifies changed entries by their identities. The items of the paper instead
 *       contain the positions of entries, which are computed from the node's content, see {@link
 *       ItemList}.
 *   <li>The store passes all changes of an operation together. A flush therefore makes room for all
 *       of them before the first is applied, and never interrupts an insertion into an ordered
 *       node.
 *   <li>The log contains changes by identity, and FLUSH frames, which record flushed nodes (with
 *       {@code placement=free} also MOVE frames, which record new slots). Records by position would
 *       not be idempotent: replaying them onto a page that already contains them would shift slots
 *       twice. Compaction writes the table instead of reading the log backwards, so it needs no
 *       emergency flush.
 *   <li>The pages of a unit are written in order of their ids; the C implementation FESTIval writes
 *       them in order of creation. Deleted nodes of a unit that have left the table are not written
 *       again.
 * </ul>
 */
public final class FastBuffer extends ModificationsBuffer {
  private final FastConfig config;
  private final TreeLayout layout;
  private final FastPolicy policy;
  private final FlushingUnits units;
  private final ModifiedNode[] members;
  private final NodePage[] pages;
  private final long[] versions;
  private final long[] memberIds;

  /**
   * Creates a buffer over a device.
   *
   * @param log log to which flushes append FLUSH frames
   */
  public FastBuffer(FastConfig config, NodeDevice device, TreeLayout layout, StoreLog log) {
    this(
        config,
        device,
        layout,
        log,
        new FlushingUnits(config.unit(), FastPolicies.named(config.policy(), config.seed())));
  }

  private FastBuffer(
      FastConfig config, NodeDevice device, TreeLayout layout, StoreLog log, FlushingUnits units) {
    super(
        "fast",
        config.bufferBytes(),
        new TreeModificationsTable(
            layout, MemoryModel.named(config.memory()), units, config.unit()),
        device,
        layout,
        log);
    this.config = config;
    this.layout = layout;
    this.units = units;
    policy = units.policy();
    members = new ModifiedNode[config.unit()];
    pages = new NodePage[config.unit()];
    versions = new long[config.unit()];
    memberIds = new long[config.unit()];
  }

  @Override
  protected void flushSome() {
    if (policy.flushesAll()) {
      flush();
    } else {
      flushUnit(policy.pick(units));
    }
  }

  /** Writes all existing nodes of a unit and removes them from the table. */
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
    flushed();
    forgetUnit(unit);
  }

  /**
   * Reads all pages of a unit before the first of them is written, so that reads and writes of the
   * device do not alternate.
   */
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
        pages[i] = current(node);
      }
    }
  }

  /**
   * Pins and returns the stored page of a node that has no changes. Returns null if the node does
   * not exist.
   */
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

  /**
   * Appends the pages of the unit to the batch. Returns the number of nodes that count as flushed.
   * This number includes deleted nodes for which no page is written.
   */
  private int append() {
    int done = 0;
    int unchanged = 0;
    for (int i = 0; i < members.length; i++) {
      if (pages[i] != null) {
        device.append(pages[i], versions[i]);
        unchanged += members[i] == null ? 1 : 0;
      }
      if (pages[i] != null || members[i] != null) {
        memberIds[done++] = pages[i] != null ? pages[i].nodeId() : members[i].nodeId;
      }
    }
    flushedNodes(done, unchanged);
    return done;
  }

  /** Flushes in one batch all units with changes, like the flushing policy {@code all}. */
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
    flushed();
    for (long unit : all) {
      forgetUnit(unit);
    }
  }

  /**
   * Returns the pages of a unit to the pool. The batch already contains copies of them, unless an
   * error occurred.
   */
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
  Map<String, Long> costs() {
    return Map.of("unchangedFlushedNodes", unchangedFlushedNodes());
  }

  /** Returns the units, for tests. */
  FlushingUnits units() {
    return units;
  }
}
