package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.BufferedNode.Status;
import org.flashgrove.efind.change.MemoryModel;
import org.flashgrove.efind.change.UnflushedNode;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Node buffer eFIND (Carniel's thesis, 2019, chapter 6; Carniel, Ciferri and Ciferri 2018). It
 * consists of a write buffer of modified entries and a read buffer of stored pages. A flush writes
 * a few nodes with adjacent ids, called a flushing unit. Queues of recent reads and writes control
 * which nodes are flushed and cached (temporal control).
 *
 * <p>The store passes all changes of an operation together. A flush therefore makes room for all of
 * them before the first change is applied. The thesis (Algorithm 4, line 22) flushes after the last
 * change instead. If a flushing unit is a single node, a flush may write more units than necessary,
 * so that the device reads and writes several nodes together. The store implements the log and the
 * restart (Algorithm 10). This class appends to the log the FLUSH frames, which record the flushed
 * nodes.
 */
public final class EfindBuffer extends ChangeBuffer {
  private final EfindConfig config;
  private final MemoryModel memory;
  private final WriteBuffer writes;
  private final ReadBuffer reads;
  private final Images images;
  private final ReadPolicies readPolicy;
  private final ReadQueue readQueue;
  private final WriteQueue writeQueue;
  private final EfindCosts costs = new EfindCosts();
  private final FlushingUnits units;
  private long hits;
  private long misses;
  private long flushes;
  private long flushedNodes;

  /**
   * Creates a buffer over a device.
   *
   * @param log log to which flushes append FLUSH frames
   */
  public EfindBuffer(EfindConfig config, NodeDevice device, TreeLayout layout, StoreLog log) {
    super(device, layout, log, config.buffers().writeBytes());
    this.config = config;
    FlushPolicy flushPolicy = FlushPolicies.named(config.flushing().policy(), layout);
    memory = MemoryModel.named(config.buffers().memory(), flushPolicy.needsBounds());
    writes = new WriteBuffer(layout, memory, config.buffers().packsRows());
    int scratch = scratchPages(config.buffers().bytes(), device);
    images = new Images(layout, device.pool(), writes, scratch, costs);
    readQueue = config.control().reads() ? new ReadQueue(config.control().readQueueShare()) : null;
    readPolicy = ReadPolicies.named(config.buffers().readPolicy());
    reads = new ReadBuffer(config, readQueue, memory, device.pool());
    writeQueue = config.control().writes() ? new WriteQueue(config, costs) : null;
    int together = device.readsTogether() ? Math.min(config.flushing().together(), scratch / 2) : 1;
    units = new FlushingUnits(config.flushing(), together, flushPolicy, writes, writeQueue, costs);
  }

  @Override
  public boolean holds(long nodeId) {
    BufferedNode node = writes.get(nodeId);
    return node != null && node.status == Status.NEW || reads.contains(nodeId);
  }

  /**
   * Runs the part of Algorithm 5 of Carniel's thesis that needs no device read. Returns a node's
   * current image from the write buffer and the read buffer, or null if the node's stored page must
   * be read.
   */
  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    BufferedNode node = writes.get(nodeId);
    if (node != null) {
      requireLevel(nodeId, node.status == Status.DEL ? -1 : node.level(), level);
      if (node.status == Status.NEW) {
        costs.retrievalsOfNewNodes++;
        return pinned(images.of(node, null));
      }
    }
    NodePage stored = reads.get(nodeId);
    if (stored == null) {
      return null;
    }
    requireLevel(nodeId, stored.level(), level);
    hits++;
    return pinned(node == null ? stored : images.of(node, stored));
  }

  @Override
  public boolean isWholeAfterFailure() {
    return true; // changes leave memory only after the device has stored them
  }

  /**
   * Runs the rest of Algorithm 5 of Carniel's thesis with a page that was just read from the
   * device. Returns the node's current image. The read buffer may keep the stored page.
   */
  @Override
  public NodePage pinLoaded(NodePage stored) {
    misses++;
    long nodeId = stored.nodeId();
    noteRead(nodeId);
    boolean kept = reads.put(stored);
    BufferedNode node = writes.get(nodeId);
    NodePage image = pinned(node == null ? stored : images.of(node, stored));
    if (!kept) {
      device.pool().give(stored);
    }
    return image;
  }

  private static void requireLevel(long nodeId, int found, int level) {
    if (found != level) {
      throw new DamagedStoreException(
          "nodes", "node " + nodeId, "has level " + found + ", expected level " + level);
    }
  }

  /**
   * Records a read in RQ, the queue of recently read nodes. Does nothing if RQ is a queue of the
   * replacement policy, because the policy then records reads itself.
   */
  private void noteRead(long nodeId) {
    if (readQueue != null) {
      readQueue.size(reads.pageCount() + writes.size());
      if (readPolicy.readsAreNoted()) {
        readQueue.add(nodeId);
      }
    }
  }

  /**
   * Runs Algorithm 6 of Carniel's thesis: selects a flushing unit, writes it, and removes it from
   * the write buffer.
   */
  @Override
  protected void flushSome() {
    long[] unit = units.best();
    int size = unit.length;
    BufferedNode[] nodes = new BufferedNode[size];
    NodePage[] pages = new NodePage[size];
    for (int i = 0; i < size; i++) {
      nodes[i] = writes.get(unit[i]);
    }
    // All pages are retrieved before the first is written: no reads between the writes.
    readTogether(
        unit,
        () -> {
          for (int i = 0; i < size; i++) {
            if (nodes[i].status != Status.DEL) {
              pages[i] = pin(unit[i], nodes[i].level());
            }
          }
        });
    device.startBatch();
    for (int i = 0; i < size; i++) {
      append(nodes[i], pages[i]);
    }
    device.finishBatch();
    flushed(unit);
    for (int i = 0; i < size; i++) {
      settle(nodes[i], pages[i]);
    }
    flushes++;
  }

  /**
   * Runs an action that retrieves nodes. If the device can read several pages concurrently, the
   * stored pages of these nodes are read together beforehand.
   *
   * @param nodeIds the nodes that the action retrieves
   */
  private void readTogether(long[] nodeIds, Runnable retrievals) {
    long[] missing = new long[nodeIds.length];
    int count = 0;
    for (long nodeId : nodeIds) {
      if (writes.get(nodeId).status == Status.MOD && !reads.contains(nodeId)) {
        missing[count++] = nodeId;
      }
    }
    device.readTogether(missing, count, retrievals);
  }

  private void append(long[] nodeIds) {
    for (long nodeId : nodeIds) {
      BufferedNode node = writes.get(nodeId);
      NodePage page = node.status == Status.DEL ? null : pin(nodeId, node.level());
      append(node, page);
      if (page != null) {
        // If Algorithm 8 needs the image, it is made again: all images together would not fit.
        device.pool().release(page);
      }
    }
  }

  private void append(BufferedNode node, NodePage page) {
    if (page != null) {
      device.append(page, node.frame);
    } else if (needsDeletion(node.nodeId, node.neverStored)) {
      NodePage deleted = device.pool().take();
      deleted.formatDeleted(layout.at(node.level()), node.nodeId);
      device.append(deleted, node.frame);
      device.pool().give(deleted);
    }
  }

  private void flushed(long[] nodeIds) {
    log.flushed(nodeIds, nodeIds.length);
    flushedNodes += nodeIds.length;
    if (writeQueue != null) {
      for (long nodeId : nodeIds) {
        writeQueue.add(nodeId);
      }
    }
  }

  /**
   * Removes a node from the write buffer after it was written. Then runs Algorithm 8 of Carniel's
   * thesis, which decides whether the read buffer keeps the written page.
   */
  private void settle(BufferedNode node, NodePage pinned) {
    long nodeId = node.nodeId;
    if (pinned == null) {
      reads.remove(nodeId);
      if (readQueue != null) {
        readQueue.remove(nodeId);
      }
      writes.remove(node);
      return;
    }
    images.forget(node);
    writes.remove(node);
    boolean kept = false;
    if (reads.contains(nodeId)) {
      kept = reads.replace(pinned);
      costs.refreshedNodes++;
    } else if (readQueue != null && readQueue.contains(nodeId)) {
      kept = reads.put(pinned);
      costs.forcedNodes += kept ? 1 : 0;
    }
    if (!kept) {
      device.pool().give(pinned);
    }
    device.pool().release(pinned);
  }

  @Override
  public void flush() {
    int count = writes.size();
    if (count == 0) {
      return;
    }
    long[] all = new long[count];
    writes.oldest(all, count);
    Arrays.sort(all);
    device.startBatch();
    readTogether(all, () -> append(all));
    device.finishBatch();
    flushed(all);
    for (long nodeId : all) {
      BufferedNode node = writes.get(nodeId);
      // Runs Algorithm 8 only for nodes that need no further read: the stored page is cached, or
      // the whole content is in the write buffer.
      boolean wanted = reads.contains(nodeId) || readQueue != null && readQueue.contains(nodeId);
      if (node.status == Status.DEL) {
        settle(node, null);
      } else if (wanted && (node.status == Status.NEW || reads.contains(nodeId))) {
        settle(node, pin(nodeId, node.level()));
      } else {
        images.drop(node);
        writes.remove(node);
      }
    }
    flushes++;
  }

  @Override
  protected int changedNodes() {
    return writes.size();
  }

  @Override
  protected long changedBytes() {
    return writes.usedBytes();
  }

  @Override
  public boolean isStillBetweenCommits() {
    return true; // reads change only images and the read buffer
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    long[] all = new long[writes.size()];
    writes.oldest(all, all.length);
    UnflushedNode writer = new UnflushedNode(layout, consumer);
    for (long nodeId : all) {
      writer.write(writes.get(nodeId));
    }
  }

  @Override
  public BufferStats figures() {
    return new BufferStats(
        "efind",
        config.buffers().bytes(),
        writes.usedBytes() + reads.usedBytes(),
        images.bytes(),
        hits,
        misses,
        flushes,
        flushedNodes,
        reads.evictions(),
        writes.size(),
        costs.toMap());
  }

  /** Returns the write buffer, for tests. */
  WriteBuffer writeBuffer() {
    return writes;
  }

  /** Returns the read buffer, for tests. */
  ReadBuffer readBuffer() {
    return reads;
  }

  /** Returns the queue of recently read nodes (RQ), for tests. */
  ReadQueue readQueue() {
    return readQueue;
  }

  /** Returns the queue of recently written nodes (WQ), for tests. */
  WriteQueue writeQueue() {
    return writeQueue;
  }

  @Override
  protected long needOfNewContent(int level, long[] words, int at, int contentEntries) {
    return writes.needOfUnpacking(level, words, at, contentEntries);
  }

  @Override
  protected long need(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    return writes.need(kind, nodeId, level, words, at, count);
  }

  @Override
  public void forget(long nodeId) {
    BufferedNode node = writes.get(nodeId);
    if (node != null) {
      images.drop(node);
      writes.remove(node);
    }
    reads.remove(nodeId);
  }

  @Override
  protected long[] changedLeaves() {
    long[] leaves = new long[writes.size()];
    int count = 0;
    for (BufferedNode node = writes.oldest(); node != null; node = node.newer) {
      if (node.status == Status.MOD && node.level() == 0) {
        leaves[count++] = node.nodeId;
      }
    }
    Arrays.sort(leaves, 0, count);
    return Arrays.copyOf(leaves, count);
  }

  @Override
  protected boolean isOn(NodePage stored) {
    return stored.version() >= writes.get(stored.nodeId()).frame;
  }

  @Override
  protected boolean isDeleted(long nodeId) {
    BufferedNode node = writes.get(nodeId);
    return node != null && node.status == Status.DEL;
  }

  @Override
  protected void apply(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    costs.modifications += kind.isContent() ? count : 1;
    costs.freedNodes += kind == ChangeKind.DELETE || kind == ChangeKind.REPLACE ? 1 : 0;
    BufferedNode changed = writes.apply(kind, nodeId, level, words, at, count);
    changed.frame = frame();
    images.apply(changed, kind, words, at);
  }
}
