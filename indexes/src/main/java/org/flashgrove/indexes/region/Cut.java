package org.flashgrove.indexes.region;

/**
 * A plane that cuts a region in two: what lies below a value in one dimension, and the rest.
 * Changeable and used again.
 */
public final class Cut {
  private int dimension;
  private double value;

  /** Becomes a plane. */
  public void set(int newDimension, double newValue) {
    dimension = newDimension;
    value = newValue;
  }

  /** The dimension it is perpendicular to, 0 to {@link Region#DIMENSIONS} - 1. */
  public int dimension() {
    return dimension;
  }

  /** The least coordinate of the upper side. */
  public double value() {
    return value;
  }
}
