package org.flashgrove.efind;

import org.flashgrove.core.node.NodePage;

/** A row of the write buffer table: what is known of a node beyond its stored page. */
final class BufferedNode {
  /** What happened to the node since it was last written (thesis, section 6.4.2). */
  enum Status {
    /** Its whole content is here. */
    NEW,
    /** Some entries are newer here than on the device. */
    MOD,
    /** It is gone. */
    DEL
  }

  final long nodeId;
  final int level;
  final ModificationTable modifications;
  Status status;

  /** Number of changes, those before a deletion or replacement included. */
  long changes;

  /** Tick of the last change. */
  long lastChange;

  /** Number of the log frame of the last change: the version of the next page written. */
  long frame;

  /** Whether the device has no page of this node, nor of another that had its id. */
  boolean neverStored;

  /** The tree's header of three words if it is newer here, else null. */
  long[] header;

  /** Bytes charged, by the memory model. */
  long charged;

  /** Area and overlap of the modified entries if a flushing policy asked for them, else null. */
  ModifiedSpace space;

  /** The current content as an image, or null; beyond the budget, see {@link Images}. */
  NodePage image;

  BufferedNode(long nodeId, int level, ModificationTable modifications) {
    this.nodeId = nodeId;
    this.level = level;
    this.modifications = modifications;
  }
}
