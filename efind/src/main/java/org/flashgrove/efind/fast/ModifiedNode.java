package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;

/** An element of the Tree Modifications Table. */
public final class ModifiedNode {
  /** Change of the node since it was last written. */
  enum Status {
    /** The element contains the whole content of the node. */
    NEW,
    /** The element contains a list of changes relative to the stored page. */
    MOD,
    /** The node was deleted. */
    DEL
  }

  final long nodeId;
  final int level;
  final NodeLayout layout;
  Status status = Status.MOD;

  /** The content of a NEW node, otherwise null. */
  NewNodeContent content;

  /** The changes of a MOD node, otherwise null. */
  ItemList items;

  /** Number of recorded items, including those before a deletion. */
  long updates;

  /** Number of the last item, counted over the whole table. */
  long lastUpdate;

  /**
   * Number of the log frame of the last change. The next page that is written for this node gets
   * this number as its version.
   */
  long frame;

  /** True if the device has no page of this node or of an earlier node with this id. */
  boolean neverStored;

  /** Bytes that the node counts toward the budget, according to the memory model. */
  long charged;

  /** Number of bytes that the node needs in a compacted log. */
  long heldBytes;

  ModifiedNode(long nodeId, int level, NodeLayout layout) {
    this.nodeId = nodeId;
    this.level = level;
    this.layout = layout;
  }
}
