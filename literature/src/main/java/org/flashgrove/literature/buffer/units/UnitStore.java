package org.flashgrove.literature.buffer.units;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.device.PageArea;

/**
 * Stores nodes as units, each of which is one change of a node. It consists of a list of pending
 * units in memory, pages with units, and a table with the pages of each node.
 */
public final class UnitStore {
  /** Kind of pages with units, stored in page headers. */
  static final int PAGE_KIND = 1;

  /**
   * Number of nodes that are compacted together. Their whole content is in memory until it is
   * packed into pages.
   */
  private static final int COMPACTED_AT_ONCE = 256;

  private final NodeDevice device;
  private final TreeLayout layout;
  private final int mostPages;
  private final PageArea area;
  private final UnitList buffer;
  private final UnitSections sections;
  private final TranslationTable table = new TranslationTable();
  private final ByteBuffer page;
  private final long[] words;
  private int[] unneeded = new int[64];
  private long nextOrder;
  private long pagesRead;
  private long flushes;
  private long pagesWritten;
  private long compacted;

  /**
   * Creates a store on a device with {@code placement=free}.
   *
   * @param mostPages maximum number of pages that may contain units of one node after a complete
   *     flush; a node with units on more pages is compacted
   */
  public UnitStore(NodeDevice device, TreeLayout layout, int mostPages) {
    this.device = device;
    this.layout = layout;
    this.mostPages = mostPages;
    area = device.area();
    buffer = new UnitList(layout);
    sections = new UnitSections(layout, area.pageWords());
    page = area.newPage();
    words = new long[area.pageWords()];
  }

  /** Returns the units (changes of nodes) that are not on pages yet. */
  public UnitList buffer() {
    return buffer;
  }

  /** Returns the table with the pages of each node. */
  public TranslationTable table() {
    return table;
  }

  /** Returns the area of the device that contains the pages. */
  public PageArea area() {
    return area;
  }

  /** Returns the number of pages read. */
  public long pagesRead() {
    return pagesRead;
  }

  /** Returns the number of times that pending units (changes) were written to pages. */
  public long flushes() {
    return flushes;
  }

  /** Returns the number of pages written. */
  public long pagesWritten() {
    return pagesWritten;
  }

  /**
   * Returns the number of times that a node was compacted into one section with its whole content.
   */
  public long compacted() {
    return compacted;
  }

  /** A section that was found on a page when a store was opened. It contains units of one node. */
  private record Found(long nodeId, int level, long order, boolean startsAnew, int pageId) {}

  /** Rebuilds the node translation table by reading each page once. */
  public void load() {
    List<Found> all = new ArrayList<>();
    for (int pageId : area.pageIds()) {
      int length = read(pageId);
      long version = area.versionOf(pageId);
      sections.visit(
          words,
          length,
          (nodeId, level, order, startsAnew) -> {
            nextOrder = Math.max(nextOrder, order + 1);
            // otherwise the section belongs to an earlier node with the same id
            if (version > device.versionOf(nodeId)) {
              all.add(new Found(nodeId, level, order, startsAnew, pageId));
            }
          });
    }
    all.sort(Comparator.comparingLong(Found::order));
    for (Found section : all) {
      if (section.startsAnew) {
        table.remove(section.nodeId, room(section.nodeId));
      }
      table.add(section.nodeId, section.level, section.pageId);
    }
  }

  /**
   * Drops all stored units of nodes that do not exist. Frees pages that no node needs any more.
   *
   * @param isThere returns whether the node with an id exists
   */
  public void retain(LongPredicate isThere) {
    for (long nodeId : table.longerThan(0)) {
      if (!isThere.test(nodeId)) {
        table.remove(nodeId, room(nodeId));
      }
    }
    for (int pageId : area.pageIds()) {
      if (table.nodesOf(pageId) == 0) {
        area.free(pageId);
      }
    }
  }

  /** Visits all nodes with units (changes) on pages or in memory. */
  public void forEachNode(UnitList.NodeVisitor visitor) {
    for (long nodeId : table.longerThan(0)) {
      visitor.node(nodeId, table.level(nodeId));
    }
    buffer.forEachNode(
        (nodeId, level) -> {
          if (!table.contains(nodeId)) {
            visitor.node(nodeId, level);
          }
        });
  }

  private int[] room(long nodeId) {
    int needed = table.pageCount(nodeId);
    if (unneeded.length < needed) {
      unneeded = new int[2 * needed];
    }
    return unneeded;
  }

  private int read(int pageId) {
    pagesRead++;
    return area.read(pageId, PAGE_KIND, page, words);
  }

  /** Returns the number of words of an entry in the nodes of a level. */
  public int words(int level) {
    return layout.at(level).words();
  }

  /**
   * Returns whether a node exists here: it has units (changes), or an image that a bulk load wrote.
   */
  public boolean contains(long nodeId) {
    return buffer.contains(nodeId) || table.contains(nodeId) || device.isStored(nodeId);
  }

  /** Drops all units (changes) of a node. An image that a bulk load wrote stays. */
  public void forget(long nodeId) {
    buffer.drop(nodeId);
    int count = table.remove(nodeId, room(nodeId));
    for (int i = 0; i < count; i++) {
      area.free(unneeded[i]);
    }
  }

