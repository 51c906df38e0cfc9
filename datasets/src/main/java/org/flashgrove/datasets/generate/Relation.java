package org.flashgrove.datasets.generate;

/** Relation of a correlated query window to the objects it is made from. */
public enum Relation {
  /** The window intersects the object at whose centroid it lies. */
  INTERSECTS,
  /** At least one object, any of them, lies in the interior of the window. */
  CONTAINS
}
