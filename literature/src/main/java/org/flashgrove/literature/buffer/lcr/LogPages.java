package org.flashgrove.literature.buffer.lcr;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.literature.buffer.units.UnitSections;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.device.PageArea;

/**
 * Log pages of the LCR-tree on the device. A page is divided into sections. Each section contains
 * all log records of one node. A section becomes invalid when newer records of the node are
 * written. A page is freed when it has no valid section.
 */
final class LogPages {
  /** Kind of log pages, stored in page headers. */
  private static final int PAGE_KIND = 2;

  private final NodeDevice device;
  private final PageArea area;
  private final UnitSections sections;
  private final LogTable table = new LogTable();
  private final ByteBuffer page;
  private final long[] words;
  private long nextOrder;
  private long pagesRead;

  LogPages(NodeDevice device, TreeLayout layout) {
    this.device = device;
    area = device.area();
    sections = new UnitSections(layout, area.pageWords());
    page = area.newPage();
    words = new long[area.pageWords()];
  }

  /** Returns the table of log pages. */
  LogTable table() {
    return table;
  }

  /** Returns the area of the device that contains the pages. */
  PageArea area() {
    return area;
  }

  /** Returns the number of pages read. */
  long pagesRead() {
    return pagesRead;
  }

  /** Returns whether a log page contains records of a node. */
  boolean holds(long nodeId) {
    return table.page(nodeId) != LogTable.NONE;
  }

  /**
   * Applies the log records of a node to the image of its home page.
   *
   * @throws DamagedStoreException if the log page does not contain the records
   */
  void replay(NodePage image) {
    long nodeId = image.nodeId();
    if (holds(nodeId)) {
      int pageId = table.page(nodeId);
      int length = read(pageId);
      if (!sections.replay(words, length, image)) {
        throw lacks(pageId, nodeId);
      }
    }
  }

  private static DamagedStoreException lacks(int pageId, long nodeId) {
    return new DamagedStoreException(
        "nodes.pages", "page of the log " + pageId, "contains no records of node " + nodeId);
  }

  private int read(int pageId) {
    pagesRead++;
    return area.read(pageId, PAGE_KIND, page, words);
  }

  /**
   * Reads the log records of some nodes from log pages, and adds them to the nodes' buffered
   * records. The records on log pages are the older ones. Each log page is read once.
   *
   * @param logs buffered records of each node
   * @throws DamagedStoreException if a page does not contain the records of a node
   */
  void addOlderRecords(Collection<NodeLog> logs) {
    List<NodeLog> byPage = new ArrayList<>();
    for (NodeLog log : logs) {
      if (!log.isWhole() && holds(log.nodeId)) {
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

  /** Drops the log records of a node. Frees the log page if no other node uses it. */
  void drop(long nodeId) {
    int unneeded = table.remove(nodeId);
    if (unneeded != LogTable.NONE) {
      area.free(unneeded);
    }
  }

  /**
   * Writes the records of several nodes to new log pages.
   *
   * @param logs records of each node, in ascending order of node ids
   * @param frame number of the newest commit among the records
   */
  void write(List<NodeLog> logs, long frame) {
    if (logs.isEmpty()) {
      return;
    }
    sections.clear();
    sections.nextOrder(nextOrder);
    for (NodeLog log : logs) {
      sections.addSection(log::forEach);
    }
    if (sections.count() != logs.size()) {
      throw new DamagedStoreException(
          "nodes.pages", "pages of the log", "the records of a node do not fit in one page");
    }
    nextOrder += sections.count();
    area.startBatch();
    int length = 0;
    int from = 0;
    for (int section = 0; section < sections.count(); section++) {
      if (length + sections.words(section) > area.pageWords()) {
        append(from, section, length, frame);
        from = section;
        length = 0;
      }
      length = sections.copy(section, words, length);
    }
    append(from, sections.count(), length, frame);
    area.finishBatch(frame);
  }

  private void append(int from, int to, int length, long frame) {
    int pageId = area.append(PAGE_KIND, words, length, frame);
    for (int section = from; section < to; section++) {
      table.add(sections.nodeId(section), pageId);
    }
  }

  /** Finds the records of all nodes by reading each page once, when a store is opened. */
  void recover() {
    List<long[]> found = new ArrayList<>();
    for (int pageId : area.pageIds()) {
      int length = read(pageId);
      long version = area.versionOf(pageId);
      sections.visit(
          words,
          length,
          (nodeId, level, order, startsAnew) -> {
            nextOrder = Math.max(nextOrder, order + 1);
            // otherwise the records were merged into the node's page
            if (version > device.versionOf(nodeId)) {
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

  /**
   * Drops the records of the nodes in {@code freeIds}, which do not exist any more. Frees the pages
   * that have no records afterwards.
   */
  void retainAllBut(long[] freeIds) {
    for (long nodeId : freeIds) {
      table.remove(nodeId);
    }
    for (int pageId : area.pageIds()) {
      if (table.nodesOf(pageId) == 0) {
        area.free(pageId);
      }
    }
  }
}
