package org.flashgrove.core.shape;

import org.locationtech.jts.geom.Location;

/**
 * Bounding boxes of consecutive segments of a shape. A node covers consecutive segments of one
 * path. A node of many segments is followed by its children, and then by its next sibling. So a
 * search visits the nodes from first to last, and skips the descendants of nodes that it does not
 * need.
 *
 * <p>Immutable and safe for use by several threads.
 */
final class SegmentTree {
  /** Maximum number of segments of a node without children. */
  private static final int MOST_SEGMENTS = 8;

  private static final int FANOUT = 4;
  private static final int CORNERS = 4;

  /**
   * A chain of segments counts as right of a point if its least distance from the point in x is at
   * least this share of its greatest distance. Then rounding does not affect the orientation of the
   * point and a segment.
   */
  private static final double CLEAR_SHARE = 0x1p-20;

  /**
   * Range of absolute values for which products of differences neither underflow nor overflow. For
   * other values, the tests of JTS may find that a point is on a segment far from it.
   */
  private static final double LEAST_USUAL = 0x1p-300;

  private static final double MOST_USUAL = 0x1p300;

  /** The x and y of each vertex of the shape. */
  private final double[] places;

  /** The minX, minY, maxX and maxY of each node. */
  private final double[] boxes;

  /** For each node, the index of the next node that is not its descendant. */
  private final int[] nexts;

  /** For each node, the index in {@link #places} of the x of its first vertex. */
  private final int[] firsts;

  /** For each node, the index in {@link #places} of the x of its last vertex. */
  private final int[] lasts;

  /** The index of the root of each path, followed by the number of nodes. */
  private final int[] roots;

  private final boolean isUsual;

  /**
   * Creates a tree for each path.
   *
   * @param places the finite x and y of each vertex, which stay unchanged
   * @param ends for each path, the index in {@code places} after its last ordinate
   */
  SegmentTree(double[] places, int[] ends) {
    this.places = places;
    roots = new int[ends.length + 1];
    int start = 0;
    for (int path = 0; path < ends.length; path++) {
      roots[path + 1] = roots[path] + nodes(segments(start, ends[path] - 2));
      start = ends[path];
    }
    int count = roots[ends.length];
    boxes = new double[CORNERS * count];
    nexts = new int[count];
    firsts = new int[count];
    lasts = new int[count];
    start = 0;
    for (int path = 0; path < ends.length; path++) {
      build(roots[path], start, ends[path] - 2);
      start = ends[path];
    }
    boolean areUsual = true;
    for (double place : places) {
      areUsual &= isUsual(place);
    }
    isUsual = areUsual;
  }

  private static boolean isUsual(double ordinate) {
    double size = Math.abs(ordinate);
    return size <= MOST_USUAL && size >= LEAST_USUAL || size == 0;
  }

  private static int segments(int first, int last) {
    return (last - first) / 2;
  }

  /** Returns the number of segments of each child of a node, except for the last child. */
  private static int childSegments(int segments) {
    int size = MOST_SEGMENTS;
    while (size < (segments + FANOUT - 1) / FANOUT) {
      size *= FANOUT;
    }
    return size;
  }

  /** Returns the number of nodes of a tree of segments. */
  private static int nodes(int segments) {
    if (segments <= MOST_SEGMENTS) {
      return 1;
    }
    int size = childSegments(segments);
    int rest = segments % size;
    return 1 + segments / size * nodes(size) + (rest == 0 ? 0 : nodes(rest));
  }

  /** Fills a node and its descendants. Returns the index of the next node. */
  private int build(int node, int first, int last) {
    firsts[node] = first;
    lasts[node] = last;
    int segments = segments(first, last);
    int next = node + 1;
    if (segments <= MOST_SEGMENTS) {
      boundVertices(node, first, last);
    } else {
      int step = 2 * childSegments(segments);
      for (int from = first; from < last; from += step) {
        int child = next;
        next = build(child, from, Math.min(last, from + step));
        boundChild(node, child, from == first);
      }
    }
    nexts[node] = next;
    return next;
  }

  private void boundVertices(int node, int first, int last) {
    double minX = places[first];
    double minY = places[first + 1];
    double maxX = minX;
    double maxY = minY;
    for (int i = first + 2; i <= last; i += 2) {
      double x = places[i];
      double y = places[i + 1];
      minX = x < minX ? x : minX;
      maxX = x > maxX ? x : maxX;
      minY = y < minY ? y : minY;
      maxY = y > maxY ? y : maxY;
    }
    int at = CORNERS * node;
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = maxX;
    boxes[at + 3] = maxY;
  }

  private void boundChild(int node, int child, boolean isFirst) {
    int at = CORNERS * node;
    int from = CORNERS * child;
    if (isFirst) {
      System.arraycopy(boxes, from, boxes, at, CORNERS);
    } else {
      boxes[at] = Math.min(boxes[at], boxes[from]);
      boxes[at + 1] = Math.min(boxes[at + 1], boxes[from + 1]);
      boxes[at + 2] = Math.max(boxes[at + 2], boxes[from + 2]);
      boxes[at + 3] = Math.max(boxes[at + 3], boxes[from + 3]);
    }
  }

