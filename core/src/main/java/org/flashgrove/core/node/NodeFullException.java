package org.flashgrove.core.node;

/**
 * Thrown when a node would exceed the capacity of its page. During a change of a tree this
 * indicates a bug in the tree; during recovery it shows that a stored page or the log is damaged.
 */
public final class NodeFullException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final long nodeId;
  private final int entries;
  private final int capacity;

  /**
   * Creates the exception for a node with too many entries.
   *
   * @param nodeId the node
   * @param entries number of entries that the node would have
   * @param capacity maximum number of entries on its page
   */
  public NodeFullException(long nodeId, int entries, int capacity) {
    super("node " + nodeId + ": " + entries + " entries (allowed: at most " + capacity + ")");
    this.nodeId = nodeId;
    this.entries = entries;
    this.capacity = capacity;
  }

  /** Returns the node. */
  public long nodeId() {
    return nodeId;
  }

  /** Returns the number of entries that the node would have. */
  public int entries() {
    return entries;
  }

  /** Returns the maximum number of entries on the page. */
  public int capacity() {
    return capacity;
  }
}
