package org.flashgrove.geoparquet.value;

import java.nio.ByteBuffer;
import org.flashgrove.core.geometry.WkbShape;

/**
 * Finds the bounds of a geometry in well-known binary (WKB), without building the geometry. Not
 * safe for use by several threads.
 */
public final class WkbBounds {
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  /** Creates a reader of bounds. */
  public WkbBounds() {}

  /**
   * Reads a geometry and computes its bounds.
   *
   * @param wkb buffer that begins with the geometry; the position of the buffer changes
   * @return false for an empty geometry, which has no bounds
   * @throws IllegalArgumentException if the bytes are not a geometry, or if a coordinate is not
   *     finite
   */
  public boolean read(ByteBuffer wkb) {
    minX = Double.POSITIVE_INFINITY;
    minY = Double.POSITIVE_INFINITY;
    maxX = Double.NEGATIVE_INFINITY;
    maxY = Double.NEGATIVE_INFINITY;
    WkbShape.require(wkb, this::extend);
    if (minX > maxX) {
      return false;
    }
    if (!(Double.isFinite(minX + minY) && Double.isFinite(maxX + maxY))) {
      throw new IllegalArgumentException("a coordinate that is not finite");
    }
    return true;
  }

  /** Extends the bounds by points. Ignores empty points, whose coordinates are NaN. */
  private void extend(ByteBuffer bytes, int count, int pointBytes) {
    for (int i = 0; i < count; i++) {
      int at = bytes.position();
      double x = bytes.getDouble();
      double y = bytes.getDouble();
      bytes.position(at + pointBytes);
      if (Double.isNaN(x) && Double.isNaN(y)) {
        continue;
      }
      minX = Math.min(minX, x);
      minY = Math.min(minY, y);
      maxX = Math.max(maxX, x);
      maxY = Math.max(maxY, y);
    }
  }

  /** Returns the smallest x of the last geometry. */
  public double minX() {
    return minX;
  }

  /** Returns the smallest y of the last geometry. */
  public double minY() {
    return minY;
  }

  /** Returns the greatest x of the last geometry. */
  public double maxX() {
    return maxX;
  }

  /** Returns the greatest y of the last geometry. */
  public double maxY() {
    return maxY;
  }
}
