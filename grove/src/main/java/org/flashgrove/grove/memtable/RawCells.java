package org.flashgrove.grove.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.WindowSides;

/**
 * Cells of raw (unpacked) changes. The cells of a rectangle are its sides, each rounded to {@value
 * #BITS} bits. Cells divide a frame, which is a box around the changes. A search compares the cells
 * of 64 changes with a window in a few steps. It then reads the coordinates only of changes whose
 * cells meet the window.
 *
 * <p>A list of words begins with three words for the frame: its left and lower side, and in one
 * word the numbers of cells for one unit of x and of y. A word with the number of changes that have
 * cells follows, then the cells. A word holds the cells of four points (x and y), or of two
 * rectangles. The cells of a rectangle are minX, minY, and the distances of maxX and maxY from the
 * last cell. Each cell has a guard bit above it. A side outside the frame gets the first or last
 * cell. A greater coordinate never gets a smaller cell. If a rectangle meets a window, its cells
 * therefore meet the cells of the window.
 *
 * <p>An object of this class holds the cells of a window. Not safe for use by several threads.
 */
public final class RawCells {
  private static final int BITS = 7;
  private static final int LAST = (1 << BITS) - 1;
  private static final int CELLS = 1 << BITS;
  private static final int STEPS = 2; // index of the word with the numbers of cells for one unit

  /** Index of the number of changes that have cells, times 2, plus 1 while a thread adds cells. */
  private static final int STATE = 3;

  private static final int HEAD_WORDS = 4;
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int POINT_SHIFT = 2; // binary logarithm of the points in a word
  private static final int BOX_SHIFT = 1; // binary logarithm of the rectangles in a word
  private static final int POINT_BITS = Short.SIZE;
  private static final long GUARDS = 0x8080_8080_8080_8080L;
  private static final long EACH_POINT = 0x0001_0001_0001_0001L;
  private static final long EACH_BOX = 0x0000_0001_0000_0001L;

  /** Factor that gathers the lowest bits of the four 16-bit lanes of a word in the topmost lane. */
  private static final long GATHER = 0x0001_0002_0004_0008L;

  private static final int TOPMOST_LANE = Long.SIZE - Short.SIZE;

  private long low; // lowest cells of points in the window, guard bits clear
  private long high; // highest cells, guard bits set; for rectangles of all four sides
  private int count; // number of changes whose cells a search may compare

  /**
   * Returns the number of words that a list of cells for {@code capacity} changes needs. The list
   * begins with the frame, which is the box that the cells divide.
   */
  static int words(boolean boxes, int capacity) {
    int shift = boxes ? BOX_SHIFT : POINT_SHIFT;
    return HEAD_WORDS + (capacity + (1 << shift) - 1 >> shift);
  }

  /** Returns how many of the first changes have cells in a list of words. */
  static int count(long[] words) {
    return (int) ((long) WORDS.getAcquire(words, STATE) >>> 1);
  }

  /** Returns the number of changes whose cells {@link #window} allowed to compare. */
  int count() {
    return count;
  }

