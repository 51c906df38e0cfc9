package org.flashgrove.access.structure;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.query.EntryPairs;
import org.flashgrove.indexes.query.SpatialJoin;

/**
 * A join of two trees at snapshots of their stores. For one thread. To use several threads, create
 * a join for each thread, all at the same commits. Then divide the pairs of nodes from one {@link
 * #split} among the threads.
 */
public final class TreeJoin {
  private final SpatialJoin join;
  private final NodeReader left;
  private final NodeReader right;
  private final RectangleTest test;

  TreeJoin(SpatialJoin join, NodeReader left, NodeReader right, RectangleTest test) {
    this.join = join;
    this.left = left;
    this.right = right;
    this.test = test;
  }

  /**
   * Finds only one of the pairs (a, b) and (b, a) from now on. Both sides must be the same tree at
   * the same commit, and the test must be symmetric.
   */
  public void findOnce() {
    join.findOnce();
  }

  /**
   * Splits the join into pairs of nodes, in the order in which the join would process them.
   *
   * @param least minimum number of pairs, if the trees have enough nodes
   */
  public SpatialJoin.NodePairs split(int least) {
    return join.split(left, right, test, least);
  }

  /**
   * Visits the pairs of entries below some pairs of nodes until the visitor stops.
   *
   * @param from index of the first pair of nodes
   * @param to index after the last pair of nodes
   */
  public void visit(SpatialJoin.NodePairs pairs, int from, int to, EntryPairs visitor) {
    join.run(left, right, test, pairs, from, to, visitor);
  }
}
