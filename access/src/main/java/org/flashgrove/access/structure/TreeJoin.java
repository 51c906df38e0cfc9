package org.flashgrove.access.structure;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.query.EntryPairs;
import org.flashgrove.indexes.query.SpatialJoin;

/**
 * A join of two trees as snapshots of their stores have them, for one thread; several at the same
 * commits share the pairs of nodes.
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
   * Returns pairs of nodes, in the order in which the join opens them.
   *
   * @param least as many at least, if there are enough
   */
  public SpatialJoin.NodePairs split(int least) {
    return join.split(left, right, test, least);
  }

  /**
   * Visits the pairs of entries below pairs of nodes until the visitor stops.
   *
   * @param from first of them, from 0 on
   * @param to the one behind the last
   */
  public void visit(SpatialJoin.NodePairs pairs, int from, int to, EntryPairs visitor) {
    join.run(left, right, test, pairs, from, to, visitor);
  }
}
