package org.flashgrove.indexes.query;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;

/**
 * Entries by distance from a rectangle or a point, one after the other, as many as are asked for:
 * the incremental search of Hjaltason and Samet (Distance Browsing in Spatial Databases, TODS
 * 1999), best first.
 *
 * <p>No node is read whose distance exceeds that of the last neighbour told. Neighbours of equal
 * distance come by id, then by rectangle, whatever the tree; to know them, all nodes of that
 * distance are read. Where the number of neighbours is known, entries that cannot be among them are
 * not kept.
 *
 * <p>With exact distances (refinement) an entry goes back into the queue with its own distance when
 * its rectangle's turn comes, as in the paper's section 4.2.
 *
 * <p>At most one node is pinned, none between two neighbours. Objects are reused from query to
 * query; nothing is allocated once the queue is long enough.
 */
public final class Nearest {
  private final TreeLayout layout;
  private final DistanceQueue queue = new DistanceQueue();
  private final LeastKeys least = new LeastKeys();
  private final double[] box = new double[4];
  private double[] lowX = new double[128];
  private double[] lowY = new double[128];
  private double[] highX = new double[128];
  private double[] highY = new double[128];
  private double[] keys = new double[128];
  private NodeReader reader;
  private LongToDoubleFunction exact;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private long left;
  private boolean bounded;
  private long id;
  private double distance;

  /** A search in trees of a layout that has bounds at every level. */
  public Nearest(TreeLayout layout) {
    this.layout = layout;
  }

  /** Sets the rectangle, or the point, that distances are measured from. */
  public void of(double x1, double y1, double x2, double y2) {
    minX = x1;
    minY = y1;
    maxX = x2;
    maxY = y2;
  }

  /**
   * Starts over.
   *
   * @param newReader read from until the last call of {@link #next}
   * @param limit most neighbours wanted; {@code Long.MAX_VALUE} for all
   * @param exactDistance distance of the object of an id, not less than that of its rectangle; null
   *     if rectangles are the objects
   */
  public void start(NodeReader newReader, long limit, LongToDoubleFunction exactDistance) {
    reader = newReader;
    exact = exactDistance;
    left = limit;
    bounded = exactDistance == null && limit < Long.MAX_VALUE;
    least.of(Math.max(1, limit));
    queue.clear();
    queue.addNode(0, reader.height(), reader.root());
  }

  /** Goes on to the next neighbour; whether there is one. */
  public boolean next() {
    if (left == 0) {
      return false;
    }
    while (!queue.isEmpty()) {
      int rank = queue.rank();
      double key = queue.key();
      id = queue.id();
      if (rank < DistanceQueue.CANDIDATE) {
        queue.remove();
        expand(id, rank);
        continue;
      }
      queue.copyBox(box);
      queue.remove();
      if (rank == DistanceQueue.ENTRY) {
        distance = exact == null ? Math.sqrt(key) : key;
        left--;
        return true;
      }
      // Rounding must not let an object be nearer than its rectangle.
      double refined = Math.max(key, exact.applyAsDouble(id));
      queue.addEntry(refined, DistanceQueue.ENTRY, id, box[0], box[1], box[2], box[3]);
    }
    left = 0;
    return false;
  }

  /**
   * Tells all neighbours until there are as many as wanted, or the visitor wants no more.
   *
   * @return number of neighbours told
   */
  public long run(
      NodeReader newReader,
      long limit,
      LongToDoubleFunction exactDistance,
      NeighbourVisitor visitor) {
    start(newReader, limit, exactDistance);
    long told = 0;
    while (next()) {
      told++;
      if (!visitor.visit(id, box[0], box[1], box[2], box[3], distance)) {
        break;
      }
    }
    reader = null;
    exact = null;
    return told;
  }

  /** Puts the children of a node, or the entries of a leaf, into the queue. */
  private void expand(long nodeId, int level) {
    NodeView node = reader.read(nodeId, level);
    int count = node.count();
    measure(node, count, layout.at(level));
    if (level > 0) {
      double bound = bounded ? least.bound() : Double.POSITIVE_INFINITY;
      for (int slot = 0; slot < count; slot++) {
        if (keys[slot] <= bound) {
          queue.addNode(keys[slot], level - 1, node.word(0, slot));
        }
      }
    } else if (bounded) {
      addBounded(node, count);
    } else {
      int rank = exact == null ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
      for (int slot = 0; slot < count; slot++) {
        addEntry(node, slot, rank);
      }
    }
    reader.release(node);
  }

  private void addBounded(NodeView leaf, int count) {
    double bound = least.bound();
    for (int slot = 0; slot < count; slot++) {
      if (keys[slot] <= bound) {
        addEntry(leaf, slot, DistanceQueue.ENTRY);
        least.offer(keys[slot]);
        bound = least.bound();
      }
    }
  }

  private void addEntry(NodeView leaf, int slot, int rank) {
    boolean points = layout.leaf().boundsWords() == 2;
    queue.addEntry(
        keys[slot],
        rank,
        leaf.word(0, slot),
        lowX[slot],
        lowY[slot],
        points ? lowX[slot] : highX[slot],
        points ? lowY[slot] : highY[slot]);
  }

  /** Fills {@code keys} with distances, squared unless they are compared with exact ones. */
  private void measure(NodeView node, int count, NodeLayout of) {
    if (keys.length < count) {
      int room = Math.max(count, 2 * keys.length);
      lowX = new double[room];
      lowY = new double[room];
      highX = new double[room];
      highY = new double[room];
      keys = new double[room];
    }
    node.copyReals(of.boundsWord(), lowX);
    node.copyReals(of.boundsWord() + 1, lowY);
    if (of.boundsWords() == 2) {
      square(count, lowX, lowY);
    } else {
      node.copyReals(of.upperBoundsWord(), highX);
      node.copyReals(of.upperBoundsWord() + 1, highY);
      square(count, highX, highY);
    }
    if (exact != null) {
      for (int slot = 0; slot < count; slot++) {
        keys[slot] = Math.sqrt(keys[slot]);
      }
    }
  }

  private void square(int count, double[] upperX, double[] upperY) {
    for (int slot = 0; slot < count; slot++) {
      double dx = Math.max(0, Math.max(lowX[slot] - maxX, minX - upperX[slot]));
      double dy = Math.max(0, Math.max(lowY[slot] - maxY, minY - upperY[slot]));
      keys[slot] = dx * dx + dy * dy;
    }
  }

  /** Id of the neighbour that {@link #next} went on to. */
  public long id() {
    return id;
  }

  /** Coordinate 0 to 3 of its rectangle: minX, minY, maxX, maxY. */
  public double at(int coordinate) {
    return box[coordinate];
  }

  /** Its distance. */
  public double distance() {
    return distance;
  }
}
