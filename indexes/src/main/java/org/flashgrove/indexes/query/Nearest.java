package org.flashgrove.indexes.query;

import java.util.function.LongConsumer;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.chain.OverflowLink;

/**
 * Incremental search for nearest neighbours, best first (Hjaltason and Samet, Distance Browsing in
 * Spatial Databases, TODS 1999).
 *
 * <p>A search without a limit browses: it reads no node farther away than the last returned
 * neighbour. A search with a limit reads no node farther away than the last neighbour within the
 * limit. However, it reads all these nodes before it returns the first neighbour. It keeps at most
 * as many entries as the limit.
 *
 * <p>Neighbours at equal distance are ordered by id, then by rectangle, so their order does not
 * depend on the tree. For this purpose all nodes at that distance are read.
 *
 * <p>With exact distances (refinement) the search browses. When the rectangle of an entry becomes
 * the nearest item of the queue, the entry is queued again with its exact distance (section 4.2 of
 * the paper).
 *
 * <p>Entries are compared by squared distances. If a square may have overflowed or underflowed, the
 * search restarts with plain distances and skips the entries already returned. This never happens
 * for ordinary coordinates.
 *
 * <p>With a metric that is not planar the search also browses. An entry is first queued with a
 * lower bound of its distance, and then again with the distance.
 *
 * <p>At most one node is pinned, and none between two neighbours. Objects are reused from query to
 * query. Nothing is allocated once the arrays are long enough.
 */
public final class Nearest implements NeighbourSearch {
  private final TreeLayout layout;
  private final LongConsumer overflowed;
  private final DistanceQueue queue = new DistanceQueue();
  private final PendingNodes nodes = new PendingNodes(queue);
  private final NearestEntries nearest = new NearestEntries();
  private final double[] box = new double[4];
  private final Metric metric;
  private final boolean planar;
  private double[] lowX = new double[128];
  private double[] lowY = new double[128];
  private double[] highX = new double[128];
  private double[] highY = new double[128];
  private double[] keys = new double[128];
  private NodeReader reader;
  private LongToDoubleFunction exact;
  private QueryWatch watch;
  private DistanceFrom from;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private boolean bounded;
  private boolean byDistance;
  private boolean collected;
  private long limit;
  private long returned;
  private long id;
  private double distance;

  /**
   * Creates a search in trees with bounding rectangles at every level.
   *
   * @param overflowed receives the ids of primary nodes with overflow nodes that the search reads
   * @param metric metric of all distances
   */
  public Nearest(TreeLayout layout, LongConsumer overflowed, Metric metric) {
    this.layout = layout;
    this.overflowed = overflowed;
    this.metric = metric;
    planar = metric == Metric.PLANAR;
  }

  /**
   * Sets the rectangle from which distances are measured.
   *
   * @throws IllegalArgumentException if the metric does not allow the rectangle
   */
  public void from(double newMinX, double newMinY, double newMaxX, double newMaxY) {
    from = metric.from(newMinX, newMinY, newMaxX, newMaxY, from);
    minX = from.minX();
    minY = from.minY();
    maxX = from.maxX();
    maxY = from.maxY();
  }

  /**
   * Starts a new search.
   *
   * @param newReader view that the search reads until the last call of {@link #next}
   * @param query limit on the number of neighbours, and optionally a function for exact distances
   */
  public void start(NodeReader newReader, EntryQuery query) {
    reader = newReader;
    exact = query.exactDistance();
    from = exact == null ? from : from.ofObjects();
    watch = query.watch();
    limit = query.most();
    returned = 0;
    bounded = planar && exact == null && limit < Long.MAX_VALUE;
    collected = false;
    startAtRoot(!planar || exact != null);
  }

  private void startAtRoot(boolean newByDistance) {
    byDistance = newByDistance;
    nearest.reset(limit);
    queue.clear();
    nodes.clear();
    nodes.add(0, reader.height(), reader.root());
  }

  /** Moves to the next neighbour. Returns false if there is none. */
  @Override
  public boolean next() {
    if (returned == limit || !(bounded ? nextCollected() : nextBrowsed())) {
      return false;
    }
    returned++;
    return true;
  }

