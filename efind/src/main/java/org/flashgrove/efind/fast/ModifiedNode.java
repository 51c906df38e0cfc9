package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;

/** An element of the Tree Modifications Table. */
public final class ModifiedNode {
  /** Change of the node since it was last written. */
  enum Status {
    /** Its whole content is here. */
    NEW,
    /** A list of its changes is here. */
    MOD,
    /** It is gone. */
    DEL
  }

  final long nodeId;
  final int level;
  final NodeLayout layout;
  Status status = Status.MOD;

  /** The content of a node that is NEW, else null. */
  NewNodeContent content;

  /** The changes of a node that is MOD, else null. */
  ItemList items;

  /** Number of items recorded, those before a deletion included. */
  long updates;

  /** Number of the last of them among all of the table. */
  long lastUpdate;

  /** Number of the log frame of the last change: the version of the next page written. */
  long frame;

  /** Whether the device has no page of this node or of an earlier node with the same id. */
  boolean neverStored;

  /** Bytes charged, by the memory model. */
  long charged;

  /** Bytes of what a compacted log has to hold of the node. */
  long heldBytes;

  ModifiedNode(long nodeId, int level, NodeLayout layout) {
    this.nodeId = nodeId;
    this.level = level;
    this.layout = layout;
  }
}
