package org.flashgrove.grove.block;

/** Gives entries their sort keys: {@code curve::valueOfCentre} of a Hilbert curve does. */
@FunctionalInterface
public interface EntryKey {
  /** Returns the key of an entry with a rectangle, which is all that it depends on. */
  long of(double minX, double minY, double maxX, double maxY);
}
