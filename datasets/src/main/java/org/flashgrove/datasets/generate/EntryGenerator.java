package org.flashgrove.datasets.generate;

import org.flashgrove.datasets.EntrySink;

/** Generator of entries. The entries depend only on the parameters of the generator. */
public sealed interface EntryGenerator
    permits ClusteredPoints, SkewedRectangles, UniformPoints, UniformRectangles {
  /** Returns the number of entries, at least 0. */
  long count();

  /**
   * Passes all entries to a sink, with ids from 1 to {@link #count} in this order.
   *
   * @throws GenerationException if a million draws find no suitable point
   */
  void generate(EntrySink sink);
}
