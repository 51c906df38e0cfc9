package org.flashgrove.indexes.chain;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;

/**
 * Format of the headers of nodes that continue in overflow nodes ({@link TreeLayout#chained}). A
 * parent refers to the primary node only. A chain leads from the primary node through its overflow
 * nodes, newest first.
 *
 * <p>The three words of a header:
 *
 * <ol start="0">
 *   <li>the next node of the chain plus 1, or 0 at its end;
 *   <li>the number of following nodes. It decreases by one from node to node, so that a reader of
 *       damaged links comes to an end;
 *   <li>in an overflow node its primary node plus 1, in a primary node 0.
 * </ol>
 *
 * A node without overflow nodes has a header of zeros, like the nodes of other trees.
 */
public final class OverflowLink {
  private static final int NEXT = 0;
  private static final int FOLLOWING = 1;
  private static final int PRIMARY = 2;

  private OverflowLink() {}

  /**
   * Writes the header of a primary node.
   *
   * @param next the newest overflow node, or {@link NodeStore#NO_NODE}
   * @param following number of overflow nodes
   */
  public static void fillPrimary(long[] header, long next, int following) {
    header[NEXT] = next + 1;
    header[FOLLOWING] = following;
    header[PRIMARY] = 0;
  }

  /**
   * Writes the header of an overflow node.
   *
   * @param next the overflow node that was the newest before this one, or {@link NodeStore#NO_NODE}
   * @param following number of overflow nodes after this one in the chain
   */
  public static void fillOverflow(long[] header, long next, int following, long primary) {
    header[NEXT] = next + 1;
    header[FOLLOWING] = following;
    header[PRIMARY] = primary + 1;
  }

  /** Returns whether another node of the chain follows. */
  public static boolean goesOn(NodeView node) {
    return node.header(FOLLOWING) != 0;
  }

  /** Returns the number of nodes that follow in the chain. */
  public static long following(NodeView node) {
    return node.header(FOLLOWING);
  }

  /** Returns whether a node is an overflow node. */
  public static boolean isOverflow(NodeView node) {
    return node.header(PRIMARY) != 0;
  }

  /**
   * Releases a node and reads the next node of its chain.
   *
   * @return the next node, or null at the end of the chain
   * @throws DamagedStoreException if the next node does not belong to the chain
   */
  public static NodeView next(NodeReader reader, NodeView node) {
    long following = node.header(FOLLOWING);
    long next = node.header(NEXT) - 1;
    long primary = isOverflow(node) ? node.header(PRIMARY) - 1 : node.nodeId();
    long nodeId = node.nodeId();
    int level = node.level();
    reader.release(node);
    if (following == 0 && next == NodeStore.NO_NODE) {
      return null;
    }
    if (following <= 0 || next < 0) {
      throw damaged(nodeId, "says that node " + next + " and " + following + " in all follow");
    }
    NodeView follower = reader.read(next, level);
    if (follower.header(PRIMARY) - 1 == primary && follower.header(FOLLOWING) == following - 1) {
      return follower;
    }
    reader.release(follower);
    throw damaged(nodeId, "leads to node " + next + ", which is not the overflow node meant");
  }

  private static DamagedStoreException damaged(long nodeId, String what) {
    return new DamagedStoreException("nodes", "node " + nodeId, what);
  }
}
