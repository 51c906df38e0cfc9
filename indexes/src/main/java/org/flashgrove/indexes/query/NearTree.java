package org.flashgrove.indexes.query;

import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;

/**
 * A packed R-tree in memory over the entries of one side of a join, in Hilbert order. Nodes are
 * numbered level by level: first the entries, then their parents, and the root last. Immutable and
 * safe for use by several threads, each with its own {@link Walk} or {@link Finder}.
 */
public final class NearTree {
  /** Maximum number of children of a node. */
  public static final int FANOUT = 16;

  private static final int CORNERS = 4;

  private final long[] ids;

  /** The minX, minY, maxX and maxY of each entry and node. */
  private final double[] boxes;

  /** Index of the first node of each level, followed by the total count of nodes. */
  private final int[] levels;

  private NearTree(long[] ids, double[] boxes, int[] levels) {
    this.ids = ids;
    this.boxes = boxes;
    this.levels = levels;
  }

  /**
   * Builds a tree.
   *
   * @param ids ids of the entries, in the order of a space-filling curve
   * @param corners minX, minY, maxX and maxY of each entry
   */
  public static NearTree of(long[] ids, double[] corners) {
    int[] levels = levels(ids.length);
    double[] boxes = Arrays.copyOf(corners, CORNERS * levels[levels.length - 1]);
    for (int level = 1; level + 1 < levels.length; level++) {
      for (int node = levels[level]; node < levels[level + 1]; node++) {
        int first = levels[level - 1] + (node - levels[level]) * FANOUT;
        bound(boxes, node, first, Math.min(first + FANOUT, levels[level]));
      }
    }
    return new NearTree(ids, boxes, levels);
  }

  private static int[] levels(int count) {
    int[] levels = new int[Integer.SIZE];
    int nodes = count;
    int level = 1;
    levels[1] = count;
    while (nodes > 1) {
      nodes = (nodes + FANOUT - 1) / FANOUT;
      level++;
      levels[level] = levels[level - 1] + nodes;
    }
    return Arrays.copyOf(levels, level + 1);
  }

  private static void bound(double[] boxes, int node, int from, int to) {
    int at = CORNERS * node;
    System.arraycopy(boxes, CORNERS * from, boxes, at, CORNERS);
    for (int child = CORNERS * (from + 1); child < CORNERS * to; child += CORNERS) {
      boxes[at] = Math.min(boxes[at], boxes[child]);
      boxes[at + 1] = Math.min(boxes[at + 1], boxes[child + 1]);
      boxes[at + 2] = Math.max(boxes[at + 2], boxes[child + 2]);
      boxes[at + 3] = Math.max(boxes[at + 3], boxes[child + 3]);
    }
  }

  /** Returns the number of entries. */
  public int count() {
    return ids.length;
  }

  /** Returns the id of an entry. */
  public long id(int entry) {
    return ids[entry];
  }

  /** Returns the least x of an entry. */
  public double minX(int entry) {
    return boxes[CORNERS * entry];
  }

  /** Returns the least y of an entry. */
  public double minY(int entry) {
    return boxes[CORNERS * entry + 1];
  }

  /** Returns the greatest x of an entry. */
  public double maxX(int entry) {
    return boxes[CORNERS * entry + 2];
  }

  /** Returns the greatest y of an entry. */
  public double maxY(int entry) {
    return boxes[CORNERS * entry + 3];
  }

  /**
   * Iterates over the entries by the distance of their rectangles, nearest first. For one thread;
   * reusable.
   */
  public final class Walk {
    private double[] distances = new double[64];
    private int[] nodes = new int[64];
    private int count;
    private double minX;
    private double minY;
    private double maxX;
    private double maxY;
    private double distance;

    /** Starts a new iteration by the distance from a rectangle. */
    public void start(double fromX, double fromY, double toX, double toY) {
      minX = fromX;
      minY = fromY;
      maxX = toX;
      maxY = toY;
      count = 0;
      if (ids.length > 0) {
        push(levels[levels.length - 1] - 1, Double.POSITIVE_INFINITY);
      }
    }

    /**
     * Returns the next entry.
     *
     * @param most maximum distance of the entry
     * @return index of the entry in the tree, or -1 if no further entry is near enough
     */
    public int next(double most) {
      while (count > 0 && distances[0] <= most) {
        int node = nodes[0];
        distance = distances[0];
        pop();
        if (node < ids.length) {
          return node;
        }
        int level = 1;
        while (node >= levels[level + 1]) {
          level++;
        }
        int first = levels[level - 1] + (node - levels[level]) * FANOUT;
        int end = Math.min(first + FANOUT, levels[level]);
        for (int child = first; child < end; child++) {
          push(child, most);
        }
      }
      return -1;
    }

    /** Returns the distance of the entry that {@link #next} returned last. */
    public double distance() {
      return distance;
    }

