package org.flashgrove.literature.buffer.lcr;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.literature.buffer.units.EntryReordering;
import org.flashgrove.literature.buffer.units.UnloggedBuffer;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.device.PageArea;

/**
 * Buffer of the LCR-tree (Lv, Li, Cui and Chen: Log-Compact R-Tree: an efficient spatial index for
 * SSD, DASFAA 2011 workshops).
 *
 * <p>Each node has a home page. Changes are log records in a buffer, which keeps only the newest
 * record of each entry. A flush takes all records from the buffer, combines the records of each
 * node with the node's records on log pages, and writes the result to new log pages. A node
 * therefore has at most one log page, and reading the node takes at most one additional page read.
 *
 * <p>The paper describes log records by node, their compaction, at most one additional read, and a
 * flush of the whole buffer. The full text of the paper was not available, so the rest is our
 * choice:
 *
 * <ul>
 *   <li>If a node has more records than a share of the entries in its page (half by default, {@code
 *       merge}), the records are merged into the page.
 *   <li>Log pages contain the records of several nodes and are filled in ascending order of node
 *       ids. A log page is freed when none of its records is valid. There are never more log pages
 *       than nodes, so no further cleaning is needed.
 *   <li>New content of a node (after a split, or a new node) stays in the buffer until it is
 *       written to the home page. The node's log records are then dropped.
 *   <li>Home pages are written out of place, like all pages with {@code placement=free}. When a
 *       home page is written again, it keeps its node's id but gets another slot.
 *   <li>The table of log pages is in memory, in addition to the buffer's memory limit. Opening a
 *       store rebuilds it by reading each log page once.
 * </ul>
 *
 * <p>Commits are not logged. A crash restores the store to its last checkpoint (flush, sync,
 * close). Stored pages are not cached.
 */
public final class LcrBuffer extends UnloggedBuffer {
  private final LcrConfig config;
  private final TreeLayout layout;
  private final LogPages logPages;
  private final TreeMap<Long, NodeLog> buffer = new TreeMap<>();
  private long usedBytes;
  private long hits;
  private long misses;
  private long flushes;
  private long flushedNodes;

  public LcrBuffer(LcrConfig config, NodeDevice device, TreeLayout layout) {
    super(device);
    this.config = config;
    this.layout = layout;
    logPages = new LogPages(device, layout);
  }

