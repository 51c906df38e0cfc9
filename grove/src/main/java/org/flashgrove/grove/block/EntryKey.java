package org.flashgrove.grove.block;

/**
 * Computes the sort key of an entry, for example {@code curve::valueOfCentre} of a Hilbert curve.
 */
@FunctionalInterface
public interface EntryKey {
  /** Returns the key of an entry, which depends only on its rectangle. */
  long of(double minX, double minY, double maxX, double maxY);
}
