package org.flashgrove.indexes.query;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.StoppingJoinVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.TreeLayout;

/**
 * Pairs of entries of two trees whose rectangles match: the synchronized traversal of Brinkhoff,
 * Kriegel and Seeger (SIGMOD 1993, sections 4.1 to 4.3), depth first.
 *
 * <p>Of each pair of nodes only the entries near the other node take part (restricting the search
 * space), and a plane sweep along x finds their pairs. Pairs of children follow in the order of the
 * sweep. Where one tree is higher, its nodes are opened alone until the levels agree.
 *
 * <p>Deviation from the paper: instead of pinning the page that most pairs are left for, each side
 * keeps a copy of its latest node, and the next pair that needs that node does not read it again.
 *
 * <p>No node is pinned while the visitor runs. Objects are reused from join to join.
 */
public final class SpatialJoin {
  private static final int BOX = 4;

  private final JoinSide left;
  private final JoinSide right;
  private long[] nodes = new long[2 * 64];
  private byte[] levels = new byte[2 * 64];
  private double[] bounds = new double[2 * BOX * 64];
  private final double[] near = new double[2 * BOX];
  private int top;
  private RectangleTest test;
  private double reach;
  private StoppingJoinVisitor visitor;
  private long found;
  private boolean stopped;
  private int level;
  private final PlaneSweep.Pairs pairs = this::meet;

  /**
   * Joins of trees of two layouts that have bounds at every level.
   *
   * @param leftOverflowed receives the ids of primary nodes with overflow nodes that are read in
   *     the left tree
   * @param rightOverflowed receives those of the right tree
   */
  public SpatialJoin(
      TreeLayout leftLayout,
      LongConsumer leftOverflowed,
      TreeLayout rightLayout,
      LongConsumer rightOverflowed) {
    left = new JoinSide(leftLayout, leftOverflowed);
    right = new JoinSide(rightLayout, rightOverflowed);
  }

  /**
   * Refuses tests that hold for rectangles that are apart, which a join cannot find.
   *
   * @throws IllegalArgumentException whose message says what is allowed
   */
  public static void requireJoinable(RectangleTest test) {
    if (test == Predicate.DISJOINT || test == Predicate.DISJOINT.candidates()) {
      throw new IllegalArgumentException(
          "a join of disjoint objects (allowed: the other predicates, distances)");
    }
  }

  /**
   * Refuses tests that a join of indices of two metrics cannot find pairs for: those of {@link
   * #requireJoinable(RectangleTest)}, distances other than in the plane, and any test if the
   * metrics differ.
   *
   * @throws IllegalArgumentException whose message says what is allowed
   */
  public static void requireJoinable(RectangleTest test, Metric left, Metric right) {
    requireJoinable(test);
    if (left != right) {
      throw new IllegalArgumentException(
          "a join of an index of metric "
              + left.name()
              + " and one of metric "
              + right.name()
              + " (allowed: one metric)");
    }
    if (test instanceof WithinDistance && left != Metric.PLANAR) {
      throw new IllegalArgumentException(
          "a join by distance of indices of metric "
              + left.name()
              + " (allowed: predicates, or metric planar)");
    }
  }

  /**
   * Visits all pairs of a left and a right entry for which a test holds, the left one being the
   * query.
   *
   * @param newTest a test that rectangles without a common point do not pass, or {@link
   *     WithinDistance}
   * @param newVisitor receives each pair; null to count only
   * @return number of pairs visited
   */
  public long run(
      NodeReader leftReader,
      NodeReader rightReader,
      RectangleTest newTest,
      StoppingJoinVisitor newVisitor) {
    requireJoinable(newTest);
    test = newTest;
    reach = newTest instanceof WithinDistance ? ((WithinDistance) newTest).distance() : 0;
    visitor = newVisitor;
    found = 0;
    stopped = false;
    left.start(leftReader);
    right.start(rightReader);
    try {
      startAtRoots();
      while (top > 0 && !stopped) {
        open();
      }
      return found;
    } finally {
      left.end();
      right.end();
      visitor = null;
    }
  }

  private void startAtRoots() {
    top = 0;
    int at = push(left.root(), left.height(), right.root(), right.height());
    for (int side = 0; side < 2; side++) {
      bounds[at + BOX * side] = Double.NEGATIVE_INFINITY;
      bounds[at + BOX * side + 1] = Double.NEGATIVE_INFINITY;
      bounds[at + BOX * side + 2] = Double.POSITIVE_INFINITY;
      bounds[at + BOX * side + 3] = Double.POSITIVE_INFINITY;
    }
  }

  /** Puts a pair of nodes on the stack; returns where their bounds go, left ones first. */
  private int push(long leftNode, int leftLevel, long rightNode, int rightLevel) {
    if (2 * top == nodes.length) {
      nodes = Arrays.copyOf(nodes, 4 * top);
      levels = Arrays.copyOf(levels, 4 * top);
      bounds = Arrays.copyOf(bounds, 4 * BOX * top);
    }
    nodes[2 * top] = leftNode;
    nodes[2 * top + 1] = rightNode;
    levels[2 * top] = (byte) leftLevel;
    levels[2 * top + 1] = (byte) rightLevel;
    return 2 * BOX * top++;
  }

  /** Takes a pair of nodes from the stack and opens it. */
  private void open() {
    top--;
    long leftNode = nodes[2 * top];
    long rightNode = nodes[2 * top + 1];
    int leftLevel = levels[2 * top];
    int rightLevel = levels[2 * top + 1];
    System.arraycopy(bounds, 2 * BOX * top, near, 0, 2 * BOX);
    if (leftLevel >= rightLevel) {
      left.take(leftNode, leftLevel, near, BOX, reach);
    }
    if (rightLevel >= leftLevel) {
      right.take(rightNode, rightLevel, near, 0, reach);
    }
    if (leftLevel > rightLevel) {
      for (int i = 0; i < left.count(); i++) {
        int at = push(left.id(i), leftLevel - 1, rightNode, rightLevel);
        setBounds(at, left, i);
        System.arraycopy(near, BOX, bounds, at + BOX, BOX);
      }
    } else if (rightLevel > leftLevel) {
      for (int i = 0; i < right.count(); i++) {
        int at = push(leftNode, leftLevel, right.id(i), rightLevel - 1);
        System.arraycopy(near, 0, bounds, at, BOX);
        setBounds(at + BOX, right, i);
      }
    } else {
      sweep(leftLevel);
    }
  }

  private void setBounds(int at, JoinSide side, int index) {
    bounds[at] = side.minX(index);
    bounds[at + 1] = side.minY(index);
    bounds[at + 2] = side.maxX(index);
    bounds[at + 3] = side.maxY(index);
  }

  /** Finds the pairs of the entries taken. */
  private void sweep(int atLevel) {
    level = atLevel;
    PlaneSweep.run(left, right, reach, pairs);
  }

  /** Tests a pair of entries that are near each other; returns whether to go on. */
  private boolean meet(int i, int j) {
    if (level > 0) {
      int at = push(left.id(i), level - 1, right.id(j), level - 1);
      setBounds(at, left, i);
      setBounds(at + BOX, right, j);
    } else if (test == Predicate.INTERSECTS || matches(i, j)) {
      found++;
      stopped = visitor != null && visitor.found(left.id(i), right.id(j)) == VisitResult.STOP;
    }
    return !stopped;
  }

  private boolean matches(int i, int j) {
    return test.matches(
        left.minX(i),
        left.minY(i),
        left.maxX(i),
        left.maxY(i),
        right.minX(j),
        right.minY(j),
        right.maxX(j),
        right.maxY(j));
  }
}
