package org.flashgrove.jmh.bench;

import java.util.Arrays;
import org.flashgrove.jmh.bench.data.Boxes;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.phase.Answers;
import org.flashgrove.jmh.bench.phase.Effort;
import org.flashgrove.jmh.bench.phase.Nearest;

/** Right answers, by looking at every entry. */
final class Oracle {
  private static final long MOST_LOOKS = 200_000_000;

  private final Workload workload;
  private final Effort effort;

  Oracle(Workload workload, Effort effort) {
    this.workload = workload;
    this.effort = effort;
  }

  /** How many of the first queries of a set are looked at. */
  int checked(Answers answers) {
    long most = Math.max(2, MOST_LOOKS / Math.max(1, workload.data().count()));
    return answers.content() == null ? 0 : (int) Math.min(most, answers.sample().size());
  }

  /** Whether the first answers are right. */
  boolean isRight(Answers answers) {
    int count = checked(answers);
    double[] queries =
        answers.percent() == 0
            ? workload.points(effort.points())
            : workload.windows(answers.percent(), count, answers.turn());
    for (int i = 0; i < count; i++) {
      long[] right =
          answers.percent() == 0
              ? nearest(queries[2 * i], queries[2 * i + 1])
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

  private long[] nearest(double x, double y) {
    Boxes boxes = workload.data();
    double[] least = new double[Math.min(Nearest.LIMIT, boxes.count())];
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
    return new long[] {least.length, Nearest.checksum(least)};
  }
}
