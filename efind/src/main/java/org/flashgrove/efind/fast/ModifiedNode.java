package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;

/** A modified node in FAST's Tree Modifications Table. */
public final class ModifiedNode {
  /** State of the node relative to its stored page. */
  enum Status {
    /** The table contains the whole content of the node. */
    NEW,
    /** The table contains a list of changes relative to the stored page. */
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

  /** Number of items recorded for the node, including items from before a deletion. */
  long updates;

  /**
   * Sequence number of the node's last item. Items of all nodes in the table share one sequence.
   */
  long lastUpdate;

  /**
   * Number of the log frame that contains the node's last change. The next page that is written for
   * this node gets this number as its version.
   */
  long frame;

  /**
   * True if the device has no page with this node id, neither of this node nor of an earlier node
   * with the same id.
   */
  boolean neverStored;

  /** Number of bytes of the budget that the node uses, according to the memory model. */
  long charged;

  /** Approximate number of bytes that the node will take in the log after a compaction. */
  long heldBytes;

  ModifiedNode(long nodeId, int level, NodeLayout layout) {
    this.nodeId = nodeId;
    this.level = level;
    this.layout = layout;
  }
}
