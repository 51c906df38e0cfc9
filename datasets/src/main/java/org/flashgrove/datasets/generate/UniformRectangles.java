package org.flashgrove.datasets.generate;

import java.util.Objects;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.Extent;

/**
 * Rectangles within the extent. Each side is uniform between 0 and a fraction of the side of the
 * extent. All places where the rectangle fits are equally likely.
 *
 * @param count number of rectangles, at least 0
 * @param maxSideFraction longest side as a fraction of the side of the extent, 0 to 1
 * @param extent extent of the rectangles
 * @param seed seed that determines all rectangles
 */
public record UniformRectangles(long count, double maxSideFraction, Extent extent, long seed)
    implements EntryGenerator {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public UniformRectangles {
    Parameters.requireCount(count);
    Parameters.requireSide(maxSideFraction);
    Objects.requireNonNull(extent, "extent");
  }

  @Override
  public void generate(EntrySink sink) {
    Draws draws = new Draws(seed, 5);
    for (long id = 1; id <= count; id++) {
      double width = draws.between(0, maxSideFraction * extent.width());
      double height = draws.between(0, maxSideFraction * extent.height());
      double minX = draws.between(extent.minX(), Math.max(extent.minX(), extent.maxX() - width));
      double minY = draws.between(extent.minY(), Math.max(extent.minY(), extent.maxY() - height));
      double maxX = Math.min(extent.maxX(), minX + width);
      double maxY = Math.min(extent.maxY(), minY + height);
      sink.accept(id, minX, minY, maxX, maxY);
    }
  }
}
