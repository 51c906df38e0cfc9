package org.flashgrove.literature.tree.region;

/**
 * Reusable mutable plane that divides a region into a lower side, with coordinates below a value in
 * one dimension, and an upper side.
 */
public final class Cut {
  private int dimension;
  private double value;

  /** Sets the plane. */
  public void set(int newDimension, double newValue) {
    dimension = newDimension;
    value = newValue;
  }

  /**
   * Returns the dimension to which the plane is perpendicular, 0 to {@link Region#DIMENSIONS} - 1.
   */
  public int dimension() {
    return dimension;
  }

  /** Returns the smallest coordinate of the upper side. */
  public double value() {
    return value;
  }
}
