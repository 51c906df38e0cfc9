package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;

/**
 * Reusable mutable half-open box: in each dimension the coordinates from {@link #low} (inclusive)
 * to {@link #high} (exclusive).
 *
 * <p>Dimensions 0 and 1 are x and y. Dimension 2 is a hash of the object's id, 0 to 2^32 - 1, and
 * is used only to separate points with equal coordinates. Any number of such points can therefore
 * be split, without the overflow chains of the sources.
 */
public final class Region {
  public static final int DIMENSIONS = 3;

  /**
   * Number of the third dimension. The coordinate of an object in this dimension is a hash of its
   * id, which separates points with equal x and y.
   */
  public static final int TIES = 2;

  /** Number of different hash values, which is the length of the third dimension. */
  static final double TIE_RANGE = 0x1p32;

  private final double[] low = new double[DIMENSIONS];
  private final double[] high = new double[DIMENSIONS];

  /**
   * Sets this region to the smallest region that contains all points of a rectangle, including its
   * border.
   */
  void setWhole(double minX, double minY, double maxX, double maxY) {
    low[0] = minX;
    low[1] = minY;
    low[TIES] = 0;
    high[0] = Math.nextUp(maxX);
    high[1] = Math.nextUp(maxY);
    high[TIES] = TIE_RANGE;
  }

  /**
   * Sets this region to the region of the internal entry that begins at index {@code at} of {@code
   * words}.
   */
  void set(long[] words, int at) {
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
      low[dimension] = RegionLayout.low(words, at, dimension);
      high[dimension] = RegionLayout.high(words, at, dimension);
    }
  }

  /** Copies another region to this region. */
  void set(Region other) {
    System.arraycopy(other.low, 0, low, 0, DIMENSIONS);
    System.arraycopy(other.high, 0, high, 0, DIMENSIONS);
  }

  /** Reduces this region to its part on the lower side of a plane. */
  void keepLower(Cut cut) {
    high[cut.dimension()] = cut.value();
  }

  /** Reduces this region to its part on the upper side of a plane. */
  void keepUpper(Cut cut) {
    low[cut.dimension()] = cut.value();
  }

  /** Returns the inclusive lower bound in a dimension. */
  public double low(int dimension) {
    return low[dimension];
  }

  /** Returns the exclusive upper bound in a dimension. */
  public double high(int dimension) {
    return high[dimension];
  }

  /** Returns whether the entry at {@code index} of a list has this region. */
  boolean isOf(EntryList entries, int index) {
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
      if (low[dimension] != RegionLayout.low(entries, index, dimension)
          || high[dimension] != RegionLayout.high(entries, index, dimension)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether this region contains the point in a slot of a leaf. */
  boolean holds(NodeView leaf, int slot) {
    return holds(leaf.real(1, slot), 0)
        && holds(leaf.real(2, slot), 1)
        && holds(RegionLayout.tie(leaf.word(0, slot)), TIES);
  }

  private boolean holds(double coordinate, int dimension) {
    return coordinate >= low[dimension] && coordinate < high[dimension];
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
      text.append('[').append(low[dimension]).append(", ").append(high[dimension]).append(')');
    }
    return text.toString();
  }
}
