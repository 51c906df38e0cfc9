package org.flashgrove.datasets.generate;

/** Relation of a correlated query window to the objects. */
public enum Relation {
  /** The window intersects the object around whose centroid it lies. */
  INTERSECTS,
  /** At least one object lies in the interior of the window. */
  CONTAINS
}
