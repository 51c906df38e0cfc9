package org.flashgrove.literature.buffer.lcr;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.literature.buffer.units.EntryReordering;
import org.flashgrove.literature.buffer.units.UnitSections;
import org.flashgrove.storage.node.buffer.BufferFigures;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.device.PageArea;

/**
 * LCR-tree (Lv, Li, Cui and Chen: Log-Compact R-Tree: an efficient spatial index for SSD, DASFAA
 * 2011 workshops). Nodes have home pages; changes are log records in a buffer, the newest of each
 * entry only. A flush takes all of them, combines each node's with those it has in the log, and
 * writes them to new pages of the log: so a node has one page of the log at most, and reading it
 * costs at most one page more than its own.
 *
 * <p>What is the paper's: log records by node, their compaction, at most one additional read, a
 * flush of everything. What is judgment, since the text was not at hand:
 *
 * <ul>
 *   <li>records beyond a share of what the node's page holds (half, {@code merge}) are merged into
 *       the page instead, which frees the node of its log;
 *   <li>pages of the log are filled in ascending order of node ids, several nodes a page; a page is
 *       free when its last node has moved on. There is no cleaning beyond that: there are never
 *       more pages of the log than nodes;
 *   <li>new content of a node (a split, a new node) waits whole in the buffer and goes to its home
 *       page, and its log is dropped;
 *   <li>home pages are written out of place like all pages of {@code placement=free}: a node's page
 *       keeps its id, not its slot;
 *   <li>which page holds a node's records is known in memory, not charged to the budget, and found
 *       again by reading each page of the log once when a store is opened.
 * </ul>
 *
 * <p>There is no log of commits: operations are durable at the last barrier (flush, sync, close),
 * and a crash takes the store back to it. Stored pages are not cached.
 */
public final class LcrBuffer implements NodeBuffer {
  /** Kind of the pages in their headers. */
  static final int PAGE_KIND = 2;

  private final LcrConfig config;
  private final NodeDevice device;
  private final TreeLayout layout;
  private final PageArea area;
  private final UnitSections sections;
  private final LogTable table = new LogTable();
  private final TreeMap<Long, NodeLog> buffer = new TreeMap<>();
  private final ByteBuffer page;
  private final long[] words;
  private final ChangeConsumer publisher = this::publish;
  private final Need need = new Need();
  private long usedBytes;
  private long newestFrame;
  private long nextOrder;
  private long logPagesRead;
  private long hits;
  private long misses;
  private long flushes;
  private long flushedNodes;

  /** Creates a buffer over a device with {@code placement=free}. */
  public LcrBuffer(LcrConfig config, NodeDevice device, TreeLayout layout) {
    this.config = config;
    this.device = device;
    this.layout = layout;
    area = device.area();
    sections = new UnitSections(layout, area.pageWords());
    page = area.newPage();
    words = new long[area.pageWords()];
  }

  @Override
  public boolean holds(long nodeId) {
    return true; // so that nothing is announced to the device: logs are read here
  }

  @Override
  public NodePage pinBuffered(long nodeId, int level) {
    return pin(nodeId, level);
  }

