package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodePage;

/**
 * A row of eFIND's write buffer: the changes of one node relative to its stored page. Rows are
 * linked through their own fields, so a row is one object and an array.
 */
public final class BufferedNode extends ModifiedEntries {
  /** State of the node relative to its stored page (Carniel's thesis, 2019, section 6.4.2). */
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
   * Number of changes of the node since it was last written. A deletion or a replacement of the
   * content does not reset it.
   */
  public int changes;

  /** Time of the node's last change. The clock counts the changes of the whole buffer. */
  public long lastChange;

  /**
   * Number of the log frame that contains the node's last change. The next page that is written for
   * this node gets this number as its version.
   */
  public long frame;

  /**
   * True if the device has no page with this node id, neither of this node nor of an earlier node
   * with the same id.
   */
  public boolean neverStored;

  /**
   * The header of the node, three words whose meaning the tree defines, if it differs from the
   * header on the stored page; otherwise null. For a NEW node, null stands for a header of zeros.
   */
  public long[] header;

  /**
   * Area and overlap of the modified entries if a flushing policy has requested them, otherwise
   * null.
   */
  public ModifiedSpace space;

  /**
   * Cached image of the node's current content, or null. Its memory is not part of the budget, see
   * {@code Images}.
   */
  public NodePage image;

  /** The row whose last change directly precedes the last change of this row, or null. */
  public BufferedNode older;

  /** The row whose last change directly follows the last change of this row, or null. */
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
