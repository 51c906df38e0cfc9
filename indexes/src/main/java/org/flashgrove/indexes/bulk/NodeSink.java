package org.flashgrove.indexes.bulk;

import org.flashgrove.core.node.EntryList;

/** Receives the finished nodes of a bulk load. */
@FunctionalInterface
public interface NodeSink {
  /**
   * Creates a node from all entries of a list.
   *
   * @param header the tree's header of three words, or null for zeros
   * @param entries entries in the layout's order, if it has one
   * @return the node's id
   */
  long add(int level, long[] header, EntryList entries);
}
