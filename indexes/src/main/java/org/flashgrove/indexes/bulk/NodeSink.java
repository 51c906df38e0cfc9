package org.flashgrove.indexes.bulk;

import org.flashgrove.core.node.EntryList;

/** Takes nodes that are finished. */
@FunctionalInterface
public interface NodeSink {
  /**
   * Makes a node of all entries of a list.
   *
   * @param header the tree's header of three words, or null for zeros
   * @param entries in the layout's order, if it has one
   * @return the node's id
   */
  long add(int level, long[] header, EntryList entries);
}
