package org.flashgrove.indexes.tree;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.query.SpatialJoin;

/** Joins the newest commits of two trees, or of a tree with itself. */
final class TreeJoin {
  private TreeJoin() {}

  /** Visits pairs of entries of two trees, as {@link SpatialTree#join} specifies. */
  static long run(SpatialTree left, SpatialTree right, RectangleTest test, PairVisitor visitor) {
    SpatialJoin.requireJoinable(test, left.metric(), right.metric());
    boolean isOrdered = left.serial <= right.serial; // a fixed lock order prevents deadlocks
    SpatialTree first = isOrdered ? left : right;
    SpatialTree second = isOrdered ? right : left;
    first.startQuery();
    try {
      second.startQuery();
      try {
        return runInTurn(left, right, test, visitor);
      } finally {
        second.finishQuery();
      }
    } finally {
      first.finishQuery();
    }
  }

  private static long runInTurn(
      SpatialTree left, SpatialTree right, RectangleTest test, PairVisitor visitor) {
    try (NodeReader reader = left.store.snapshot();
        NodeReader another =
            left == right ? null : right.store.snapshot()) { // a self-join reads one commit
      TreeSnapshot one = new TreeSnapshot(left, reader, false);
      TreeSnapshot other = new TreeSnapshot(right, another == null ? reader : another, false);
      return one.join(other, test, visitor);
    }
  }
}
