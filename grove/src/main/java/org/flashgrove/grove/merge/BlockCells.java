package org.flashgrove.grove.merge;

import java.util.Arrays;
import org.flashgrove.core.geometry.Rectangles;

/**
 * Divides the plane into cells, one for each part of a block that a merge builds. The cells are the
 * leaves of a k-d tree. The tree needs no entries in memory. It knows boxes with their numbers of
 * entries, and assumes that entries are spread evenly within each box. Not safe for use by several
 * threads.
 *
 * <p>An entry belongs to the cell that contains the centre of its rectangle. A cell includes its
 * lower sides and excludes its upper sides.
 */
final class BlockCells {
  private static final int BOX = 4;

  /** Heap bytes of a box and its number of entries. */
  static final int BOX_BYTES = BOX * Double.BYTES + Integer.BYTES;

  private static final int FIRST_BOXES = 64;
  private static final int FIRST_STACK = 8;
  private static final int GROWTH = 4;

  /**
   * Fraction of a page. If less than this fraction of the last page of a cell would be filled, the
   * cell gets one page less. A cell with entries for less than this fraction is not split. A split
   * also separates at least this fraction of the entries of a cell.
   */
  private static final double LITTLE = 0.1;

  /**
   * Number of bisection steps that find the position of a split. More steps would exceed the
   * precision of the boxes.
   */
  private static final int HALVINGS = 16;

  private double[] boxes = new double[BOX * FIRST_BOXES];
  private int[] weights = new int[FIRST_BOXES];
  private int count;
  private double[] pending = new double[BOX * FIRST_STACK];
  private int left;
  private final double[] cell = new double[BOX];

  /** Removes all boxes. */
  void clear() {
    count = 0;
  }

  /**
   * Adds a box and the number of entries whose centres lie in the box.
   *
   * @param entries number of entries; negative if deletions outnumber insertions
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

  /** Makes the whole plane the only cell. The first call of {@link #next} splits it. */
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

  /** Returns whether there are cells after the current cell. */
  boolean hasNext() {
    return left > 0;
  }

  /**
   * Returns whether the next cell lies to the right of the current cell. Otherwise it lies above.
   * Also returns true if there is no next cell.
   */
  boolean nextIsBeside() {
    return left == 0 || pending[BOX * (left - 1)] >= cell[2];
  }

  /**
   * Advances to the next cell, and splits it until it has at most {@code mostPages} pages. The
   * entries of the cell and the entries left over from earlier cells then fill about whole pages. A
   * cell with few entries is not split, because the entries left over may need {@code mostPages}
   * pages by themselves.
   *
   * @param mostPages maximum number of pages of the cell, 1 or more
   * @param perPage number of entries on a full page
   * @param carried number of entries left over from the cells before
   */
  void next(int mostPages, double perPage, int carried) {
    left--;
    System.arraycopy(pending, BOX * left, cell, 0, BOX);
    boolean small = false;
    while (!small) {
      double all = weightBelow(0, Double.POSITIVE_INFINITY);
      int pages = (int) Math.ceil((all + carried) / perPage - LITTLE);
      boolean isDone = pages <= mostPages || all < LITTLE * perPage;
      small = isDone || !divide(wanted(all, pages >>> 1, pages, carried));
    }
  }

  /**
   * Returns how many entries of a cell that takes {@code pages} pages go to its first {@code first}
   * pages.
   *
   * @param all number of entries of the cell
   * @param carried number of entries left over from earlier cells, which fill these pages first
   */
  private static double wanted(double all, int first, int pages, int carried) {
    return Math.max(LITTLE * all, (all + carried) * first / pages - carried);
  }

  /**
   * Splits the current cell so that it keeps about {@code wanted} entries. The rest of the cell
   * becomes a cell that {@link #next} returns later.
   *
   * @return false if the known boxes do not show where to split the cell
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
      double middle = Rectangles.centre(low, high);
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

  /**
   * Splits the current cell at a line. The part to the right of the line or above it becomes a cell
   * that {@link #next} returns later.
   */
  private void split(int axis, double at) {
    if (axis == 0) {
      push(at, cell[1], cell[2], cell[3]);
    } else {
      push(cell[0], at, cell[2], cell[3]);
    }
    cell[axis + 2] = at;
  }

  /**
   * Returns the bounding box of the intersections of all boxes with the current cell. Returns null
   * if no box meets the cell.
   */
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

  /**
   * Returns the estimated number of entries of the current cell whose coordinate on {@code axis} is
   * less than {@code line}.
   */
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

  /** Returns the fraction of [lower, upper] that lies in [from, to). */
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

  /** Returns whether a point lies in the current cell. */
  boolean holds(double x, double y) {
    return x >= cell[0] && x < cell[2] && y >= cell[1] && y < cell[3];
  }

  /**
   * Returns whether a centre may lie in the current cell, if it is only known to lie in the given
   * box.
   */
  boolean mayHold(double minX, double minY, double maxX, double maxY) {
    return meets(minX, minY, maxX, maxY);
  }

  /** Returns whether a rectangle within a box may have its centre in the current cell. */
  boolean mayHold(double[] box) {
    return meets(
        Rectangles.centre(box[0], box[0]),
        Rectangles.centre(box[1], box[1]),
        Rectangles.centre(box[2], box[2]),
        Rectangles.centre(box[3], box[3]));
  }

  /** Returns whether every rectangle within a box has its centre in the current cell. */
  boolean covers(double[] box) {
    return holds(Rectangles.centre(box[0], box[0]), Rectangles.centre(box[1], box[1]))
        && holds(Rectangles.centre(box[2], box[2]), Rectangles.centre(box[3], box[3]));
  }

  private boolean meets(double minX, double minY, double maxX, double maxY) {
    return maxX >= cell[0] && minX < cell[2] && maxY >= cell[1] && minY < cell[3];
  }

  /** Returns whether the current cell is so small that all its entries have the same centre. */
  boolean isPoint() {
    return Math.nextUp(cell[0]) >= cell[2] && Math.nextUp(cell[1]) >= cell[3];
  }

  /**
   * Splits the current cell because it contains more entries than fit in memory. The rest of the
   * cell becomes a cell that {@link #next} returns later.
   *
   * @param minX least x of the centres known to be in the cell; {@code minY}, {@code maxX} and
   *     {@code maxY} likewise
   * @param x about the median x of these centres
   * @param y about the median y of these centres
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

  /**
   * Makes the current cell smaller when all known centres in it are equal. One side of the cell
   * moves nearer to this centre.
   */
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

  /** Returns the heap memory that this object takes, in bytes. */
  long bytes() {
    return (long) weights.length * BOX_BYTES + (long) pending.length * Double.BYTES;
  }
}
