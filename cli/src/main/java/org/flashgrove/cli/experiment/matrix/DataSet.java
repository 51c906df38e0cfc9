package org.flashgrove.cli.experiment.matrix;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.datasets.EntryArray;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ObjectSet;
import org.flashgrove.datasets.generate.QueryWindows;
import org.flashgrove.datasets.generate.Region;
import org.flashgrove.datasets.generate.Relation;

/**
 * Entries, windows made for them, and the right answers.
 *
 * @param entries in the order of insertion
 * @param extent bounds of the entries
 * @param windows a set for each percentage of the workload
 */
record DataSet(EntryArray entries, Extent extent, List<WindowSet> windows) {
  /**
   * Windows with their right answers.
   *
   * @param phase name of the phase in which they are asked
   * @param windows minX, minY, maxX, maxY of each
   * @param results entries that intersect any of them
   * @param idSum sum of their ids, an entry counted for each window
   */
  record WindowSet(String phase, List<double[]> windows, long results, long idSum) {}

  static DataSet of(EntryArray entries, Workload workload, long seed) {
    ObjectSet objects = new ObjectSet();
    entries.forEach(objects);
    Extent extent =
        objects.extent().orElseThrow(() -> new IllegalArgumentException("no entries to index"));
    List<WindowSet> sets = new ArrayList<>();
    for (String percent : workload.percents()) {
      List<double[]> windows = new ArrayList<>();
      QueryWindows maker = new QueryWindows(Region.of(extent), Double.parseDouble(percent), seed);
      if (workload.correlated()) {
        maker.correlated(
            workload.count(),
            Relation.INTERSECTS,
            objects,
            (x1, y1, x2, y2) -> windows.add(new double[] {x1, y1, x2, y2}));
      } else {
        maker.random(
            workload.count(), (x1, y1, x2, y2) -> windows.add(new double[] {x1, y1, x2, y2}));
      }
      sets.add(answered(Workload.phase(percent), windows, entries));
    }
    return new DataSet(entries, extent, sets);
  }

  /** Answers by a scan. */
  private static WindowSet answered(String phase, List<double[]> windows, EntryArray entries) {
    long results = 0;
    long idSum = 0;
    for (double[] window : windows) {
      for (int i = 0; i < entries.size(); i++) {
        if (Rectangles.intersects(
            window[0],
            window[1],
            window[2],
            window[3],
            entries.side(i, 0),
            entries.side(i, 1),
            entries.side(i, 2),
            entries.side(i, 3))) {
          results++;
          idSum += entries.id(i);
        }
      }
    }
    return new WindowSet(phase, windows, results, idSum);
  }

  /** The same windows over the first entries alone; the right answers remain those of all. */
  DataSet first(long count) {
    return new DataSet(entries.first(count), extent, windows);
  }

  /** Minimum and maximum of the coordinates: minX, minY, maxX, maxY. */
  double[] domain() {
    return new double[] {extent.minX(), extent.minY(), extent.maxX(), extent.maxY()};
  }
}