  /** Deletes the image of a node that a bulk load has written. */
  public void forgetImage(long nodeId, int level, long version) {
    if (device.isStored(nodeId)) {
      NodePage deleted = device.pool().take();
      deleted.formatDeleted(layout.at(level), nodeId);
      device.write(deleted, version);
      device.pool().give(deleted);
    }
  }

  /**
   * Builds the image of a node by replaying its units: first the units on pages, then the units in
   * the buffer.
   *
   * @return number of pages read
   */
  public int retrieve(NodePage image, long nodeId, int level) {
    image.format(layout.at(level), nodeId, level);
    if (buffer.contains(nodeId)) {
      requireLevel(nodeId, buffer.level(nodeId), level);
    }
    int pages = 0;
    if (!buffer.startsAnew(nodeId)) {
      pages = retrieveStored(image, nodeId, level);
    }
    buffer.replay(image);
    EntryReordering.restore(image);
    return pages;
  }

  private int retrieveStored(NodePage image, long nodeId, int level) {
    int base = 0;
    if (device.isStored(nodeId)) {
      device.read(image, layout.at(level), nodeId, level);
      base = 1;
    }
    int count = table.pageCount(nodeId);
    if (count > 0) {
      requireLevel(nodeId, table.level(nodeId), level);
    }
    for (int i = 0; i < count; i++) {
      int pageId = table.page(nodeId, i);
      int length = read(pageId);
      if (!sections.replay(words, length, image)) {
        throw new DamagedStoreException(
            "nodes.pages", "page of units " + pageId, "contains no units of node " + nodeId);
      }
    }
    return base + count;
  }

  private static void requireLevel(long nodeId, int found, int level) {
    if (found != level) {
      throw new DamagedStoreException(
          "nodes.pages", "node " + nodeId, "has level " + found + ", expected level " + level);
    }
  }

  /**
   * Writes all pending units (changes) to pages. Then compacts the nodes whose units are on too
   * many pages.
   *
   * @param version number of the newest frame among the changes
   */
  public void flush(long version) {
    sections.clear();
    sections.nextOrder(nextOrder);
    sections.addAll(buffer);
    write(version);
    buffer.clear();
    flushes++;
    long[] spread = table.longerThan(mostPages);
    for (int from = 0; from < spread.length; from += COMPACTED_AT_ONCE) {
      int to = Math.min(spread.length, from + COMPACTED_AT_ONCE);
      compact(Arrays.copyOfRange(spread, from, to), version);
    }
  }

  /** Returns the number of words of a section that contains all buffered units of a node. */
  public int sectionWords(long nodeId) {
    return UnitSections.words(buffer.unitCount(nodeId), buffer.payloadWords(nodeId));
  }

  /**
   * Writes the pending units (changes) of the first {@code count} nodes in {@code nodeIds} to
   * pages.
   *
   * @param version number of the newest frame among the changes
   */
  public void flush(long[] nodeIds, int count, long version) {
    sections.clear();
    sections.nextOrder(nextOrder);
    for (int i = 0; i < count; i++) {
      sections.addAll(buffer, nodeIds[i]);
    }
    write(version);
    for (int i = 0; i < count; i++) {
      buffer.drop(nodeIds[i]);
    }
    buffer.compact();
    flushes++;
  }

  /**
   * Writes the whole content of a node to one page and drops the node's units, which are its single
   * changes.
   */
  public void rewrite(NodePage image, long version) {
    sections.clear();
    sections.nextOrder(nextOrder);
    sections.addContent(image);
    forget(image.nodeId());
    forgetImage(image.nodeId(), image.level(), version);
    write(version);
    compacted++;
  }

  /** Packs the sections into pages, writes the pages, and adds them to the table. */
  private void write(long version) {
    nextOrder += sections.count();
    PagePacking packing = new PagePacking(sections, area.pageWords());
    int pageCount = packing.pageCount();
    int[] firstOf = new int[pageCount];
    int[] nextOf = new int[sections.count()];
    Arrays.fill(firstOf, -1);
    for (int section = sections.count() - 1; section >= 0; section--) {
      int of = packing.pageOf(section);
      nextOf[section] = firstOf[of];
      firstOf[of] = section;
    }
    int[] pageIds = new int[pageCount];
    area.startBatch();
    for (int i = 0; i < pageCount; i++) {
      int length = 0;
      for (int section = firstOf[i]; section >= 0; section = nextOf[section]) {
        length = sections.copy(section, words, length);
      }
      pageIds[i] = area.append(PAGE_KIND, words, length, version);
    }
    area.finishBatch(version);
    pagesWritten += pageCount;
    for (int section = 0; section < sections.count(); section++) {
      table.add(
          sections.nodeId(section), sections.level(section), pageIds[packing.pageOf(section)]);
    }
  }

  /**
   * Replaces the units of each of the given nodes by one section with the node's whole content.
   * Packs the sections into few pages.
   */
  private void compact(long[] nodeIds, long version) {
    sections.clear();
    sections.nextOrder(nextOrder);
    NodePage image = device.pool().take();
    try {
      for (long nodeId : nodeIds) {
        retrieve(image, nodeId, table.level(nodeId));
        sections.addContent(image);
      }
    } finally {
      device.pool().give(image);
    }
    for (long nodeId : nodeIds) {
      int level = table.level(nodeId);
      forget(nodeId);
      forgetImage(nodeId, level, version);
    }
    write(version);
    compacted += nodeIds.length;
  }
}
