package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodePage;

/**
 * A row of the write buffer table: the changes of a node relative to its stored page. Rows are
 * linked through their own fields, so a row is one object and an array.
 */
public final class BufferedNode extends ModifiedEntries {
  /** Change of the node since it was last written (Carniel's thesis, 2019, section 6.4.2). */
  public enum Status {
    /** The row contains the whole content of the node. */
    NEW,
    /** The row contains changes relative to the stored page. */
    MOD,
    /** The node was deleted. */
    DEL
  }

  public final long nodeId;
  private final short level;
  public Status status;

  /**
   * Number of changes of the node. Changes before a deletion or a replacement of the content count,
   * too.
   */
  public int changes;

  /** Time of the last change, counted in changes of the whole buffer. */
  public long lastChange;

  /**
   * Number of the log frame of the last change. The next page that is written for this node gets
   * this number as its version.
   */
  public long frame;

  /** True if the device has no page of this node or of an earlier node with this id. */
  public boolean neverStored;

  /**
   * The tree's header of three words if it differs from the header on the stored page, otherwise
   * null. For a NEW node null means zeros.
   */
  public long[] header;

  /**
   * Area and overlap of the modified entries if a flushing policy has requested them, otherwise
   * null.
   */
  public ModifiedSpace space;

  /**
   * The current content as an image, or null. Its memory is not part of the budget, see {@code
   * Images}.
   */
  public NodePage image;

  /** Next older row in the order of last changes. */
  public BufferedNode older;

  /** Next newer row in the order of last changes. */
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
