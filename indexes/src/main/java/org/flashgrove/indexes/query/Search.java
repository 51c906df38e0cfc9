package org.flashgrove.indexes.query;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.chain.OverflowLink;

/**
 * Search of Guttman's paper (SIGMOD 1984, section 3.1). It is depth first, visits children in the
 * order of entries, and reads each matching node once.
 *
 * <p>Matching children are pushed on a stack of ids, and a node is released before the next one is
 * read. At most one node is pinned, namely a leaf while its entries are visited. Overflow nodes
 * directly follow their primary node. A search can be used again for further queries.
 */
public final class Search {
  /**
   * Number of parents of leaves that a search tries to collect before it announces their leaves to
   * the reader together. It collects fewer only if there are fewer. It may exceed this number by at
   * most the number of children of one node.
   */
  private static final int PARENTS_TOGETHER = 64;

  private final TreeLayout layout;
  private final NodeScan scan;
  private final LongConsumer overflowed;
  private long[] stack = new long[256];
  private byte[] levels = new byte[256];
  private int[] hits = new int[128];
  private long[] together = new long[128];
  private int top;
  private RectangleTest predicate;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private boolean stopped;
  private QueryWatch watch;

  /** Creates a search in trees with bounding rectangles at every level. */
  public Search(TreeLayout layout) {
    this(layout, null, null);
  }

  /**
   * Creates a search that uses a tree's own scan to find the matching entries of a node.
   *
   * @param scan finds the matching entries of a node, or null to compare bounding rectangles
   */
  public Search(TreeLayout layout, NodeScan scan) {
    this(layout, scan, null);
  }

  /**
   * Creates a search that reports primary nodes with overflow nodes.
   *
   * @param overflowed receives the ids of primary nodes with overflow nodes that the search reads
   */
  public Search(TreeLayout layout, LongConsumer overflowed) {
    this(layout, null, overflowed);
  }

  private Search(TreeLayout layout, NodeScan scan, LongConsumer overflowed) {
    this.layout = layout;
    this.scan = scan;
    this.overflowed = overflowed;
  }

  /**
   * Sets the test and the query rectangle of the next {@link #run}.
   *
   * @param newWatch ends the search early; null for none
   */
  public void reset(RectangleQuery query, QueryWatch newWatch) {
    reset(query.test(), query.minX(), query.minY(), query.maxX(), query.maxY(), newWatch);
  }

  /** Sets the test and the query rectangle. */
  public void reset(
      RectangleTest test,
      double newMinX,
      double newMinY,
      double newMaxX,
      double newMaxY,
      QueryWatch newWatch) {
    predicate = test;
    watch = newWatch;
    minX = newMinX + 0.0; // turns -0.0 into 0.0
    minY = newMinY + 0.0;
    maxX = newMaxX + 0.0;
    maxY = newMaxY + 0.0;
  }

  /**
   * Visits the matching entries.
   *
   * @param sink receives each entry; null to count only
   * @param announces whether the search announces the nodes of the two lowest levels to the reader
   *     before it reads them ({@link NodeReader#willRead})
   * @return number of entries visited
   */
  public long run(NodeReader reader, EntrySink sink, boolean announces) {
    start(reader);
    return visit(reader, sink, announces, Long.MAX_VALUE);
  }

  /** Starts a search. {@link #visit} then runs it. */
  public void start(NodeReader reader) {
    top = 0;
    stopped = false;
    push(reader.root(), reader.height());
  }

  /** Returns whether the search has not stopped and there are unvisited nodes. */
  public boolean hasMore() {
    return top > 0 && !stopped;
  }

  /** Ends the search, and drops its reference to the {@link QueryWatch} of the query. */
  public void end() {
    watch = null;
  }

  /**
   * Visits further nodes and their overflow nodes.
   *
   * @param sink receives each matching entry; null to count only
   * @param announces whether the search announces nodes to the reader, as for {@link #run}
   * @param nodes maximum number of nodes to visit
   * @return number of entries visited
   */
  public long visit(NodeReader reader, EntrySink sink, boolean announces, long nodes) {
    long visited = 0;
    boolean together = announces && !layout.chained();
    for (long left = nodes; left > 0 && hasMore(); left--) {
      QueryWatch.check(watch);
      int level = levels[top - 1];
      if (together && level > 0) {
        pushTogether(reader, level);
        continue;
      }
      top--;
      NodeView node = reader.read(stack[top], level);
      if (layout.chained() && overflowed != null && OverflowLink.goesOn(node)) {
        overflowed.accept(node.nodeId());
      }
      while (node != null) {
        int matching = match(node, level);
        if (level > 0) {
          pushMatching(reader, node, matching, announces);
        } else {
          visited += sink == null ? matching : visitHits(reader, sink, node, matching);
        }
        node = following(reader, node);
      }
    }
    return visited;
  }

  /**
   * Pushes the matching children of a node so that the first one is popped first. The slots of
   * these children are in {@code hits}.
   */
  private void pushMatching(NodeReader reader, NodeView node, int matching, boolean announces) {
    int level = node.level();
    for (int i = matching - 1; i >= 0; i--) {
      push(node.word(0, hits[i]), level - 1);
    }
    if (announces && matching > 1 && (level == 1 || level == 2)) {
      announce(reader, matching);
    }
  }

