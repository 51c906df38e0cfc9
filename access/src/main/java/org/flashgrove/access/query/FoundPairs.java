package org.flashgrove.access.query;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Pairs of ids with distances, without an object a pair. */
final class FoundPairs {
  private static final int ROOM = 64;

  private final boolean keeps;
  private long[] ids = new long[2 * ROOM];
  private double @Nullable [] distances;
  private int kept;
  private long count;

  /**
   * No pairs.
   *
   * @param keeps whether pairs are kept, rather than counted
   * @param measured whether pairs have distances
   */
  FoundPairs(boolean keeps, boolean measured) {
    this.keeps = keeps;
    distances = measured ? new double[ROOM] : null;
  }

  void add(long leftId, long rightId, double distance) {
    count++;
    if (!keeps) {
      return;
    }
    if (2 * kept == ids.length) {
      ids = Arrays.copyOf(ids, 4 * kept);
      distances = distances == null ? null : Arrays.copyOf(distances, 2 * kept);
    }
    ids[2 * kept] = leftId;
    ids[2 * kept + 1] = rightId;
    if (distances != null) {
      distances[kept] = distance;
    }
    kept++;
  }

  /** Returns the number of pairs, kept or not. */
  long count() {
    return count;
  }

  /** Returns the number of pairs that are kept. */
  int kept() {
    return kept;
  }

  long leftId(int index) {
    return ids[2 * index];
  }

  long rightId(int index) {
    return ids[2 * index + 1];
  }

  double distance(int index) {
    return distances == null ? 0 : distances[index];
  }
}
