package org.flashgrove.datasets.generate;

import java.util.Objects;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.Extent;

/**
 * Points that are uniform in the extent.
 *
 * @param count number of points, at least 0
 * @param extent extent of the points
 * @param seed seed that determines all points
 */
public record UniformPoints(long count, Extent extent, long seed) implements EntryGenerator {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public UniformPoints {
    Parameters.requireCount(count);
    Objects.requireNonNull(extent, "extent");
  }

  @Override
  public void generate(EntrySink sink) {
    Draws draws = new Draws(seed, 4);
    for (long id = 1; id <= count; id++) {
      double x = draws.between(extent.minX(), extent.maxX());
      double y = draws.between(extent.minY(), extent.maxY());
      sink.accept(id, x, y, x, y);
    }
  }
}
