package org.flashgrove.datasets.generate;

import java.util.Objects;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.Extent;

/**
 * Rectangles whose centres are clustered. Each side is uniform between 0 and a fraction of the side
 * of the extent. A rectangle that is not within the extent is drawn again.
 *
 * @param count number of rectangles, at least 0
 * @param maxSideFraction longest side as a fraction of the side of the extent, 0 to 1
 * @param skew distribution of centres
 * @param extent extent of the rectangles, with an area above 0
 * @param seed seed that determines all rectangles
 */
public record SkewedRectangles(
    long count, double maxSideFraction, Skew skew, Extent extent, long seed)
    implements EntryGenerator {
  private static final long PURPOSE = 6;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public SkewedRectangles {
    Parameters.requireCount(count);
    Parameters.requireSide(maxSideFraction);
    Objects.requireNonNull(skew, "skew");
    QueryRegion.of(extent);
  }

  @Override
  public void generate(EntrySink sink) {
    Places places = new Places(QueryRegion.of(extent), skew, seed, PURPOSE);
    Draws sides = new Draws(seed, PURPOSE);
    for (long id = 1; id <= count; id++) {
      emit(id, places, sides, sink);
    }
  }

  private void emit(long id, Places places, Draws sides, EntrySink sink) {
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      places.next();
      double halfWidth = sides.between(0, maxSideFraction * extent.width()) / 2;
      double halfHeight = sides.between(0, maxSideFraction * extent.height()) / 2;
      double minX = places.x() - halfWidth;
      double minY = places.y() - halfHeight;
      double maxX = places.x() + halfWidth;
      double maxY = places.y() + halfHeight;
      if (extent.contains(minX, minY) && extent.contains(maxX, maxY)) {
        sink.accept(id, minX, minY, maxX, maxY);
        return;
      }
    }
    throw Parameters.noRoom("rectangle", extent);
  }
}
