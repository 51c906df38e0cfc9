package org.flashgrove.indexes.query;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.TreeLayout;

/**
 * Join of two trees by synchronized traversal, depth first (Brinkhoff, Kriegel and Seeger, SIGMOD
 * 1993, sections 4.1 to 4.3).
 *
 * <p>For each pair of nodes, only the entries of each node that are near the other node take part
 * (restricting the search space). A plane sweep along x finds the pairs of these entries. Pairs of
 * children follow in the order of the sweep. If one tree is higher, only its nodes are opened until
 * the levels are equal.
 *
 * <p>This differs from the paper in one point. Instead of pinning the page with the most remaining
 * pairs, each side keeps a copy of the node that it read last.
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
  private EntryPairs visitor;
  private long found;
  private boolean stopped;
  private int level;
  private boolean findsOnce;

  /**
   * True if a sweep of a node with itself leaves out pairs whose left id is greater than the right
   * id.
   */
  private boolean isSame;

  private final PlaneSweep.Pairs pairs = this::meet;

  /**
   * Creates a join of trees with two layouts. Both layouts have bounding rectangles at every level.
   *
   * @param leftOverflowed receives the ids of primary nodes with overflow nodes that the join reads
   *     in the left tree
   * @param rightOverflowed receives the ids of such nodes in the right tree
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
   * From now on, finds only one of the pairs (a, b) and (b, a). For two entries of the same leaf,
   * this is the pair with the smaller left id. Otherwise it may be either pair. Both trees must be
   * the same tree at the same commit, and the test must be symmetric.
   */
  public void findOnce() {
    findsOnce = true;
  }

  /**
   * Rejects tests that match disjoint rectangles, which a join cannot find.
   *
   * @throws IllegalArgumentException with a message that names the allowed tests
   */
  public static void requireJoinable(RectangleTest test) {
    if (test == Predicate.DISJOINT || test == Predicate.DISJOINT.candidates()) {
      throw new IllegalArgumentException(
          "join: predicate disjoint is not supported; use another predicate, or a distance");
    }
  }

  /**
   * Rejects tests that a join of two indexes does not support. These are the tests rejected by
   * {@link #requireJoinable(RectangleTest)}, distances that are not planar, and any test if the
   * metrics differ.
   *
   * @throws IllegalArgumentException with a message that names the allowed tests
   */
  public static void requireJoinable(RectangleTest test, Metric left, Metric right) {
    requireJoinable(test);
    requireOneMetric(left, right);
    if (test instanceof WithinDistance && left != Metric.PLANAR) {
      throw new IllegalArgumentException(
          "join by distance: the indexes have metric "
              + left.name()
              + "; use a predicate, or indexes with metric planar");
    }
  }

  /**
   * Rejects joins of indexes with different metrics.
   *
   * @throws IllegalArgumentException if the metrics differ
   */
  public static void requireOneMetric(Metric left, Metric right) {
    if (Objects.requireNonNull(left, "left") != Objects.requireNonNull(right, "right")) {
      throw new IllegalArgumentException(
          "join: the left index has metric "
              + left.name()
              + ", the right one has metric "
              + right.name()
              + "; use indexes with the same metric");
    }
  }

  /**
   * Visits all pairs of a left and a right entry that match a test. The left entry is the query.
   *
   * @param newTest a test that matches no disjoint rectangles, or {@link WithinDistance}
   * @param newVisitor receives each pair; null to count only
   * @return number of pairs visited
   */
  public long run(
      NodeReader leftReader,
      NodeReader rightReader,
      RectangleTest newTest,
      PairVisitor newVisitor) {
    start(leftReader, rightReader, newTest, EntryPairs.of(newVisitor));
    try {
      startAtRoots();
      return openAll();
    } finally {
      end();
    }
  }

  /**
   * Divides a join into pairs of nodes. Joining these pairs of nodes one after another visits the
   * same pairs of entries as {@link #run}, in the same order.
   *
   * @param least minimum number of pairs of nodes, if the trees have enough nodes
   */
  public NodePairs split(
      NodeReader leftReader, NodeReader rightReader, RectangleTest newTest, int least) {
    start(leftReader, rightReader, newTest, null);
    try {
      startAtRoots();
      NodePairs pairs = new NodePairs();
      pairs.take(this);
      while (pairs.count() > 0 && pairs.count() < least && !pairs.areLeaves()) {
        NodePairs below = new NodePairs();
        for (int i = 0; i < pairs.count(); i++) {
          pairs.give(i, this);
          open();
          below.take(this);
        }
        pairs = below;
      }
      return pairs;
    } finally {
      end();
    }
  }

  /**
   * Visits the pairs of entries below a range of pairs of nodes.
   *
   * @param pairs result of {@link #split} for the same trees, commits and test
   * @param from index of the first pair of nodes
   * @param to index after the last pair of nodes
   * @param newVisitor receives each pair; null to count only
   * @return number of pairs of entries visited
   */
  public long run(
      NodeReader leftReader,
      NodeReader rightReader,
      RectangleTest newTest,
      NodePairs pairs,
      int from,
      int to,
      EntryPairs newVisitor) {
    start(leftReader, rightReader, newTest, newVisitor);
    try {
      for (int i = from; i < to && !stopped; i++) {
        pairs.give(i, this);
        openAll();
      }
      return found;
    } finally {
      end();
    }
  }

  private void start(
      NodeReader leftReader, NodeReader rightReader, RectangleTest newTest, EntryPairs newVisitor) {
    requireJoinable(newTest);
    test = newTest;
    reach = newTest instanceof WithinDistance ? ((WithinDistance) newTest).distance() : 0;
    visitor = newVisitor;
    found = 0;
    stopped = false;
    top = 0;
    left.start(leftReader);
    right.start(rightReader);
  }

  private void end() {
    left.end();
    right.end();
    visitor = null;
  }

  private long openAll() {
    while (top > 0 && !stopped) {
      open();
    }
    return found;
  }

  private void startAtRoots() {
    int at = push(left.root(), left.height(), right.root(), right.height());
    for (int side = 0; side < 2; side++) {
      bounds[at + BOX * side] = Double.NEGATIVE_INFINITY;
      bounds[at + BOX * side + 1] = Double.NEGATIVE_INFINITY;
      bounds[at + BOX * side + 2] = Double.POSITIVE_INFINITY;
      bounds[at + BOX * side + 3] = Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Pushes a pair of nodes on the stack. The caller must then store the bounding boxes of both
   * nodes in {@code bounds}, the left node's box first. Returns the index in {@code bounds} at
   * which they begin.
   */
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

  /** Pairs of nodes of two trees, in the order in which a join opens them. */
  public static final class NodePairs {
    private long[] nodes = new long[2 * 64];
    private byte[] levels = new byte[2 * 64];
    private double[] bounds = new double[2 * BOX * 64];
    private int count;

    private NodePairs() {}

    /** Returns the number of pairs. */
    public int count() {
      return count;
    }

    /**
     * Moves all pairs from the stack of a join to the end of this list, beginning with the top of
     * the stack.
     */
    private void take(SpatialJoin join) {
      int needed = count + join.top;
      if (2 * needed > nodes.length) {
        int room = Math.max(needed, nodes.length);
        nodes = Arrays.copyOf(nodes, 2 * room);
        levels = Arrays.copyOf(levels, 2 * room);
        bounds = Arrays.copyOf(bounds, 2 * BOX * room);
      }
      while (join.top > 0) {
        join.top--;
        System.arraycopy(join.nodes, 2 * join.top, nodes, 2 * count, 2);
        System.arraycopy(join.levels, 2 * join.top, levels, 2 * count, 2);
        System.arraycopy(join.bounds, 2 * BOX * join.top, bounds, 2 * BOX * count, 2 * BOX);
        count++;
      }
    }

    /** Pushes a pair on the stack of a join. */
    private void give(int index, SpatialJoin join) {
      int of = 2 * index;
      int at = join.push(nodes[of], levels[of], nodes[of + 1], levels[of + 1]);
      System.arraycopy(bounds, BOX * of, join.bounds, at, 2 * BOX);
    }

    /**
     * Returns whether all pairs are pairs of leaves. The first pair decides, because all left nodes
     * have the same level, and so do all right nodes.
     */
    private boolean areLeaves() {
      return levels[0] == 0 && levels[1] == 0;
    }
  }

  /**
   * Pops a pair of nodes from the stack, reads the nodes, and pushes the pairs of their children.
   * For two leaves, visits the matching pairs of entries instead.
   */
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
      isSame = findsOnce && leftNode == rightNode;
      sweep(leftLevel);
    }
  }

  private void setBounds(int at, JoinSide side, int index) {
    bounds[at] = side.minX(index);
    bounds[at + 1] = side.minY(index);
    bounds[at + 2] = side.maxX(index);
    bounds[at + 3] = side.maxY(index);
  }

  /**
   * Finds pairs of entries by a plane sweep over the entries that each side has selected from its
   * current node.
   */
  private void sweep(int atLevel) {
    level = atLevel;
    PlaneSweep.run(left, right, reach, pairs);
  }

  /** Handles a pair of entries that are near each other. Returns whether to continue the sweep. */
  private boolean meet(int i, int j) {
    if (isSame && left.id(i) > right.id(j)) {
      return true;
    }
    if (level > 0) {
      int at = push(left.id(i), level - 1, right.id(j), level - 1);
      setBounds(at, left, i);
      setBounds(at + BOX, right, j);
    } else if (test == Predicate.INTERSECTS || matches(i, j)) {
      found++;
      stopped = visitor != null && visitor.found(left, i, right, j) == VisitResult.STOP;
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