  /**
   * Computes the cells of those of the first {@code all} changes that have no cells. The first call
   * also chooses the frame, around these changes. If another thread does the same now, does
   * nothing. Cells never change, so other threads may read them meanwhile.
   *
   * <p>This method has over 325 bytes of bytecode, so that the JIT compiler does not inline it.
   *
   * @param words the list of words
   * @return how many of the first changes have cells
   */
  static int extend(long[] words, RawChanges raw, int all) {
    long state = (long) WORDS.getAcquire(words, STATE);
    int from = (int) (state >>> 1);
    if (from >= all || (state & 1) != 0 || !WORDS.compareAndSet(words, STATE, state, state | 1)) {
      return from;
    }
    if (from == 0) {
      double[] frame = BoxGroups.emptyBoxes(1);
      for (int i = 0; i < all; i++) {
        BoxGroups.cover(frame, 0, raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
      }
      words[0] = Double.doubleToRawLongBits(frame[0]);
      words[1] = Double.doubleToRawLongBits(frame[1]);
      double width = frame[2] - frame[0];
      double height = frame[3] - frame[1];
      float steps = height > 0 ? (float) (CELLS / height) : 0; // of y
      words[STEPS] = (long) Float.floatToRawIntBits(steps) << Integer.SIZE;
      steps = width > 0 ? (float) (CELLS / width) : 0; // of x
      words[STEPS] |= Float.floatToRawIntBits(steps);
    }
    boolean boxes = raw.holdsBoxes();
    for (int i = from; i < all; i++) {
      if (boxes) {
        long sides = sides(words, raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
        words[HEAD_WORDS + (i >> BOX_SHIFT)] |= sides << i * Integer.SIZE;
      } else {
        long point = cell(words, 0, raw.minX(i)) | cell(words, 1, raw.minY(i)) << Byte.SIZE;
        words[HEAD_WORDS + (i >> POINT_SHIFT)] |= point << i * POINT_BITS;
      }
    }
    WORDS.setRelease(words, STATE, (long) all << 1);
    return all;
  }

  /**
   * Returns the number of the cell (one of the steps that divide the frame on an axis) in which a
   * coordinate lies.
   */
  private static int cell(long[] words, int axis, double side) {
    double from = Double.longBitsToDouble(words[axis]);
    double steps = Float.intBitsToFloat((int) (words[STEPS] >>> axis * Integer.SIZE));
    return Math.max(0, Math.min(LAST, (int) ((side - from) * steps)));
  }

  private static long sides(long[] words, double x1, double y1, double x2, double y2) {
    return cell(words, 0, x1)
        | (long) cell(words, 1, y1) << Byte.SIZE
        | (long) (LAST - cell(words, 0, x2)) << 2 * Byte.SIZE
        | (long) (LAST - cell(words, 1, y2)) << 3 * Byte.SIZE;
  }

  /**
   * Computes the cells of a window in the grid of a list of words. A search compares these cells
   * with the cells of changes.
   *
   * @param with number of changes that have cells, as {@link #count(long[])} returned it
   * @param boxes whether the list holds rectangles instead of points
   */
  void window(long[] words, int with, boolean boxes, WindowSides window) {
    count = with;
    if (with == 0) {
      return;
    }
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
   * Returns the points whose cells meet the cells of the window, as bit i for point {@code first +
   * i}.
   *
   * @param first a multiple of 64
   * @param end index after the last point, at most {@code first + 64}; bits beyond it are undefined
   */
  long metPoints(long[] words, int first, int end) {
    long met = 0;
    int from = HEAD_WORDS + (first >> POINT_SHIFT);
    int to = HEAD_WORDS + (end - 1 >> POINT_SHIFT);
    for (int at = from; at <= to; at++) {
      long cells = words[at];
      long both = (cells | GUARDS) - low & high - cells & GUARDS;
      long each = (both & both >>> Byte.SIZE) >>> BITS & EACH_POINT;
      met |= each * GATHER >>> TOPMOST_LANE << (at - from << POINT_SHIFT);
    }
    return met;
  }

  /**
   * Returns the rectangles whose cells meet the cells of the window, as bits like {@link
   * #metPoints}.
   */
  long metBoxes(long[] words, int first, int end) {
    long met = 0;
    int from = HEAD_WORDS + (first >> BOX_SHIFT);
    int to = HEAD_WORDS + (end - 1 >> BOX_SHIFT);
    for (int at = from; at <= to; at++) {
      long sides = high - words[at] & GUARDS;
      sides &= sides >>> Short.SIZE;
      sides = (sides & sides >>> Byte.SIZE) >>> BITS & EACH_BOX;
      met |= (sides & 1 | sides >>> Integer.SIZE - 1) << (at - from << BOX_SHIFT);
    }
    return met;
  }
}
