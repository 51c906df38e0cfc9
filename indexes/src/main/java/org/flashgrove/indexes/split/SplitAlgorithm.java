package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * Divides the entries of an overflowing node between two nodes.
 *
 * <p>Entries have five words: id, minX, minY, maxX, maxY. A split object has scratch arrays, and
 * serves one tree and one thread at a time.
 */
public interface SplitAlgorithm {
  /** Index of a rectangle's first word within an entry. */
  int BOUNDS = 1;

  /**
   * Reorders the entries so that the first k form group 1 and the others form group 2.
   *
   * @param entries all entries of the node and the new entry, at least {@code 2 * minimum}
   * @param minimum minimum number of entries in each group, at least 1
   * @return k, from {@code minimum} to {@code entries.count() - minimum}
   */
  int partition(EntryList entries, int minimum);
}