    private void push(int node, double most) {
      int box = CORNERS * node;
      double far =
          Rectangles.distance(
              minX, minY, maxX, maxY, boxes[box], boxes[box + 1], boxes[box + 2], boxes[box + 3]);
      if (far > most) {
        return;
      }
      if (count == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * count);
        distances = Arrays.copyOf(distances, 2 * count);
      }
      int at = count++;
      while (at > 0 && distances[(at - 1) / 2] > far) {
        distances[at] = distances[(at - 1) / 2];
        nodes[at] = nodes[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      distances[at] = far;
      nodes[at] = node;
    }

    private void pop() {
      double far = distances[--count];
      int node = nodes[count];
      int at = 0;
      while (2 * at + 1 < count) {
        int child = 2 * at + 1;
        if (child + 1 < count && distances[child + 1] < distances[child]) {
          child++;
        }
        if (distances[child] >= far) {
          break;
        }
        distances[at] = distances[child];
        nodes[at] = nodes[child];
        at = child;
      }
      distances[at] = far;
      nodes[at] = node;
    }
  }

  /**
   * Finds the entries whose rectangles may satisfy a test with a query rectangle. The caller tests
   * the entries found. For one thread; reusable.
   */
  public final class Finder {
    private final RectangleTest test;
    private final double[] window = new double[CORNERS];
    private int[] nodes = new int[64];
    private int[] heights = new int[64];
    private int count;

    /** Creates a finder. */
    public Finder(RectangleTest test) {
      this.test = test;
    }

    /** Starts a search with another query rectangle. */
    public void start(double minX, double minY, double maxX, double maxY) {
      setWindow(minX, minY, maxX, maxY);
      count = 0;
      if (ids.length > 0) {
        push(levels[levels.length - 1] - 1, levels.length - 2);
      }
    }

    private void setWindow(double minX, double minY, double maxX, double maxY) {
      if (!test.findWindow(minX, minY, maxX, maxY, window)) {
        window[0] = Double.NEGATIVE_INFINITY;
        window[1] = Double.NEGATIVE_INFINITY;
        window[2] = Double.POSITIVE_INFINITY;
        window[3] = Double.POSITIVE_INFINITY;
      }
    }

    /**
     * Finds further entries.
     *
     * @param entries receives the indices of entries in the tree; at least {@link NearTree#FANOUT}
     *     long
     * @return number of entries found, 0 after the last one
     */
    public int next(int[] entries) {
      int found = 0;
      while (count > 0 && found + FANOUT <= entries.length) {
        int node = nodes[--count];
        int height = heights[count];
        int first = height == 0 ? node : levels[height - 1] + (node - levels[height]) * FANOUT;
        int end = height == 0 ? node + 1 : Math.min(first + FANOUT, levels[height]);
        if (height <= 1) {
          found = addNear(first, end, entries, found);
        } else {
          pushNear(first, end, height - 1);
        }
      }
      return found;
    }

    /**
     * Selects those of some entries that may satisfy the test with a rectangle. If the entries are
     * those found for a larger rectangle, this replaces a search. It ends the current search.
     *
     * @param some indices of entries, of which the first {@code number} are considered
     * @param selected receives the selected indices; at least as long as {@code some}
     * @return number of selected entries
     */
    public int select(
        int[] some,
        int number,
        double minX,
        double minY,
        double maxX,
        double maxY,
        int[] selected) {
      setWindow(minX, minY, maxX, maxY);
      count = 0;
      double west = window[0];
      double south = window[1];
      double east = window[2];
      double north = window[3];
      double[] of = boxes;
      int found = 0;
      for (int i = 0; i < number; i++) {
        int at = CORNERS * some[i];
        boolean isNear =
            of[at] <= east & of[at + 1] <= north & of[at + 2] >= west & of[at + 3] >= south;
        selected[found] = some[i];
        found += isNear ? 1 : 0;
      }
      return found;
    }

    private int addNear(int first, int end, int[] entries, int had) {
      double west = window[0];
      double south = window[1];
      double east = window[2];
      double north = window[3];
      double[] of = boxes;
      int found = had;
      for (int i = first; i < end; i++) {
        int at = CORNERS * i;
        boolean isNear =
            of[at] <= east & of[at + 1] <= north & of[at + 2] >= west & of[at + 3] >= south;
        entries[found] = i;
        found += isNear ? 1 : 0;
      }
      return found;
    }

    private void pushNear(int first, int end, int height) {
      ensureRoom(count + FANOUT);
      int from = count;
      count = addNear(first, end, nodes, from);
      Arrays.fill(heights, from, count, height);
    }

    private void push(int node, int height) {
      nodes[count] = node;
      heights[count++] = height;
    }

    private void ensureRoom(int needed) {
      if (needed > nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * needed);
        heights = Arrays.copyOf(heights, 2 * needed);
      }
    }
  }
}
