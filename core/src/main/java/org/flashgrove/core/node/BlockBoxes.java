package org.flashgrove.core.node;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import org.flashgrove.core.geometry.Rectangles;

/**
 * Bounding boxes of runs of {@value #BLOCK} adjacent slots of a page. If a window misses the box of
 * a run, the search skips all entries of the run. Most runs are skipped if entries are clustered,
 * as after bulk loading.
 *
 * <p>Boxes take one byte of memory per entry of the page and are not stored on the device. The
 * first search of a page computes them, because pages that are read only to be changed need no
 * boxes. Later changes update them. Several threads may compute the same boxes concurrently, with
 * equal results. Layouts without bounds have no boxes. The sides of boxes and of the compared
 * window are floats rounded outwards. A search may therefore visit the entries of a box
 * unnecessarily, but it never skips a box that the window intersects.
 *
 * <p>Tests have no branches: if a window misses a box, one of four differences is negative, and the
 * sign bits are combined. A branch per box or entry would be mispredicted too often.
 */
final class BlockBoxes {
  private static final int BLOCK_BITS = 4;
  private static final int BLOCK = 1 << BLOCK_BITS;
  private static final int SIDES = 4;
  private static final int MASK_BITS = 6;

  /** Number of words of the smallest possible entry that has bounds: an id and a point. */
  private static final int LEAST_WORDS = 3;

  private final DoubleBuffer reals;
  private final int start;
  private final boolean kept;
  private float[] boxes;
  private int firstSide;
  private boolean bounded;

  /**
   * True if the sides of the boxes were computed from the entries of the page. A thread writes this
   * field after the sides, and reads it before the sides.
   */
  private volatile boolean computed;

  private int lowX;
  private int lowY;
  private int highX;
  private int highY;

  /**
   * Creates the boxes of the entries on a page.
   *
   * @param reals memory of a slab of pages, as doubles
   * @param start index in {@code reals} at which the page begins
   * @param sides memory for the boxes of the slab's pages, or null for no boxes
   * @param firstSide index in {@code sides} at which the boxes of this page begin
   */
  BlockBoxes(DoubleBuffer reals, int start, float[] sides, int firstSide) {
    this.reals = reals;
    this.start = start;
    this.kept = sides != null;
    this.boxes = sides;
    this.firstSide = firstSide;
  }

  /** Returns the number of floats that the boxes of a page need. */
  static int sides(int pageSize) {
    int entries = (pageSize - NodePage.HEADER_BYTES) / (LEAST_WORDS * Double.BYTES);
    return (entries + BLOCK - 1 >> BLOCK_BITS) * SIDES;
  }

  /** Discards all boxes until {@link #layout} is called. */
  void forget() {
    bounded = false;
    computed = false;
  }

  /**
   * Sets the location of the entries' bounds on the page.
   *
   * @param first index of the word on the page at which the columns begin
   * @param capacity number of words per column
   */
  void layout(NodeLayout layout, int first, int capacity) {
    bounded = kept && layout.hasBounds();
    if (bounded) {
      lowX = start + first + layout.boundsWord() * capacity;
      lowY = lowX + capacity;
      highX = start + first + layout.upperBoundsWord() * capacity;
      highY = highX + capacity;
    }
  }

  /**
   * Copies the boxes of another page of the same size.
   *
   * @param count number of entries on the other page
   */
  void copyFrom(BlockBoxes other, int count) {
    boolean others = other.computed;
    bounded = kept && other.bounded;
    computed = false;
    if (bounded) {
      lowX = start + other.lowX - other.start;
      lowY = start + other.lowY - other.start;
      highX = start + other.highX - other.start;
      highY = start + other.highY - other.start;
      if (others) {
        int used = (count + BLOCK - 1 >> BLOCK_BITS) * SIDES;
        System.arraycopy(other.boxes, other.firstSide, boxes, firstSide, used);
        computed = true;
      }
    }
  }

  /**
   * Updates the box of the run (group of adjacent slots) that contains a slot, and the boxes of all
   * later runs.
   *
   * @param count number of entries on the page
   */
  void rebuild(int slot, int count) {
    if (computed) {
      rebuildFrom(slot >> BLOCK_BITS, count);
    }
  }

  private void rebuildFrom(int firstBlock, int count) {
    for (int block = firstBlock; block << BLOCK_BITS < count; block++) {
      rebuildBlock(block, count);
    }
  }

  /**
   * Recomputes the box of the run (group of adjacent slots) that contains a slot.
   *
   * @param count number of entries on the page
   */
  void rebuildOne(int slot, int count) {
    if (computed) {
      rebuildBlock(slot >> BLOCK_BITS, count);
    }
  }

  private void rebuildBlock(int block, int count) {
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    int end = Math.min(count, block + 1 << BLOCK_BITS);
    for (int slot = block << BLOCK_BITS; slot < end; slot++) {
      double x1 = reals.get(lowX + slot);
      double y1 = reals.get(lowY + slot);
      double x2 = reals.get(highX + slot);
      double y2 = reals.get(highY + slot);
      minX = x1 < minX ? x1 : minX;
      minY = y1 < minY ? y1 : minY;
      maxX = x2 > maxX ? x2 : maxX;
      maxY = y2 > maxY ? y2 : maxY;
    }
    int at = firstSide + block * SIDES;
    boxes[at] = Rectangles.below(minX);
    boxes[at + 1] = Rectangles.below(minY);
    boxes[at + 2] = Rectangles.above(maxX);
    boxes[at + 3] = Rectangles.above(maxY);
  }

