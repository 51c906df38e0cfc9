package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * Divides the entries of an overflowing node between two nodes.
 *
 * <p>Entries have five words: id, minX, minY, maxX, maxY. An object keeps scratch arrays between
 * calls and serves one tree, one thread at a time.
 */
public interface SplitAlgorithm {
  /** Index of a rectangle's first word within an entry. */
  int BOUNDS = 1;

  /**
   * Reorders the entries so that the first k are group 1 and the others group 2.
   *
   * @param entries all entries of the node and the new one, at least {@code 2 * minimum}
   * @param minimum least number of entries of each group, at least 1
   * @return k, from {@code minimum} to {@code entries.count() - minimum}
   */
  int partition(EntryList entries, int minimum);
}
