package org.flashgrove.grove.merge;

import java.util.Arrays;

/**
 * Cuts the plane into cells, the parts in which a block is made: a k-d tree whose splits come from
 * boxes that are known to hold some entries each, as if these were spread evenly in them. So a
 * block's entries need not be in memory to be cut into cells of about as many as wanted. For one
 * thread.
 *
 * <p>An entry is in the cell that holds its rectangle's centre; lower sides belong to a cell, upper
 * ones do not.
 */
final class BlockCells {
  private static final int BOX = 4;

  /** Bytes of memory of a box. */
  static final int BOX_BYTES = BOX * Double.BYTES + Integer.BYTES;

  private static final int FIRST_BOXES = 64;
  private static final int FIRST_STACK = 8;
  private static final int GROWTH = 4;

  /** Part of a page that makes no further one, and least part of a cell that is divided. */
  private static final double LITTLE = 0.1;

  /** Halvings that find where to split: then the line is as exact as the boxes are. */
  private static final int HALVINGS = 16;

  private double[] boxes = new double[BOX * FIRST_BOXES];
  private int[] weights = new int[FIRST_BOXES];
  private int count;
  private double[] pending = new double[BOX * FIRST_STACK];
  private int left;
  private final double[] cell = new double[BOX];

  /** Returns the middle of two sides, which neither overflows nor leaves them much. */
  static double centre(double lower, double upper) {
    return 0.5 * lower + 0.5 * upper;
  }

  /** Forgets all boxes. */
  void clear() {
    count = 0;
  }

  /**
   * Notes that there are some entries, or some fewer, with centres in a box.
   *
   * @param entries more than 0, or less where deletions take some away
   */
  void note(double[] box, int entries) {
    if (count == weights.length) {
      int room = count + count / GROWTH;
      boxes = Arrays.copyOf(boxes, BOX * room);
      weights = Arrays.copyOf(weights, room);
    }
    System.arraycopy(box, 0, boxes, BOX * count, BOX);
    weights[count++] = entries;
  }

  /** Starts with the whole plane. */
  void start() {
    left = 0;
    double all = Double.POSITIVE_INFINITY;
    push(-all, -all, all, all);
  }

  private void push(double x1, double y1, double x2, double y2) {
    int at = BOX * left++;
    if (at == pending.length) {
      pending = Arrays.copyOf(pending, 2 * pending.length);
    }
    pending[at] = x1;
    pending[at + 1] = y1;
    pending[at + 2] = x2;
    pending[at + 3] = y2;
  }

  /** Returns whether there are cells behind the current one. */
  boolean hasNext() {
    return left > 0;
  }

  /** Returns whether the cells that are next are to the right of the current one, not above it. */
  boolean nextIsBeside() {
    return left == 0 || pending[BOX * (left - 1)] >= cell[2];
  }

  /**
   * Goes on to the next cell: one whose entries make about whole pages, together with some that are
   * left of the cells before.
   *
   * @param mostPages most of them, 1 or more
   * @param perPage entries of a full page
   */
  void next(int mostPages, double perPage, int carried) {
    left--;
    System.arraycopy(pending, BOX * left, cell, 0, BOX);
    boolean small = false;
    while (!small) {
      double all = weightBelow(0, Double.POSITIVE_INFINITY);
      int pages = (int) Math.ceil((all + carried) / perPage - LITTLE);
      small = pages <= mostPages || !divide(wanted(all, pages >>> 1, pages, carried));
    }
  }

  /** Returns how many of a cell's entries are for the first of its pages. */
  private static double wanted(double all, int first, int pages, int carried) {
    return Math.max(LITTLE * all, (all + carried) * first / pages - carried);
  }