  @Override
  public NodePage pin(long nodeId, int level) {
    NodePage image = device.pool().take();
    try {
      retrieve(image, nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(image);
      throw e;
    }
    image.pin();
    device.pool().give(image);
    return image;
  }

  private void retrieve(NodePage image, long nodeId, int level) {
    NodeLog log = buffer.get(nodeId);
    if (log != null && log.level != level) {
      throw new DamagedStoreException(
          "nodes.pages", "node " + nodeId, "has level " + log.level + ", expected level " + level);
    }
    if (log != null && log.isWhole()) {
      hits++;
      image.format(layout.at(level), nodeId, level);
    } else {
      misses++;
      device.read(image, layout.at(level), nodeId, level);
      logPages.replay(image);
    }
    if (log != null) {
      log.apply(image);
    }
    EntryReordering.restore(image);
  }

  @Override
  public void makeRoom(Changes changes) {
    if (!buffer.isEmpty() && usedBytes + needBytes(changes) > config.bufferBytes()) {
      flush();
    }
  }

  @Override
  protected long needBytes(ChangeKind kind, long nodeId, int level, int count) {
    return kind == ChangeKind.DELETE || kind == ChangeKind.SEALED || kind == ChangeKind.STATE
        ? 0
        : NodeLog.needBytes(buffer.get(nodeId), kind, layout.at(level), count);
  }

  @Override
  protected void publish(
      ChangeKind kind, long nodeId, int level, long[] source, int at, int count) {
    switch (kind) {
      case CREATE, REPLACE -> replace(nodeId, level, source, at, count);
      case DELETE, SEALED -> {
        forget(nodeId);
        if (kind == ChangeKind.DELETE) {
          forgetHome(nodeId, level);
        }
      }
      case STATE -> {}
      default -> {
        NodeLog log = buffer.get(nodeId);
        if (log == null) {
          log = new NodeLog(nodeId, level, layout.at(level));
          buffer.put(nodeId, log);
        } else {
          usedBytes -= log.bytes();
        }
        log.put(kind, source, at);
        usedBytes += log.bytes();
      }
    }
  }

  private void replace(long nodeId, int level, long[] source, int at, int count) {
    forget(nodeId);
    NodeLog log = new NodeLog(nodeId, level, layout.at(level));
    log.startAnew(source, at, count);
    int entry = at + NodeView.HEADER_WORDS;
    for (int i = 0; i < count; i++, entry += layout.at(level).words()) {
      log.put(ChangeKind.ADD, source, entry);
    }
    buffer.put(nodeId, log);
    usedBytes += log.bytes();
  }

  /** Drops all records of a node, both in the buffer and in the log. */
  @Override
  public void forget(long nodeId) {
    NodeLog log = buffer.remove(nodeId);
    if (log != null) {
      usedBytes -= log.bytes();
    }
    logPages.drop(nodeId);
  }

  private void forgetHome(long nodeId, int level) {
    if (device.isStored(nodeId)) {
      NodePage deleted = device.pool().take();
      deleted.formatDeleted(layout.at(level), nodeId);
      device.write(deleted, newestFrame());
      device.pool().give(deleted);
    }
  }

  @Override
  public void flush() {
    if (buffer.isEmpty()) {
      return;
    }
    logPages.addOlderRecords(buffer.values());
    List<NodeLog> logged = new ArrayList<>();
    writeHomes(logged);
    for (NodeLog log : buffer.values()) {
      logPages.drop(log.nodeId);
    }
    logPages.write(logged, newestFrame());
    flushes++;
    flushedNodes += buffer.size();
    buffer.clear();
    usedBytes = 0;
  }

  /**
   * Writes new nodes, and nodes with too many log records, to their home pages. Adds the records of
   * all other nodes to {@code logged}.
   */
  private void writeHomes(List<NodeLog> logged) {
    device.startBatch();
    NodePage image = device.pool().take();
    try {
      for (NodeLog log : buffer.values()) {
        int capacity = NodePage.capacity(device.pageSize(), layout.at(log.level));
        if (log.isWhole()) {
          image.format(layout.at(log.level), log.nodeId, log.level);
        } else if (log.records() == 0 && !logPages.holds(log.nodeId)) {
          continue; // all changes of this node cancelled each other out
        } else if (log.records() == 0 || log.records() > config.merge() * capacity) {
          // without records, writing the home page invalidates the records in the log
          device.read(image, layout.at(log.level), log.nodeId, log.level);
        } else {
          logged.add(log);
          continue;
        }
        log.apply(image);
        EntryReordering.restore(image);
        device.append(image, newestFrame());
      }
    } finally {
      device.pool().give(image);
    }
    device.finishBatch();
  }

  @Override
  public void replaying() {
    logPages.recover();
  }

  @Override
  public void retain(long lastId, long[] freeIds) {
    logPages.retainAllBut(freeIds);
  }

  @Override
  public void replayed() {
    if (usedBytes > config.bufferBytes()) {
      flush();
    }
  }

  @Override
  public long unflushedBytes() {
    return usedBytes;
  }

  @Override
  public void unflushed(ChangeConsumer consumer) {
    for (NodeLog log : buffer.values()) {
      log.forEach(consumer);
    }
  }

  @Override
  public BufferStats figures() {
    return new BufferStats(
        "lcr",
        config.bufferBytes(),
        usedBytes,
        logPages.table().usedBytes(),
        hits,
        misses,
        flushes,
        flushedNodes,
        0,
        buffer.size());
  }

  /** Returns the table of log pages, for tests. */
  LogTable table() {
    return logPages.table();
  }

  /** Returns the area of the device that contains the log pages, for tests. */
  PageArea area() {
    return logPages.area();
  }

  /** Returns the number of log pages read, for tests. */
  long logPagesRead() {
    return logPages.pagesRead();
  }
}
