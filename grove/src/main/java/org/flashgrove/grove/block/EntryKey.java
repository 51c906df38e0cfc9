package org.flashgrove.grove.block;

/**
 * Computes the sort key of an entry, for example {@code curve::valueOfCentre} of a Hilbert curve.
 */
@FunctionalInterface
public interface EntryKey {
  /** Returns the key of an entry. The key depends only on the rectangle of the entry. */
  long of(double minX, double minY, double maxX, double maxY);
}