  private boolean nextCollected() {
    if (!collected) {
      collect();
      if (!byDistance && anyUnsafe()) {
        startAtRoot(true);
        collect();
      }
    }
    if (returned == nearest.size()) {
      return false;
    }
    int rank = (int) returned;
    id = nearest.id(rank);
    nearest.copyBox(rank, box);
    distance = byDistance ? nearest.key(rank) : Math.sqrt(nearest.key(rank));
    return true;
  }

  /**
   * Returns whether a squared distance may have overflowed or underflowed, so that the collected
   * entries may be the wrong ones or in the wrong order.
   */
  private boolean anyUnsafe() {
    int size = nearest.size();
    if (size > 0 && isTooGreat(nearest.key(size - 1))) {
      return true;
    }
    for (int rank = 0; rank < size && isSmall(nearest.key(rank)); rank++) {
      nearest.copyBox(rank, box);
      if (distanceOfBox() > 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTooGreat(double square) {
    return Math.sqrt(square) > PlanarDistance.MOST_SAFE;
  }

  private static boolean isSmall(double square) {
    return square < PlanarDistance.LEAST_SAFE * PlanarDistance.LEAST_SAFE;
  }

  private double distanceOfBox() {
    return Rectangles.distance(minX, minY, maxX, maxY, box[0], box[1], box[2], box[3]);
  }

  /** Reads all nodes that may contain one of the nearest entries, and collects these entries. */
  private void collect() {
    while (true) {
      QueryWatch.check(watch);
      if (nodes.isNearerThan(queue)) {
        if (nodes.key() > nearest.bound()) {
          break;
        }
        expandPending(nearest.bound());
      } else if (!queue.isEmpty() && queue.key() <= nearest.bound()) {
        expandQueued();
      } else {
        break;
      }
    }
    nearest.sort();
    collected = true;
  }

  private void expandPending(double bound) {
    long nodeId = nodes.id();
    int level = nodes.level();
    nodes.removeNearest(bound);
    expand(nodeId, level);
  }

  private void expandQueued() {
    long nodeId = queue.id();
    int level = queue.rank();
    queue.remove();
    expand(nodeId, level);
  }

  private boolean nextBrowsed() {
    while (true) {
      QueryWatch.check(watch);
      if (nodes.isNearerThan(queue)) {
        expandPending(Double.POSITIVE_INFINITY);
      } else if (queue.isEmpty()) {
        return false;
      } else if (queue.rank() < DistanceQueue.CANDIDATE) {
        expandQueued();
      } else {
        boolean decided = queue.rank() == DistanceQueue.ENTRY;
        double key = queue.key();
        id = queue.id();
        queue.copyBox(box);
        queue.remove();
        if (decided && !byDistance && (isTooGreat(key) || isSmall(key) && distanceOfBox() > 0)) {
          startAgain();
          continue;
        }
        if (decided) {
          distance = byDistance ? key : Math.sqrt(key);
          return true;
        }
        // Because of rounding, the distance may be less than the lower bound.
        double refined = Math.max(key, measured());
        queue.addEntry(refined, DistanceQueue.ENTRY, id, box[0], box[1], box[2], box[3]);
      }
    }
  }

  /**
   * Returns the distance of the current entry. It is the exact distance of the entry's object if
   * the query provides exact distances, otherwise the distance of the rectangle in {@code box}.
   */
  private double measured() {
    return exact == null ? from.to(box[0], box[1], box[2], box[3]) : exact.applyAsDouble(id);
  }

  /**
   * Restarts the search with plain instead of squared distances. The entries returned so far are
   * nearer than all others, or are the first ones at distance 0. The new order therefore begins
   * with the same entries, and the restarted search skips them.
   */
  private void startAgain() {
    startAtRoot(true);
    for (long again = 0; again < returned; again++) {
      nextBrowsed();
    }
  }

  /** Drops the references to the objects of the last query. */
  public void end() {
    reader = null;
    exact = null;
    watch = null;
  }

  /** Queues the children of a node or the entries of a leaf, including those in overflow nodes. */
  private void expand(long nodeId, int level) {
    NodeView node = reader.read(nodeId, level);
    if (!layout.chained()) {
      expand(node);
      reader.release(node);
      return;
    }
    if (OverflowLink.goesOn(node)) {
      overflowed.accept(nodeId);
    }
    while (node != null) {
      expand(node);
      node = OverflowLink.next(reader, node);
    }
  }

  private void expand(NodeView node) {
    int count = node.count();
    int level = node.level();
    measure(node, count, layout.at(level));
    if (level > 0) {
      double bound = bounded ? nearest.bound() : Double.POSITIVE_INFINITY;
      for (int slot = 0; slot < count; slot++) {
        if (keys[slot] <= bound) {
          nodes.add(keys[slot], level - 1, node.word(0, slot));
        }
      }
    } else if (bounded) {
      offerEntries(node, count);
    } else {
      queueEntries(node, count);
    }
  }

  private void offerEntries(NodeView leaf, int count) {
    boolean points = layout.leaf().boundsWords() == 2;
    double[] upperX = points ? lowX : highX;
    double[] upperY = points ? lowY : highY;
    double bound = nearest.bound();
    for (int slot = 0; slot < count; slot++) {
      if (keys[slot] <= bound) {
        nearest.offer(
            keys[slot], leaf.word(0, slot), lowX[slot], lowY[slot], upperX[slot], upperY[slot]);
        bound = nearest.bound();
      }
    }
  }

  private void queueEntries(NodeView leaf, int count) {
    boolean points = layout.leaf().boundsWords() == 2;
    double[] upperX = points ? lowX : highX;
    double[] upperY = points ? lowY : highY;
    boolean isMeasured = planar && exact == null;
    int rank = isMeasured ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
    for (int slot = 0; slot < count; slot++) {
      queue.addEntry(
          keys[slot], rank, leaf.word(0, slot), lowX[slot], lowY[slot], upperX[slot], upperY[slot]);
    }
  }

  /**
   * Fills {@code keys} with squared distances, or after a restart with plain distances. If the
   * metric is not planar, fills them with lower bounds of distances.
   */
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
    boolean points = of.boundsWords() == 2;
    if (!points) {
      node.copyReals(of.upperBoundsWord(), highX);
      node.copyReals(of.upperBoundsWord() + 1, highY);
    }
    double[] upperX = points ? lowX : highX;
    double[] upperY = points ? lowY : highY;
    if (!planar) {
      bound(count, node.level() > 0, upperX, upperY);
      return;
    }
    square(count, upperX, upperY);
    if (byDistance) {
      takeRoots(count, upperX, upperY);
    }
  }

  /**
   * Fills {@code keys} with lower bounds of the distances.
   *
   * @param nodesBelow whether the entries refer to nodes; otherwise they are objects
   */
  private void bound(int count, boolean nodesBelow, double[] upperX, double[] upperY) {
    for (int slot = 0; slot < count; slot++) {
      keys[slot] =
          nodesBelow
              ? from.bound(lowX[slot], lowY[slot], upperX[slot], upperY[slot])
              : from.least(lowX[slot], lowY[slot], upperX[slot], upperY[slot]);
    }
  }

  /**
   * Replaces squared distances in {@code keys} by distances. If a square may have overflowed or
   * underflowed, computes the distance from the coordinates.
   */
  private void takeRoots(int count, double[] upperX, double[] upperY) {
    for (int slot = 0; slot < count; slot++) {
      double square = keys[slot];
      keys[slot] =
          isSmall(square) || isTooGreat(square)
              ? Rectangles.distance(
                  minX, minY, maxX, maxY, lowX[slot], lowY[slot], upperX[slot], upperY[slot])
              : Math.sqrt(square);
    }
  }

  /**
   * Fills {@code keys} with squared distances. Local variables let the compiler vectorize the loop.
   */
  private void square(int count, double[] upperX, double[] upperY) {
    double[] squares = keys;
    double[] lowerX = lowX;
    double[] lowerY = lowY;
    double fromX = minX;
    double fromY = minY;
    double toX = maxX;
    double toY = maxY;
    for (int slot = 0; slot < count; slot++) {
      double dx = Math.max(0, Math.max(lowerX[slot] - toX, fromX - upperX[slot]));
      double dy = Math.max(0, Math.max(lowerY[slot] - toY, fromY - upperY[slot]));
      squares[slot] = dx * dx + dy * dy;
    }
  }

  /** Returns the id of the neighbour that the last {@link #next} moved to. */
  @Override
  public long id() {
    return id;
  }

  /**
   * Returns a coordinate of the current neighbour's rectangle: 0 to 3 for minX, minY, maxX, maxY.
   */
  @Override
  public double at(int coordinate) {
    return box[coordinate];
  }

  /** Returns the distance of the current neighbour. */
  @Override
  public double distance() {
    return distance;
  }
}