  private void pushTogether(NodeReader reader, int level) {
    if (level > 1) {
      pushParentsTogether(reader);
    } else {
      pushLeavesTogether(reader);
    }
  }

  /**
   * Replaces nodes on top of the stack by the matching nodes below them whose children are leaves.
   * Stops when {@link #PARENTS_TOGETHER} such nodes are collected, and announces them to the
   * reader.
   */
  private void pushParentsTogether(NodeReader reader) {
    int count = 0;
    while (top > 0 && count < PARENTS_TOGETHER) {
      top--;
      int level = levels[top];
      NodeView node = reader.read(stack[top], level);
      int matching = match(node, level);
      if (level == 2) {
        count = collect(node, matching, count);
      } else {
        for (int i = matching - 1; i >= 0; i--) {
          push(node.word(0, hits[i]), level - 1);
        }
      }
      reader.release(node);
    }
    pushCollected(reader, 1, count);
  }

  /**
   * Replaces the parents of leaves on top of the stack by their matching leaves, and announces the
   * leaves to the reader.
   */
  private void pushLeavesTogether(NodeReader reader) {
    int count = 0;
    while (top > 0 && levels[top - 1] == 1) {
      top--;
      NodeView node = reader.read(stack[top], 1);
      count = collect(node, match(node, 1), count);
      reader.release(node);
    }
    pushCollected(reader, 0, count);
  }

  /**
   * Appends the matching children of a node to {@code together}. The slots of these children are in
   * {@code hits}.
   *
   * @param count number of nodes in {@code together} before this call
   * @return number of nodes in {@code together} after this call
   */
  private int collect(NodeView node, int matching, int count) {
    if (together.length < count + matching) {
      together = Arrays.copyOf(together, Math.max(count + matching, 2 * together.length));
    }
    for (int i = 0; i < matching; i++) {
      together[count + i] = node.word(0, hits[i]);
    }
    return count + matching;
  }

  /**
   * Pushes the collected nodes so that the first one is popped first, and announces them to the
   * reader.
   */
  private void pushCollected(NodeReader reader, int level, int count) {
    for (int i = count - 1; i >= 0; i--) {
      push(together[i], level);
    }
    if (count > 1) {
      reader.willRead(together, 0, count);
    }
  }

  /**
   * Releases a node. Returns its next overflow node, or null if there is none or the search has
   * stopped.
   */
  private NodeView following(NodeReader reader, NodeView node) {
    if (layout.chained() && !stopped) {
      return OverflowLink.next(reader, node);
    }
    reader.release(node);
    return null;
  }

  /** Announces the topmost nodes of the stack to the reader, beginning with the top. */
  private void announce(NodeReader reader, int count) {
    if (together.length < count) {
      together = new long[Math.max(count, 2 * together.length)];
    }
    for (int i = 0; i < count; i++) {
      together[i] = stack[top - 1 - i];
    }
    reader.willRead(together, 0, count);
  }

  private void push(long nodeId, int level) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, 2 * top);
      levels = Arrays.copyOf(levels, 2 * top);
    }
    stack[top] = nodeId;
    levels[top] = (byte) level;
    top++;
  }

  /**
   * Stores the slots of a node's matching entries in {@code hits}. Returns the number of these
   * entries.
   */
  private int match(NodeView node, int level) {
    int count = node.count();
    if (hits.length < count) {
      hits = new int[Math.max(count, 2 * hits.length)];
    }
    if (scan != null && predicate == Predicate.INTERSECTS) {
      return scan.intersecting(node, minX, minY, maxX, maxY, hits);
    }
    NodeLayout of = layout.at(level);
    int low = of.boundsWord();
    int high = of.upperBoundsWord();
    if (predicate == Predicate.INTERSECTS) {
      return node.intersecting(minX, minY, maxX, maxY, hits);
    }
    int matching = 0;
    for (int slot = 0; slot < count; slot++) {
      double x1 = node.real(low, slot);
      double y1 = node.real(low + 1, slot);
      double x2 = node.real(high, slot);
      double y2 = node.real(high + 1, slot);
      boolean hit =
          level == 0
              ? predicate.matches(minX, minY, maxX, maxY, x1, y1, x2, y2)
              : predicate.mayHold(minX, minY, maxX, maxY, x1, y1, x2, y2);
      if (hit) {
        hits[matching++] = slot;
      }
    }
    return matching;
  }

  /**
   * Passes the matching entries of a leaf to the sink. The slots of these entries are in {@code
   * hits}. Returns the number of entries passed. Releases the leaf if the sink throws.
   */
  private int visitHits(NodeReader reader, EntrySink sink, NodeView leaf, int matching) {
    int low = layout.leaf().boundsWord();
    int high = layout.leaf().upperBoundsWord();
    int[] slots = hits;
    boolean done = false;
    try {
      int visited = 0;
      while (visited < matching && !stopped) {
        int slot = slots[visited++];
        double x = leaf.real(low, slot);
        double y = leaf.real(low + 1, slot);
        double highX = low == high ? x : leaf.real(high, slot);
        double highY = low == high ? y : leaf.real(high + 1, slot);
        stopped =
            sink.found(leaf.word(0, slot), x, y, highX, highY, Double.NaN) == VisitResult.STOP;
      }
      done = true;
      return visited;
    } finally {
      if (!done) {
        reader.release(leaf);
      }
    }
  }
}
