package org.flashgrove.jmh.bench;

import java.util.Arrays;
import org.flashgrove.jmh.bench.data.Boxes;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.measure.Answers;
import org.flashgrove.jmh.bench.measure.NeighbourQueries;

/** Computes correct answers by scanning all entries. */
record Oracle(Workload workload) {
  private static final long MOST_LOOKS = 200_000_000;

  /**
   * Returns how many answers {@link #isRight} checks. It checks only the first answers of a set.
   */
  int checked(Answers answers) {
    long most = Math.max(2, MOST_LOOKS / Math.max(1, workload.data().count()));
    return answers.content() == null ? 0 : (int) Math.min(most, answers.sample().size());
  }

  /** Returns whether the first answers of a set are correct. */
  boolean isRight(Answers answers) {
    double[] queries = answers.queries();
    int limit = answers.limit();
    for (int i = 0; i < checked(answers); i++) {
      long[] right =
          limit > 0
              ? nearest(queries[2 * i], queries[2 * i + 1], limit)
              : window(answers.content(), queries, 4 * i);
      if (!Arrays.equals(right, answers.sample().get(i))) {
        return false;
      }
    }
    return true;
  }

  private long[] window(Content content, double[] corners, int at) {
    Boxes boxes = content.moves() == 0 ? workload.data() : workload.moved(content.moves());
    long results = 0;
    long idSum = 0;
    for (int i = 0; i < content.entries(); i++) {
      if (boxes.minX(i) <= corners[at + 2]
          && boxes.maxX(i) >= corners[at]
          && boxes.minY(i) <= corners[at + 3]
          && boxes.maxY(i) >= corners[at + 1]
          && content.holds(i)) {
        results++;
        idSum += i + 1;
      }
    }
    return new long[] {results, idSum};
  }

  private long[] nearest(double x, double y, int limit) {
    Boxes boxes = workload.data();
    double[] least = new double[Math.min(limit, boxes.count())];
    if (least.length == boxes.count()) {
      Arrays.setAll(least, i -> boxes.distance(i, x, y));
      return new long[] {least.length, NeighbourQueries.checksum(least)};
    }
    Arrays.fill(least, Double.MAX_VALUE);
    for (int i = 0; i < boxes.count(); i++) {
      double dx = Math.max(boxes.minX(i) - x, x - boxes.maxX(i));
      double dy = Math.max(boxes.minY(i) - y, y - boxes.maxY(i));
      if (Math.max(dx, dy) > least[least.length - 1]) {
        continue;
      }
      double distance = boxes.distance(i, x, y);
      int place = least.length - 1;
      if (distance < least[place]) {
        while (place > 0 && least[place - 1] > distance) {
          least[place] = least[place - 1];
          place--;
        }
        least[place] = distance;
      }
    }
    return new long[] {least.length, NeighbourQueries.checksum(least)};
  }
}
