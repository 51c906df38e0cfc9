package org.flashgrove.core.index;

import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Rectangles;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rectangles along a Hilbert curve and cuts the sequence into parts of rectangles that lie
 * near each other.
 */
public final class RectangleParts {
  private static final int CORNERS = 4;
  private static final int PART = 64;

  private final double[] corners;
  private final int[] order;
  private int next;

  /**
   * Sorts rectangles.
   *
   * @param corners minX, minY, maxX, maxY of the first rectangle, then of the second, and so on
   * @param count number of rectangles
   * @throws IllegalArgumentException if a rectangle is invalid
   */
  public RectangleParts(double[] corners, int count) {
    for (int at = 0; at < CORNERS * count; at += CORNERS) {
      Rectangles.requireValid(corners[at], corners[at + 1], corners[at + 2], corners[at + 3]);
    }
    this.corners = corners;
    order = HilbertCurve.order(corners, count);
  }

  /** Returns the number of parts. */
  public int parts() {
    return (order.length + PART - 1) / PART;
  }

  /** Returns the index of the next part, from 0, or null after the last part. */
  public @Nullable Integer next() {
    return next == parts() ? null : next++;
  }

  /** Visits the rectangles of a part. The ids are the positions of the rectangles in the input. */
  public void visit(int part, EntryVisitor visitor) {
    int end = Math.min(order.length, (part + 1) * PART);
    for (int i = part * PART; i < end; i++) {
      int at = CORNERS * order[i];
      visitor.visit(order[i], corners[at], corners[at + 1], corners[at + 2], corners[at + 3]);
    }
  }
}
