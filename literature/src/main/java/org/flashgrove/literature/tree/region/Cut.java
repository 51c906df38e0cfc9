package org.flashgrove.literature.tree.region;

/**
 * Reusable mutable plane that divides a region: coordinates below a value in one dimension, and the
 * rest.
 */
public final class Cut {
  private int dimension;
  private double value;

  /** Becomes a plane. */
  public void set(int newDimension, double newValue) {
    dimension = newDimension;
    value = newValue;
  }

  /** Returns the dimension it is perpendicular to, 0 to {@link Region#DIMENSIONS} - 1. */
  public int dimension() {
    return dimension;
  }

  /** Returns the least coordinate of the upper side. */
  public double value() {
    return value;
  }
}
