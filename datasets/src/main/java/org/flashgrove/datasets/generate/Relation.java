package org.flashgrove.datasets.generate;

/** What a correlated query window has to do with the objects it is made from. */
public enum Relation {
  /** The window intersects the object at whose centroid it lies. */
  INTERSECTS,
  /** At least one object, any of them, lies in the interior of the window. */
  CONTAINS
}
