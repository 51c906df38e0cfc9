package org.flashgrove.cli;

import java.io.IOException;
import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.csv.BadRowPolicy;
import org.flashgrove.datasets.csv.EntryCursor;

/** Entries in flat arrays, and the answers a scan of all of them gives. */
final class Scan implements EntrySink {
  private long[] ids = new long[1024];
  private double[] boxes = new double[4 * 1024];
  private int count;

  /** Reads a data file. */
  static Scan of(String path, BadRowPolicy policy) throws IOException {
    Scan scan = new Scan();
    try (EntryCursor cursor = EntryCursor.open(path, policy)) {
      cursor.forEach(scan);
    }
    return scan;
  }

  @Override
  public void accept(long id, double minX, double minY, double maxX, double maxY) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, count * 2);
      boxes = Arrays.copyOf(boxes, 4 * count * 2);
    }
    ids[count] = id;
    boxes[4 * count] = minX;
    boxes[4 * count + 1] = minY;
    boxes[4 * count + 2] = maxX;
    boxes[4 * count + 3] = maxY;
    count++;
  }

  int count() {
    return count;
  }

  /** Hands over all entries, in order of arrival. */
  void forEach(EntrySink sink) {
    for (int i = 0; i < count; i++) {
      sink.accept(ids[i], boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]);
    }
  }

  /** The right answers. */
  Answers answers(WindowFile windows, RectangleTest test) {
    Answers answers = new Answers(windows.count());
    for (int w = 0; w < windows.count(); w++) {
      double minX = windows.at(w, 0);
      double minY = windows.at(w, 1);
      double maxX = windows.at(w, 2);
      double maxY = windows.at(w, 3);
      for (int i = 0; i < count; i++) {
        int at = 4 * i;
        if (test.matches(
            minX, minY, maxX, maxY, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3])) {
          answers.add(w, ids[i]);
        }
      }
    }
    return answers;
  }
}
