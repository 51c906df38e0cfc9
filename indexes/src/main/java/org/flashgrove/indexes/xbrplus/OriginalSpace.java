package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.failure.UnsupportedGeometryException;
import org.flashgrove.indexes.tree.Domain;

/**
 * Square that is recursively divided into quadrants. It is the bounding square of a domain, with
 * the same minimum x and y.
 *
 * <p>Each point is mapped once to a grid of 2^48 by 2^48 half-open cells. Only cells are compared,
 * so no border of a quadrant is ever compared as a double. Row 0 has the smallest y, so north is
 * where y is small, as in the figures of Roumelis et al. (2015). Points on the largest x or y
 * belong to the last cells. The mapping is monotonic, so every point between two points of a
 * quadrant is in the same quadrant.
 */
final class OriginalSpace {
  private static final double CELLS = 1L << Address.SPATIAL_LEVELS;
  private static final long LAST_CELL = (1L << Address.SPATIAL_LEVELS) - 1;
  private static final int LOW_BITS = Address.SPATIAL_LEVELS - 32;
  private static final int HASH_BITS = 32;

  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;
  private final double side;

  /** Creates the bounding square of a domain. Its side is 1 if the domain is a point. */
  OriginalSpace(Domain domain) {
    minX = domain.minX();
    minY = domain.minY();
    double extent = Math.max(domain.maxX() - minX, domain.maxY() - minY);
    side = extent > 0 ? extent : 1;
    maxX = Math.max(domain.maxX(), minX + side); // the sum may be rounded below the border
    maxY = Math.max(domain.maxY(), minY + side);
  }

  /**
   * Checks that a point lies in the square.
   *
   * @throws IllegalArgumentException if it does not; the message names the square
   */
  void requireHolds(double x, double y) {
    if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) {
      throw new UnsupportedGeometryException(
          "point outside the domain of the xBR+-tree: x="
              + x
              + " y="
              + y
              + " (allowed: x from "
              + minX
              + " to "
              + maxX
              + ", y from "
              + minY
              + " to "
              + maxY
              + ")");
    }
  }

  /** Returns the first 32 digits of a point's address. */
  long high(double x, double y) {
    return interleaved(column(x) >>> LOW_BITS, row(y) >>> LOW_BITS);
  }

  /** Returns the remaining spatial digits of a point's address, followed by the hash. */
  long low(double x, double y, int hash) {
    long bits = (1L << LOW_BITS) - 1;
    return interleaved(column(x) & bits, row(y) & bits) << HASH_BITS | hash & 0xFFFFFFFFL;
  }

  private long column(double x) {
    return cell((x - minX) / side);
  }

  private long row(double y) {
    return cell((y - minY) / side);
  }

  /**
   * Returns the grid cell of a coordinate on one axis.
   *
   * @param fraction distance from the lower side of the square, divided by the length of the side.
   *     It must be computed by a division, because a product with a rounded factor would not map
   *     the middle of the square exactly
   */
  private static long cell(double fraction) {
    return Math.min(LAST_CELL, Math.max(0, (long) (fraction * CELLS)));
  }

  /** Interleaves 32 bits of a row and of a column. The first bit is one of the row. */
  private static long interleaved(long column, long row) {
    return spread(row) << 1 | spread(column);
  }

  private static long spread(long bits) {
    long spread = (bits | bits << 16) & 0x0000FFFF0000FFFFL;
    spread = (spread | spread << 8) & 0x00FF00FF00FF00FFL;
    spread = (spread | spread << 4) & 0x0F0F0F0F0F0F0F0FL;
    spread = (spread | spread << 2) & 0x3333333333333333L;
    return (spread | spread << 1) & 0x5555555555555555L;
  }
}
