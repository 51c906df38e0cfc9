package org.flashgrove.storage.node.buffer;

import java.util.Arrays;
import org.flashgrove.core.node.NodeIds;

/**
 * Number of entries of each node, kept in memory (four bytes per node), so that counting does not
 * read nodes. The count of a node becomes known when the node gets new content or is read. An ADD
 * change that replaces a child entry counts as a new entry. The count is then too high until the
 * node is read again.
 */
public final class EntryCounts {
  /** Value that {@link #known} returns if the number of entries of a node is not known. */
  public static final int UNKNOWN = -1;

  private final NodeIds ids;
  private final ChangeConsumer publishing = this::publish;
  private int[] byNode = new int[64];

  /**
   * Creates an object that knows no count yet.
   *
   * @param ids the node ids of the store, which {@link #publish} updates
   */
  public EntryCounts(NodeIds ids) {
    this.ids = ids;
    Arrays.fill(byNode, UNKNOWN);
  }

  /**
   * Returns the number of entries that a node has after all published changes, or {@link #UNKNOWN}.
   */
  public int known(long nodeId) {
    return nodeId >= 0 && nodeId < byNode.length ? byNode[(int) nodeId] : UNKNOWN;
  }

  /** Sets the number of entries that a node has after all published changes. */
  public void note(long nodeId, int newCount) {
    if (nodeId >= byNode.length) {
      int old = byNode.length;
      byNode = Arrays.copyOf(byNode, (int) Math.max(nodeId + 1, Math.min(2L * old, 1 << 30)));
      Arrays.fill(byNode, old, byNode.length, UNKNOWN);
    }
    byNode[(int) nodeId] = newCount;
  }

  /** Updates the counts and the node ids by the changes of a commit. */
  public void publish(Changes changes) {
    ids.commit();
    changes.forEach(publishing);
  }

  private void publish(ChangeKind kind, long nodeId, int level, long[] words, int at, int entries) {
    int known = known(nodeId);
    if (known != UNKNOWN || kind.isContent() || kind == ChangeKind.SEALED) {
      note(nodeId, after(kind, known, entries));
    }
    if (kind == ChangeKind.DELETE) {
      note(nodeId, 0);
      ids.free(nodeId);
    }
  }

  /** Returns the number of entries of a node after a change. */
  static int after(ChangeKind kind, int before, int entries) {
    return switch (kind) {
      case CREATE, REPLACE, SEALED -> entries;
      case ADD -> before + 1;
      case REMOVE -> before - 1;
      case DELETE -> 0;
      default -> before;
    };
  }
}
