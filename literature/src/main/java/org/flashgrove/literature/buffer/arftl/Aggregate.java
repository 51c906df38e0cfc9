package org.flashgrove.literature.buffer.arftl;

/**
 * Count, sum, minimum and maximum of the values of a set of objects.
 *
 * @param count number of objects
 * @param sum sum of the objects' values
 * @param min smallest value, positive infinity if there are no objects
 * @param max largest value, negative infinity if there are no objects
 */
public record Aggregate(long count, double sum, double min, double max) {
  /** Aggregate of the empty set. */
  public static final Aggregate NONE =
      new Aggregate(0, 0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
}