  /**
   * Leaves about a number of the current cell's entries in it; the others are pending.
   *
   * @return false if it is not known where entries are
   */
  private boolean divide(double wanted) {
    double[] extent = extent();
    if (extent == null) {
      return false;
    }
    int axis = extent[2] - extent[0] >= extent[3] - extent[1] ? 0 : 1;
    double low = extent[axis];
    double high = extent[axis + 2];
    for (int i = 0; i < HALVINGS; i++) {
      double middle = centre(low, high);
      if (weightBelow(axis, middle) < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    if (!(high > cell[axis] && high < cell[axis + 2])) {
      return false;
    }
    split(axis, high);
    return true;
  }

  /** Makes a line the border between the current cell and one that is pending. */
  private void split(int axis, double at) {
    if (axis == 0) {
      push(at, cell[1], cell[2], cell[3]);
    } else {
      push(cell[0], at, cell[2], cell[3]);
    }
    cell[axis + 2] = at;
  }

  /** Returns the box of what was noted in the current cell, or null. */
  private double[] extent() {
    double[] extent = {
      Double.POSITIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    for (int i = 0; i < count; i++) {
      int at = BOX * i;
      if (meets(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3])) {
        for (int axis = 0; axis < 2; axis++) {
          extent[axis] = Math.min(extent[axis], Math.max(cell[axis], boxes[at + axis]));
          extent[axis + 2] =
              Math.max(extent[axis + 2], Math.min(cell[axis + 2], boxes[at + axis + 2]));
        }
      }
    }
    return extent[0] <= extent[2] && extent[1] <= extent[3] ? extent : null;
  }

  /** Returns how many entries were noted in the current cell before a line. */
  private double weightBelow(int axis, double line) {
    int other = 1 - axis;
    double sum = 0;
    for (int i = 0; i < count; i++) {
      int at = BOX * i;
      double part =
          share(boxes[at + axis], boxes[at + axis + 2], cell[axis], Math.min(line, cell[axis + 2]));
      if (part > 0) {
        sum +=
            weights[i]
                * part
                * share(boxes[at + other], boxes[at + other + 2], cell[other], cell[other + 2]);
      }
    }
    return sum;
  }

  /** Returns what part of [lower, upper] lies in [from, to). */
  private static double share(double lower, double upper, double from, double to) {
    if (lower >= from && upper < to) {
      return 1;
    }
    if (upper < from || lower >= to) {
      return 0;
    }
    double width = upper - lower;
    return width > 0 ? (Math.min(upper, to) - Math.max(lower, from)) / width : 1;
  }

  /** Returns whether a centre is in the current cell. */
  boolean holds(double x, double y) {
    return x >= cell[0] && x < cell[2] && y >= cell[1] && y < cell[3];
  }

  /** Returns whether a centre that lies in a box may be in the current cell. */
  boolean mayHold(double minX, double minY, double maxX, double maxY) {
    return meets(minX, minY, maxX, maxY);
  }

  /** Returns whether rectangles within a box may have their centres in the current cell. */
  boolean mayHold(double[] box) {
    return meets(
        centre(box[0], box[0]),
        centre(box[1], box[1]),
        centre(box[2], box[2]),
        centre(box[3], box[3]));
  }

  /** Returns whether rectangles within a box have their centres in the current cell. */
  boolean covers(double[] box) {
    return holds(centre(box[0], box[0]), centre(box[1], box[1]))
        && holds(centre(box[2], box[2]), centre(box[3], box[3]));
  }

  private boolean meets(double minX, double minY, double maxX, double maxY) {
    return maxX >= cell[0] && minX < cell[2] && maxY >= cell[1] && minY < cell[3];
  }

  /** Returns whether all entries of the current cell have one centre. */
  boolean isPoint() {
    return Math.nextUp(cell[0]) >= cell[2] && Math.nextUp(cell[1]) >= cell[3];
  }

  /**
   * Makes the current cell smaller, when it holds more entries than there is room for; the rest is
   * pending.
   *
   * @param minX of centres that are in it, and so on
   * @param x about the middle of these, and
   * @param y the same
   */
  void shrink(double minX, double minY, double maxX, double maxY, double x, double y) {
    int axis = maxX - minX >= maxY - minY ? 0 : 1;
    double least = axis == 0 ? minX : minY;
    double most = axis == 0 ? maxX : maxY;
    if (least < most) {
      double middle = axis == 0 ? x : y;
      split(axis, middle > least ? middle : Math.nextUp(least));
    } else {
      shrinkAround(minX, minY);
    }
  }

  /** Brings a side of the current cell nearer to a centre, which all its known entries have. */
  private void shrinkAround(double x, double y) {
    if (cell[0] < x) {
      split(0, x);
    } else if (Math.nextUp(x) < cell[2]) {
      split(0, Math.nextUp(x));
    } else if (cell[1] < y) {
      split(1, y);
    } else {
      split(1, Math.nextUp(y));
    }
  }

  /** Returns the bytes of memory. */
  long bytes() {
    return (long) weights.length * BOX_BYTES + (long) pending.length * Double.BYTES;
  }
}