  /**
   * Extends the box of the last run (group of adjacent slots) so that it covers the entry that was
   * appended in {@code slot}.
   */
  void extend(int slot) {
    if (!computed) {
      return;
    }
    int at = firstSide + (slot >> BLOCK_BITS) * SIDES;
    if ((slot & BLOCK - 1) == 0) {
      Arrays.fill(boxes, at, at + 2, Float.POSITIVE_INFINITY);
      Arrays.fill(boxes, at + 2, at + SIDES, Float.NEGATIVE_INFINITY);
    }
    boxes[at] = Math.min(boxes[at], Rectangles.below(reals.get(lowX + slot)));
    boxes[at + 1] = Math.min(boxes[at + 1], Rectangles.below(reals.get(lowY + slot)));
    boxes[at + 2] = Math.max(boxes[at + 2], Rectangles.above(reals.get(highX + slot)));
    boxes[at + 3] = Math.max(boxes[at + 3], Rectangles.above(reals.get(highY + slot)));
  }

  /**
   * Finds the entries whose bounds intersect a window, as specified by {@link
   * NodeView#intersecting}.
   *
   * @param count number of entries on the page
   */
  int intersecting(int count, double minX, double minY, double maxX, double maxY, int[] slots) {
    if (!bounded) {
      throw new IllegalStateException(
          "node image: has no bounding boxes; search only images whose layout has bounds");
    }
    if (!computed) {
      rebuildFrom(0, count);
      computed = true;
    }
    int blocks = count + BLOCK - 1 >> BLOCK_BITS;
    float lowerX = Rectangles.below(minX);
    float lowerY = Rectangles.below(minY);
    float upperX = Rectangles.above(maxX);
    float upperY = Rectangles.above(maxY);
    int found = 0;
    for (int first = 0; first < blocks; first += 1 << MASK_BITS) {
      int end = Math.min(blocks, first + (1 << MASK_BITS));
      long mask = 0;
      for (int block = first; block < end; block++) {
        int at = firstSide + block * SIDES;
        int signs =
            Float.floatToRawIntBits(upperX - boxes[at])
                | Float.floatToRawIntBits(upperY - boxes[at + 1])
                | Float.floatToRawIntBits(boxes[at + 2] - lowerX)
                | Float.floatToRawIntBits(boxes[at + 3] - lowerY);
        mask |= (long) (~signs >>> Integer.SIZE - 1) << block - first;
      }
      while (mask != 0) {
        int block = first + Long.numberOfTrailingZeros(mask);
        mask &= mask - 1;
        int from = block << BLOCK_BITS;
        int to = Math.min(count, from + BLOCK);
        if (isCovered(firstSide + block * SIDES, minX, minY, maxX, maxY)) {
          for (int slot = from; slot < to; slot++) {
            slots[found++] = slot;
          }
        } else if (lowX == highX) {
          found = points(from, to, minX, minY, maxX, maxY, slots, found);
        } else {
          found = rectangles(from, to, minX, minY, maxX, maxY, slots, found);
        }
      }
    }
    return found;
  }

  /**
   * Returns whether a window covers the box of a run of slots, so that every entry in these slots
   * matches.
   */
  private boolean isCovered(int at, double minX, double minY, double maxX, double maxY) {
    long signs =
        Double.doubleToRawLongBits(boxes[at] - minX)
            | Double.doubleToRawLongBits(boxes[at + 1] - minY)
            | Double.doubleToRawLongBits(maxX - boxes[at + 2])
            | Double.doubleToRawLongBits(maxY - boxes[at + 3]);
    return signs >= 0;
  }

  @SuppressWarnings("checkstyle:ParameterNumber") // as flat as the arrays it works on
  private int points(
      int from,
      int to,
      double minX,
      double minY,
      double maxX,
      double maxY,
      int[] slots,
      int before) {
    int found = before;
    for (int slot = from; slot < to; slot++) {
      double x = reals.get(lowX + slot);
      double y = reals.get(lowY + slot);
      long signs =
          Double.doubleToRawLongBits(maxX - x)
              | Double.doubleToRawLongBits(maxY - y)
              | Double.doubleToRawLongBits(x - minX)
              | Double.doubleToRawLongBits(y - minY);
      slots[found] = slot;
      found += (int) (~signs >>> Long.SIZE - 1);
    }
    return found;
  }

  @SuppressWarnings("checkstyle:ParameterNumber") // as flat as the arrays it works on
  private int rectangles(
      int from,
      int to,
      double minX,
      double minY,
      double maxX,
      double maxY,
      int[] slots,
      int before) {
    int found = before;
    for (int slot = from; slot < to; slot++) {
      long signs =
          Double.doubleToRawLongBits(maxX - reals.get(lowX + slot))
              | Double.doubleToRawLongBits(maxY - reals.get(lowY + slot))
              | Double.doubleToRawLongBits(reals.get(highX + slot) - minX)
              | Double.doubleToRawLongBits(reals.get(highY + slot) - minY);
      slots[found] = slot;
      found += (int) (~signs >>> Long.SIZE - 1);
    }
    return found;
  }
}
