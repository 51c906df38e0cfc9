package org.flashgrove.indexes.rtree;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.geometry.Predicate;

/** The brute-force list that trees are compared with, and makers of rectangles for it. */
final class Model {
  /** Kinds of test sets. */
  enum Shape {
    POINTS,
    RECTANGLES,
    IDENTICAL,
    COLLINEAR;

    double[] next(Random random) {
      double x = random.nextInt(4) == 0 ? random.nextDouble() : random.nextGaussian() * 0.1;
      double y = random.nextInt(4) == 0 ? random.nextDouble() : random.nextGaussian() * 0.1;
      switch (this) {
        case POINTS:
          return new double[] {x, y, x, y};
        case RECTANGLES:
          return new double[] {
            x, y, x + random.nextInt(3) * 0.01, y + random.nextDouble() * random.nextDouble() * 0.1
          };
        case IDENTICAL:
          return new double[] {0.5, -0.5, 0.5, -0.5};
        default:
          return new double[] {x, 0.0, x, 0.0};
      }
    }
  }

  record Entry(long id, double[] box) {}

  final List<Entry> entries = new ArrayList<>();

  /** Takes a random entry out. */
  Entry take(Random random) {
    int at = random.nextInt(entries.size());
    Entry taken = entries.get(at);
    Entry last = entries.remove(entries.size() - 1);
    if (at < entries.size()) {
      entries.set(at, last);
    }
    return taken;
  }

  /** Ids of the matching entries, sorted. */
  List<Long> search(Predicate predicate, double[] q) {
    return entries.stream()
        .filter(
            e -> predicate.matches(q[0], q[1], q[2], q[3], e.box[0], e.box[1], e.box[2], e.box[3]))
        .map(Entry::id)
        .sorted()
        .toList();
  }
}
