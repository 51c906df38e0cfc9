package org.flashgrove.cli.query;

import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.datasets.EntryArray;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Entries in memory. Scanning them gives the correct results of queries. */
public final class Scan implements EntrySink {
  private final EntryArray entries = new EntryArray();

  /** Reads the rows of a data file. */
  public static Scan of(FeatureCursor rows) {
    Scan scan = new Scan();
    rows.forEach(scan);
    return scan;
  }

  @Override
  public void accept(long id, double minX, double minY, double maxX, double maxY) {
    entries.accept(id, minX, minY, maxX, maxY);
  }

  public int count() {
    return entries.size();
  }

  /** Passes all entries to a sink in the order of the data file. */
  public void forEach(EntrySink sink) {
    entries.forEach(sink);
  }

  /** Returns the correct results of a query for every window, with planar distances. */
  public ResultChecker answers(WindowFile windows, RectangleTest test) {
    return answers(windows, test, Metric.PLANAR);
  }

  /** Returns the correct results of a query for every window, with distances in a metric. */
  public ResultChecker answers(WindowFile windows, RectangleTest test, Metric metric) {
    ResultChecker checker = new ResultChecker(windows.count());
    for (int w = 0; w < windows.count(); w++) {
      RectangleQuery query =
          metric.query(
              test, windows.at(w, 0), windows.at(w, 1), windows.at(w, 2), windows.at(w, 3));
      for (int i = 0; i < entries.size(); i++) {
        if (query.holdsFor(
            entries.side(i, 0), entries.side(i, 1), entries.side(i, 2), entries.side(i, 3))) {
          checker.add(w, entries.id(i));
        }
      }
    }
    return checker;
  }
}