  /** Returns whether a point is within the bounds of a path. */
  boolean isInBounds(int path, double x, double y) {
    return !isApart(roots[path], x, y, x, y);
  }

  /** Returns the {@link Location} of a point relative to the rings of a polygon. */
  int locate(double x, double y) {
    return locate(0, nexts.length, x, y);
  }

  /** Returns the {@link Location} of a point relative to one ring. */
  int locate(int path, double x, double y) {
    return locate(roots[path], roots[path + 1], x, y);
  }

  private int locate(int from, int to, double x, double y) {
    boolean isClearPossible = isUsual && isUsual(x) && isUsual(y);
    boolean isInside = false;
    int node = from;
    while (node < to) {
      int at = CORNERS * node;
      double right = boxes[at + 2] - x;
      if (boxes[at + 2] < x || boxes[at + 1] > y || boxes[at + 3] < y) {
        node = nexts[node];
      } else if (isClearPossible && boxes[at] - x > right * CLEAR_SHARE) {
        // the ray crosses the chain an odd number of times if it separates the ends of the chain
        isInside ^= places[firsts[node] + 1] > y != places[lasts[node] + 1] > y;
        node = nexts[node];
      } else if (nexts[node] == node + 1) {
        int steps = steps(firsts[node], lasts[node], x, y);
        if (steps < 0) {
          return Location.BOUNDARY;
        }
        isInside ^= (steps & 1) == 1;
        node++;
      } else {
        node++;
      }
    }
    return isInside ? Location.INTERIOR : Location.EXTERIOR;
  }

  /** Returns the number of segments that a ray crosses, or -1 if the point is on a segment. */
  private int steps(int first, int last, double x, double y) {
    int crossed = 0;
    for (int i = first; i < last; i += 2) {
      int step = Segments.step(places[i], places[i + 1], places[i + 2], places[i + 3], x, y);
      if (step == Segments.TOUCHES) {
        return -1;
      }
      crossed += step == Segments.CROSSES ? 1 : 0;
    }
    return crossed;
  }

  /** Returns whether a segment and any segment of the shape share a point. */
  boolean meets(double x1, double y1, double x2, double y2) {
    double west = x1 < x2 ? x1 : x2;
    double east = x1 < x2 ? x2 : x1;
    double south = y1 < y2 ? y1 : y2;
    double north = y1 < y2 ? y2 : y1;
    int node = 0;
    while (node < nexts.length) {
      if (isApart(node, west, south, east, north)) {
        node = nexts[node];
      } else {
        boolean isLeaf = nexts[node] == node + 1;
        if (isLeaf && Segments.meet(places, firsts[node], lasts[node], x1, y1, x2, y2)) {
          return true;
        }
        node++;
      }
    }
    return false;
  }

  private boolean isApart(int node, double west, double south, double east, double north) {
    int at = CORNERS * node;
    return boxes[at] > east
        || boxes[at + 2] < west
        || boxes[at + 1] > north
        || boxes[at + 3] < south;
  }

  /**
   * Returns whether a segment of this shape and a segment of another shape share a point.
   *
   * @param minX bounds of the other shape
   */
  boolean meets(SegmentTree other, double minX, double minY, double maxX, double maxY) {
    int node = 0;
    while (node < nexts.length) {
      if (isApart(node, minX, minY, maxX, maxY)) {
        node = nexts[node];
      } else {
        if (nexts[node] == node + 1 && other.meetsLeaf(this, node)) {
          return true;
        }
        node++;
      }
    }
    return false;
  }

  private boolean meetsLeaf(SegmentTree other, int leaf) {
    int at = CORNERS * leaf;
    double west = other.boxes[at];
    double south = other.boxes[at + 1];
    double east = other.boxes[at + 2];
    double north = other.boxes[at + 3];
    int node = 0;
    while (node < nexts.length) {
      if (isApart(node, west, south, east, north)) {
        node = nexts[node];
      } else {
        if (nexts[node] == node + 1 && leavesMeet(node, other, leaf)) {
          return true;
        }
        node++;
      }
    }
    return false;
  }

  private boolean leavesMeet(int leaf, SegmentTree other, int otherLeaf) {
    double[] of = other.places;
    int at = CORNERS * leaf;
    for (int i = other.firsts[otherLeaf]; i < other.lasts[otherLeaf]; i += 2) {
      double x1 = of[i];
      double y1 = of[i + 1];
      double x2 = of[i + 2];
      double y2 = of[i + 3];
      boolean isApart =
          Segments.isOutside(x1, x2, boxes[at], boxes[at + 2])
              || Segments.isOutside(y1, y2, boxes[at + 1], boxes[at + 3]);
      if (!isApart && Segments.meet(places, firsts[leaf], lasts[leaf], x1, y1, x2, y2)) {
        return true;
      }
    }
    return false;
  }
}
