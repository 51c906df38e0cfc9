package org.flashgrove.cli;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.datasets.EntryArray;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Entries in memory, and the answers a scan of all of them gives. */
final class Scan implements EntrySink {
  private final EntryArray entries = new EntryArray();

  /** Reads the rows of a data file. */
  static Scan of(FeatureCursor rows) {
    Scan scan = new Scan();
    rows.forEach(scan);
    return scan;
  }

  @Override
  public void accept(long id, double minX, double minY, double maxX, double maxY) {
    entries.accept(id, minX, minY, maxX, maxY);
  }

  int count() {
    return entries.size();
  }

  /** Hands over all entries, in order of arrival. */
  void forEach(EntrySink sink) {
    entries.forEach(sink);
  }

  /** The right answers. */
  Answers answers(WindowFile windows, RectangleTest test) {
    Answers answers = new Answers(windows.count());
    for (int w = 0; w < windows.count(); w++) {
      double minX = windows.at(w, 0);
      double minY = windows.at(w, 1);
      double maxX = windows.at(w, 2);
      double maxY = windows.at(w, 3);
      for (int i = 0; i < entries.size(); i++) {
        if (test.matches(
            minX,
            minY,
            maxX,
            maxY,
            entries.side(i, 0),
            entries.side(i, 1),
            entries.side(i, 2),
            entries.side(i, 3))) {
          answers.add(w, entries.id(i));
        }
      }
    }
    return answers;
  }
}
