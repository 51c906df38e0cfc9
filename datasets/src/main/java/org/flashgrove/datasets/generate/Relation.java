package org.flashgrove.datasets.generate;

/**
 * Relation of a correlated query window, which lies around the centroid of an object, to the
 * objects.
 */
public enum Relation {
  /** The window intersects the object at whose centroid the window is centred. */
  INTERSECTS,
  /** At least one object lies in the interior of the window. */
  CONTAINS
}
