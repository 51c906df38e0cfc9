package org.flashgrove.datasets.generate;

import org.flashgrove.datasets.EntrySink;

/** A data set that exists by its parameters alone: the same parameters give the same entries. */
public sealed interface EntryGenerator
    permits ClusteredPoints, SkewedRectangles, UniformPoints, UniformRectangles {
  /**
   * Returns the number of entries.
   *
   * @return the number, at least 0
   */
  long count();

  /**
   * Hands all entries to a sink; ids are 1 to {@link #count} in this order.
   *
   * @param sink takes them
   * @throws GenerationException if a point is not found within a million draws
   */
  void generate(EntrySink sink);
}
