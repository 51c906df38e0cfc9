package org.flashgrove.grove.memtable;

import org.flashgrove.grove.fence.WindowSides;

/**
 * Cells of raw changes: the sides of each rectangle in steps of a frame, {@value #BITS} bits a
 * side. A search compares the cells of 64 changes with a window in a few steps, and reads the
 * coordinates only of those changes whose cells meet it.
 *
 * <p>Cells stand in a list of words, behind the left and lower side of the frame and its steps for
 * one unit of x and of y. A word holds four points, x and y each, or two rectangles: minX, minY,
 * and maxX and maxY counted from the last cell. Each cell has a guard bit above it. Sides outside
 * of the frame have its first or last cell. The cell of a greater coordinate is never less, so that
 * rectangles that meet a window have cells that meet the cells of the window.
 *
 * <p>An object of this class holds the cells of a window; for one thread at a time.
 */
public final class RawCells {
  private static final int BITS = 7;
  private static final int LAST = (1 << BITS) - 1;
  private static final int CELLS = 1 << BITS;
  private static final int FRAME_WORDS = 4;
  private static final int POINT_SHIFT = 2; // points of a word
  private static final int BOX_SHIFT = 1; // rectangles of a word
  private static final int POINT_BITS = Short.SIZE;
  private static final long GUARDS = 0x8080_8080_8080_8080L;
  private static final long EACH_POINT = 0x0001_0001_0001_0001L;
  private static final long EACH_BOX = 0x0000_0001_0000_0001L;

  /** Times the lowest bits of four lanes: these bits, next to each other, in the topmost lane. */
  private static final long GATHER = 0x0001_0002_0004_0008L;

  private static final int TOPMOST_LANE = Long.SIZE - Short.SIZE;

  private long low; // least cells of points, guard bits clear
  private long high; // greatest cells, guard bits set; of rectangles all four sides

  /** Returns the words that a frame and the cells of some changes take. */
  static int words(boolean boxes, int capacity) {
    int shift = boxes ? BOX_SHIFT : POINT_SHIFT;
    return FRAME_WORDS + (capacity + (1 << shift) - 1 >> shift);
  }

  /** Returns the word that has the cells of a change. */
  static int word(boolean boxes, int place) {
    return FRAME_WORDS + (place >> (boxes ? BOX_SHIFT : POINT_SHIFT));
  }

  /**
   * Sets the frame of a list without cells; without a frame, all changes have one cell.
   *
   * @param box minX, minY, maxX, maxY of the frame, finite
   */
  static void setFrame(long[] words, double[] box) {
    words[0] = Double.doubleToRawLongBits(box[0]);
    words[1] = Double.doubleToRawLongBits(box[1]);
    words[2] = Double.doubleToRawLongBits(steps(box[0], box[2]));
    words[3] = Double.doubleToRawLongBits(steps(box[1], box[3]));
  }

  private static double steps(double lower, double upper) {
    return upper > lower ? CELLS / (upper - lower) : 0;
  }

  /** Returns the cell of a coordinate. */
  private static int cell(long[] words, int axis, double side) {
    double from = Double.longBitsToDouble(words[axis]);
    double steps = Double.longBitsToDouble(words[axis + 2]);
    return Math.max(0, Math.min(LAST, (int) ((side - from) * steps)));
  }

  /** Puts the cells of a point, whose cells are 0, at a place. */
  static void putPoint(long[] words, int place, double x, double y) {
    long cells = cell(words, 0, x) | (long) cell(words, 1, y) << Byte.SIZE;
    words[FRAME_WORDS + (place >> POINT_SHIFT)] |= cells << place * POINT_BITS;
  }

  /** Puts the cells of a rectangle, whose cells are 0, at a place. */
  static void putBox(long[] words, int place, double x1, double y1, double x2, double y2) {
    words[FRAME_WORDS + (place >> BOX_SHIFT)] |=
        sides(words, x1, y1, x2, y2) << place * Integer.SIZE;
  }

  private static long sides(long[] words, double x1, double y1, double x2, double y2) {
    return cell(words, 0, x1)
        | (long) cell(words, 1, y1) << Byte.SIZE
        | (long) (LAST - cell(words, 0, x2)) << 2 * Byte.SIZE
        | (long) (LAST - cell(words, 1, y2)) << 3 * Byte.SIZE;
  }

  /** Takes the cells that a window has in the frame of a list of points or rectangles. */
  void window(long[] words, boolean boxes, WindowSides window) {
    if (boxes) {
      long most = sides(words, window.maxX(), window.maxY(), window.minX(), window.minY());
      high = most * EACH_BOX | GUARDS;
      return;
    }
    low = (cell(words, 0, window.minX()) | cell(words, 1, window.minY()) << Byte.SIZE) * EACH_POINT;
    long most = cell(words, 0, window.maxX()) | cell(words, 1, window.maxY()) << Byte.SIZE;
    high = most * EACH_POINT | GUARDS;
  }

  /**
   * Returns which points have cells within the window's: bit i for point {@code first + i}.
   *
   * @param first a multiple of 64
   * @param end at most 64 behind the first; bits from it on say nothing
   */
  long metPoints(long[] words, int first, int end) {
    long met = 0;
    int from = FRAME_WORDS + (first >> POINT_SHIFT);
    int to = FRAME_WORDS + (end - 1 >> POINT_SHIFT);
    for (int at = from; at <= to; at++) {
      long cells = words[at];
      long both = (cells | GUARDS) - low & high - cells & GUARDS;
      long each = (both & both >>> Byte.SIZE) >>> BITS & EACH_POINT;
      met |= each * GATHER >>> TOPMOST_LANE << (at - from << POINT_SHIFT);
    }
    return met;
  }

  /** Returns which rectangles have cells that meet the window's, as {@link #metPoints} does. */
  long metBoxes(long[] words, int first, int end) {
    long met = 0;
    int from = FRAME_WORDS + (first >> BOX_SHIFT);
    int to = FRAME_WORDS + (end - 1 >> BOX_SHIFT);
    for (int at = from; at <= to; at++) {
      long sides = high - words[at] & GUARDS;
      sides &= sides >>> Short.SIZE;
      sides = (sides & sides >>> Byte.SIZE) >>> BITS & EACH_BOX;
      met |= (sides & 1 | sides >>> Integer.SIZE - 1) << (at - from << BOX_SHIFT);
    }
    return met;
  }
}
