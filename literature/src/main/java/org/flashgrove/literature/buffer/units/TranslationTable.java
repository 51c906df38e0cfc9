package org.flashgrove.literature.buffer.units;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * RFTL's node translation table. For each node it lists the pages that contain units (changes) of
 * the node, oldest first. For each page it counts the nodes whose units are on the page. A page
 * with no such node is free.
 */
public final class TranslationTable {
  /** Memory in bytes of a node in addition to its list of pages. */
  private static final int NODE_BYTES = 64;

  private static final int[] NO_PAGES = {};

  private final LongIntMap rows = new LongIntMap(256);
  private long[] nodeIds = new long[64];
  private int[] levels = new int[64];
  private int[][] pages = new int[64][];
  private int[] counts = new int[64];
  private int rowCount;
  private int[] freeRows = new int[16];
  private int freeCount;
  private int[] nodesOf = new int[64];
  private long references;

  /** Returns the memory of the table in bytes. */
  public long usedBytes() {
    return (long) rows.size() * NODE_BYTES + references * Integer.BYTES;
  }

  boolean contains(long nodeId) {
    return rows.get(nodeId) != LongIntMap.ABSENT;
  }

  /**
   * Returns the number of pages with units (changes) of a node. It is 0 if the node is not in the
   * table.
   */
  public int pageCount(long nodeId) {
    int row = rows.get(nodeId);
    return row == LongIntMap.ABSENT ? 0 : counts[row];
  }

  /** Returns the {@code index}-th page with units of a node. Index 0 is the oldest page. */
  public int page(long nodeId, int index) {
    return pages[rows.get(nodeId)][index];
  }

  /** Returns the level of a node in the table. */
  int level(long nodeId) {
    return levels[rows.get(nodeId)];
  }

  /** Returns the number of nodes with units on a page. */
  public int nodesOf(int pageId) {
    return pageId < nodesOf.length ? nodesOf[pageId] : 0;
  }

  /**
   * Adds a page to the list of a node, because the page contains units of the node. These units
   * must be newer than the units on all pages that are already in the list.
   */
  void add(long nodeId, int level, int pageId) {
    int row = rows.get(nodeId);
    if (row == LongIntMap.ABSENT) {
      row = newRow(nodeId);
    }
    levels[row] = level;
    if (counts[row] == pages[row].length) {
      pages[row] = Arrays.copyOf(pages[row], Math.max(4, 2 * counts[row]));
    }
    pages[row][counts[row]++] = pageId;
    references++;
    if (pageId >= nodesOf.length) {
      nodesOf = Arrays.copyOf(nodesOf, Math.max(pageId + 1, 2 * nodesOf.length));
    }
    nodesOf[pageId]++;
  }

  private int newRow(long nodeId) {
    int row = freeCount > 0 ? freeRows[--freeCount] : rowCount++;
    if (row == nodeIds.length) {
      nodeIds = Arrays.copyOf(nodeIds, 2 * row);
      levels = Arrays.copyOf(levels, 2 * row);
      pages = Arrays.copyOf(pages, 2 * row);
      counts = Arrays.copyOf(counts, 2 * row);
    }
    nodeIds[row] = nodeId;
    pages[row] = NO_PAGES;
    counts[row] = 0;
    rows.put(nodeId, row);
    return row;
  }

  /**
   * Removes a node.
   *
   * @param unneeded receives the pages that no node needs any more
   * @return number of pages written to {@code unneeded}
   */
  int remove(long nodeId, int[] unneeded) {
    int row = rows.remove(nodeId);
    if (row == LongIntMap.ABSENT) {
      return 0;
    }
    int found = 0;
    for (int i = 0; i < counts[row]; i++) {
      if (--nodesOf[pages[row][i]] == 0) {
        unneeded[found++] = pages[row][i];
      }
    }
    references -= counts[row];
    pages[row] = NO_PAGES;
    counts[row] = 0;
    nodeIds[row] = -1;
    if (freeCount == freeRows.length) {
      freeRows = Arrays.copyOf(freeRows, 2 * freeCount);
    }
    freeRows[freeCount++] = row;
    return found;
  }

  /**
   * Returns the ids, in ascending order, of the nodes whose units are on more than {@code most}
   * pages.
   */
  long[] longerThan(int most) {
    long[] found = new long[rowCount];
    int count = 0;
    for (int row = 0; row < rowCount; row++) {
      if (counts[row] > most) {
        found[count++] = nodeIds[row];
      }
    }
    long[] sorted = Arrays.copyOf(found, count);
    Arrays.sort(sorted);
    return sorted;
  }
}
