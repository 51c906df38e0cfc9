package org.flashgrove.spark.join;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.flashgrove.core.geometry.HilbertCurve;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Left rows of a join in batches. Within a batch, the rows follow a Hilbert curve, so that
 * consecutive rows are near each other and their searches read the same pages. The first batch is
 * small, so the first results come soon. Rows without a geometry are left out.
 */
final class LeftBatches implements Iterator<LeftBatches.Left> {
  /** Maximum number of rows of the first batch. */
  static final int FIRST_ROWS = 1024;

  /** Maximum number of rows of each further batch. */
  static final int MOST_ROWS = 16384;

  /** Number of vertices from which a batch takes no further row. */
  private static final int MOST_VERTICES = 1 << 17;

  /** Factor for coordinates, so that the extent of a batch is finite for all finite coordinates. */
  private static final double SCALE = 0.25;

  private final Iterator<InternalRow> rows;
  private final LeftRows geometries;
  private Iterator<Left> batch = Collections.emptyIterator();
  private int mostRows = FIRST_ROWS;

  LeftBatches(Iterator<InternalRow> rows, LeftRows geometries) {
    this.rows = rows;
    this.geometries = geometries;
  }

  /**
   * Left row with its geometry.
   *
   * @param geometry finite and not empty
   */
  record Left(InternalRow row, Geometry geometry) {}

  private record Placed(Left left, long position) {}

  @Override
  public boolean hasNext() {
    while (!batch.hasNext() && rows.hasNext()) {
      batch = ordered(nextRows());
      mostRows = MOST_ROWS;
    }
    return batch.hasNext();
  }

  @Override
  public Left next() {
    hasNext();
    return batch.next();
  }

  private List<Left> nextRows() {
    List<Left> lefts = new ArrayList<>();
    int vertices = 0;
    for (int i = 0; i < mostRows && vertices < MOST_VERTICES && rows.hasNext(); i++) {
      InternalRow row = rows.next();
      Geometry geometry = geometries.geometry(row);
      if (geometry != null) {
        lefts.add(new Left(row.copy(), geometry));
        vertices += geometry.getNumPoints();
      }
    }
    return lefts;
  }

  private static Iterator<Left> ordered(List<Left> lefts) {
    Envelope all = new Envelope();
    lefts.forEach(left -> all.expandToInclude(left.geometry.getEnvelopeInternal()));
    if (all.isNull()) {
      return Collections.emptyIterator();
    }
    HilbertCurve curve =
        new HilbertCurve(
            SCALE * all.getMinX(),
            SCALE * all.getMinY(),
            SCALE * all.getMaxX(),
            SCALE * all.getMaxY());
    return lefts.stream()
        .map(left -> new Placed(left, position(curve, left.geometry.getEnvelopeInternal())))
        .sorted(Comparator.comparingLong(Placed::position))
        .map(Placed::left)
        .iterator();
  }

  private static long position(HilbertCurve curve, Envelope box) {
    return curve.valueOfCentre(
        SCALE * box.getMinX(), SCALE * box.getMinY(), SCALE * box.getMaxX(), SCALE * box.getMaxY());
  }
}