  @Override
  public NodePage pinLoaded(NodePage stored) {
    throw new IllegalStateException("node " + stored.nodeId() + " was read past its log");
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
          "nodes.pages",
          "node " + nodeId,
          "level " + log.level + " where level " + level + " belongs");
    }
    if (log != null && log.isWhole()) {
      hits++;
      image.format(layout.at(level), nodeId, level);
    } else {
      misses++;
      device.read(image, layout.at(level), nodeId, level);
      int pageId = table.page(nodeId);
      if (pageId != LogTable.NONE) {
        int length = read(pageId);
        if (!sections.replay(words, length, image)) {
          throw lacks(pageId, nodeId);
        }
      }
    }
    if (log != null) {
      log.apply(image);
    }
    EntryReordering.restore(image);
  }

  private static DamagedStoreException lacks(int pageId, long nodeId) {
    return new DamagedStoreException(
        "nodes.pages", "page of the log " + pageId, "holds nothing of node " + nodeId);
  }

  private int read(int pageId) {
    logPagesRead++;
    return area.read(pageId, PAGE_KIND, page, words);
  }

  @Override
  public void makeRoom(Changes changes) {
    if (!buffer.isEmpty() && usedBytes + need.of(changes) > config.bufferBytes()) {
      flush();
    }
  }

  /** Adds up what an operation's changes take at most. */
  private final class Need implements ChangeConsumer {
    private long bytes;

    long of(Changes changes) {
      bytes = 0;
      changes.forEach(this);
      return bytes;
    }

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      if (kind != ChangeKind.DELETE && kind != ChangeKind.SEALED && kind != ChangeKind.STATE) {
        bytes += NodeLog.needBytes(buffer.get(nodeId), kind, layout.at(level), count);
      }
    }
  }

  @Override
  public ChangeConsumer changes(long frame) {
    newestFrame = frame;
    return publisher;
  }

  private void publish(ChangeKind kind, long nodeId, int level, long[] source, int at, int count) {
    switch (kind) {
      case CREATE:
      case REPLACE:
        replace(nodeId, level, source, at, count);
        break;
      case DELETE:
      case SEALED:
        forget(nodeId);
        if (kind == ChangeKind.DELETE) {
          forgetHome(nodeId, level);
        }
        break;
      case STATE:
        break;
      default:
        NodeLog log = buffer.get(nodeId);
        if (log == null) {
          log = new NodeLog(nodeId, level, layout.at(level));
          buffer.put(nodeId, log);
        } else {
          usedBytes -= log.bytes();
        }
        log.put(kind, source, at);
        log.frame = newestFrame;
        usedBytes += log.bytes();
        break;
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
    log.frame = newestFrame;
    buffer.put(nodeId, log);
    usedBytes += log.bytes();
  }

  /** Drops what buffer and log hold of a node. */
  @Override
  public void forget(long nodeId) {
    NodeLog log = buffer.remove(nodeId);
    if (log != null) {
      usedBytes -= log.bytes();
    }
    dropLog(nodeId);
  }

  private void dropLog(long nodeId) {
    int unneeded = table.remove(nodeId);
    if (unneeded != LogTable.NONE) {
      area.free(unneeded);
    }
  }

  private void forgetHome(long nodeId, int level) {
    if (device.isStored(nodeId)) {
      NodePage deleted = device.pool().take();
      deleted.formatDeleted(layout.at(level), nodeId);
      device.write(deleted, newestFrame);
      device.pool().give(deleted);
    }
  }

  @Override
  public void flush() {
    if (buffer.isEmpty()) {
      return;
    }
    combine();
    List<NodeLog> logged = new ArrayList<>();
    writeHomes(logged);
    for (NodeLog log : buffer.values()) {
      dropLog(log.nodeId);
    }
    writeLog(logged);
    flushes++;
    flushedNodes += buffer.size();
    buffer.clear();
    usedBytes = 0;
  }

  /** Adds to the buffered records those the log holds, page by page: each is read once. */
  private void combine() {
    List<NodeLog> byPage = new ArrayList<>();
    for (NodeLog log : buffer.values()) {
      if (!log.isWhole() && table.page(log.nodeId) != LogTable.NONE) {
        byPage.add(log);
      }
    }
    byPage.sort(Comparator.comparingInt(log -> table.page(log.nodeId)));
    int current = LogTable.NONE;
    int length = 0;
    for (NodeLog log : byPage) {
      int pageId = table.page(log.nodeId);
      if (pageId != current) {
        length = read(pageId);
        current = pageId;
      }
      log.startOlder();
      boolean found =
          sections.forEachUnit(
              words,
              length,
              log.nodeId,
              log.level,
              (kind, nodeId, level, source, at, count) -> log.putOlder(kind, source, at));
      if (!found) {
        throw lacks(pageId, log.nodeId);
      }
    }
  }

  /** Writes whole nodes and those with many records to their home pages; collects the others. */
  private void writeHomes(List<NodeLog> logged) {
    device.startBatch();
    NodePage image = device.pool().take();
    try {
      for (NodeLog log : buffer.values()) {
        int capacity = NodePage.capacity(device.pageSize(), layout.at(log.level));
        if (log.isWhole()) {
          image.format(layout.at(log.level), log.nodeId, log.level);
        } else if (log.records() == 0 && table.page(log.nodeId) == LogTable.NONE) {
          continue; // it was added and removed since
        } else if (log.records() == 0 || log.records() > config.merge() * capacity) {
          // without records, the home page makes those in the log out of date
          device.read(image, layout.at(log.level), log.nodeId, log.level);
        } else {
          logged.add(log);
          continue;
        }
        log.apply(image);
        EntryReordering.restore(image);
        device.append(image, newestFrame);
      }
    } finally {
      device.pool().give(image);
    }
    device.finishBatch();
  }

  /** Writes records to new pages of the log, in ascending order of nodes. */
  private void writeLog(List<NodeLog> logged) {
    if (logged.isEmpty()) {
      return;
    }
    sections.clear();
    sections.nextOrder(nextOrder);
    for (NodeLog log : logged) {
      sections.addSection(log::forEach);
    }
    if (sections.count() != logged.size()) {
      throw new DamagedStoreException(
          "nodes.pages", "pages of the log", "a node's records do not fit one page");
    }
    nextOrder += sections.count();
    area.startBatch();
    int length = 0;
    int from = 0;
    for (int section = 0; section < sections.count(); section++) {
      if (length + sections.words(section) > area.pageWords()) {
        appendPage(from, section, length);
        from = section;
        length = 0;
      }
      length = sections.copy(section, words, length);
    }
    appendPage(from, sections.count(), length);
    area.finishBatch(newestFrame);
  }

  private void appendPage(int from, int to, int length) {
    int pageId = area.append(PAGE_KIND, words, length, newestFrame);
    for (int section = from; section < to; section++) {
      table.add(sections.nodeId(section), pageId);
    }
  }

  @Override
  public void replaying() {
    List<long[]> found = new ArrayList<>();
    for (int pageId : area.pageIds()) {
      int length = read(pageId);
      long version = area.versionOf(pageId);
      sections.visit(
          words,
          length,
          (nodeId, level, order, startsAnew) -> {
            nextOrder = Math.max(nextOrder, order + 1);
            if (version > device.versionOf(nodeId)) { // else the node was merged since
              found.add(new long[] {order, nodeId, pageId});
            }
          });
    }
    found.sort(Comparator.comparingLong(section -> section[0]));
    for (long[] section : found) {
      table.remove(section[1]);
      table.add(section[1], (int) section[2]);
    }
  }

  @Override
  public void retain(long lastId, long[] freeIds) {
    for (long nodeId : freeIds) {
      table.remove(nodeId);
    }
    for (int pageId : area.pageIds()) {
      if (table.nodesOf(pageId) == 0) {
        area.free(pageId);
      }
    }
  }

  @Override
  public void replayed() {
    if (usedBytes > config.bufferBytes()) {
      flush();
    }
  }

  @Override
  public boolean logsFlushes() {
    return false;
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
  public BufferFigures figures() {
    return new BufferFigures(
        "lcr",
        config.bufferBytes(),
        usedBytes,
        table.usedBytes(),
        hits,
        misses,
        flushes,
        flushedNodes,
        0,
        buffer.size());
  }

  /** Returns where nodes' records are, for tests. */
  LogTable table() {
    return table;
  }

  /** Returns the pages of the log, for tests. */
  PageArea area() {
    return area;
  }

  /** Returns the number of pages of the log read up to now, for tests. */
  long logPagesRead() {
    return logPagesRead;
  }

  @Override
  public void close() {
    // pages go with their pool
  }
}
