package org.flashgrove.sidecar;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.sidecar.FileIndex.Neighbour;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/**
 * Finds the features of a file that are nearest to a point.
 *
 * @param store entries of the index
 * @param rows the file
 * @param filter condition on attributes; null for none
 */
record NeighbourSearch(SpatialStore store, RowFile rows, @Nullable Filter filter) {
  /** Number of neighbours that a query reads at first in addition to those that it returns. */
  private static final int SPARE_NEIGHBOURS = 8;

  private static final GeometryFactory SHAPES = new GeometryFactory();

  /** Returns the nearest features; see {@link FileIndex#nearest}. */
  List<Neighbour> find(double x, double y, int k) {
    Point from = SHAPES.createPoint(new Coordinate(x, y));
    for (long asked = (long) k + SPARE_NEIGHBOURS; ; asked *= 4) {
      RowNumbers numbers = new RowNumbers();
      long entries = 0;
      double reached = 0; // every feature that was not read is at least this far away
      try (EntryCursor boxes = store.cursor(EntryQuery.nearest(asked, x, y))) {
        while (boxes.next()) {
          numbers.addRun(boxes.id());
          reached = boxes.distance();
          entries++;
        }
      }
      List<Neighbour> found = measured(from, numbers.ascending());
      boolean isAll = entries < asked;
      if (isAll || found.size() >= k && found.get(k - 1).distance() < reached) {
        return List.copyOf(found.subList(0, Math.min(k, found.size())));
      }
    }
  }

  private List<Neighbour> measured(Point from, long[] numbers) {
    List<Neighbour> found = new ArrayList<>();
    try (FeatureMatches features = new FeatureMatches(rows, null, filter, numbers, true, null)) {
      features.forEach(
          each -> found.add(new Neighbour(each, PlanarDistance.between(each.geometry(), from))));
    }
    found.sort(Comparator.comparingDouble(Neighbour::distance)); // stable: ties by row
    return found;
  }
}
