package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodePage;

/**
 * A row of the write buffer table: what is known of a node beyond its stored page. The links of the
 * table run through the rows, so that a row is one object and an array.
 */
public final class BufferedNode extends ModifiedEntries {
  /** Change of the node since it was last written (thesis, section 6.4.2). */
  public enum Status {
    /** Its whole content is here. */
    NEW,
    /** Some entries are newer here than on the device. */
    MOD,
    /** It is gone. */
    DEL
  }

  public final long nodeId;
  private final short level;
  public Status status;

  /** Number of changes, those before a deletion or replacement included. */
  public int changes;

  /** Tick of the last change. */
  public long lastChange;

  /** Number of the log frame of the last change: the version of the next page written. */
  public long frame;

  /** Returns whether the device has no page of this node or of an earlier node with the same id. */
  public boolean neverStored;

  /** The tree's header of three words if it is newer here, else null; null is zeros if NEW. */
  public long[] header;

  /** Area and overlap of the modified entries if a flushing policy asked for them, else null. */
  public ModifiedSpace space;

  /** The current content as an image, or null; beyond the budget, see {@code Images}. */
  public NodePage image;

  /** The row whose last change was before this one's. */
  public BufferedNode older;

  /** The row whose last change was after this one's. */
  public BufferedNode newer;

  public BufferedNode(long nodeId, int level, boolean packs) {
    super(packs);
    this.nodeId = nodeId;
    this.level = (short) level;
  }

  public int level() {
    return level;
  }
}
